"""A stored table whose log does not replay is shown as closed, with the sentence, and harms no other."""

import random
import sqlite3
import time
from contextlib import closing
from functools import partial

import pytest
from playkit import BOT, ME, OPEN, finish, make
from starlette.testclient import TestClient
from structlog.testing import capture_logs

import osteria
from osteria.play.transcript import VERSION
from osteria.server.http.app import build
from osteria.server.tables import changes
from osteria.server.tables.changes import HOUSE, write_change
from osteria.server.wire.messages import Settings

TABLE = "a" * 12


def house(config):
    return TestClient(build(config), base_url="http://house.test")


def stored(config, statement, *values):
    with closing(sqlite3.connect(config.folder / "house.sqlite3")) as database, database:
        return database.execute(statement, values).fetchall()


def is_new_question(match):
    """MM-14: the kind of a monotoni is asked for although only one is complete, which version 1 took unasked."""
    return match.rules.asked_since(match.stepper.states[0]) == VERSION


def choose(match, rng):
    """Anything, but no order beside a monotoni, late; its kind is the one that is complete."""
    options = [str(option) for option in match.decision.options]
    if match.decision.ask == "order":
        return "order monotoni" if "order monotoni" in options and len(match.zones()["supply"]) < 12 else "no order"
    if is_new_question(match):
        return next(option for option in options if match.zones()["columns"].get(option.split()[1], 0) >= 6)
    return rng.choice(options)


def log_of_version_1():
    """A seed and a log as 0.1.0 wrote it: the only complete kind of a monotoni was taken without a word."""
    seed, rng = (1).to_bytes(32), random.Random(1)
    match, unasked = osteria.new("mamma-mia", 2, seed=seed), []
    while match.decision is not None:
        if is_new_question(match):
            unasked.append(match.moves)
        match.play(choose(match, rng))
    assert unasked
    return seed, [line for number, line in enumerate(match.lines()) if number not in unasked]


@pytest.fixture(scope="module")
def old_log():
    return log_of_version_1()


def store_old_log(config, old_log):
    seed, lines = old_log
    settings = Settings(listed=True)
    made = [changes.Opened("mamma-mia", 2, settings, seed.hex(), None), changes.Sat(0, "Ada"), changes.Sat(1, "Bo")]
    rows = [(HOUSE, write_change(change)) for change in (*made, changes.Began())] + lines
    for number, (who, text) in enumerate(rows, start=1):
        stored(config, "INSERT INTO log VALUES (?, ?, 1.0, ?, ?, NULL)", TABLE, number, who, text)
    listing = (TABLE, "mamma-mia", "playing", True, 4e9)
    stored(config, "INSERT INTO tables (table_id, game, status, listed, changed) VALUES (?, ?, ?, ?, ?)", *listing)


def test_a_log_of_version_1_that_version_2_plays_otherwise_is_closed_and_names_both(config, old_log):
    with house(config) as client:
        other = make(client, ME, BOT, listed=True, game="mamma-mia")
    store_old_log(config, old_log)
    with house(config) as client:
        table = client.get(f"/api/tables/{TABLE}").json()["table"]
        assert table["status"] == "closed"
        assert "does not replay" in table["unreadable"]
        assert "version 1 of the rules, and version 2" in table["unreadable"]
        assert [seat["name"] for seat in table["seats"]] == ["Ada", "Bo"]
        listed = [one["table"]["table"] for one in client.get("/api/tables").json()["tables"]]
        assert listed == [other["table"]]
        held = [{"table": other["table"], "key": other["keys"]["0"]}]
        found = client.post("/api/mine", json={"seats": held}).json()["tables"]
        assert found[0]["found"]["table"]["status"] == "playing"
        finish(client, other)


def test_nobody_plays_looks_back_or_watches_there(config, old_log):
    with house(config):
        pass
    store_old_log(config, old_log)
    with house(config) as client:
        path = f"/api/tables/{TABLE}"
        assert client.get(path).json()["view"] is None
        assert client.post(f"{path}/sit", json={"name": "Cy"}).json()["error"]["key"] == "table.closed"
        for page in ("transcript", "deal", "replay"):
            assert client.get(f"{path}/{page}").status_code in (403, 409, 410)


@pytest.mark.parametrize("text", ["play 7 olive", "nonsense", "{}"])
def test_a_damaged_row_closes_its_table_and_no_other(config, text):
    with house(config) as client:
        broken, sound = (make(client, ME, ME) for _ in range(2))
        for made in (broken, sound):
            finish(client, made)
    (seq,) = stored(config, "SELECT max(seq) FROM log WHERE table_id = ? AND who != 'chance'", broken["table"])[0]
    stored(config, "UPDATE log SET text = ? WHERE table_id = ? AND seq = ?", text, broken["table"], seq)
    with house(config) as client:
        table = client.get(f"/api/tables/{broken['table']}").json()["table"]
        assert (table["status"], table["winners"]) == ("closed", [])
        assert table["unreadable"].startswith("The log of this table does not replay: ")
        assert "version" not in table["unreadable"]
        whole = client.get(f"/api/tables/{sound['table']}").json()["table"]
        assert (whole["status"], whole["unreadable"]) == ("over", "")


def test_damaged_bytes_of_a_seat_close_its_table(config):
    with house(config) as client:
        made = client.post("/api/tables", json={"game": "roll-for-soles", "seats": [ME, OPEN]}).json()
        path, headers = f"/api/tables/{made['table']}", {"Authorization": f"Bearer {made['keys']['0']}"}
        assert client.post(path + "/random", json={"random": "11" * 32}, headers=headers).status_code == 200
    stored(config, "UPDATE log SET text = replace(text, ?, 'nothing') WHERE table_id = ?", "11" * 32, made["table"])
    with house(config) as client:
        table = client.get(path).json()["table"]
        assert (table["status"], table["unreadable"][-21:]) == ("closed", "a row cannot be read.")


def test_a_table_made_now_notes_the_version_of_the_law(config):
    with house(config) as client:
        made = make(client, ME, BOT)
    (text,) = stored(config, "SELECT text FROM log WHERE table_id = ? AND seq = 1", made["table"])[0]
    assert changes.read_change(text).law == VERSION


def test_a_log_that_makes_no_table_is_read_and_logged_once_in_a_while(config):
    with house(config) as client:
        made = make(client, ME, ME)
    (whole,) = stored(config, "SELECT text FROM log WHERE table_id = ? AND seq = 1", made["table"])[0]
    stored(config, "UPDATE log SET text = 'nonsense' WHERE table_id = ? AND seq = 1", made["table"])
    with house(config) as client:
        visit = partial(client.get, f"/api/tables/{made['table']}")
        with capture_logs() as logs:
            assert [visit().status_code for _ in range(5)] == [503] * 5
        assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["table.broken"]
        stored(config, "UPDATE log SET text = ? WHERE table_id = ? AND seq = 1", whole, made["table"])
        assert visit().status_code == 503
        client.portal.call(client.app.state.house.reload, made["table"])
        assert visit().status_code == 200


def test_a_log_that_made_no_table_is_read_again_after_a_while(config, monkeypatch):
    monkeypatch.setattr("osteria.server.memory.BROKEN_SECONDS", 0.05)
    with house(config) as client:
        made = make(client, ME, ME)
    stored(config, "UPDATE log SET text = 'nonsense' WHERE table_id = ? AND seq = 1", made["table"])
    with house(config) as client, capture_logs() as logs:
        for _ in range(2):
            assert client.get(f"/api/tables/{made['table']}").status_code == 503
            time.sleep(0.06)
        assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["table.broken"] * 2
