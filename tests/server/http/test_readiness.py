"""`/readyz` tells whether the house can do what it is there for: among it, to write."""

import pytest
from prometheus_client import REGISTRY

from osteria.server.http import app


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(app, "READY_SECONDS", -1.0)


def count(where):
    return REGISTRY.get_sample_value("osteria_errors_total", {"where": where})


def test_a_house_that_cannot_write_is_not_ready_and_says_why(client, monkeypatch):
    assert client.get("/readyz").text == "ready\n"
    before = count("database")

    async def fails(*_):
        raise OSError("no space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(client.app.state.house.database, "note", fails)
        found = client.get("/readyz")
    assert (found.status_code, found.text) == (
        503,
        "not ready: the database cannot be written: no space left on device\n",
    )
    assert count("database") == before + 1, "nobody may write for hours, and the alarms hear of it"
    assert client.get("/readyz").status_code == 200
