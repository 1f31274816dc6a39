"""What one connection may ask of the house before it is cut, and that nothing of it stays."""

import asyncio
import gc
import socket
import weakref
from unittest.mock import Mock

import pytest
import uvicorn
from stranger import call
from uvicorn.server import ServerState

from osteria.server.config import Config
from osteria.server.http.doorway import MOST_AT_ONCE, MOST_HEAD, MOST_PIPELINED, Doorway, guarded

ASKED = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def answers_to(server, sent):
    """Everything that the house says on a connection until it ends it, or nothing more comes."""
    with socket.create_connection(("127.0.0.1", server.port), 2) as connection:
        heard = b""
        try:
            connection.sendall(sent)
            while more := connection.recv(65_536):
                heard += more
        except (ConnectionError, TimeoutError):
            pass
        return heard


def test_so_many_requests_may_come_before_their_answers_and_no_more(server):
    assert answers_to(server, ASKED * MOST_PIPELINED).count(b" 200 ") == MOST_PIPELINED
    assert answers_to(server, ASKED * 10 * MOST_PIPELINED).count(b" 200 ") <= MOST_PIPELINED
    assert call(server.address, "/healthz")[0] == 200


async def forever(_scope, _receive, _send):
    await asyncio.sleep(3600)


async def connect():
    """A connection to a house that never answers, without a network."""
    config = uvicorn.Config(forever, lifespan="off", log_config=None)
    config.load()
    found = guarded(Config())(config, ServerState(), {}, asyncio.get_running_loop())
    transport = Mock()
    transport.get_extra_info = {"peername": ("127.0.0.1", 1)}.get
    transport.is_closing.return_value = False
    found.connection_made(transport)
    return found


def test_requests_that_were_never_begun_leave_nothing_behind():
    async def end_with_requests_waiting():
        found = await connect()
        found.data_received(ASKED * 3)
        waiting = weakref.ref(found.pipeline[0][0])
        found.connection_lost(None)
        return waiting()

    gc.disable()
    try:
        assert asyncio.run(end_with_requests_waiting()) is None
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("begun", "one"),
    [(b"GET /", b"a"), (ASKED[:-2], b"X-More: more\r\n"), (ASKED[:-2] + b"X-Long: ", b"a")],
    ids=["an address", "headers", "one header"],
)
def test_what_comes_before_a_body_is_so_long_and_no_longer(begun, one):
    async def cut_after():
        found = await connect()
        for sent in range(0, 10 * MOST_HEAD, 1000):
            found.data_received(begun if not sent else one * (1000 // len(one)))
            if found.transport.abort.called:
                return sent
        return None

    assert MOST_HEAD < asyncio.run(cut_after()) < MOST_HEAD + MOST_AT_ONCE + 3000


def test_a_request_with_much_before_its_body_is_answered(server):
    padded = ASKED[:-2] + b"X-Long: " + b"a" * (MOST_HEAD - 1000) + b"\r\n\r\n"
    assert answers_to(server, padded * 3).count(b" 200 ") == 3


def test_one_address_has_so_many_connections_and_a_proxy_as_many_as_there_are():
    found = Doorway(Config(sockets=1, waits=1, proxies="10.0.0.1"))
    assert [found.enter("10.0.0.2") for _ in range(4)] == ["10.0.0.2"] * 3 + [None]
    assert found.enter("10.0.0.3")
    assert all(found.enter("10.0.0.1") for _ in range(10))
    found.leave("10.0.0.2")
    assert found.enter("10.0.0.2")
