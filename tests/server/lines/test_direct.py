"""Messages come in frames that the network cuts and joins as it likes."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import Mock

import pytest
import uvicorn
from housekit import Server
from stranger import Socket, call, frame, line, make
from uvicorn.server import ServerState
from virtualkit import virtual_time

from osteria.server.lines.direct import MOST_FRAGMENTS, DirectProtocol
from osteria.server.lines.wire import CLOSE_SECONDS

TEXT, REST, BINARY, CLOSE, PING, PONG = 0x01, 0x00, 0x02, 0x08, 0x09, 0x0A
WHOLE = 0x80


@pytest.fixture
def visitor(server):
    """A spectator who has been welcomed."""
    table, _ = make(server.address)
    found = line(server.address, table)
    found.until("welcome")
    yield found
    found.close()


def ping(number, padding=0):
    return json.dumps({"type": "ping", "n": number}).encode() + b" " * padding


def test_a_frame_may_be_cut_anywhere(visitor):
    for number, padding in enumerate((0, 200)):
        whole = frame(WHOLE | TEXT, ping(number, padding))
        for cut in (1, 2, 3, 5, 7, 9, len(whole) - 1):
            visitor.send(whole[:cut])
            time.sleep(0.02)
            visitor.send(whole[cut:])
            assert visitor.until("pong")["n"] == number


def test_many_frames_may_come_at_once(visitor):
    frames = [frame(WHOLE | TEXT, ping(number)) for number in range(10)]
    visitor.send(b"".join(frames) + frames[0][:4])
    assert [visitor.until("pong")["n"] for _ in range(10)] == list(range(10))
    visitor.send(frames[0][4:])
    assert visitor.until("pong")["n"] == 0


def test_a_message_may_come_in_several_frames_with_others_in_between(visitor):
    text = ping(7)
    parts = [
        frame(TEXT, text[:5]),
        frame(WHOLE | PING, b"alive"),
        frame(REST, text[5:9]),
        frame(WHOLE | REST, text[9:]),
    ]
    visitor.send(b"".join([*parts, frame(WHOLE | TEXT, ping(8))]))
    assert [visitor.until("pong")["n"] for _ in range(2)] == [7, 8]


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"\x81\x02hi", 1002),
        (frame(TEXT, b"{") + frame(WHOLE | TEXT, ping(1)), 1002),
        (b"\x81\xff" + (10**6).to_bytes(8, "big") + b"mask", 1009),
        (frame(WHOLE | TEXT, b"x" * 20_000), 1009),
        (frame(WHOLE | TEXT, b"\xff\xfe"), 1007),
    ],
    ids=["not masked", "a message within another", "far too long", "too long", "no text"],
)
def test_what_breaks_the_protocol_ends_the_line_with_its_code(visitor, sent, code):
    visitor.send(sent + frame(WHOLE | TEXT, ping(2)))
    assert all(message["type"] == "present" for message in visitor.to_the_end())
    assert visitor.code == code


@pytest.mark.parametrize(
    ("table", "fields", "answer"),
    [
        ("a" * 9_000, [], b" 414 "),
        ("a" * 12, ["X-Long: " + "a" * 9_000], b" 431 "),
        ("a" * 12, ["X-More: more"] * 130, b""),
        ("a" * 12, ["Content-Length: 00"], b""),
        ("a" * 12, ["Content-Length: 5"], b""),
        ("a" * 12, ["Transfer-Encoding: chunked"], b""),
    ],
    ids=["an address", "a header", "headers", "no body", "a body", "a body in parts"],
)
def test_whoever_opens_a_line_wrongly_is_answered_if_at_all_and_cut(server, table, fields, answer):
    head = [f"GET /ws/tables/{table} HTTP/1.1", "Host: 127.0.0.1", "Connection: Upgrade", "Upgrade: websocket"]
    head += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", *fields, "", ""]
    with socket.create_connection(("127.0.0.1", server.port), 5) as connection:
        connection.sendall("\r\n".join(head).encode())
        heard = b""
        with contextlib.suppress(ConnectionError):
            while more := connection.recv(65_536):
                heard += more
    assert answer in heard.partition(b"\r\n")[0]
    assert b" 101 " not in heard


def test_an_answer_to_a_ping_that_came_while_the_house_was_held_up_counts(tmp_path):
    with Server(tmp_path, OSTERIA_PING="1") as house:
        table, _ = make(house.address)
        visitor = line(house.address, table)
        visitor.until("welcome")
        answer, late = visitor.frame, []

        def answer_while_it_is_held_up(opcode, data):
            os.kill(house.process.pid, signal.SIGSTOP)
            answer(opcode, data)
            time.sleep(2.5)
            os.kill(house.process.pid, signal.SIGCONT)
            late.append(data)
            if len(late) == 3:
                visitor.frame = answer
                visitor.say(type="ping", n=1)

        visitor.frame = answer_while_it_is_held_up
        assert visitor.until("pong")["n"] == 1
        visitor.close()


def test_whoever_answers_no_ping_is_told_so(tmp_path):
    with Server(tmp_path, OSTERIA_PING="1") as house:
        table, _ = make(house.address)
        visitor = line(house.address, table)
        visitor.until("welcome")
        visitor.frame = lambda *_: None
        visitor.to_the_end()
        assert visitor.code == 1011
        visitor.close()


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """A house that grants an address some 80 frames; whose address counts is what a trusted proxy says."""
    settings = {"OSTERIA_BOTS": "random", "OSTERIA_STAND_IN": "random", "OSTERIA_RATE": "20/minute"}
    with Server(tmp_path_factory.mktemp("strict"), **settings) as house:
        house.table, _ = make(house.address)
        yield house


def came_through(found, frames):
    """Whether the house reads all these frames, and then answers; not: it cuts the line without a word."""
    try:
        found.send(frames)
        found.send(frame(WHOLE | PING, b"last"))
        return b"last" in iter(lambda: payload_of(found, PONG), None)
    except ConnectionError:
        return False


def payload_of(found, kind):
    """The payload of the next frame of a kind."""
    while True:
        first, size = found._take(2)
        size = int.from_bytes(found._take(2), "big") if size == 126 else size
        data = found._take(size)
        if first & 0x0F == kind:
            return data


@pytest.mark.parametrize("greets", [True, False], ids=["after the hello", "before the hello"])
@pytest.mark.parametrize(
    "frames",
    [
        frame(WHOLE | PONG, b"") * 120,
        frame(WHOLE | PING, b"") * 120,
        frame(TEXT, b"{") + frame(REST, b"") * 120,
    ],
    ids=["pongs that nobody asked for", "pings", "parts of a message"],
)
def test_every_frame_counts_against_its_address(strict, greets, frames):
    path, visitor = f"/ws/tables/{strict.table}", f"10.0.{int(greets)}.{frames[0]}"
    found = Socket(strict.address, path, {"X-Forwarded-For": visitor})
    if greets:
        found.say(type="hello")
        found.until("welcome")
    assert not came_through(found, frames)
    found.close()


def test_an_answer_to_a_ping_is_free(tmp_path):
    """A line whose address has nothing left stays."""
    with Server(tmp_path, OSTERIA_PING="1", OSTERIA_RATE="60/hour") as house:
        table, _ = make(house.address)
        found = line(house.address, table)
        found.until("welcome")
        while call(house.address, "/healthz")[0] == 200:
            pass
        for _ in range(3):
            found.frame(PONG, payload_of(found, PING))
        assert payload_of(found, PING)
        found.close()


def test_whoever_is_banned_watches_no_longer_though_they_say_nothing(tmp_path):
    with Server(tmp_path, OSTERIA_PING="1") as house:
        table, _ = make(house.address)
        found = line(house.address, table)
        found.until("welcome")
        command = [sys.executable, "-m", "osteria.cli", "tables", "ban", "127.0.0.1", "--data", str(tmp_path)]
        subprocess.run(command, check=True, capture_output=True)
        assert is_cut(found, time.monotonic() + 10)
        found.close()


def is_cut(found, until):
    """Whether a line ends whose pings are answered, and that says nothing else."""
    try:
        while time.monotonic() < until:
            found.frame(PONG, payload_of(found, PING))
    except OSError:
        return True
    return False


def test_a_message_has_so_many_parts_and_no_more(visitor):
    text = ping(7)
    visitor.send(frame(TEXT, text) + frame(REST, b"") * (MOST_FRAGMENTS - 2) + frame(WHOLE | REST, b""))
    assert visitor.until("pong")["n"] == 7
    visitor.send(frame(TEXT, text) + frame(REST, b"") * MOST_FRAGMENTS + frame(WHOLE | REST, b""))
    assert all(message["type"] == "present" for message in visitor.to_the_end())
    assert visitor.code == 1009


@pytest.mark.parametrize("last_words", [b"", frame(WHOLE | TEXT, ping(1))], ids=["at once", "after its last words"])
def test_the_answer_to_a_close_ends_the_connection(visitor, last_words):
    visitor.send(frame(WHOLE | TEXT, b"\xff\xfe"))
    visitor.to_the_end()
    begun = time.monotonic()
    visitor.send(last_words + frame(WHOLE | CLOSE, (1007).to_bytes(2, "big")))
    with pytest.raises(ConnectionError):
        visitor.hear()
    assert time.monotonic() - begun < CLOSE_SECONDS - 1


def test_what_is_said_after_the_end_is_not_read(server, visitor):
    visitor.send(frame(WHOLE | TEXT, b"\xff\xfe"))
    visitor.to_the_end()
    before = worked(server)
    visitor.send(frame(WHOLE | TEXT, b"{}") * 200_000)
    assert call(server.address, "/healthz")[0] == 200
    assert worked(server) - before < 0.5


def worked(server):
    """Seconds of processor time that a house has taken."""
    numbers = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


def test_a_first_message_that_is_no_text_ends_the_line_and_is_no_error_of_ours(server):
    table, _ = make(server.address)
    found = Socket(server.address, f"/ws/tables/{table}")
    found.send(frame(WHOLE | TEXT, b"\xff\xfe"))
    assert found.to_the_end() == []
    assert found.code == 1007
    assert "library.trouble" not in server.log()


HANDSHAKE = (
    b"GET /ws/tables/aaaaaaaaaaaa HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


async def welcoming(_scope, receive, send):
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def refusing(_scope, receive, send):
    await receive()
    await send({"type": "websocket.close", "code": 1008})


async def connected(app, head):
    """A connection that has sent this, and whose reader reads nothing."""
    config = uvicorn.Config(app, lifespan="off", log_config=None, ws_max_size=16_384)
    config.load()
    found = DirectProtocol(config, ServerState(), {})
    transport = Mock()
    transport.get_extra_info = {"peername": ("127.0.0.1", 1)}.get
    transport.is_closing.side_effect = lambda: transport.close.called
    transport.get_write_buffer_size.return_value = 100
    found.connection_made(transport)
    found.data_received(head)
    await asyncio.sleep(0.1)
    found.count_with(lambda _cost: True)
    return found


GOODBYE = frame(WHOLE | CLOSE, b"\x03\xe8")


@pytest.mark.parametrize(
    ("app", "head", "last"),
    [
        (welcoming, HANDSHAKE, GOODBYE),
        (welcoming, HANDSHAKE, frame(WHOLE | TEXT, b"x" * 20_000)),
        (refusing, HANDSHAKE, b""),
        (welcoming, HANDSHAKE.replace(b"Key", b"Lock"), b""),
    ],
    ids=["a goodbye", "what breaks the protocol", "a line that is refused", "a handshake that is none"],
)
def test_a_connection_whose_last_words_nobody_reads_is_cut(app, head, last):
    async def look():
        """Whether it was cut at once, and after a while."""
        found = await connected(app, head)
        if last:
            found.data_received(last)
        await asyncio.sleep(CLOSE_SECONDS - 1)
        assert found.transport.close.called
        before = found.transport.abort.called
        await asyncio.sleep(2)
        return before, found.transport.abort.called

    with virtual_time() as loop:
        assert loop.run_until_complete(look()) == (False, True)


@pytest.mark.parametrize("who", ["they", "we", "nobody"])
def test_a_house_that_stops_cuts_whoever_does_not_read_its_last_word(who):
    async def look():
        found = await connected(welcoming, HANDSHAKE)
        if who == "they":
            found.data_received(GOODBYE)
        elif who == "we":
            found.close(1012)
        found.shutdown()
        await asyncio.sleep(CLOSE_SECONDS + 1)
        return found.transport.abort.called

    with virtual_time() as loop:
        assert loop.run_until_complete(look())
