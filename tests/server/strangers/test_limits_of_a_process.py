"""What a process of the house does at its limits: clients that never ask, too many connections, a disk that is full."""

import resource
import socket
import sqlite3
import time
import uuid

from housekit import Server
from stranger import call, line, make

from osteria.server.http.doorway import HEADER_SECONDS

PATIENCE = 60.0
"""Seconds for what the house does by itself, on a machine with much else to do."""


def ended(connection):
    """Whether the house ends a connection on which nothing more is said."""
    connection.settimeout(PATIENCE)
    try:
        while connection.recv(1024):
            pass
    except ConnectionResetError:
        return True
    return True


def test_who_never_finishes_a_request_is_cut_and_nobody_else(tmp_path):
    with Server(tmp_path) as server:
        begun, where = time.monotonic(), ("127.0.0.1", server.port)
        with socket.create_connection(where) as silent, socket.create_connection(where) as slow:
            slow.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow")
            assert call(server.address, "/healthz")[0] == 200
            assert ended(silent)
            assert ended(slow)
        assert time.monotonic() - begun >= HEADER_SECONDS - 0.1
        assert call(server.address, "/healthz")[0] == 200


ASKED = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POSTED = b"POST /api/qr HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"


def test_who_never_finishes_a_later_request_or_its_body_is_cut_too(server):
    connections = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(3)]
    for connection, begun in zip(connections, (ASKED, b"\r\n", POSTED), strict=True):
        connection.sendall(ASKED + b"\r\n")
        assert b" 200 " in connection.recv(1024)
        time.sleep(0.2)
        connection.sendall(begun)
    for connection in connections:
        assert ended(connection)
        connection.close()


def test_connections_beyond_the_most_are_cut_and_those_that_are_open_live(tmp_path):
    with Server(tmp_path, OSTERIA_CONNECTIONS="10", OSTERIA_PING="600") as server:
        table, keys = make(server.address)
        lines = []
        while is_answered(server) and len(lines) < 20:
            lines.append(line(server.address, table, keys["0"]))
            assert lines[-1].until("welcome")
        assert 8 <= len(lines) <= 10
        lines[0].say(type="ping", n=7)
        assert lines[0].until("pong")["n"] == 7
        for each in lines[1:]:
            each.close()
        until = time.monotonic() + PATIENCE
        while not is_answered(server) and time.monotonic() < until:
            time.sleep(0.1)
        assert is_answered(server)
        assert "connections.nearly-all" in server.log()


def is_answered(server):
    """Whether a new connection gets an answer, and is not cut at once."""
    try:
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as another:
            another.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            return b" 200 " in another.recv(1024)
    except (ConnectionError, BrokenPipeError):
        return False


def test_what_is_acknowledged_on_a_full_disk_is_kept_and_the_rest_is_refused_in_a_sentence(tmp_path):
    """Files of the house may not grow any more: for it, the disk is full."""
    with Server(tmp_path, OSTERIA_LOG_LEVEL="error") as server:
        table, keys = make(server.address)
        largest = max(file.stat().st_size for file in tmp_path.glob("house.sqlite3*"))
        allow_files_of(server, largest + 40_000)
        kept, refusal = say_until_refused(server, table, keys["0"])
        assert refusal["error"]["key"] == "house.trouble"
        assert refusal["error"]["text"].endswith(".")
        assert call(server.address, "/healthz")[0] == 200
        assert becomes_ready(server, 503)
        allow_files_of(server, resource.RLIM_INFINITY)
        assert becomes_ready(server, 200)
        assert say(server, table, keys["0"], "after")[0] == 200
    assert {*kept, "after"} <= written(tmp_path, table)


def becomes_ready(server, status):
    """Whether `/readyz` comes to answer so; it believes for a second what it found."""
    until = time.monotonic() + PATIENCE
    while (found := call(server.address, "/readyz")[0]) != status and time.monotonic() < until:
        time.sleep(0.2)
    return found == status


def allow_files_of(server, most_bytes):
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most_bytes, resource.RLIM_INFINITY))


def say(server, table, key, message_id):
    status, answer, _ = call(server.address, f"/api/tables/{table}/say", {"id": message_id, "phrase": "hello"}, key)
    return status, answer


def say_until_refused(server, table, key):
    """The ids of what was acknowledged, and the first refusal."""
    kept = []
    for _ in range(2_000):
        message_id = uuid.uuid4().hex
        status, answer = say(server, table, key, message_id)
        if status != 200:
            return kept, answer
        kept.append(message_id)
    raise AssertionError("the disk never was full")


def written(folder, table):
    """The ids of clients' messages in the log of a table."""
    with sqlite3.connect(folder / "house.sqlite3") as database:
        rows = database.execute("SELECT client FROM log WHERE table_id = ? AND client IS NOT NULL", (table,)).fetchall()
    return {client.partition(":")[2].partition("/")[0] for (client,) in rows}
