"""How many tables a house holds: `python benchmarks/house_load.py [--tables 100 200] [--seconds 20] [--game grande]`.

Starts a house of its own (SQLite, group commit, every move on disk before it is acknowledged), seats four people at
each table, and lets each table make one move a second. Measures the time from sending a move to its frame having
reached all four viewers, here, on the same machine, and how much of the processor each side took. Then as many moves
as it can. `--versus`: then the same for a boardgame.io server with a game like it (`cd benchmarks/boardgame_io && npm
install` first), whose state is in memory only.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path

from websockets.asyncio.client import connect

PLAYERS = 4
TARGET = 0.1
VERSUS = Path(__file__).parent / "boardgame_io"


class LoadTable:
    """Four people at one table."""

    def __init__(self, address, made, rng):
        self.address, self.made, self.rng = address, made, rng
        self.reached = {}
        self.answer = asyncio.Event()
        self.asked = None
        self.latencies = []
        self.moves = 0

    async def open(self):
        """Four lines, each with a task that listens."""
        url = self.address.replace("http", "ws", 1) + "/ws/tables/" + self.made["table"]
        self.lines = [await connect(url, compression=None, ping_interval=None) for _ in range(PLAYERS)]
        for seat, line in enumerate(self.lines):
            await line.send(json.dumps({"type": "hello", "key": self.made["keys"][str(seat)]}))
        self.listeners = [asyncio.create_task(self._listen(seat)) for seat in range(PLAYERS)]

    async def _listen(self, seat):
        line = self.lines[seat]
        async for text in line:
            message = json.loads(text)
            if message["type"] == "frame":
                self._reach(message["number"])
                if seat == 0 and message["number"] % 8 == 0:
                    await line.send(json.dumps({"type": "seen", "frame": message["number"]}))
            view = message.get("view")
            if view and view["decision"] and "options" in view["decision"]:
                self.asked = (seat, message["question"], view["decision"]["options"])
                self.answer.set()

    def _reach(self, number):
        self.reached[number] = self.reached.get(number, 0) + 1
        if self.reached[number] == PLAYERS:
            del self.reached[number]
            self.latencies.append(time.perf_counter() - self.sent)
            self.moves += 1

    async def move(self):
        """One move, once somebody is asked. Rather rolls than secures, so that games last."""
        await self.answer.wait()
        self.answer.clear()
        seat, question, options = self.asked
        text = {"type": "play", "id": f"m{question}", "question": question, "moves": [self.rng.choice(options)]}
        self.sent = time.perf_counter()
        await self.lines[seat].send(json.dumps(text))

    async def pace(self, until, pause):
        """A move every `pause` seconds; a table whose game ends stops."""
        await asyncio.sleep(self.rng.uniform(0, pause))
        while time.monotonic() < until:
            begun = time.monotonic()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.move(), max(0.01, until - begun))
            await asyncio.sleep(max(0.0, begun + pause - time.monotonic()))

    async def close(self):
        for task in self.listeners:
            task.cancel()
        for line in self.lines:
            await line.close()


@contextmanager
def house(port):
    """A house of our own, without limits."""
    with tempfile.TemporaryDirectory() as folder:
        free = {"OSTERIA_RATE": "", "OSTERIA_NEW_TABLES": "", "OSTERIA_SOCKETS": "100000", "OSTERIA_LOG_LEVEL": "error"}
        command = [sys.executable, "-m", "osteria.cli", "serve", "--port", str(port), "--data", folder]
        process = subprocess.Popen(command, env={**os.environ, **free})
        address = f"http://127.0.0.1:{port}"
        while True:
            with suppress(OSError), urllib.request.urlopen(address + "/readyz", timeout=2):
                break
            time.sleep(0.05)
        try:
            yield address, process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)


def cpu_of(process):
    """Processor seconds of a process and of the processes it started."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rsplit(")", 1)[1].split()
            found[int(stat.parent.name)] = (int(fields[1]), int(fields[11]) + int(fields[12]))
    family = {process.pid}
    while more := {pid for pid, (parent, _) in found.items() if parent in family} - family:
        family |= more
    return sum(found[pid][1] for pid in family if pid in found) / os.sysconf("SC_CLK_TCK")


def own_cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def new_table(address, game):
    body = {"game": game, "seats": [{"kind": "me", "name": f"P{n}"} for n in range(PLAYERS)], "start": True}
    request = urllib.request.Request(
        address + "/api/tables", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


async def measure(address, process, game, count, seconds, pause):
    """One load; returns its figures."""
    made = [await asyncio.to_thread(new_table, address, game) for _ in range(count)]
    tables = [LoadTable(address, one, random.Random(place)) for place, one in enumerate(made)]
    for table in tables:
        await table.open()
    begun, server, client = time.monotonic(), cpu_of(process), own_cpu()
    await asyncio.gather(*(table.pace(begun + seconds, pause) for table in tables))
    took = time.monotonic() - begun
    found = sorted(latency for table in tables for latency in table.latencies)
    await asyncio.gather(*(table.close() for table in tables))
    return {
        "tables": count,
        "moves_per_second": round(len(found) / took, 1),
        "p50_ms": round(statistics.median(found) * 1000, 1),
        "p95_ms": round(found[int(len(found) * 0.95)] * 1000, 1),
        "p99_ms": round(found[int(len(found) * 0.99)] * 1000, 1),
        "server_cpu": round((used := cpu_of(process) - server) / took, 2),
        "server_ms_per_move": round(1000 * used / max(1, len(found)), 2),
        "generator_cpu": round((own_cpu() - client) / took, 2),
    }


@contextmanager
def boardgame_io(port):
    """A boardgame.io server, as its tutorial starts it."""
    command = ["node", "server.js", str(port)]
    process = subprocess.Popen(command, cwd=VERSUS, stdout=subprocess.DEVNULL, start_new_session=True)
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            break
        time.sleep(0.1)
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def measure_versus(port, count, seconds, pause):
    """The same load on boardgame.io; its generator is a node program of its own."""
    with boardgame_io(port) as process:
        before = cpu_of(process)
        command = ["node", "load.js", str(port), str(count), str(seconds), str(int(pause * 1000))]
        result = subprocess.run(command, cwd=VERSUS, capture_output=True, text=True, check=True)
        found = json.loads(result.stdout.splitlines()[-1])
        used = cpu_of(process) - before
    moves = found["moves_per_second"] * seconds
    return {
        **found,
        "server_cpu": round(used / seconds, 2),
        "server_ms_per_move": round(1000 * used / max(1, moves), 2),
    }


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tables", type=int, nargs="+", default=[25, 50, 100, 150, 200])
    options.add_argument("--seconds", type=float, default=15)
    options.add_argument("--game", default="roll-for-soles")
    options.add_argument("--port", type=int, default=8766)
    options.add_argument("--versus", action="store_true")
    chosen = options.parse_args()
    held = 0
    with house(chosen.port) as (address, process):
        for count in chosen.tables:
            found = asyncio.run(measure(address, process, chosen.game, count, chosen.seconds, 1.0))
            print(json.dumps(found), flush=True)
            if found["p95_ms"] > TARGET * 1000:
                break
            held = count
        full = asyncio.run(measure(address, process, chosen.game, 50, chosen.seconds, 0.0))
    versus = measure_versus(chosen.port + 1, 50, chosen.seconds, 0.0) if chosen.versus else None
    print(json.dumps({"held_at_p95_under_100_ms": held, "saturated": full, "boardgame_io_saturated": versus}))


if __name__ == "__main__":
    main()
