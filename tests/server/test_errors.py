"""Errors that nobody expected: each is in the log, with all that is needed to find its cause, and counts for the alarm."""

import asyncio
import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from unittest.mock import Mock

import pytest
from playkit import BOT, ME, auth, finish, hear_to_the_end, line, make
from prometheus_client import REGISTRY
from structlog.contextvars import bound_contextvars, merge_contextvars
from structlog.testing import capture_logs

from osteria.server.bots import attendant, lookback
from osteria.server.http import api
from osteria.server.lines.line import Line
from osteria.server.store.journal import Group, Journal
from osteria.server.tables.changes import Row


def count(where):
    return REGISTRY.get_sample_value("osteria_errors_total", {"where": where}) or 0


@contextmanager
def logged():
    """Everything that is logged, with what the log knows of who asked."""
    with capture_logs(processors=[merge_contextvars]) as logs:
        yield logs


def the_one(logs, event, seconds=10):
    """The line of an event, as soon as it is there."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if found := [entry for entry in logs if entry["event"] == event]:
            return found[0]
        time.sleep(0.02)
    raise AssertionError(logs)


def seq_of(client, made):
    return client.app.state.house.seq_of(made["table"])


def say(client, made, key):
    body = {"id": "x", "phrase": "hello"}
    return client.post(f"/api/tables/{made['table']}/say", json=body, headers=auth(key))


async def fails(*_, **__):
    raise ValueError("unexpected")


async def waits_for_what_is_cancelled(*_, **__):
    cancelled = asyncio.get_running_loop().create_future()
    cancelled.cancel()
    await cancelled


def fails_at_once(*_, **__):
    raise ValueError("unexpected")


def test_a_request_that_fails_is_logged_under_the_id_of_its_answer(client, monkeypatch):
    made, before = make(client, ME, ME), count("request")
    monkeypatch.setattr("osteria.server.http.app.HANDLERS", {**api.HANDLERS, "say": fails})
    with logged() as logs:
        answer = say(client, made, made["keys"]["0"])
    entry = the_one(logs, "request.failed")
    assert (answer.status_code, answer.json()["error"]["key"]) == (503, "house.trouble")
    assert entry["request"] == answer.headers["x-request-id"]
    assert (entry["table"], entry["seq"]) == (made["table"], seq_of(client, made))
    assert isinstance(entry["exc_info"], ValueError)
    assert made["keys"]["0"] not in str(logs)
    assert count("request") == before + 1


def test_what_the_journal_cannot_write_is_logged_under_the_id_of_the_request(client, monkeypatch):
    made, before = make(client, ME, ME), count("journal")
    monkeypatch.setattr(client.app.state.house.database, "append", fails)
    with logged() as logs:
        answer = say(client, made, made["keys"]["0"])
    entry = the_one(logs, "database.trouble")
    assert entry["request"] == answer.headers["x-request-id"]
    assert (entry["table"], entry["seq"]) == (made["table"], seq_of(client, made))
    assert count("journal") == before + 1


def test_a_log_that_cannot_be_read_now_counts(client, monkeypatch):
    made, before = make(client, ME, ME), count("database")
    client.portal.call(client.app.state.house.reload, made["table"])
    monkeypatch.setattr(client.app.state.house.database, "rows_and_seen", Mock(side_effect=OSError("hangs")))
    with logged() as logs:
        assert client.get(f"/api/tables/{made['table']}").status_code == 503
    assert the_one(logs, "database.trouble")["table"] == made["table"]
    assert count("database") == before + 1


def test_one_who_cannot_be_told_is_logged_with_its_row_and_request_and_the_others_are_told():
    disk, told, before = Mock(pace=0.0, is_postgres=False), [], count("told")
    ends = asyncio.Event()

    async def append(_batch):
        await asyncio.sleep(0)
        if told:
            await ends.wait()

    async def run():
        journal = Journal(disk, Mock())
        writing = asyncio.create_task(journal.run())
        for _ in ("written", "the house stops"):
            with bound_contextvars(request="of the first"):
                journal.put(Group([Row("t" * 12, 7, 0.0, "0", "roll", "")], None, (), fails_at_once))
            journal.put(Group((), None, (), told.append))
            await asyncio.sleep(0.05)
        writing.cancel()
        await asyncio.wait({writing})

    disk.append = append
    with logged() as logs:
        asyncio.run(run())
    entries = [(entry["table"], entry["seq"], entry["request"]) for entry in logs if entry["event"] == "told.failed"]
    assert entries == [("t" * 12, 7, "of the first")] * 2
    assert [type(answer) for answer in told] == [bool, ConnectionError]
    assert count("told") == before + 2


UNCAUGHT = """
import asyncio, logging, os, signal, sys
from prometheus_client import REGISTRY
from structlog.contextvars import bind_contextvars
from osteria.server.config import Config
from osteria.server.running import run

def fails(given):
    raise ValueError("unexpected")

def started(_address):
    loop = asyncio.get_running_loop()
    bind_contextvars(request="of a move")
    loop.call_soon(fails, "somebody's card")
    logging.getLogger("nats").error("cannot reach %s", "somebody's card", exc_info=ValueError("of a library"))
    loop.call_later(0.1, os.kill, os.getpid(), signal.SIGTERM)

