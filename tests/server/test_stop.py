"""Stopping: gently, and not gently at all."""

import asyncio
import json
import signal
import sqlite3
import time
from pathlib import Path

import pytest
from housekit import Server, make_table
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


def children(pid):
    """The processes that a process started and that still live."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


async def last_code(server, table, key, stop):
    """The close code that a line gets when the house ends."""
    async with connect(server.address.replace("http", "ws", 1) + f"/ws/tables/{table}") as line:
        await line.send(json.dumps({"type": "hello", "key": key}))
        await line.recv()
        stop()
        try:
            while True:
                await asyncio.wait_for(line.recv(), 30)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None


@pytest.mark.timeout(900)
def test_a_gentle_stop_says_come_back_and_leaves_nothing_behind(tmp_path):
    with Server(tmp_path) as server:
        table, keys = make_table(server, people=1, bots=2, level="novice")
        code = asyncio.run(last_code(server, table, keys["0"], lambda: server.process.send_signal(signal.SIGTERM)))
        assert server.process.wait(30) == 0
    assert code == 1012
    assert "Traceback" not in server.log()
    assert "leaked" not in server.log()


@pytest.mark.timeout(900)
def test_the_log_holds_no_key_seed_name_or_card_at_its_most_talkative(tmp_path):
    with Server(tmp_path, OSTERIA_LOG_LEVEL="debug", OSTERIA_BOTS="random", OSTERIA_STAND_IN="random") as server:
        table, keys = make_table(server, game="mamma-mia", people=2, bots=1)
        path = f"/api/tables/{table}"
        for key in (*keys.values(), "A" * 31):
            place = server.call(path, key=key)[1]
            server.call(path + "/moves", {"id": "x", "question": 0, "moves": ["play 9 olive"]}, key)
        server.call(path + "/rotate", {}, keys["0"])
        assert place["error"]["key"] == "link.invalid"
    log = server.log()
    assert '"endpoint": "moves"' in log
    seed = sqlite3.connect(tmp_path / "house.sqlite3").execute("SELECT text FROM log WHERE seq = 1").fetchone()[0]
    secrets = [*keys.values(), json.loads(seed)["seed"], "P0", "P1", "olive", "A" * 31]
    assert not [secret for secret in secrets if secret in log]


@pytest.mark.timeout(900)
def test_bots_end_with_a_house_that_was_killed(tmp_path):
    with Server(tmp_path) as server:
        make_table(server, people=1, bots=2, level="novice")
        workers = []
        until = time.monotonic() + 40
        while len(workers) < 2 and time.monotonic() < until:  # the worker and the keeper of its semaphores
            workers = children(server.process.pid)
            time.sleep(0.1)
        assert workers
        server.kill()
    until = time.monotonic() + 30
    while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < until:
        time.sleep(0.1)
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]
