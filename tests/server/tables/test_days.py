"""Tables of days: nobody has to be there, nobody is away, bots play on, and time counts while the house is closed."""

import asyncio
import json
import time
import uuid
from contextlib import suppress
from unittest.mock import Mock

import pytest
from playkit import BOT, ME, first_asked, line, make, receive
from sqlalchemy import select
from starlette.testclient import TestClient

from osteria.server import due
from osteria.server.bots import attendant
from osteria.server.http.app import build
from osteria.server.store import tables
from osteria.server.tables import clocks
from osteria.server.tables.clocks import DAY, Clocks
from osteria.server.wire.refusal import Refusal

BEN = {"kind": "me", "name": "Ben"}


def bearer(key):
    return {"Authorization": f"Bearer {key}"}


def position(client, made, seat=None):
    headers = {} if seat is None else bearer(made["keys"][str(seat)])
    return client.get(f"/api/tables/{made['table']}", headers=headers).json()


def until(found, seconds=30.0):
    """Waits for something to be so."""
    end = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return value


@pytest.fixture
def short(monkeypatch):
    """A day is over in a second."""
    monkeypatch.setattr(clocks, "DAY", 1.0)


def test_every_answer_has_its_days_and_none_are_saved():
    found = Clocks(2, None, 3)
    found.ask(0, 1000.0)
    assert found.deadline(0, is_connected=False) == found.deadline(0, is_connected=True) == 1000.0 + 3 * DAY
    found.answered(0, 1000.0 + 2 * DAY, counts=True)
    found.ask(0, 1000.0 + 2 * DAY)
    assert found.deadline(0, is_connected=True) == 1000.0 + 5 * DAY
    assert found.info().left == [3 * DAY] * 2


def test_coming_and_going_moves_no_deadline():
    found = Clocks(2, None, 1)
    found.ask(0, 1000.0)
    found.returned(0, 2000.0, 500.0)
    found.came_back(0, 3000.0)
    assert found.deadline(0, is_connected=True) == 1000.0 + DAY


@pytest.mark.parametrize("settings", [{"days": 2}, {"days": 0}, {"days": 1, "clock": {"bank": 60}}])
def test_days_are_one_three_or_seven_and_go_with_no_other_clock(client, settings):
    body = {"game": "roll-for-soles", "seats": [ME, BEN], "settings": settings}
    assert client.post("/api/tables", json=body).status_code == 400


def test_nobody_is_away_and_nothing_is_offered(client):
    made = make(client, ME, BEN, days=3)
    asked, _ = first_asked(client, made)
    with line(client, made, 1 - asked) as (socket, welcome):
        assert welcome["away"] == {}
        assert welcome["clock"]["left"] == [3 * DAY] * 2
        with line(client, made, asked):
            assert receive(socket, "present")["away"] == {}
        assert receive(socket, "present")["away"] == {}
    live = client.portal.call(client.app.state.house.open, made["table"])
    live._absent_since[asked] = time.time() - DAY
    body = {"id": uuid.uuid4().hex, "seat": asked}
    answer = client.post(
        f"/api/tables/{made['table']}/play-on", json=body, headers=bearer(made["keys"][str(1 - asked)])
    )
    assert (answer.status_code, answer.json()["error"]["key"]) == (409, "seat.present")


def test_nothing_is_declined_for_anybody(client):
    made = make(client, ME, BEN, game="sole-mio", days=1)
    body = {"id": uuid.uuid4().hex, "seconds": 5}
    answer = client.post(f"/api/tables/{made['table']}/decline", json=body, headers=bearer(made["keys"]["0"]))
    assert answer.status_code == 200, answer.text
    assert position(client, made)["table"]["seats"][0]["declines"] == 0


def play(client, made):
    """The person of seat 0 plays until somebody else is asked; the question that is put to them."""
    while options := (place := position(client, made, 0))["view"]["decision"].get("options"):
        move = "secure" if "secure" in options else options[0]
        body = {"id": uuid.uuid4().hex, "question": place["question"], "moves": [move]}
        client.post(f"/api/tables/{made['table']}/moves", json=body, headers=bearer(made["keys"]["0"]))
    return place["question"]


