"""Nothing leaks: worlds that differ only in what a viewer may not know send that viewer the same bytes."""

import json
import random

import numpy as np
import pytest
from housekit import IS_LONG
from virtualkit import World

import osteria
from osteria.games import game as game_of
from osteria.server.tables import changes, frames, past
from osteria.server.tables.book import Book
from osteria.server.tables.changes import HOUSE, Row, write_change
from osteria.server.tables.live import Live
from osteria.server.tables.step import Step
from osteria.server.wire.endpoints import ENDPOINTS
from osteria.server.wire.messages import Settings, encode
from osteria.server.wire.shapes import Summary

GAMES = ("mamma-mia", "sole-mio", "grande", "roll-for-soles")
PAIRS = 10_000 if IS_LONG else 12
WHOLE_EVERY = 25 if IS_LONG else 6
SEED = bytes(32)


class Ear:
    """A line that keeps what it is sent."""

    role, link, name = "seat", None, ""

    def __init__(self, seat):
        self.seat, self.heard, self.holds = seat, [], frozenset() if seat is None else frozenset({seat})
        self.role = "stranger" if seat is None else "seat"

    def put(self, message):
        self.heard.append(message)


def everything_sent(match, viewer, memory, *, open_hands=False):
    """Every byte the house sends to a viewer over a whole game: frames, welcome, lobby, replay."""
    lines = match.lines()
    opened = changes.Opened(match.game, match.players, Settings(memory=memory, open_hands=open_hands), SEED.hex(), None)
    world = World(Row("a" * 12, 1, 1.0, HOUSE, write_change(opened)))
    world.script = [text for who, text in lines if who == "chance"]
    made = [changes.BotSat(seat, "random") for seat in range(match.players)]
    live = Live(world, Book("a" * 12, match.players, {}))
    ear = Ear(viewer)
    live.lines |= {ear, *(Ear(seat) for seat in (None, *range(match.players)) if seat != viewer)}
    batches = [[(HOUSE, write_change(change))] for change in (*made, changes.Began())]
    for who, text in lines:
        if who == "chance":
            batches[-1].append((who, text))
        else:
            batches.append([(who, text)])
    for batch in batches:
        rows = [Row("a" * 12, world.seq + 1 + n, 2.0, who, text) for n, (who, text) in enumerate(batch)]
        live.tell(world.apply(rows), b"secret")
    extra = [frames.view_words(world.match, viewer, memory), frames.missed_frames(world, viewer, 0, range(10**6))]
    summary = Summary(frames.table_info(world), world.frame, world.asked)
    if memory == "assisted" and world.status == "playing":
        extra.append(past.running(world, viewer, 0, 200))
    extra.append(frames.open_hands(world, viewer))
    return ear.heard + [encode(part) for part in (*extra, summary)]


def position_sent(match, viewer):
    """A frame that tells a viewer where the table stands, with all that was told before, in both memories."""
    moves = sum(who != "chance" for who, _ in match.lines())
    sent = []
    for memory, is_change in (("authentic", False), ("assisted", True)):
        step = Step(moves + 1, moves, match.events, is_move=True, is_change=is_change)
        opened = changes.Opened(match.game, match.players, Settings(memory=memory), SEED.hex(), None)
        world = World(Row("a" * 12, 1, 1.0, HOUSE, write_change(opened)))
        world.match, world.status = match, "playing" if match.decision else "over"
        telling = frames.Telling(world, [step], b"secret")
        for other in (None, *range(match.players)):  # whoever is told before leaves nothing of theirs
            told = telling.messages(other, "stranger" if other is None else "seat")
            if other == viewer:
                sent += told
                break
        sent.append(encode(frames.view_words(match, viewer, memory)))
    return sent


def some_position(game, players, rng):
    match = osteria.new(game, players, seed=rng.getrandbits(62))
    for _ in range(rng.randint(0, 120)):
        if match.decision is None:
            break
        match.play(rng.choice(match.decision.options))
    return match


@pytest.mark.timeout(7200 if IS_LONG else 900)
@pytest.mark.parametrize("game", GAMES)
def test_worlds_a_viewer_cannot_tell_apart_send_the_same_bytes(game):
    rng, chance = random.Random(7), np.random.default_rng(7)
    pairs = differing = 0
    while pairs < PAIRS:
        players = rng.randint(2, 8 if game == "roll-for-soles" else 5)
        match = some_position(game, players, rng)
        if match.decision is None:
            continue  # a finished game hides nothing: its transcript, seed and tie-breaks are everybody's
        for viewer in [None, *range(players)]:
            other = match.imagine(viewer, chance)
            differing += other.zones() != match.zones()
            assert position_sent(match, viewer) == position_sent(other, viewer)
            if pairs % WHOLE_EVERY == 0:
                for memory in ("authentic", "assisted"):
                    assert everything_sent(match, viewer, memory) == everything_sent(other, viewer, memory)
                if viewer is not None:  # open hands are open to spectators only
                    both = [everything_sent(world, viewer, "authentic", open_hands=True) for world in (match, other)]
                    assert both[0] == both[1]
            pairs += 1
    print(f"\n{game}: {pairs} pairs, {differing} of them truly different")
    assert game == "roll-for-soles" or differing > pairs // 2, "the pairs must differ, or nothing was tested"


