"""Authentic memory on the wire: a frame comes once, once more after a broken line, and never after."""

import json
from contextlib import contextmanager

import pytest
from starlette.testclient import TestClient

from osteria.server.http.app import build
from osteria.server.tables.book import Book

ME = {"kind": "me", "name": "Ada"}


@contextmanager
def line(client, made, seat, since=None):
    with client.websocket_connect(f"/ws/tables/{made['table']}") as socket:
        socket.send_json({"type": "hello", "key": made["keys"][str(seat)], "since": since})
        yield socket, receive(socket, "welcome")


def receive(socket, *kinds):
    while True:
        message = json.loads(socket.receive_text())
        if message["type"] in kinds:
            return message


def made_table(client, memory="authentic"):
    body = {"game": "roll-for-soles", "seats": [ME, ME], "start": True, "settings": {"memory": memory}}
    return client.post("/api/tables", json=body).json()


def say(client, made, seat, number):
    """Somebody says something: the smallest frame there is."""
    key = {"Authorization": f"Bearer {made['keys'][str(seat)]}"}
    body = {"id": f"s{number}", "phrase": "hello"}
    return client.post(f"/api/tables/{made['table']}/say", json=body, headers=key).json()["frame"]


def told(welcome):
    """Numbers of the missed frames that hold anything."""
    return [frame["number"] for frame in welcome["missed"] if frame.get("events") or frame.get("said")]


def test_an_unacknowledged_frame_comes_once_more_and_never_after(client):
    made = made_table(client)
    with line(client, made, 0) as (socket, welcome):
        socket.send_json({"type": "seen", "frame": welcome["frame"]})
        frame = say(client, made, 1, 1)
        assert receive(socket, "frame")["number"] == frame
    since = welcome["frame"]
    with line(client, made, 0, since) as (_, again):
        assert told(again) == [frame]
    with line(client, made, 0, since) as (_, after):
        assert told(after) == []
        assert [missed["number"] for missed in after["missed"]] == [frame]


def test_an_acknowledged_frame_never_comes_again_whatever_is_asked_for(client):
    made = made_table(client)
    with line(client, made, 0) as (socket, _):
        frame = say(client, made, 1, 1)
        receive(socket, "frame")
        socket.send_json({"type": "seen", "frame": frame})
        socket.send_json({"type": "ping"})
        receive(socket, "pong")
    for since in (0, None, frame - 1):
        with line(client, made, 0, since) as (_, welcome):
            assert told(welcome) == []


def test_what_happened_while_the_line_was_broken_is_told_when_it_is_whole_again(client):
    made = made_table(client)
    with line(client, made, 0) as (socket, welcome):
        socket.send_json({"type": "seen", "frame": welcome["frame"]})
        socket.send_json({"type": "ping"})
        receive(socket, "pong")
    frames = [say(client, made, 1, number) for number in range(3)]
    for expected in (frames, frames, []):  # told, then once more because it was not acknowledged, then never after
        with line(client, made, 0, welcome["frame"]) as (_, now):
            assert told(now) == expected


def test_the_book_outlives_the_house(config):
    with TestClient(build(config), base_url="http://house.test") as client:
        made = made_table(client)
        with line(client, made, 0) as (socket, welcome):
            socket.send_json({"type": "seen", "frame": welcome["frame"]})
            frame = say(client, made, 1, 1)
            receive(socket, "frame")
    for expected in ([frame], []):
        with TestClient(build(config), base_url="http://house.test") as client, line(client, made, 0) as (_, now):
            assert told(now) == expected


def test_a_spectator_of_an_authentic_table_is_told_nothing_of_the_past(client):
    made = made_table(client)
    say(client, made, 1, 1)
    with client.websocket_connect(f"/ws/tables/{made['table']}") as socket:
        socket.send_json({"type": "hello", "since": 0})
        welcome = receive(socket, "welcome")
    assert welcome["missed"]
    assert told(welcome) == []
    assert "history" not in welcome["view"]


@pytest.mark.parametrize("seat", [0, 1])
def test_looking_over_http_counts_as_having_seen(client, seat):
    made = made_table(client)
    say(client, made, 1 - seat, 1)
    client.get(f"/api/tables/{made['table']}", headers={"Authorization": f"Bearer {made['keys'][str(seat)]}"})
    with line(client, made, seat) as (_, welcome):
        assert told(welcome) == []


def test_a_frame_is_never_told_a_third_time():
    book, seen = Book("t", 1, {}), {}
    for last in (3, 5, 5, 9, 9, 9):
        for number in book.open_line(0, last):
            seen[number] = seen.get(number, 0) + 1
    assert set(seen) == set(range(1, 10))
    assert max(seen.values()) == 2
