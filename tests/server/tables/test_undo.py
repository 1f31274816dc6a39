"""Taking the last decision back: by consent of all people, and never past anything that was revealed."""

import json
import random

import pytest
from playkit import ME, line, make, receive

from osteria.server.tables import changes, commands, frames
from osteria.server.tables.changes import HOUSE, Row, write_change
from osteria.server.tables.table import Table, rebuild
from osteria.server.tables.undoing import ask_or_agree
from osteria.server.wire.messages import Settings, encode
from osteria.server.wire.refusal import Refusal

GAMES = ("mamma-mia", "sole-mio", "grande", "roll-for-soles")
TABLE = "a" * 12


class Playing:
    """A table and its log, as one process has them."""

    def __init__(self, game, people=2, bots=0, memory="authentic", seed=1):
        opened = changes.Opened(game, people + bots, Settings(memory=memory), bytes([seed] * 32).hex(), 0)
        made = [changes.Sat(seat, f"P{seat}") for seat in range(people)]
        made += [changes.BotSat(people + n, "random") for n in range(bots)]
        self.rows = [Row(TABLE, n, 0.0, HOUSE, write_change(one)) for n, one in enumerate([opened, *made], start=1)]
        self.table = rebuild(self.rows)
        self.do(commands.begin)

    def do(self, command):
        entry = command(self.table)
        self.rows += entry.rows
        return self.table.apply(entry.rows, entry.played)

    def play(self, move):
        self.do(commands.play(self.table.asked, self.table.question, [move], f"c{self.table.seq}"))

    def views(self):
        """What every viewer would be sent of the position, as bytes."""
        table, viewers = self.table, [None, *range(self.table.players)]
        return [encode(frames.view_words(table.match, viewer, table.settings.memory)) for viewer in viewers]


def play_no_order(playing):
    """Somebody plays, and says that no order follows; returns the seat."""
    seat = playing.table.asked
    playing.play(str(playing.table.match.decision.options[0]))
    assert playing.table.back is None, "the announcement changed"
    assert playing.table.match.decision.ask == "order"
    return seat


@pytest.mark.parametrize("memory", ["authentic", "assisted"])
def test_a_decision_is_taken_back_when_the_last_has_agreed(memory):
    playing = Playing("mamma-mia", people=3, memory=memory)
    seat = play_no_order(playing)
    before, question = playing.views(), playing.table.question
    playing.play("no order")
    assert playing.table.back.seat == seat
    others = [other for other in range(3) if other != seat]
    playing.do(ask_or_agree(seat, True, "a"))
    playing.do(ask_or_agree(others[0], True, "b"))
    assert playing.table.match.decision.ask == "draw"
    assert playing.table.undo == [seat, others[0]]
    playing.do(ask_or_agree(others[1], True, "c"))
    assert playing.views() == before
    assert playing.table.question == question + 2, "an answer to what was taken back is stale"
    assert playing.table.undo == []
    assert playing.table.back is None
    assert "no order" not in playing.table.match.transcript
    assert sum(row.text == "no order" for row in playing.rows) == 1, "the log keeps it"


def test_another_process_and_a_restart_read_the_same_from_the_log():
    playing = Playing("mamma-mia")
    seat = play_no_order(playing)
    playing.play("no order")
    other = rebuild(playing.rows)
    seen = len(playing.rows)
    playing.do(ask_or_agree(seat, True, "a"))
    playing.do(ask_or_agree(1 - seat, True, "b"))
    playing.play("no order")
    playing.play("draw supply")
    other.apply(playing.rows[seen:])
    for table in (other, rebuild(playing.rows)):
        assert table.match.transcript == playing.table.match.transcript
        assert (table.question, table.frame, table.seq) == (
            playing.table.question,
            playing.table.frame,
            playing.table.seq,
        )


def test_one_no_is_enough_and_a_move_ends_the_asking():
    playing = Playing("mamma-mia")
    seat = play_no_order(playing)
    playing.play("no order")
    playing.do(ask_or_agree(seat, True, "a"))
    playing.do(ask_or_agree(1 - seat, False, "b"))
    assert playing.table.undo == []
    assert playing.table.back.seat == seat
    playing.do(ask_or_agree(seat, True, "c"))
    playing.play("draw supply")
    assert playing.table.undo == []
    with pytest.raises(Refusal, match="nothing that you could take back"):
        playing.do(ask_or_agree(seat, True, "d"))