def test_a_reason_that_depends_on_a_hidden_hand_is_found_in_the_bytes(monkeypatch):
    from osteria.core.events import EventType, tell
    from osteria.core.schema import Seen
    from osteria.core.template import told
    from osteria.games.pizzeria import telling
    from osteria.games.pizzeria.rules import game as rules
    from osteria.games.pizzeria.rules.drawing import begin_draw
    from osteria.play import match as match_module
    from osteria.play.known import Known

    def tells_too_much(s, log):
        tell(log, telling.NO_ORDER, s["turn"], s["hands"][s["turn"], 0])
        begin_draw(s, log)

    kernels, leaky = (
        game_of("sole-mio").kernels,
        EventType("no-order", Seen.EVERYBODY, {"olives": told(2)}),
    )
    monkeypatch.setenv("OSTERIA_INTERPRETED", "1")
    monkeypatch.setattr(kernels, "best", kernels.interpreted)
    monkeypatch.setattr(rules, "play_no_order", tells_too_much)
    monkeypatch.setitem(telling.EVENTS, telling.NO_ORDER, leaky)
    monkeypatch.setattr(match_module, "known_at", Known)  # what is told here is told nowhere else
    rng, chance = random.Random(7), np.random.default_rng(7)
    for _ in range(20):
        match = some_position("sole-mio", 3, rng)
        if match.decision is not None and position_sent(match, None) != position_sent(
            match.imagine(None, chance), None
        ):
            return
    pytest.fail("nobody noticed what was told of hidden hands")


def test_an_announcement_is_in_no_payload_after_the_next_play():
    """At an authentic table: not in a view, a welcome, a frame of the past, the lobby."""
    rng = random.Random(8)
    match = osteria.new("sole-mio", 3, seed=8)
    while match.decision is not None and match.zones()["round"] == 1:
        match.play(rng.choice(match.decision.options))
        for viewer in (None, 0, 1, 2):
            words = match.view(viewer).words
            assert "history" not in words
            assert not isinstance(words["used"], dict)
            assert set(words["oven"]) == {"size", "top"}
            assert all(isinstance(stack["under"], int) for stack in words["orders"].values())


@pytest.mark.parametrize("game", GAMES)
def test_open_hands_add_every_seat_s_own_cards_to_what_spectators_are_sent_and_nothing_else(game):
    match = some_position(game, 3, random.Random(3))
    closed, shown = (everything_sent(match, None, "authentic", open_hands=is_open) for is_open in (False, True))
    assert json.loads(closed.pop(-2)) is None
    hands = json.loads(shown.pop(-2))
    assert [_but_for_hands(message) for message in shown] == [_but_for_hands(message) for message in closed]
    views = [(seat, match.view(number)) for number, seat in enumerate(match.seats)]
    assert hands == {seat: view["hands"][seat] for seat, view in views if "hands" in view}


def _but_for_hands(text):
    """A message, without what open hands add to it and to the table's description."""
    message = json.loads(text)
    if isinstance(message, dict) and message.get("type") == "frame":
        message.pop("hands", None)
    if isinstance(message, dict) and message.get("table"):
        message["table"].pop("hands")
        message["table"]["settings"].pop("open_hands")
    return message


ROLES = ("stranger", "wrong key", "other seat")


@pytest.mark.parametrize("role", ROLES)
def test_no_endpoint_tells_a_seat_s_secrets_to_anybody_else(client, role):
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bruno"}, {"kind": "open"}]
    body = {"game": "mamma-mia", "seats": seats, "settings": {"listed": True}}
    made = client.post("/api/tables", json=body).json()
    sat = client.post(f"/api/tables/{made['table']}/sit", json={"name": "Carla"}).json()
    keys = {**made["keys"], **sat["keys"]}
    client.post(f"/api/tables/{made['table']}/start", headers={"Authorization": f"Bearer {keys['0']}"})
    house = client.app.state.house
    table = house._lives[made["table"]].table
    shown = {"stranger": None, "wrong key": keys["1"][:-2] + "AA", "other seat": keys["1"]}[role]
    viewer = 1 if role == "other seat" else None
    for endpoint in ENDPOINTS:
        path = endpoint.path.format(table=made["table"], seat=0, code="zucca 42", day="2026-11-16", game="mamma-mia")
        headers = {"Authorization": f"Bearer {shown}"} if shown else {}
        answer = client.request(endpoint.method, path, headers=headers, json=_body(endpoint.name))
        assert answer.status_code < 500
        _check_nothing_secret(answer.text, table, keys, viewer)
        if endpoint.link == "required" and role != "other seat":
            assert answer.status_code in (401, 403), endpoint.name
    assert table.seats[0].name == "Ada"
    assert table.asked is not None


def _body(name):
    bodies = {
        "create": {"game": "mamma-mia", "seats": [{"kind": "open"}] * 2},
        "mine": {"seats": []},
        "qr": {"text": "x"},
        "sit": {"name": "Eve", "seat": 0},
        "name": {"name": "Eve"},
        "hands": {"open": True},
        "kind": {"own": "salami"},
        "random": {"random": "ab" * 32},
        "seat": {"kind": "open"},
        "moves": {"id": "e", "question": 0, "moves": ["play 1 olive"]},
        "say": {"id": "s", "phrase": "hello"},
        "play_on": {"id": "v", "seat": 0},
        "back": {"id": "b"},
        "decline": {"id": "d", "seconds": 3},
        "undo": {"id": "u"},
        "chair": {"id": "c", "seat": 0},
    }
    return bodies.get(name)


def _check_nothing_secret(text, table, keys, viewer):
    assert table.seed.hex() not in text
    assert "chance:" not in text
    for seat, key in keys.items():
        assert int(seat) == viewer or key not in text
    view = json.loads(text).get("view") if text.startswith("{") else None
    if view:
        expected = json.loads(encode(table.match.view(viewer, "authentic").words))
        assert view == expected
