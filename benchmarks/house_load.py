"""How many tables a house holds: `python benchmarks/house_load.py [--tables 100 200] [--seconds 20] [--game grande]`.

Starts a house of its own (SQLite, group commit, every move on disk before it is acknowledged), seats four people at
each table, and lets each table make one move a second. Measures the time from sending a move to its frame having
reached all four viewers, here, on the same machine, and how much of the processor everybody took: the house, this
generator, and whatever else ran meanwhile; and how often the house heard nobody for more than 20 ms while it was
played (at the end: in all, so with hundreds of lines that are opened and closed at once). Then as many moves as it can.
A table whose game ends is replaced by a new one; that is part of the load. Before anything is counted the house plays
for a while: it loads the compiled rules then.

`--versus`: then the same in turns with boardgame.io on a game like Roll for Soles (`npm install` in
`benchmarks/boardgame_io` first), with its state in a folder (FlatFile, its own storage, which never waits for the disk)
and with its state in memory only, there also with new tables as often as the house has them (else its game goes on for
ever). Either way it tells viewers before anything is kept, sends everybody one state, counts no message twice or once,
and its game knows a tenth of the rules.
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

import msgspec
from websockets.asyncio.client import connect

PLAYERS = 4
TARGET = 0.1
FULL = 50
"""Tables that are played as fast as they go."""
WARM_SECONDS = 8
METRICS = 700
"""The house's metrics are on a port so much higher than its own."""
LONG = 0.02
"""Seconds of processor time: no callback and no collection is to take longer."""
VERSUS = Path(__file__).parent / "boardgame_io"


class Decision(msgspec.Struct):
    """Of a question, whether it is ours."""

    options: list[str] = []


class Position(msgspec.Struct):
    """Of a view, what is asked."""

    decision: Decision | None = None


class Message(msgspec.Struct):
    """Of a message, what a player needs."""

    type: str
    number: int = 0
    question: int = 0
    view: Position | None = None


read = msgspec.json.Decoder(Message).decode


class LoadTable:
    """Four people at one table, spread over some houses; the next move is made when all of them have seen the last one."""

    def __init__(self, addresses, game, rng):
        self.addresses, self.game, self.rng = addresses, game, rng
        self.latencies, self.lines, self.listeners, self.games = [], [], [], 0

    async def open(self):
        """A new table and its four lines, each with a task that listens."""
        self.sent, self.reached, self.asked, self.is_over = 0.0, 0, None, False
        self.ready = asyncio.Event()
        made = await asyncio.to_thread(new_table, self.addresses[0], self.game)
        urls = [self.addresses[seat % len(self.addresses)].replace("http", "ws", 1) for seat in range(PLAYERS)]
        urls = [f"{url}/ws/tables/{made['table']}" for url in urls]
        self.lines = [await connect(url, compression=None, ping_interval=None) for url in urls]
        self.listeners = [asyncio.create_task(self._listen(seat)) for seat in range(PLAYERS)]
        for seat, line in enumerate(self.lines):
            await line.send(json.dumps({"type": "hello", "key": made["keys"][str(seat)]}))
        await self.ready.wait()

    async def _listen(self, seat):
        line = self.lines[seat]
        async for text in line:
            message = read(text)
            if message.view is None:
                continue
            self.is_over = message.view.decision is None
            if message.view.decision and message.view.decision.options:
                self.asked = (seat, message.question, message.view.decision.options)
            self._reach()
            if message.number % 8 == 7:
                await line.send(json.dumps({"type": "seen", "frame": message.number}))

    def _reach(self):
        self.reached += 1
        if self.reached == PLAYERS:
            if self.sent:
                self.latencies.append(time.perf_counter() - self.sent)
            self.reached = 0
            self.ready.set()

    async def move(self):
        """One move, seen by everybody."""
        if self.is_over:
            self.games += 1
            await self.close()
            await self.open()
        seat, question, options = self.asked
        text = {"type": "play", "id": f"m{question}", "question": question, "moves": [self.rng.choice(options)]}
        self.ready.clear()
        self.sent = time.perf_counter()
        await self.lines[seat].send(json.dumps(text))
        await self.ready.wait()

    async def pace(self, until, pause):
        """A move every `pause` seconds."""
        await asyncio.sleep(self.rng.uniform(0, pause))
        while (begun := time.monotonic()) < until:
            await self.move()
            await asyncio.sleep(max(0.0, begun + pause - time.monotonic()))

    async def close(self):
        """Everybody stands up."""
        for task in self.listeners:
            task.cancel()
        await asyncio.gather(*(line.close() for line in self.lines))


