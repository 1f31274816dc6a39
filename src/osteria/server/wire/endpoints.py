"""The HTTP API as data: one line per endpoint. Routes, OpenAPI and the tests are made from it."""

from dataclasses import dataclass, field
from typing import Any, Literal

from osteria.server.wire import shapes

Schema = dict[str, Any]
TABLE: dict[str, Schema] = {"table": {"type": "string", "pattern": "^[a-z2-9]{12}$"}}
CODE: dict[str, Schema] = {"code": {"type": "string", "pattern": "^[A-Za-z]{2,12}[ -]?[0-9]{2,6}$"}}
SEAT: dict[str, Schema] = {"seat": {"type": "integer", "minimum": 0, "maximum": 7}}
WAIT: dict[str, Schema] = {
    "after": {"type": "integer", "minimum": 0, "maximum": 10_000_000, "description": "wait for a frame after this one"},
    "wait": {"type": "number", "minimum": 0, "maximum": 30, "description": "at most so many seconds"},
}
STEPS: dict[str, Schema] = {
    "start": {"type": "integer", "minimum": 0, "maximum": 10_000_000},
    "count": {"type": "integer", "minimum": 1, "maximum": 200},
    "viewer": {"type": "integer", "minimum": 0, "maximum": 7, "description": "finished games: whose view"},
}


@dataclass(frozen=True)
class Endpoint:
    """One call of the API: its name is the function that answers it."""

    name: str
    method: Literal["GET", "POST"]
    path: str
    summary: str
    answer: Any
    body: Any = None
    parameters: dict[str, Schema] = field(default_factory=dict)
    link: Literal["", "optional", "required"] = ""
    cost: float = 1.0
    """What it counts as, in requests."""


FAILURES: tuple[int, ...] = (400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 429, 503)
T = "/api/tables/{table}"

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("house", "GET", "/api/house", "What this house plays", shapes.HouseInfo),
    Endpoint(
        "code", "GET", "/api/codes/{code}", "The table that a code leads to", shapes.Found, parameters=CODE, cost=2.0
    ),
    Endpoint("lobby", "GET", "/api/tables", "Listed tables", shapes.Lobby, cost=2.0),
    Endpoint("create", "POST", "/api/tables", "Make a table", shapes.Seated, shapes.NewTable, cost=5.0),
    Endpoint(
        "mine",
        "POST",
        "/api/mine",
        "What became of the links this device keeps",
        shapes.HeldAnswer,
        shapes.Held,
    ),
    Endpoint(
        "call_me",
        "POST",
        "/api/calls",
        "Call the people of these seats on this device, also while its page is closed (Web Push)",
        shapes.Calls,
        shapes.CallMe,
        cost=2.0,
    ),
    Endpoint(
        "call_no_more",
        "POST",
        "/api/calls/stop",
        "Call nobody on this device any more",
        shapes.Calls,
        shapes.CallNoMore,
        cost=2.0,
    ),
    Endpoint("qr", "POST", "/api/qr", "Draw a link as a QR code", "image/svg+xml", shapes.Drawing, cost=5.0),
    Endpoint(
        "table",
        "GET",
        T,
        "Where a table stands, for whoever asks; may wait for news",
        shapes.Position,
        None,
        {**TABLE, **WAIT},
        "optional",
    ),
    Endpoint(
        "sit",
        "POST",
        T + "/sit",
        "Sit down: with an invitation's key, or in an open seat",
        shapes.Seated,
        shapes.Sit,
        TABLE,
        "optional",
    ),
    Endpoint(
        "name",
        "POST",
        T + "/name",
        "Take another display name",
        shapes.Done,
        shapes.NewName,
        TABLE,
        "required",
    ),
    Endpoint(
        "leave",
        "POST",
        T + "/leave",
        "Stand up; after the start a stand-in plays on until the person is back",
        shapes.Done,
        None,
        TABLE,
        "required",
    ),
    Endpoint(
        "rotate",
        "POST",
        T + "/rotate",
        "Replace the link of the own seat by a new one",
        shapes.Seated,
        None,
        TABLE,
        "required",
    ),
    Endpoint(
        "hands",
        "POST",
        T + "/hands",
        "Before the start, where the table proposes it: agree that spectators see every hand, or not",
        shapes.Done,
        shapes.SetHands,
        TABLE,
        "required",
    ),
    Endpoint(
        "random",
        "POST",
        T + "/random",
        "Before the start: add random bytes of the own device to the deal, which nobody then chose alone",
        shapes.Done,
        shapes.Contribution,
        TABLE,
        "required",
    ),
    Endpoint(
        "kind",
        "POST",
        T + "/kind",
        "Before the start, in the pizza games: choose the own kind, one that is free",
        shapes.Done,
        shapes.SetKind,
        TABLE,
        "required",
    ),
    Endpoint(
        "seat",
        "POST",
        T + "/seats/{seat}",
        "The host, before the start: open a seat or put a bot there",
        shapes.Done,
        shapes.SetSeat,
        {**TABLE, **SEAT},
        "required",
    ),
    Endpoint("start", "POST", T + "/start", "The host: begin", shapes.Done, None, TABLE, "required"),
    Endpoint(
        "moves",
        "POST",
        T + "/moves",
        "Answer the question: one move or a run of moves",
        shapes.Done,
        shapes.PlayBody,
        TABLE,
        "required",
    ),
    Endpoint("say", "POST", T + "/say", "Say a quick phrase", shapes.Done, shapes.SayBody, TABLE, "required"),
    Endpoint(
        "play_on",
        "POST",
        T + "/play-on",
        "Let a bot play on for somebody who is away, until they are back",
        shapes.Done,
        shapes.PlayOnBody,
        TABLE,
        "required",
    ),
    Endpoint(
        "back",
        "POST",
        T + "/back",
        "Take the own seat back from a stand-in",
        shapes.Done,
        shapes.BackBody,
        TABLE,
        "required",
    ),
    Endpoint(
        "decline",
        "POST",
        T + "/decline",
        "Let the house decline help and blocking at the end of a window, or no longer",
        shapes.Done,
        shapes.DeclineBody,
        TABLE,
        "required",
    ),
    Endpoint(
        "rematch",
        "POST",
        T + "/rematch",
        "Play again with the same people: the first call makes the table",
        shapes.Seated,
        None,
        TABLE,
        "required",
        cost=5.0,
    ),
    Endpoint(
        "replay",
        "GET",
        T + "/replay",
        "The game step by step: when it is over; before, what an assisted viewer saw",
        shapes.Replay,
        None,
        {**TABLE, **STEPS},
        "optional",
        cost=10.0,
    ),
    Endpoint(
        "chances",
        "GET",
        T + "/chances",
        "The chance to win after each step of a finished game, as far as it is worked out",
        shapes.Chances,
        None,
        {**TABLE, "wait": WAIT["wait"]},
        "",
        cost=3.0,
    ),
    Endpoint(
        "transcript",
        "GET",
        T + "/transcript",
        "The transcript of a finished game, with its seed",
        "text/plain",
        None,
        TABLE,
        "",
        cost=5.0,
    ),
    Endpoint(
        "deal",
        "GET",
        T + "/deal",
        "The fair deal of a finished game: commitment, seed, transcript",
        shapes.Deal,
        None,
        TABLE,
        "",
        cost=5.0,
    ),
)
