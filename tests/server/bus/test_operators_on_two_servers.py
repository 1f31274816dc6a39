"""What an operator writes down beside two houses on one PostgreSQL is done by both of them."""

import json
import time
from contextlib import contextmanager
from dataclasses import replace

import pytest
from playkit import ME, auth, key_of, line, make
from sqlalchemy import select, update
from starlette.testclient import TestClient

from osteria.server import operating
from osteria.server.desk import Wish, answer
from osteria.server.http.app import build
from osteria.server.store import tables
from osteria.server.tables import live

BANNED = "203.0.113.7"


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(operating, "READ_SECONDS", 0.02)
    monkeypatch.setattr(operating, "KEEP_SECONDS", 0.02)


@pytest.fixture
def shared(config, postgres):
    """The settings of houses that share a database, and keep tables for a day."""
    return replace(config, database=postgres.new_database(), keep=1.0)


@contextmanager
def house(config):
    with TestClient(build(config), base_url="http://house.test", client=(BANNED, 50_000)) as client:
        yield client


def becomes(found, seconds=10):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if found():
            return True
        time.sleep(0.02)
    return False


def place(client, made):
    return client.get(f"/api/tables/{made['table']}")


def say(client, made, seat):
    body = {"id": f"{time.time_ns()}", "phrase": "hello"}
    return client.post(f"/api/tables/{made['table']}/say", json=body, headers=auth(made["keys"][str(seat)]))


def test_tables_are_closed_seats_muted_and_names_deleted_at_both_houses(shared):
    with house(shared) as one, house(shared) as two:
        named = {"kind": "me", "name": "Secretname"}
        closed, muted, forgotten = make(one, ME, ME), make(two, ME, ME), make(one, named, ME)
        for client in (one, two):  # all three are in the memory of both
            assert say(client, muted, 1).status_code == 200
            assert place(client, closed).json()["table"]["status"] == "playing"
            assert place(client, forgotten).json()["table"]["seats"][0]["name"] == "Secretname"
        with line(two, forgotten, 1) as (heard, _):
            answer(shared, Wish("close", closed["table"]))
            answer(shared, Wish("mute", muted["table"], 1))
            answer(shared, Wish("forget", forgotten["table"], 0))
            for client in (one, two):
                assert becomes(lambda client=client: place(client, closed).json()["table"]["status"] == "closed")
                assert becomes(lambda client=client: say(client, muted, 1).status_code == 400)
                assert say(client, muted, 0).status_code == 200
                assert becomes(lambda client=client: "Secretname" not in place(client, forgotten).text)
            assert ended(heard) == 1012, "who was on the line comes back"


def ended(socket):
    """The code with which the house closes a line."""
    while (message := socket.receive())["type"] != "websocket.close":
        assert "Secretname" not in json.dumps(message)
    return message["code"]


def test_an_address_is_banned_at_both_houses_and_at_one_that_opens_later(shared):
    with house(shared) as one, house(shared) as two:
        answer(shared, Wish("ban", BANNED, hours=1.0))
        for client in (one, two):
            assert becomes(lambda client=client: client.get("/api/tables").status_code == 429)
        with house(shared) as three:
            assert becomes(lambda: three.get("/api/tables").status_code == 429)
        answer(shared, Wish("ban", BANNED, hours=0.0))
        for client in (one, two):
            assert becomes(lambda client=client: client.get("/api/tables").status_code == 200)


def grow_old(client, made, hours):
    """The table as it would be after so many hours in which nothing happened."""
    seconds = hours * 3_600
    of_table = [(tables.log, {"at": tables.log.c.at - seconds})]
    of_table.append((tables.tables, {"changed": tables.tables.c.changed - seconds}))

    def work(connection):
        for table, values in of_table:
            connection.execute(update(table).where(table.c.table_id == made["table"]).values(**values))

    client.portal.call(client.app.state.house.database.write, work)


def changed(client, made):
    """When something happened at a table, by the index."""
    found = select(tables.tables.c.changed).where(tables.tables.c.table_id == made["table"])
    database = client.app.state.house.database
    return client.portal.call(database.write, lambda connection: connection.execute(found).scalar_one())


def test_a_table_of_long_ago_leaves_both_houses_and_none_with_somebody_on_a_line_to_one_of_them(shared, monkeypatch):
    monkeypatch.setattr(live, "WATCHED_SECONDS", 0.0)  # who asked a moment ago is not there
    with house(shared) as one, house(shared) as two:
        old, watched = make(one, ME, ME), make(two, ME, ME)
        with line(two, watched, 0):
            grow_old(one, watched, hours=23.5)  # looked at, and not deleted yet: who has a line to it says so
            assert becomes(lambda: changed(one, watched) > time.time() - 3_600)
            grow_old(one, watched, hours=12)
            grow_old(one, old, hours=48)
            for client in (one, two):
                assert becomes(lambda client=client: place(client, old).status_code == 404)
                assert key_of(say(client, old, 0)) == "table.unknown"
                assert place(client, watched).status_code == 200