@contextmanager
def house(port):
    """A house of our own, without limits."""
    with tempfile.TemporaryDirectory() as folder:
        free = {
            "OSTERIA_RATE": "",
            "OSTERIA_NEW_TABLES": "",
            "OSTERIA_SOCKETS": "100000",
            "OSTERIA_METRICS": f"127.0.0.1:{port + METRICS}",
            "OSTERIA_MODULES": folder,  # else they are made meanwhile, and what that takes is counted
            "OSTERIA_LOG_LEVEL": "error",
        }
        command = [sys.executable, "-m", "osteria.cli", "serve", "--port", str(port), "--data", folder]
        process = subprocess.Popen(command, env={**os.environ, **free})
        address = f"http://127.0.0.1:{port}"
        while must_run(process, "The house did not start."):
            with suppress(OSError), urllib.request.urlopen(address + "/readyz", timeout=2):
                break
            time.sleep(0.05)
        try:
            yield address, process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)


@contextmanager
def boardgame_io(port, folder):
    """A boardgame.io server, as its tutorial starts it; with a folder it keeps its state there."""
    command = ["node", "server.js", str(port), *([folder] if folder else [])]
    process = subprocess.Popen(command, cwd=VERSUS, stdout=subprocess.DEVNULL, start_new_session=True)
    while must_run(process, f"boardgame.io did not start; npm install in {VERSUS} first."):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            break
        time.sleep(0.1)
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def must_run(process, sentence):
    """True, as long as a process that we wait for has not ended; then a sentence ends us, too."""
    if process.poll() is not None:
        raise SystemExit(sentence)
    return True


class Processor:
    """Who takes how much of the processor, in cores: the server, the generator, everybody else."""

    def __init__(self, server, generator=None):
        self._server, self._generator = server, generator
        self._begun, self._before = time.monotonic(), self._used()

    def _used(self):
        generator = cpu_of(self._generator) if self._generator else own_cpu()
        return cpu_of(self._server), generator, busy_cpu()

    def shares(self, moves):
        """Since the beginning."""
        took = time.monotonic() - self._begun
        server, generator, busy = (now - then for now, then in zip(self._used(), self._before, strict=True))
        return {
            "server_cores": round(server / took, 2),
            "generator_cores": round(generator / took, 2),
            "others_cores": round(max(0.0, busy - server - generator) / took, 2),
            "generator_share": round(generator / (server + generator), 2),
            "server_ms_per_move": round(1000 * server / max(1, moves), 2),
        }


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


def busy_cpu():
    """Processor seconds that anybody on this machine used."""
    user, nice, system, _idle, _waiting, *more = map(int, Path("/proc/stat").read_text().split("\n")[0].split()[1:])
    return (user + nice + system + sum(more[:2])) / os.sysconf("SC_CLK_TCK")