def test_bots_play_on_though_nobody_looks(client):
    made = make(client, ME, BOT, BOT, days=7)
    until(lambda: "options" in position(client, made, 0)["view"]["decision"])
    question = play(client, made)
    live = client.portal.call(client.app.state.house.open, made["table"])
    live._asked_at.clear()
    assert live.present == []
    until(lambda: live.table.asked == 0 and live.table.question > question)


def test_when_the_time_is_up_a_bot_makes_that_move_and_no_other(client, short):
    made = make(client, ME, BEN, days=1)
    live = client.portal.call(client.app.state.house.open, made["table"])
    asked, question = live.table.asked, live.table.question
    until(lambda: live.table.question > question)
    assert live.table.seats[asked].stand_in == ""
    assert live.table.seats[asked].turns >= 1
    assert [seat.kind for seat in live.table.seats] == ["person", "person"]


def test_the_days_count_while_the_house_is_closed_and_while_the_table_is_in_no_memory(config, short, monkeypatch):
    monkeypatch.setattr(due, "LOOK_SECONDS", 0.2)
    with TestClient(build(config), base_url="http://house.test") as client:
        made = make(client, ME, BEN, days=3)
        question = position(client, made)["question"]
    time.sleep(3.0)
    with TestClient(build(config), base_url="http://house.test") as client:
        house = client.app.state.house
        until(lambda: house.is_in_memory(made["table"]))
        until(lambda: position(client, made)["question"] > question)


def test_a_bot_that_was_about_to_play_when_the_house_closed_plays_when_it_opens(config, monkeypatch):
    monkeypatch.setattr(due, "LOOK_SECONDS", 0.2)
    answer = attendant._answer

    async def never(_house, _live, _seat):
        await asyncio.sleep(3600)

    monkeypatch.setattr(attendant, "_answer", never)
    with TestClient(build(config), base_url="http://house.test") as client:
        made = make(client, ME, BOT, days=7)
        question = play(client, made)
    monkeypatch.setattr(attendant, "_answer", answer)
    with TestClient(build(config), base_url="http://house.test") as client:
        until(lambda: client.app.state.house.is_in_memory(made["table"]))
        until(lambda: position(client, made)["question"] > question)


def test_the_index_says_when_somebody_has_to_look_and_not_before(client):
    made = make(client, ME, BEN, days=1)

    async def noted():
        async with client.app.state.house.database.reading() as connection:
            wanted = select(tables.tables.c.due).where(tables.tables.c.table_id == made["table"])
            return (await connection.execute(wanted)).scalar_one()

    begun = client.portal.call(client.app.state.house.open, made["table"]).table.clocks.info().at
    assert until(lambda: (found := client.portal.call(noted)) > begun and found) == begun + DAY
    with line(client, made, 0) as (socket, _):
        socket.send_text(json.dumps({"type": "say", "id": "a", "phrase": "hello"}))
        receive(socket, "ack")
        until(lambda: client.portal.call(noted) == begun + DAY)
    assert client.portal.call(client.app.state.house.database.due, time.time(), 10) == []


def test_a_table_without_days_is_never_due(client):
    made = make(client, ME, BEN)
    position(client, made, 0)
    assert client.portal.call(client.app.state.house.database.due, time.time() + 100 * DAY, 10) == []


def test_tables_of_which_nothing_comes_hold_up_no_other(monkeypatch):
    monkeypatch.setattr(due, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(due, "AT_ONCE", 5)
    tables, opened = [f"broken {n}" for n in range(12)] + ["in trouble", "fine"], []

    class House:
        async def open(self, table_id):
            opened.append(table_id)
            if table_id != "fine":
                raise Refusal("house.trouble")
            return Mock(table=Mock(status="playing"))

        def is_in_memory(self, table_id):
            return False

        def is_broken(self, table_id):
            return "broken" in table_id

        async def due(self, _now, limit):
            return tables[:limit]

        @property
        def database(self):
            return self

    async def work():
        with suppress(TimeoutError):
            async with asyncio.timeout(0.3):
                await due.open_due_forever(House())

    asyncio.run(work())
    assert "fine" in opened
    assert opened.count("broken 0") == 1
    assert opened.count("in trouble") > 1, "the database may be well again"
