"""Messages come in frames that the network cuts and joins as it likes."""

import json
import os
import signal
import time

import pytest
from housekit import Server
from stranger import frame, line, make

TEXT, REST, PING = 0x01, 0x00, 0x09
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