def new_table(address, game):
    body = {"game": game, "seats": [{"kind": "me", "name": f"P{n}"} for n in range(PLAYERS)], "start": True}
    request = urllib.request.Request(
        address + "/api/tables", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


async def measure(address, process, game, count, seconds, pause):
    """One load; returns its figures."""
    tables = [LoadTable([address], game, random.Random(place)) for place in range(count)]
    for table in tables:
        await table.open()
    stops = pauses(address)
    begun, processor = time.monotonic(), Processor(process)
    await asyncio.gather(*(table.pace(begun + seconds, pause) for table in tables))
    took = time.monotonic() - begun
    found = [latency for table in tables for latency in table.latencies]
    shares = processor.shares(len(found))
    stops = {what: count - stops[what] for what, count in pauses(address).items()}
    await asyncio.gather(*(table.close() for table in tables))
    games = sum(table.games for table in tables)
    figures = {"tables": count, "moves_per_second": round(len(found) / took, 1), "games": games}
    return {**figures, **percentiles(found), **shares, **stops}


def pauses(address):
    """How often the house stopped hearing anybody for long, since it opened, in processor time of its thread."""
    host, _, port = address.rpartition(":")
    with urllib.request.urlopen(f"{host}:{int(port) + METRICS}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return {f"{what}_over_20_ms": longer(lines, f"osteria_{what}_seconds") for what in ("loop_stretch", "collection")}


def longer(lines, name):
    """Observations of a histogram above LONG."""
    within = sum(
        float(line.split()[-1]) for line in lines if line.startswith(f"{name}_bucket") and f'le="{LONG}"' in line
    )
    return int(sum(float(line.split()[-1]) for line in lines if line.startswith(f"{name}_count")) - within)


def percentiles(seconds):
    found = sorted(seconds)
    return {f"p{share}_ms": round(found[int(len(found) * share / 100)] * 1000, 1) for share in (50, 95, 99)}


def measure_versus(port, count, seconds, pause, *, on_disk=False, moves_a_game=0):
    """The same load on boardgame.io; its generator is a node program of its own, which says when it is ready. With
    `moves_a_game` a table is replaced by a new one after so many."""
    with tempfile.TemporaryDirectory() as folder, boardgame_io(port, folder if on_disk else None) as process:
        command = ["node", "load.js", str(port), str(count), str(seconds), str(int(pause * 1000)), str(moves_a_game)]
        with subprocess.Popen(command, cwd=VERSUS, stdout=subprocess.PIPE, text=True) as generator:
            generator.stdout.readline()
            processor = Processor(process, generator)
            found = json.loads(generator.stdout.readline())
            return {**found, **processor.shares(found["moves_per_second"] * seconds)}


def hold(address, process, chosen):
    """The largest number of tables whose 95th percentile stays under the target."""
    held = 0
    for count in chosen.tables:
        found = asyncio.run(measure(address, process, chosen.game, count, chosen.seconds, 1.0))
        say("one move a second a table", found)
        if found["p95_ms"] > TARGET * 1000:
            break
        held = count
    return held


def saturate(address, process, chosen):
    """As many moves as it can, in turns with the other server."""
    sides = {"house": []}
    for _ in range(chosen.rounds):
        ours = asyncio.run(measure(address, process, chosen.game, FULL, chosen.seconds, 0.0))
        sides["house"].append(ours)
        say("house, saturated", ours)
        loads = {
            "boardgame_io_on_disk": {"on_disk": True},
            "boardgame_io_in_memory": {},
            "boardgame_io_in_memory_new_tables": {"moves_a_game": moves_a_game(ours, chosen.seconds)},
        }
        for name, load in loads.items() if chosen.versus else ():
            found = measure_versus(chosen.port + 1, FULL, chosen.seconds, 0.0, **load)
            sides.setdefault(name, []).append(found)
            say(f"{name}, saturated", found)
    return {name: statistics.median(one["moves_per_second"] for one in found) for name, found in sides.items()}


def moves_a_game(found, seconds):
    """How many moves our tables have, of a load's figures."""
    return round(found["moves_per_second"] * seconds / max(1, found["games"]))


def say(what, found):
    print(json.dumps({"what": what, **found}), flush=True)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tables", type=int, nargs="*", default=[100, 200, 300, 400])
    options.add_argument("--seconds", type=float, default=15)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--game", default="roll-for-soles")
    options.add_argument("--port", type=int, default=8766)
    options.add_argument("--versus", action="store_true")
    chosen = options.parse_args()
    subprocess.run([sys.executable, "-m", "osteria.games.compile"], check=True)
    with house(chosen.port) as (address, process):
        asyncio.run(measure(address, process, chosen.game, 4, WARM_SECONDS, 0.0))
        held = hold(address, process, chosen)
        full, stops = saturate(address, process, chosen), pauses(address)
    ratios = {f"ahead_of_{name}": round(full["house"] / rate, 2) for name, rate in full.items() if name != "house"}
    say("all", {"tables_at_p95_under_100_ms": held, "moves_per_second": full, **ratios, **stops})


if __name__ == "__main__":
    main()
