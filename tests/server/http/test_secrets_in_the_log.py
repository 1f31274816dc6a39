"""A database in trouble, and texts that none can take: nothing of what somebody sent gets into the house's own log."""

import sqlite3
import traceback
from contextlib import closing
from dataclasses import replace

import pytest
from playkit import ME, Device, key_of, make
from pushkit import PushService
from starlette.testclient import TestClient
from structlog.testing import capture_logs

from osteria.server.http.app import build
from osteria.server.people.cards import hash_of


def change(config, statement):
    with closing(sqlite3.connect(config.folder / "house.sqlite3")) as database, database:
        database.execute(statement)


def fill_the_disk(config, table):
    """What a full disk is for one table: nothing more is written there."""
    change(config, f"CREATE TRIGGER full BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'disk full'); END")


def text_of(entry):
    """All that the house would write of an entry."""
    error = entry.get("exc_info")
    return str(entry) + "".join(traceback.format_exception(error) if error else ())


def logged(work):
    with capture_logs() as logs:
        answer = work()
    assert answer.status_code == 503, answer.text
    text = "\n".join(map(text_of, logs))
    assert "Traceback" in text
    return text


@pytest.fixture
def client(config):
    service = PushService()
    app = build(replace(config, push_services=service.origin))
    with TestClient(app, base_url="http://house.test", raise_server_exceptions=False) as client:
        client.service = service
        yield client
    service.stop()


def test_a_new_card_on_a_full_disk(client, config):
    ada = Device(client, "")
    fill_the_disk(config, "cards")
    text = logged(lambda: ada.post("", {"name": "Namedada"}))
    assert "disk full" in text
    assert [secret for secret in ("Namedada", ada.secret, hash_of(ada.secret)) if secret in text] == []


def test_a_card_that_cannot_be_read(client, config):
    ada = Device(client, "")
    change(config, "ALTER TABLE secrets RENAME TO others")
    text = logged(ada.get)
    assert hash_of(ada.secret) not in text


def test_a_device_that_wants_to_be_called_on_a_full_disk(client, config):
    made, device = make(client, ME, ME), client.service.device()
    fill_the_disk(config, "subscriptions")
    wish = device.wish((made["table"], made["keys"]["0"]))
    text = logged(lambda: client.post("/api/calls", json=wish))
    assert "disk full" in text
    assert [secret for secret in (device.endpoint, *device.keys.values()) if secret in text] == []


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_no_text_reaches_a_database_that_cannot_take_it(kind, config, request):
    if kind == "postgresql":
        config = replace(config, database=request.getfixturevalue("postgres").new_database())
    with TestClient(build(config), base_url="http://house.test") as client, capture_logs() as logs:
        for end in ("\0", "\n", "\x7f"):
            answer = client.post("/api/calls/stop", json={"endpoint": "https://push.example" + end})
            assert (answer.status_code, key_of(answer)) == (400, "request.malformed")
        assert key_of(client.get("/api/days/2026-01-0%00/roll-for-soles")) == "day.unknown"
        assert client.post("/api/calls/stop", json={"endpoint": "https://push.example"}).status_code == 200
        assert [entry for entry in logs if entry["log_level"] == "error"] == []
