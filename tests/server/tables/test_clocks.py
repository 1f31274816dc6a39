"""Time: banks, increments, grace; stand-ins, and pauses that tell nothing."""

import asyncio
import time

import pytest
from playkit import ME, first_asked, line, make
from starlette.testclient import TestClient

from osteria.server.bots import attendant
from osteria.server.http.app import build
from osteria.server.people.links import Link, sign
from osteria.server.tables import changes, commands, frames
from osteria.server.tables.book import Book
from osteria.server.tables.changes import HOUSE, Row, write_change
from osteria.server.tables.clocks import LEAST_AFTER_RETURN, Clocks
from osteria.server.tables.live import HTTP_SECONDS, Live
from osteria.server.tables.table import Table
from osteria.server.wire.messages import Clock, Settings
from osteria.server.wire.refusal import Refusal


def clocks(bank=100, increment=5, grace=30):
    found = Clocks(2, Clock(bank, increment, grace))
    found.ask(0, 1000.0)
    return found


def test_an_answer_costs_its_time_and_earns_the_increment():
    found = clocks()
    found.answered(0, 1040.0, counts=True)
    assert found.left == [65.0, 100.0]


def test_a_bot_s_answer_costs_nobody_anything():
    found = clocks()
    found.answered(0, 1040.0, counts=False)
    assert found.left == [100.0, 100.0]


def test_the_time_is_up_when_the_bank_is_empty_and_later_where_the_line_is_broken():
    found = clocks()
    assert found.deadline(0, is_connected=True) == 1100.0
    assert found.deadline(0, is_connected=False) == 1130.0


def test_a_line_that_is_whole_again_gets_its_measured_time_back_up_to_the_grace_of_a_question():
    found = clocks()
    found.returned(0, 1020.0, 12.0)
    assert found.deadline(0, is_connected=True) == 1112.0
    assert found.deadline(0, is_connected=False) == 1130.0
    found.returned(0, 1090.0, 60.0)
    assert found.deadline(0, is_connected=True) == 1130.0
    assert found.deadline(0, is_connected=False) == 1130.0


def test_nobody_gets_more_back_than_the_question_lasted():
    found = clocks()
    found.returned(0, 1003.0, 25.0)
    assert found.deadline(0, is_connected=True) == 1103.0


def test_a_log_of_the_first_version_that_measured_nothing_reads_as_it_did():
    found = clocks()
    found.returned(0, 1020.0, None)
    assert found.deadline(0, is_connected=True) == 1120.0


def test_a_second_tab_gives_no_time_back_and_a_broken_line_as_long_as_it_was_broken(client):
    clock = {"bank": 1000, "increment": 0, "grace": 30}
    made = make(client, ME, ME, clock=clock)
    seat, _ = first_asked(client, made)
    with line(client, made, seat):
        time.sleep(0.4)
        clocks = []
        for _ in range(3):
            with line(client, made, seat) as (_second, again):
                clocks.append(again["clock"])
        assert clocks == [clocks[0]] * 3
    broke = time.time()
    time.sleep(0.3)
    with line(client, made, seat):
        back = time.time()
        with line(client, made, seat) as (_, welcome):
            given = welcome["clock"]["at"] - clocks[0]["at"]
    assert 0.2 < given <= back - broke + 0.1


def test_a_table_that_is_read_again_gives_no_time_back_and_takes_nobody_for_away(client):
    house = client.app.state.house
    house._closed_since -= 600  # the house was closed for ten minutes before it opened
    made = make(client, ME, ME, clock={"bank": 1000, "increment": 0, "grace": 30})
    seat, _ = first_asked(client, made)
    with line(client, made, seat) as (_, before):
        time.sleep(0.5)
        client.portal.call(house.reload, made["table"])
    with line(client, made, seat) as (_, after):
        assert after["clock"]["at"] - before["clock"]["at"] < 0.4
        assert house._lives[made["table"]].absent_for(1 - seat) < 5


def test_people_were_away_while_the_house_was_closed_and_once_only(config):
    with TestClient(build(config), base_url="http://house.test") as client:
        made = make(client, ME, ME, clock={"bank": 1000, "increment": 0, "grace": 30})
    with TestClient(build(config), base_url="http://house.test") as client:
        house, table = client.app.state.house, made["table"]
        house._closed_since -= 600
        assert client.portal.call(house.open, table).absent_for(0) > 600
        client.portal.call(house.reload, table)
        assert client.portal.call(house.open, table).absent_for(0) < 5


