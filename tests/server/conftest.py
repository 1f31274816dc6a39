"""Fixtures of the house's tests."""

import sys
from pathlib import Path

import pytest
from starlette.testclient import TestClient

sys.path.insert(0, str(Path(__file__).parent))

from housekit import Nats, Postgres, Server

from osteria.server.config import Config
from osteria.server.http.app import build

FREE = {"rate": "", "new_tables": "", "sockets": 1000, "waits": 1000, "pause_least": 0.0, "pause_most": 0.0}


@pytest.fixture
def config(tmp_path):
    return Config(data=str(tmp_path), bots="random", stand_in="random", **FREE)


@pytest.fixture
def client(config):
    """The house in this process, over HTTP and WebSocket."""
    with TestClient(build(config), base_url="http://house.test") as client:
        yield client


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The house in a process of its own, for tests that leave it alive."""
    with Server(tmp_path_factory.mktemp("house"), OSTERIA_BOTS="random", OSTERIA_STAND_IN="random") as server:
        yield server


@pytest.fixture(scope="session")
def postgres():
    server = Postgres().start()
    yield server
    server.stop()


@pytest.fixture
def nats():
    server = Nats().start()
    yield server
    server.stop()


@pytest.fixture(params=["notifications", "nats"])
def houses(request, postgres, tmp_path):
    """Makes house processes that share a database, with each kind of bus."""
    url = postgres.new_database()
    settings = {"OSTERIA_BUS": request.getfixturevalue("nats").url} if request.param == "nats" else {}
    return lambda **more: Server(tmp_path, url, **settings, **more)