run(Config(data=sys.argv[1], port=0, metrics="", log_level="warning"), started)
print(*(REGISTRY.get_sample_value("osteria_errors_total", {"where": where}) for where in ("loop", "library")))
"""


def test_what_nobody_caught_and_what_libraries_say_are_lines_of_json_that_count(tmp_path):
    environment = {**os.environ, "OSTERIA_INTERPRETED": "1"}
    command = [sys.executable, "-c", UNCAUGHT, str(tmp_path)]
    found = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=240)
    entries = {entry["event"]: entry for entry in map(json.loads, found.stderr.splitlines())}
    uncaught, library = entries["loop.failed"], entries["library.trouble"]
    assert uncaught["why"] == "Exception in callback"
    assert "ValueError: unexpected" in uncaught["exception"]
    assert uncaught["request"] == "of a move"
    assert (library["library"], library["why"]) == ("nats", "cannot reach %s")
    assert "ValueError: of a library" in library["exception"]
    assert "somebody's card" not in found.stderr
    assert found.stdout.split() == ["1.0", "1.0"]


def test_a_line_has_an_id_of_its_own_in_the_log(client, monkeypatch):
    made, before = make(client, ME, ME), count("line")
    monkeypatch.setattr("osteria.server.lines.line.submit", fails_at_once)
    with logged() as logs:
        for seat in (0, 1):
            with line(client, made, seat) as (socket, _):
                socket.send_json({"type": "say", "id": "x", "phrase": "hello"})
                hear_to_the_end(socket)
    entries = [entry for entry in logs if entry["event"] == "line.failed"]
    assert [(entry["table"], entry["seq"]) for entry in entries] == [(made["table"], seq_of(client, made))] * 2
    assert len({entry["request"] for entry in entries}) == 2
    assert count("line") == before + 2


def test_what_comes_straight_from_the_socket_is_logged_under_the_id_of_its_line(monkeypatch):
    with bound_contextvars(request="of the line"):
        found = Line(house := Mock(), Mock(), None, Mock(), lambda: None)
    house.slices.do = lambda work: work()
    monkeypatch.setattr(found, "_obey", fails_at_once)
    with logged() as logs:
        found.hear('{"type": "ping"}')
    assert the_one(logs, "line.failed")["request"] == "of the line"


def test_a_line_that_fails_before_it_stands_says_where_the_table_is(client, monkeypatch):
    made = make(client, ME, ME)
    monkeypatch.setattr("osteria.server.lines.serve.join", fails)
    with logged() as logs, client.websocket_connect(f"/ws/tables/{made['table']}") as socket:
        socket.send_json({"type": "hello", "key": made["keys"]["0"]})
        assert hear_to_the_end(socket)[1] == 1011
    entry = the_one(logs, "line.failed")
    assert (entry["table"], entry["seq"]) == (made["table"], seq_of(client, made))
    assert entry["request"]


@pytest.mark.parametrize("failure", [fails, waits_for_what_is_cancelled])
def test_an_attendant_that_fails_counts_and_names_its_table_and_nobodys_request(client, monkeypatch, failure):
    before = count("attendant")
    monkeypatch.setattr(attendant, "_attend_once", failure)
    with logged() as logs:
        made = make(client, ME, BOT)
        entry = the_one(logs, "attendant.failed")
    assert entry["table"] == made["table"]
    assert entry["seq"] > 0
    assert "request" not in entry
    assert count("attendant") > before


def test_a_bot_that_fails_counts_and_names_its_table(client, monkeypatch):
    before, thinkers = count("bot"), client.app.state.house.thinkers
    monkeypatch.setattr("osteria.server.bots.thinkers.RANDOM", "nobody")
    monkeypatch.setattr(thinkers, "_ask", fails)
    monkeypatch.setattr(thinkers, "level", lambda *_: "random")
    with logged() as logs:
        made = make(client, ME, BOT)
        with line(client, made, 0):
            finish(client, made)
        entry = the_one(logs, "bot.failed")
    assert entry["table"] == made["table"]
    assert entry["seq"] > 0
    assert count("bot") > before


def test_work_at_a_table_that_fails_names_the_table(client):
    made, before = make(client, ME, ME), count("table")
    house = client.app.state.house
    with logged() as logs:
        client.portal.call(lambda: house._spawn(house._lives[made["table"]].table, fails()))
        entry = the_one(logs, "table.failed")
    assert (entry["table"], entry["seq"]) == (made["table"], seq_of(client, made))
    assert count("table") == before + 1


def test_a_look_back_that_fails_is_logged_with_its_traceback(client, monkeypatch):
    made = make(client, ME, ME)
    finish(client, made)
    monkeypatch.setattr(lookback.Lookback, "_more_chances", fails)
    with logged() as logs:
        answer = client.get(f"/api/tables/{made['table']}/chances?wait=5")
    assert answer.status_code == 503
    entry = the_one(logs, "lookback.failed")
    assert (entry["table"], entry["exc_info"]) == (made["table"], True)
    assert entry["request"] == answer.headers["x-request-id"]


@pytest.mark.parametrize("path", ["/api/house", "/readyz"])
def test_a_failure_away_from_any_table_is_logged_too(client, monkeypatch, path):
    monkeypatch.setattr("osteria.server.http.app.HANDLERS", {**api.HANDLERS, "house": fails})
    monkeypatch.setattr(client.app.state.house.database, "trouble", fails)
    with logged() as logs:
        answer = client.get(path)
    entry = the_one(logs, "request.failed")
    assert (answer.status_code, entry["path"], entry["table"]) == (503, path, None)
    assert entry["request"] == answer.headers["x-request-id"]
