"""Upgrades: a database of 0.1.0 with running and finished games of every title, and two versions side by side.

`house-0.1.0/` was made by that version: `house.sql.gz` is its SQLite database, `tables.json` what its people hold.
"""

import gzip
import json
import shutil
import sqlite3
import uuid
from pathlib import Path

import pytest
from alembic.config import Config as AlembicConfig
from playkit import ME, Device, finish, make
from starlette.testclient import TestClient

from osteria.core.errors import OsteriaError
from osteria.play.transcript import VERSION
from osteria.server.http.app import build
from osteria.server.store import database as current
from osteria.server.store import upgrade
from osteria.server.tables.fair import check

KEPT = Path(__file__).parent / "house-0.1.0"
TABLES = json.loads((KEPT / "tables.json").read_text())


@pytest.fixture
def old_house(config):
    """The settings of a house that finds the database of 0.1.0."""
    file = config.folder / "house.sqlite3"
    with gzip.open(KEPT / "house.sql.gz", "rt") as text, sqlite3.connect(file) as database:
        database.executescript(text.read())
    return config


def position(client, entry, seat="0"):
    return client.get(
        f"/api/tables/{entry['table']}", headers={"Authorization": f"Bearer {entry['keys'][seat]}"}
    ).json()


def revision(config):
    with sqlite3.connect(config.folder / "house.sqlite3") as database:
        return database.execute("SELECT version_num FROM alembic_version").fetchone()[0]


def test_every_game_of_the_first_version_stands_where_it_stood_and_is_played_to_its_end(old_house, tmp_path):
    with TestClient(build(old_house), base_url="http://house.test") as client:
        for entry in TABLES:
            place = position(client, entry)
            assert (place["frame"], place["question"]) == (entry["frame"], entry["question"]), entry["game"]
            if entry["hand"] is not None:
                assert place["view"]["hands"][place["view"]["seat"]] == entry["hand"]
            if entry["kind"] == "running":
                assert finish(client, entry)["table"]["status"] == "over"
            if entry["kind"] != "waiting":
                file = tmp_path / f"{entry['table']}.txt"
                file.write_text(client.get(f"/api/tables/{entry['table']}/transcript").text)
                assert check(str(file)).is_fair
    assert revision(old_house) == current.HEAD


def test_the_links_of_the_first_version_work_and_a_waiting_table_begins(old_house):
    waiting = next(entry for entry in TABLES if entry["kind"] == "waiting")
    with TestClient(build(old_house), base_url="http://house.test") as client:
        sat = client.post(f"/api/tables/{waiting['table']}/sit", json={"name": "Bo"})
        assert sat.status_code == 200
        started = client.post(
            f"/api/tables/{waiting['table']}/start", headers={"Authorization": f"Bearer {waiting['keys']['0']}"}
        )
        assert started.status_code == 200
        assert position(client, waiting)["table"]["status"] == "playing"


def test_files_that_others_could_read_are_closed_to_them(old_house):
    file = old_house.folder / "house.sqlite3"
    file.chmod(0o644)
    with TestClient(build(old_house), base_url="http://house.test"):
        assert file.stat().st_mode & 0o077 == 0


def test_the_version_before_goes_on_with_a_database_that_was_expanded(old_house, monkeypatch):
    """While a house is upgraded, process by process, the older code meets the newer database, and both write to it."""
    with TestClient(build(old_house), base_url="http://house.test"):
        pass
    with sqlite3.connect(old_house.folder / "house.sqlite3") as database:
        database.execute("UPDATE alembic_version SET version_num = 'newer'")
        database.execute("ALTER TABLE tables ADD COLUMN something_new TEXT")
    running = next(entry for entry in TABLES if entry["kind"] == "running" and entry["game"] == "roll-for-soles")
    with TestClient(build(old_house), base_url="http://house.test") as client:
        place = next(
            found for seat in "01" if "options" in (found := position(client, running, seat))["view"]["decision"]
        )
        seat = str(place["you"]["seat"])
        body = {
            "id": uuid.uuid4().hex,
            "question": place["question"],
            "moves": [place["view"]["decision"]["options"][0]],
        }
        headers = {"Authorization": f"Bearer {running['keys'][seat]}"}
        assert client.post(f"/api/tables/{running['table']}/moves", json=body, headers=headers).status_code == 200
    assert revision(old_house) == "newer"