def test_only_who_decided_may_ask_and_only_while_nothing_was_revealed():
    playing = Playing("mamma-mia")
    seat = play_no_order(playing)
    with pytest.raises(Refusal):
        playing.do(ask_or_agree(seat, True, "a"))
    playing.play("no order")
    with pytest.raises(Refusal):
        playing.do(ask_or_agree(1 - seat, True, "b"))


def test_among_bots_alone_it_is_taken_back_at_once():
    playing = Playing("mamma-mia", people=1, bots=1)
    while playing.table.asked != 0:
        playing.do(commands.answer_for(1, playing.table.question, commands.try_run(playing.table, [first(playing)])))
    play_no_order(playing)
    playing.play("no order")
    playing.do(ask_or_agree(0, True, "a"))
    assert playing.table.match.decision.ask == "order"


def first(playing):
    return str(playing.table.match.decision.options[0])


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_taken_back_told_nobody_a_card_and_comes_back_to_the_byte(game):
    rng, found, asks = random.Random(game), 0, set()
    for seed in range(1, 4):
        playing = Playing(game, people=3, seed=seed)
        while playing.table.status == "playing":
            before, zones, ask = playing.views(), playing.table.match.zones(), playing.table.match.decision.ask
            moves = playing.table.match.moves
            playing.play(str(rng.choice(playing.table.match.decision.options)))
            if playing.table.back is None or playing.table.back.moves != moves or playing.table.status != "playing":
                continue
            found += 1
            asks.add(ask)
            now = playing.table.match.zones()
            assert playing.table.match.moves == moves + 1, "no chance fell"
            for zone in ("hands", "oven", "supply", "orders", "columns", "committed", "rolled"):
                assert zones.get(zone) == now.get(zone), (ask, zone)
            if rng.random() < 0.3:
                for seat in [playing.table.back.seat, *(s for s in range(3) if s != playing.table.back.seat)]:
                    playing.do(ask_or_agree(seat, True, f"u{playing.table.seq}"))
                assert playing.views() == before
    print(f"\n{game}: {found} decisions could be taken back: {sorted(asks)}")
    assert found > 0
    assert not asks & {"play", "draw", "again", "show", "reveal", "match"}


def test_over_the_wire_everybody_is_told_and_who_may_ask_is_told_so(client):
    made = make(client, ME, {"kind": "me", "name": "Ben"}, game="mamma-mia", memory="assisted")
    with line(client, made, 0) as (ada, hers), line(client, made, 1) as (ben, his):
        sockets, views = (ada, ben), (hers["view"], his["view"])
        asked = 0 if "options" in views[0]["decision"] else 1
        move = views[asked]["decision"]["options"][0]
        sockets[asked].send_json({"type": "play", "id": "p", "question": 0, "moves": [move, "no order"]})
        frame = receive(sockets[asked], "frame")
        while frame["question"] < 2:
            frame = receive(sockets[asked], "frame")
        assert frame["undo"] is True
        told = [json.loads(json.dumps(receive(sockets[1 - asked], "frame"))) for _ in range(2)]
        assert not any(one.get("undo") for one in told), "only who decided may ask"
        sockets[asked].send_json({"type": "undo", "id": "u"})
        while not (frame.get("table") or {}).get("undo"):
            frame = receive(sockets[1 - asked], "frame")
        assert frame["table"]["undo"] == [asked]
        sockets[1 - asked].send_json({"type": "undo", "id": "v"})
        while frame["question"] < 3:
            frame = receive(sockets[asked], "frame")
        assert frame["view"]["decision"]["ask"] == "order"
        assert "no-order" not in [event["event"] for event in frame["view"]["history"]]


def test_a_house_that_saw_the_decision_goes_back_without_playing_the_game_again(monkeypatch):
    playing = Playing("sole-mio")
    while playing.table.back is None:
        playing.play(str(playing.table.match.decision.options[0]))
    before = playing.table.back.match.zones()
    monkeypatch.setattr(Table, "_played_again", None)
    asker, other = playing.table.back.seat, 1 - playing.table.back.seat
    playing.do(ask_or_agree(asker, True, "c"))
    playing.do(ask_or_agree(other, True, "d"))
    assert playing.table.match.zones() == before