def test_who_comes_back_from_a_stand_in_has_time_for_one_answer():
    found = clocks()
    found.left[0] = 0.0
    found.came_back(0, 1200.0)
    assert found.deadline(0, is_connected=True) == 1200.0 + LEAST_AFTER_RETURN


def test_a_table_without_clocks_never_hurries():
    found = Clocks(2, None)
    found.ask(0, 1000.0)
    assert found.deadline(0, is_connected=True) is None
    assert found.info() is None


def do(table, command):
    """What a command writes, added to its table."""
    entry = command(table)
    table.apply(entry.rows, entry.played)


class Ear:
    role, link = "seat", None

    def __init__(self, seat):
        self.seat = seat
        self.holds = frozenset() if seat is None else frozenset({seat})

    def put(self, message):
        pass


def playing(settings):
    """A table of two people where somebody is asked."""
    opened = changes.Opened("roll-for-soles", 2, settings, bytes(32).hex(), 0)
    made = [changes.Sat(0, "Ada"), changes.Sat(1, "Bruno"), changes.Began()]
    table = Table(Row("a" * 12, 1, 0.0, HOUSE, write_change(opened)))
    rows = [Row("a" * 12, 2 + n, time.time(), HOUSE, write_change(change)) for n, change in enumerate(made)]
    deal = [(who, text) for who, text in table.new_match().lines()]
    rows += [Row("a" * 12, 5 + n, time.time(), who, text) for n, (who, text) in enumerate(deal)]
    table.apply(rows)
    return Live(table, Book("a" * 12, 2, {}))


def test_everybody_is_told_who_is_away_and_since_when(monkeypatch):
    live = playing(Settings())
    live.lines |= {Ear(0), Ear(1)}
    assert live.away == {}
    live.lines = {ear for ear in live.lines if ear.seat != 1}
    gone = live.away["1"]
    later = time.time() + 61
    monkeypatch.setattr(time, "time", lambda: later)
    assert live.away == {"1": gone}
    assert live.absent_for(1) > 60
    live.lines.add(Ear(1))
    assert live.away == {}
    assert live.absent_for(1) == 0.0


def test_who_asks_over_http_without_a_line_is_there():
    live = playing(Settings())
    assert live.present == []
    live.notice(1)
    assert live.present == [1]


def test_who_stops_asking_over_http_is_told_to_be_gone(monkeypatch):
    live = playing(Settings())
    ear = Ear(0)
    ear.heard = []
    ear.put = ear.heard.append
    live.lines.add(ear)
    live.notice(1)
    live.look_around()
    assert len(ear.heard) == 1
    later = time.monotonic() + HTTP_SECONDS + 1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    live.look_around()
    live.look_around()
    assert [b'"away":{"1"' in message for message in ear.heard] == [False, True]


def test_without_a_clock_nobody_is_ever_stood_in_for_unasked():
    live = playing(Settings())
    live.lines.add(Ear(1 - live.table.asked))
    waits = asyncio.run(attendant._attend_once(None, live))
    assert waits is None, "until somebody comes or goes, or speaks"
    assert not any(seat.stand_in for seat in live.table.seats)


def test_a_table_of_which_nobody_is_there_pauses():
    """Also for a bot that would be asked: the house is None here, and nobody calls it."""
    live = playing(Settings())
    for seat in live.table.seats:
        seat.stand_in = "left"
    assert asyncio.run(attendant._attend_once(None, live)) is None


def stood_in(live, why, by=None):
    table = live.table
    rows = commands.write(table, changes.StoodIn(table.asked, why, by)).rows
    table.apply(rows)
    return table


def test_a_stand_in_is_asked_for_by_one_of_those_present_and_only_for_who_is_waited_for():
    table = playing(Settings()).table
    asked, other = table.asked, 1 - table.asked
    with pytest.raises(Refusal, match="does not wait"):
        commands.let_bot_play_on(asked, other, "c")(table)
    with pytest.raises(Refusal, match="plays for themselves"):
        commands.let_bot_play_on(asked, asked, "c")(table)
    do(table, commands.let_bot_play_on(other, asked, "c"))
    assert (table.seats[asked].stand_in, table.seats[asked].stood_by) == ("away", other)
    assert commands.let_bot_play_on(other, asked, "d")(table) == changes.NOTHING
    do(table, commands.come_back(asked))
    assert (table.seats[asked].stand_in, table.seats[asked].stood_by) == ("", None)