def rewrite(config, table, seq, change):
    """A row as a newer version would have written it."""
    with sqlite3.connect(config.folder / "house.sqlite3") as database:
        where = "WHERE table_id = ? AND seq = ?"
        text = database.execute(f"SELECT text FROM log {where}", (table, seq)).fetchone()[0]
        database.execute(f"UPDATE log SET text = ? {where}", (json.dumps(change(json.loads(text))), table, seq))


def write_after(config, table, change):
    with sqlite3.connect(config.folder / "house.sqlite3") as database:
        seq = database.execute("SELECT max(seq) FROM log WHERE table_id = ?", (table,)).fetchone()[0] + 1
        database.execute("INSERT INTO log VALUES (?, ?, 1.5, 'house', ?, NULL)", (table, seq, json.dumps(change)))
        database.execute("INSERT INTO names VALUES (?, ?, 0, 'Secretname')", (table, seq))


def test_beside_a_newer_version_a_table_goes_on_with_a_setting_that_is_not_known(config):
    with TestClient(build(config), base_url="http://house.test") as client:
        made = make(client, ME, ME, clock={"bank": 600})

    def newer(opened):
        clock = {**opened["settings"]["clock"], "something_new": 1}
        return {**opened, "settings": {**opened["settings"], "clock": clock, "something_new": {"a": 1}}}

    rewrite(config, made["table"], 1, newer)
    with TestClient(build(config), base_url="http://house.test") as client:
        assert finish(client, made)["table"]["status"] == "over"
        refused = client.post("/api/tables", json={"game": "roll-for-soles", "seats": [ME, ME], "settings": {"new": 1}})
        assert refused.status_code == 400


def test_beside_a_newer_version_a_change_that_is_not_known_closes_its_own_table(config):
    with TestClient(build(config), base_url="http://house.test") as client:
        made, other = make(client, ME, ME), make(client, ME, ME)
        device = Device(client)
        device.claim(made)
    rewrite(config, made["table"], 1, lambda opened: {**opened, "law": VERSION + 1})
    write_after(config, made["table"], {"change": "something-new", "seat": 0})
    with TestClient(build(config), base_url="http://house.test") as client:
        table = position(client, made)["table"]
        assert table["status"] == "closed"
        assert f"version {VERSION + 1} of the rules, and version {VERSION} is played here" in table["unreadable"]
        assert finish(client, other)["table"]["status"] == "over"
        device.client = client
        assert device.post("/delete").status_code == 200
    with sqlite3.connect(config.folder / "house.sqlite3") as database:
        assert not database.execute("SELECT * FROM names WHERE name = 'Secretname'").fetchall()


def test_the_first_version_is_refused_beside_this_one(old_house, tmp_path, monkeypatch):
    """Its log has fewer words: it could not read the tables that this version plays."""
    with TestClient(build(old_house), base_url="http://house.test"):
        pass
    only_first = tmp_path / "migrations"
    shutil.copytree(Path(upgrade.__file__).parent / "migrations", only_first)
    for name in ("second", "third", "fourth", "fifth", "sixth"):
        (only_first / "versions" / f"{name}.py").unlink()
    first = AlembicConfig()
    first.set_main_option("script_location", str(only_first))
    monkeypatch.setattr(upgrade, "settings", lambda *_: first)
    monkeypatch.setattr(current, "HEAD", "1")
    with pytest.raises(OsteriaError, match="newer Osteria"), TestClient(build(old_house)):
        pass


def test_a_database_that_was_contracted_is_refused_by_the_version_before(old_house):
    with TestClient(build(old_house), base_url="http://house.test"):
        pass
    with sqlite3.connect(old_house.folder / "house.sqlite3") as database:
        database.execute("UPDATE alembic_version SET version_num = 'newer'")
        database.execute("UPDATE house SET value = 'newer' WHERE name = ?", (current.READER,))
    with pytest.raises(OsteriaError, match="newer Osteria"), TestClient(build(old_house)):
        pass
