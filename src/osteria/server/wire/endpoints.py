"""The HTTP API as data: one line per endpoint. Routes, OpenAPI and the tests are made from it."""

from dataclasses import dataclass, field
from typing import Any, Literal

from osteria.server.wire import cards, days, shapes

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
DEVICE: dict[str, Schema] = {
    "device": {
        "type": "integer",
        "minimum": 0,
        "maximum": 1,
        "description": "1: who asks can work it out without the house",
    }
}

DAY: dict[str, Schema] = {"day": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\d$"}}
GAME: dict[str, Schema] = {"game": {"type": "string", "pattern": "^[a-z][a-z-]{0,59}$"}}
PAGE: dict[str, Schema] = {
    "start": {"type": "integer", "minimum": 0, "maximum": 1_000_000},
    "count": {"type": "integer", "minimum": 1, "maximum": 50},
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
    link: Literal["", "optional", "required", "card"] = ""
    """Whether it needs the key of a table's link, or the secret of a card."""
    cost: float = 1.0
    """What it counts as, in requests."""
    largest: int = 0
    """Bytes of its body at most, where that is more than of others."""


FAILURES: tuple[int, ...] = (400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 429, 503)
T = "/api/tables/{table}"


def _of_card(
    name: str,
    method: Literal["GET", "POST"],
    path: str,
    summary: str,
    answer: Any,
    body: Any = None,
    cost: float = 1.0,
    parameters: dict[str, Schema] | None = None,
) -> Endpoint:
    return Endpoint(name, method, "/api/card" + path, summary, answer, body, parameters or {}, "card", cost)


def _act(
    name: str,
    path: str,
    summary: str,
    body: Any = None,
    answer: Any = shapes.Done,
    parameters: dict[str, Schema] = TABLE,
    cost: float = 1.0,
) -> Endpoint:
    """What a seat of a table does, with the key of its link."""
    return Endpoint(name, "POST", T + path, summary, answer, body, parameters, "required", cost)


def _look(
    name: str,
    path: str,
    summary: str,
    answer: Any,
    parameters: dict[str, Schema] = TABLE,
    link: Literal["", "optional"] = "",
    cost: float = 1.0,
) -> Endpoint:
    """What a table shows."""
    return Endpoint(name, "GET", T + path, summary, answer, None, parameters, link, cost)


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("house", "GET", "/api/house", "What this house plays", shapes.HouseInfo),
    Endpoint(
        "code", "GET", "/api/codes/{code}", "The table that a code leads to", shapes.Found, parameters=CODE, cost=2.0
    ),
    Endpoint("lobby", "GET", "/api/tables", "Listed tables", shapes.Lobby, cost=2.0),
    Endpoint("create", "POST", "/api/tables", "Make a table", shapes.Seated, shapes.NewTable, cost=5.0),
    Endpoint(
        "teach",
        "POST",
        "/api/lessons",
        "Begin a first game that teaches, with bots; it is never listed",
        shapes.Seated,
        shapes.NewLesson,
        cost=5.0,
    ),
    Endpoint(
        "take_in",
        "POST",
        "/api/begun",
        "Go on with a game against bots that was begun elsewhere, from its transcript; it counts for nothing",
        shapes.Seated,
        shapes.GameBegun,
        cost=10.0,
        largest=2 * shapes.MOST_TRANSCRIPT,
    ),
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
    _look(
        "table",
        "",
        "Where a table stands, for whoever asks; may wait for news",
        shapes.Position,
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
    _act("name", "/name", "Take another display name", shapes.NewName),
    _act("leave", "/leave", "Stand up; after the start a stand-in plays on until the person is back"),
    _act("rotate", "/rotate", "Replace the link of the own seat by a new one", answer=shapes.Seated),
    _act(
        "hands",
        "/hands",
        "Before the start, where the table proposes it: agree that spectators see every hand, or not",
        shapes.SetHands,
    ),
    _act(
        "random",
        "/random",
        "Before the start: add random bytes of the own device to the deal, which nobody then chose alone",
        shapes.Contribution,
    ),
    _act(
        "kind", "/kind", "Before the start, in the pizza games: choose the own kind, one that is free", shapes.SetKind
    ),
    _act(
        "seat",
        "/seats/{seat}",
        "The host, before the start: open a seat or put a bot there",
        shapes.SetSeat,
        parameters={**TABLE, **SEAT},
    ),
    _act("start", "/start", "The host: begin"),
    _act("moves", "/moves", "Answer the question: one move or a run of moves", shapes.PlayBody),
    _act("say", "/say", "Say a quick phrase", shapes.SayBody),
    _act(
        "play_on",
        "/play-on",
        "Let a bot play on for somebody who is away, until they are back",
        shapes.PlayOnBody,
    ),
    _act("back", "/back", "Take the own seat back from a stand-in", shapes.BackBody),
    _act("undo", "/undo", "Ask to take the own last decision back, or answer who asks", shapes.UndoBody),
    _act(
        "chair",
        "/chair",
        "At a listed table: be for opening a chair that was left for long, or against it",
        shapes.ChairBody,
    ),
    _act(
        "decline",
        "/decline",
        "Let the house decline help and blocking at the end of a window, or no longer",
        shapes.DeclineBody,
    ),
    _act(
        "rematch",
        "/rematch",
        "Play again with the same people: the first call makes the table",
        answer=shapes.Seated,
        cost=5.0,
    ),
    _look(
        "replay",
        "/replay",
        "The game step by step: when it is over; before, what an assisted viewer saw",
        shapes.Replay,
        {**TABLE, **STEPS},
        "optional",
        cost=10.0,
    ),
    _look(
        "chances",
        "/chances",
        "The chance to win after each step of a finished game, as far as it is worked out",
        shapes.Chances,
        {**TABLE, "wait": WAIT["wait"], **DEVICE},
        cost=3.0,
    ),
    Endpoint(
        "check_chances",
        "POST",
        T + "/chances",
        "Compare a step that a device worked out with what the house finds",
        shapes.ChancesChecked,
        shapes.ChancesSample,
        TABLE,
        "",
        cost=3.0,
    ),
    _look(
        "forgetting",
        "/forgetting",
        "What forgetting cost in a finished game, as far as it is worked out",
        shapes.Forgetting,
        {**TABLE, "wait": WAIT["wait"]},
        cost=3.0,
    ),
    _look("transcript", "/transcript", "The transcript of a finished game, with its seed", "text/plain", cost=5.0),
    _look("deal", "/deal", "The fair deal of a finished game: commitment, seed, transcript", shapes.Deal, cost=5.0),
    _of_card("card", "GET", "", "The own card", cards.CardInfo),
    _of_card(
        "new_card", "POST", "", "A card for this device, which made its secret", cards.CardInfo, cards.NewCard, 5.0
    ),
    _of_card("card_name", "POST", "/name", "Take another name, everywhere", cards.CardInfo, shapes.NewName, 2.0),
    _of_card("card_settings", "POST", "/settings", "Keep what one prefers", cards.CardInfo, cards.SetSettings),
    _of_card("card_seats", "GET", "/seats", "Keys of the card's seats where a game waits or runs", cards.CardSeats),
    _of_card("claim", "POST", "/seats", "These seats belong to the card", cards.Claimed, cards.Claim),
    _of_card("ticket", "POST", "/ticket", "A link that brings the card to one more device", cards.Ticket, cost=5.0),
    Endpoint(
        "look_at_ticket",
        "POST",
        "/api/card/look",
        "Whose card a link brings",
        cards.CardFound,
        cards.UseTicket,
        cost=2.0,
    ),
    _of_card(
        "take_card", "POST", "/take", "This device takes the card of a link", cards.CardInfo, cards.UseTicket, 5.0
    ),
    _of_card(
        "split_card", "POST", "/split", "Take the card from other devices, or from this one", cards.Gone, cards.Split
    ),
    _of_card("delete_card", "POST", "/delete", "Delete the card with all that names its person", cards.Gone, cost=5.0),
    Endpoint(
        "days", "GET", "/api/days", "Today's deals, and tomorrow's commitments", days.Days, link="optional", cost=3.0
    ),
    Endpoint(
        "day",
        "GET",
        "/api/days/{day}/{game}",
        "The deal of a day, and how people did; its seed when the day is over",
        days.DayDeal,
        None,
        {**DAY, **GAME},
        "optional",
        cost=2.0,
    ),
    Endpoint(
        "play_day",
        "POST",
        "/api/days/{game}",
        "Play today's deal with a card: the first try counts, and is gone back to",
        shapes.Seated,
        days.PlayDay,
        GAME,
        "card",
        cost=5.0,
    ),
    Endpoint(
        "play_day_again",
        "POST",
        "/api/days",
        "Play the deal of a day that is over, of any house",
        shapes.Seated,
        days.PlayAgain,
        cost=5.0,
    ),
    _of_card("history", "GET", "/history", "What the card has played", cards.History, cost=5.0, parameters=PAGE),
)
