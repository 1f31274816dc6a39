"""What a process of the house does at its limits: clients that never ask, and too many connections."""

import socket
import time

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
