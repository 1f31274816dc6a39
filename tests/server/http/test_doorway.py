"""What one connection may ask of the house before it is cut, and that nothing of it stays."""

import asyncio
import gc
import socket
import time
import weakref
from unittest.mock import Mock

import pytest
import uvicorn
from stranger import call
from uvicorn.server import ServerState
from virtualkit import virtual_time

from osteria.core.errors import OsteriaError
from osteria.server import running
from osteria.server.config import Config
from osteria.server.http import doorway as doorways
from osteria.server.http.doorway import (
    MOST_AT_ONCE,
    MOST_FIELDS,
    MOST_HEAD,
    MOST_PIPELINED,
    READ_SECONDS,
    SPARE_FILES,
    Doorway,
    guarded,
)
from osteria.server.people.limits import Limits

ASKED = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
LAST = ASKED[:-2] + b"Connection: close\r\n\r\n"
CHUNKED = ASKED.replace(b"GET", b"POST")[:-2] + b"Transfer-Encoding: chunked\r\n\r\n"
A_SOCKET = (
    b"GET /ws/tables/aaaaaaaaaaaa HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def answers_to(server, *sent):
    """Everything that the house says on a connection until it ends it, or nothing more comes; what is sent comes to it in
    these parts."""
    with socket.create_connection(("127.0.0.1", server.port), 2) as connection:
        heard = b""
        try:
            for part in sent:
                connection.sendall(part)
                time.sleep(0.1)
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


async def connect(app=forever):
    """A connection to a house that never answers, without a network."""
    config = uvicorn.Config(app, lifespan="off", log_config=None)
    config.load()
    found = guarded(Config(), Limits(Config()))(config, ServerState(), {}, asyncio.get_running_loop())
    transport = Mock()
    transport.get_extra_info = {"peername": ("127.0.0.1", 1)}.get
    transport.is_closing.return_value = False
    transport.get_write_buffer_size.return_value = 0
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
    [
        (b"GET /", b"a"),
        (ASKED[:-2] + b"X-Long: ", b"a"),
        (CHUNKED + b"4\r\nbody\r\n0\r\nX-Long: ", b"a"),
        (CHUNKED + b"4;long=", b"a"),
        (CHUNKED, b"1\r\nb\r\n"),
    ],
    ids=["an address", "one header", "one trailer", "what is said of a part", "parts of a letter"],
)
def test_what_comes_around_a_body_is_so_long_and_no_longer(begun, one):
    async def cut_after():
        found = await connect()
        for sent in range(0, 10 * MOST_HEAD, 1000):
            found.data_received(begun if not sent else one * (1000 // len(one)))
            if found.transport.abort.called:
                return sent
        return None

    body = one.count(b"b") / len(one)
    assert MOST_HEAD < asyncio.run(cut_after()) * (1 - body) < MOST_HEAD + MOST_AT_ONCE + 3000


def test_a_body_is_longer_than_what_comes_around_it(server):
    part = b"%x\r\n" % MOST_HEAD + b"a" * MOST_HEAD + b"\r\n"
    whole = CHUNKED.replace(b"Transfer-Encoding: chunked", b"Content-Length: 99999") + b"a" * 99_999
    for body in (whole, CHUNKED + part * 5 + b"0\r\n\r\n"):
        assert answers_to(server, body, LAST).count(b" 200 ") == 1


@pytest.mark.parametrize("begun", [ASKED[:-2], CHUNKED + b"0\r\n"], ids=["headers", "trailers"])
def test_a_request_has_so_many_headers_and_trailers_and_no_more(server, begun):
    room = MOST_FIELDS - begun.count(b": ")
    assert b" 200 " in answers_to(server, begun + b"X: y\r\n" * room + b"\r\n", LAST)
    assert b" 200 " not in answers_to(server, begun + b"X: y\r\n" * (room + 1) + b"\r\n", LAST)


@pytest.mark.parametrize("one", [b"X: y\r\n", b"a"], ids=["trailers", "one trailer"])
def test_whoever_sends_trailers_for_ever_is_cut(server, one):
    with socket.create_connection(("127.0.0.1", server.port), 5) as connection:
        connection.sendall(CHUNKED + b"0\r\nX-Long: ")
        with pytest.raises(ConnectionError):
            connection.sendall(one * (50_000_000 // len(one)))


@pytest.mark.parametrize(
    "head",
    [
        ASKED[:-2] + b"Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: %d\r\n\r\n" % len(ASKED),
        ASKED[:-2] + b"Connection: Upgrade\r\nUpgrade: h2c\r\nTransfer-Encoding: chunked\r\n\r\n",
        A_SOCKET[:-2] + b"Content-Length: %d\r\n\r\n" % len(ASKED),
        A_SOCKET[:-2] + b"Transfer-Encoding: chunked\r\n\r\n",
    ],
    ids=["a body", "a body in parts", "a WebSocket with a body", "a WebSocket with a body in parts"],
)
def test_an_upgrade_with_a_body_is_cut_before_its_body_is_taken_for_a_request(server, head):
    begun = time.monotonic()
    assert answers_to(server, head, ASKED) == b""
    assert time.monotonic() - begun < 2


def test_the_answer_to_an_upgrade_that_nobody_knows_is_the_last(server):
    heard = answers_to(server, ASKED[:-2] + b"Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n", ASKED)
    assert (heard.count(b" 200 "), heard.count(b"connection: close")) == (1, 1)


def test_an_upgrade_before_the_answer_to_another_request_is_cut(server):
    assert b" 101 " in answers_to(server, ASKED, A_SOCKET)
    assert b" 101 " not in answers_to(server, ASKED + A_SOCKET)
    assert call(server.address, "/healthz")[0] == 200


@pytest.mark.parametrize(("waits", "is_cut"), [(0, False), (1, True)])
def test_an_upgrade_while_an_answer_is_not_read_is_cut(waits, is_cut):
    async def cut():
        found = await connect(at_once)
        found.data_received(ASKED)
        await asyncio.sleep(0)
        found.transport.get_write_buffer_size.return_value = waits
        found.data_received(ASKED[:-2] + b"Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
        return found.transport.abort.called

    assert asyncio.run(cut()) is is_cut


def test_a_request_with_much_before_its_body_is_answered(server):
    padded = ASKED[:-2] + b"X-Long: " + b"a" * (MOST_HEAD - 1000) + b"\r\n\r\n"
    assert answers_to(server, padded * 3).count(b" 200 ") == 3


def doorway(**settings):
    config = Config(**settings)
    return Doorway(config, Limits(config))


def test_one_address_has_so_many_connections_and_a_proxy_as_many_as_there_are():
    found = doorway(sockets=1, waits=1, proxies="10.0.0.1")
    assert [found.enter("10.0.0.2") for _ in range(4)] == ["10.0.0.2"] * 3 + [None]
    assert found.enter("10.0.0.3")
    assert all(found.enter("10.0.0.1") for _ in range(10))
    found.leave("10.0.0.2")
    assert found.enter("10.0.0.2")


def test_whoever_opens_and_closes_connections_is_refused_after_so_many_and_a_proxy_is_not():
    found = doorway(rate="10/minute", proxies="10.0.0.1")

    def come(address):
        if (who := found.enter(address)) is not None:
            found.leave(who)
        return who

    assert [come("10.0.0.2") for _ in range(52)] == ["10.0.0.2"] * 50 + [None] * 2
    assert come("10.0.0.3")
    assert all(come(proxy) for proxy in ("10.0.0.1", "::ffff:10.0.0.1") for _ in range(30))
    found._limits.count("10.0.0.2")  # it may still ask on the connections it has, and be told
    free = doorway(rate="")
    assert all(free.enter("10.0.0.2") for _ in range(100))


def test_the_browsers_of_a_family_open_all_their_connections_at_once():
    found = doorway()
    assert all(found.enter("10.0.0.2") for _ in range(6 * 6))


def test_a_request_that_cannot_be_read_is_the_last_of_its_connection():
    async def answered():
        found = await connect()
        found.data_received(b"NONSENSE" + ASKED)
        assert b" 400 " in found.transport.write.call_args.args[0]
        return found.transport.close.called

    assert asyncio.run(answered())


def test_an_answer_that_nobody_reads_ends_its_connection_and_one_that_is_read_slowly_does_not():
    async def cut_after(seconds):
        """How long it takes until it is cut, where some of the answer is read every so many seconds."""
        found = await connect()
        found.data_received(ASKED)
        found.transport.get_write_buffer_size.return_value = 70_000
        loop = asyncio.get_running_loop()
        begun = loop.time()
        found.pause_writing()
        while not found.transport.abort.called and loop.time() - begun < 10 * READ_SECONDS:
            await asyncio.sleep(seconds)
            found.resume_writing()
            found.pause_writing()
        return loop.time() - begun

    for seconds, cut in ((READ_SECONDS - 1, False), (READ_SECONDS + 1, True)):
        with virtual_time() as loop:
            assert (loop.run_until_complete(cut_after(seconds)) < 10 * READ_SECONDS) is cut


def test_who_reads_an_answer_that_was_written_whole_however_slowly_is_not_cut():
    async def is_cut(*left):
        """Whether it is, where so much is left each time that it is looked at."""
        found = await connect()
        found.data_received(ASKED)
        found.transport.get_write_buffer_size.return_value = left[0]
        found.pause_writing()  # and nothing more is said of it before nearly all has been read
        await asyncio.sleep(READ_SECONDS / 2)
        for waits in left[1:]:
            found.transport.get_write_buffer_size.return_value = waits
            await asyncio.sleep(READ_SECONDS)
        return found.transport.abort.called

    for left, cut in (((500, 500, 500), True), ((400, 300, 200, 100, 0), False)):
        with virtual_time() as loop:
            assert loop.run_until_complete(is_cut(*left)) is cut


async def at_once(_scope, _receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"a little"})


@pytest.mark.parametrize("waits", [0, 100])
def test_the_end_of_an_answer_that_nobody_reads_is_waited_for_so_long(waits):
    async def is_cut():
        found = await connect(at_once)
        found.transport.get_write_buffer_size.return_value = waits
        found.data_received(LAST)
        await asyncio.sleep(READ_SECONDS + 1)
        return found.transport.abort.called

    with virtual_time() as loop:
        assert loop.run_until_complete(is_cut()) is bool(waits)


def test_a_refusal_that_nobody_reads_is_waited_for_so_long():
    async def is_cut():
        found = await connect(at_once)
        found.data_received(ASKED)
        await asyncio.sleep(1)
        found.transport.get_write_buffer_size.return_value = 100
        found.transport.is_closing.side_effect = lambda: found.transport.close.called
        found.data_received(b"NONSENSE")
        await asyncio.sleep(READ_SECONDS + 1)
        return found.transport.abort.called

    with virtual_time() as loop:
        assert loop.run_until_complete(is_cut())


def test_a_house_that_may_open_hardly_any_files_says_so_before_it_opens(monkeypatch):
    monkeypatch.setattr(doorways, "allow_open_files", lambda _wanted: SPARE_FILES + 9)
    monkeypatch.setattr(running, "_listen", lambda _config: pytest.fail("it opens"))
    monkeypatch.setattr(running, "set_up_logs", lambda _level: None)  # for good, in this process
    with pytest.raises(OsteriaError, match=r"73 files, and a house needs 74.*\."):
        running.run(Config())
    monkeypatch.setattr(doorways, "allow_open_files", lambda _wanted: SPARE_FILES + 10)
    assert doorways.room_for(Config()) == 10
