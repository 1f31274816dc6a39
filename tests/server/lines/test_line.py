"""One line: who reads too slowly is sent away, and nonsense ends with a code."""

import asyncio
import json
from unittest.mock import Mock

import pytest
from playkit import ME, hear_to_the_end, make, receive

from osteria.server.lines.line import TOO_SLOW, Line


class Slow:
    """A wire whose reader takes nothing after some messages."""

    def __init__(self, most):
        self.most, self.written, self.code = most, [], None

    def write(self, *texts):
        self.written += texts

    def close(self, code):
        self.code = code

    @property
    def is_slow(self):
        return len(self.written) >= self.most


def test_a_reader_who_is_too_slow_is_sent_away_and_holds_up_nobody():
    wire = Slow(3)
    line = Line(None, None, None, wire, lambda: None)
    for number in range(10):
        line.put(b"%d" % number)
    assert wire.code == TOO_SLOW
    assert len(wire.written) == 3


def test_a_binary_message_is_refused_and_the_line_goes_on(client):
    made = make(client, ME, ME)
    with client.websocket_connect(f"/ws/tables/{made['table']}") as socket:
        socket.send_json({"type": "hello", "key": made["keys"]["0"]})
        receive(socket, "welcome")
        socket.send_bytes(b"\x00\x01")
        assert receive(socket, "refused")["problem"]["key"] == "request.malformed"
        socket.send_json({"type": "ping", "n": 7})
        assert receive(socket, "pong")["n"] == 7


@pytest.mark.parametrize("first", [b"\x00", "{", '{"type": "ping"}'])
def test_a_first_message_that_is_no_hello_ends_the_line_with_a_code(client, first):
    made = make(client, ME, ME)
    with client.websocket_connect(f"/ws/tables/{made['table']}") as socket:
        (socket.send_bytes if isinstance(first, bytes) else socket.send_text)(first)
        heard, code = hear_to_the_end(socket)
    assert (heard[-1]["type"], code) == ("bye", 4400)


def test_much_nonsense_ends_the_line_with_a_code(client):
    made = make(client, ME, ME)
    with client.websocket_connect(f"/ws/tables/{made['table']}") as socket:
        socket.send_json({"type": "hello"})
        for _ in range(25):
            socket.send_text("nonsense")
        assert hear_to_the_end(socket)[1] == 4400


def test_an_error_of_the_house_ends_the_line_with_a_code_and_is_in_the_log(client, monkeypatch, capsys):
    made = make(client, ME, ME)
    monkeypatch.setattr("osteria.server.lines.line.submit", lambda *_: 1 // 0)
    with client.websocket_connect(f"/ws/tables/{made['table']}") as socket:
        socket.send_json({"type": "hello", "key": made["keys"]["0"]})
        socket.send_json({"type": "say", "id": "x", "phrase": "hello"})
        assert hear_to_the_end(socket)[1] == 1012
    logged = capsys.readouterr()
    assert "ZeroDivisionError" in logged.out + logged.err
    assert made["table"] in logged.out + logged.err
    assert made["keys"]["0"] not in logged.out + logged.err


def test_an_answer_leaves_together_with_the_frame_before_it_and_a_frame_alone_does_not_wait_for_one(monkeypatch):
    writes, told = [], []
    wire = Mock(is_slow=False, write=lambda *texts: writes.append(texts))
    monkeypatch.setattr("osteria.server.lines.line.submit", lambda *given: told.append(given[-1]))

    async def script():
        line = Line(Mock(slices=Mock(do=lambda work: work())), Mock(), None, wire, lambda: None)
        line.seat = 0
        for name in ("one", "two"):
            line.hear(json.dumps({"type": "play", "id": name, "question": 0, "moves": ["roll"]}))
        line.put(b"frame")
        told[0](7)
        assert [len(texts) for texts in writes] == [2]
        assert writes[0][0] == b"frame"
        assert json.loads(writes[0][1]) == {"type": "ack", "id": "one", "frame": 7}
        line.put(b"another")  # the second answer is still to come
        await asyncio.sleep(0)
        assert writes[1:] == [(b"another",)]

    asyncio.run(script())