def test_a_clock_that_ran_out_is_consent_for_one_move_only():
    table = stood_in(playing(Settings(clock=Clock(bank=10))), "clock")
    asked = table.asked
    do(
        table,
        commands.answer_for(asked, table.question, commands.try_run(table, [str(table.match.decision.options[0])])),
    )
    assert table.seats[asked].stand_in == ""
    assert table.seats[asked].turns == 1


def test_turns_that_a_bot_played_are_counted_until_the_person_plays_again():
    table = stood_in(playing(Settings(memory="assisted")), "away", 0)
    asked = table.asked
    first = str(table.match.decision.options[0])
    do(table, commands.answer_for(asked, table.question, commands.try_run(table, [first])))
    do(table, commands.come_back(asked))
    assert table.seats[asked].turns == 1
    assert frames.you(table, b"", "seat", asked).played == [first]
    while table.asked != asked:
        play_any(table)
    play_any(table)
    assert table.seats[asked].turns == 0
    assert frames.you(table, b"", "seat", asked).played == []


def play_any(table):
    move = str(table.match.decision.options[0])
    do(table, commands.play(table.asked, table.question, [move], f"c{table.seq}"))


def test_a_move_takes_the_seat_back_from_a_stand_in_and_is_made():
    table = playing(Settings()).table
    asked = table.asked
    do(table, commands.stand_in_for_move(asked, table.question))
    assert table.seats[asked].stand_in == "clock"
    move = str(table.match.decision.options[0])
    rows = commands.play(asked, table.question, [move], "0:a")(table).rows
    assert [row.seq for row in rows] == list(range(table.seq + 1, table.seq + 1 + len(rows)))
    table.apply(rows)
    assert table.seats[asked].stand_in == ""
    assert table.question == 1


def test_a_table_goes_on_with_the_game_that_was_tried_as_if_its_log_were_read():
    table = playing(Settings()).table
    told = []
    while table.asked is not None:
        move = str(table.match.decision.options[-1])
        entry = commands.play(table.asked, table.question, [move], "0:a")(table)
        told += entry.rows
        table.apply(entry.rows, entry.played)
    other = playing(Settings()).table
    other.apply(told)
    assert other.match.transcript == table.match.transcript
    assert [step.events for step in other.steps] == [step.events for step in table.steps]


def test_a_clock_that_ran_out_brings_a_stand_in_who_goes_when_the_person_is_back(client):
    house = client.app.state.house
    opened = changes.Opened("roll-for-soles", 2, Settings(clock=Clock(10, 0, 0)), bytes(32).hex(), 0)
    live = client.portal.call(house.create, opened, [changes.Sat(0, "Ada"), changes.Sat(1, "Bruno")])
    live.table.clocks.left = [0.3, 0.3]
    keys = [sign(house.secret, live.table.id, Link("seat", seat, 1)) for seat in (0, 1)]
    path = f"/api/tables/{live.table.id}"
    client.post(path + "/start", headers={"Authorization": f"Bearer {keys[0]}"})
    asked = live.table.asked
    until = time.monotonic() + 20
    while not live.table.seats[asked].turns and time.monotonic() < until:
        time.sleep(0.05)
    assert live.table.seats[asked].turns > 0
    body = {"id": "b1"}
    client.post(path + "/back", json=body, headers={"Authorization": f"Bearer {keys[asked]}"})
    assert client.get(path).json()["table"]["seats"][asked]["stand_in"] == ""


def test_the_pause_before_a_bot_s_answer_does_not_depend_on_its_options(monkeypatch):
    """G-6: it is drawn before anything is looked at, from one distribution."""
    drawn = []
    monkeypatch.setattr(attendant.random, "uniform", lambda least, most: drawn.append((least, most)) or 0.0)

    class Thinkers:
        def stand_in(self, game):
            return "random"

        async def choose(self, level, view, owner, *, is_watched):
            return str(view.decision.options[0])

    class House:
        thinkers = Thinkers()
        config = type("Config", (), {"pause_least": 0.5, "pause_most": 1.5, "stand_in": "random"})()

        async def commit(self, live, command):
            return 0

    for _ in range(5):
        live = playing(Settings())
        asyncio.run(attendant._answer(House(), live, live.table.asked))
    assert drawn == [(0.5, 1.5)] * 5
