"""What a move costs with several houses on one database: `python benchmarks/many_houses.py [--bus nats] [--idle 5000]`.

Starts a PostgreSQL of its own (and, with `--bus nats`, a NATS server), then plays tables of four, ten moves a second each:
on one house; on three houses, each table's four lines on one of them, as behind a proxy that goes by the table's id; the same
with three times the tables, so that each house has as many as the one had; spread over three houses, each table's four lines on
all of them; the same with many idle tables in the houses' memories; the same
with 100 visits a second (a line is opened, welcomed and closed). Told are the processor time of all houses for a move, as
multiples of that of one house or of that without idle tables, and how many lines were cut. Where other programs keep
the machine so busy that few moves are made, what the houses take without any (`at_rest`) weighs more than it should.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.house_load import LoadTable, cpu_of, new_table, say
from tests.server.housekit import Nats, Postgres, Server

FREE = {
    "OSTERIA_SOCKETS": "100000",
    "OSTERIA_LOG_LEVEL": "error",
    "OSTERIA_MODULES": "/nowhere",  # else they are made meanwhile, and what that takes is counted
    "OSTERIA_INTERPRETED": os.environ.get("OSTERIA_INTERPRETED", ""),
}
PAUSE = 0.1
WARM_SECONDS = 8
"""Not counted: the houses load the compiled rules then."""
REST_SECONDS = 5


class Visits:
    """Lines that are opened, welcomed and closed, so many a second; `cut` ended without being asked to."""

    def __init__(self, houses, table, a_second):
        self._urls = [f"{house.address.replace('http', 'ws', 1)}/ws/tables/{table}" for house in houses]
        self._pause, self.made, self.cut = 1 / a_second, 0, 0

    async def run(self, until):
        """Visits at an even pace, whether or not the last ones are over; who sleeps too long on a busy machine catches up."""
        begun = time.monotonic()
        async with asyncio.TaskGroup() as group:
            while (now := time.monotonic()) < until:
                group.create_task(self._visit(self._urls[self.made % len(self._urls)]))
                self.made += 1
                await asyncio.sleep(max(0.0, begun + self.made * self._pause - now))

    async def _visit(self, url):
        try:
            async with connect(url, compression=None, open_timeout=60) as line:
                await line.send('{"type": "hello"}')
                while json.loads(await line.recv())["type"] != "welcome":
                    pass
        except (OSError, TimeoutError, ConnectionClosed, InvalidHandshake):
            self.cut += 1


async def cost(houses, chosen, visits=0, *, together=False, times=1):
    """Milliseconds of the houses' processors for a move, over one load; `together`: a table's lines are all on one house."""
    addresses = [house.address for house in houses]
    around = [addresses[n % len(addresses) :] + addresses[: n % len(addresses)] for n in range(times * chosen.tables)]
    tables = [
        LoadTable(order[:1] if together else order, chosen.game, random.Random(n)) for n, order in enumerate(around)
    ]
    for table in tables:
        await table.open()
    await asyncio.gather(*(table.pace(time.monotonic() + WARM_SECONDS, PAUSE) for table in tables))
    for table in tables:
        table.latencies.clear()
    at_rest = await resting(houses)
    watched = new_table(addresses[0], chosen.game)["table"]
    visitors, until = Visits(houses, watched, visits or 1), time.monotonic() + chosen.seconds
    before = sum(cpu_of(house.process) for house in houses)
    await asyncio.gather(*(table.pace(until, PAUSE) for table in tables), *([visitors.run(until)] if visits else []))
    used = sum(cpu_of(house.process) for house in houses) - before
    moves = sum(len(table.latencies) for table in tables)
    await asyncio.gather(*(table.close() for table in tables))
    found = {"houses": len(houses), "moves": moves, "ms_a_move": round(1000 * used / max(1, moves), 3)}
    found |= {"at_rest_ms_a_second": round(1000 * at_rest, 1)}
    found |= {"ms_a_move_above_rest": round(1000 * (used - at_rest * chosen.seconds) / max(1, moves), 3)}
    return found | ({"visits": visitors.made, "cut": visitors.cut} if visits else {})


async def resting(houses):
    """Processor seconds of the houses in a second in which nobody moves: the same however many moves are made."""
    before = sum(cpu_of(house.process) for house in houses)
    await asyncio.sleep(REST_SECONDS)
    return (sum(cpu_of(house.process) for house in houses) - before) / REST_SECONDS


def fill(houses, chosen):
    """Idle tables, in the memory of every house alike."""
    with ThreadPoolExecutor(8) as pool:
        addresses = (houses[n % len(houses)].address for n in range(chosen.idle))
        list(pool.map(lambda address: new_table(address, chosen.game), addresses))


def measure(chosen, database, settings, folder):
    """All loads, in one run."""
    with ExitStack() as open_houses:
        one = asyncio.run(cost([open_houses.enter_context(Server(folder, database(), **settings))], chosen))
        say("one house", one)
        url = database()
        three = [open_houses.enter_context(Server(folder, url, **settings)) for _ in range(3)]
        loads = {"together": asyncio.run(cost(three, chosen, together=True))}
        say("three houses, each table at one of them", loads["together"])
        loads["as_full"] = asyncio.run(cost(three, chosen, together=True, times=3))
        say("three houses, each as full as the one, each table at one of them", loads["as_full"])
        loads["three_houses"] = asyncio.run(cost(three, chosen))
        say("three houses, each table at all of them", loads["three_houses"])
        fill(three, chosen)
        loads["with_idle_tables"] = asyncio.run(cost(three, chosen))
        say(f"three houses, {chosen.idle} idle tables", loads["with_idle_tables"])
        visited = asyncio.run(cost(three, chosen, chosen.visits))
        say(f"three houses, {chosen.visits} visits a second", visited)
    spread, idle = loads["three_houses"]["ms_a_move"], loads["with_idle_tables"]["ms_a_move"]
    ratios = {"three_to_one": round(spread / one["ms_a_move"], 2), "idle_to_none": round(idle / spread, 2)}
    for load in ("together", "as_full"):
        ratios[f"{load}_to_one"] = round(loads[load]["ms_a_move"] / one["ms_a_move"], 2)
    say("all", {"bus": chosen.bus, **ratios, "visits": visited["visits"], "cut": visited["cut"]})
    return ratios | {"cut": visited["cut"]}


def main(arguments=None):
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--bus", choices=["postgres", "nats"], default="postgres")
    options.add_argument("--tables", type=int, default=60)
    options.add_argument("--idle", type=int, default=5000)
    options.add_argument("--visits", type=int, default=100)
    options.add_argument("--seconds", type=float, default=15)
    options.add_argument("--game", default="roll-for-soles")
    chosen = options.parse_args(arguments)
    subprocess.run([sys.executable, "-m", "osteria.games.compile"], check=True)
    postgres, nats = Postgres().start(), Nats().start() if chosen.bus == "nats" else None
    settings = {**FREE, **({"OSTERIA_BUS": nats.url} if nats else {})}
    try:
        with tempfile.TemporaryDirectory() as folder:
            return measure(chosen, postgres.new_database, settings, Path(folder))
    finally:
        postgres.stop()
        if nats:
            nats.stop()


if __name__ == "__main__":
    main()
