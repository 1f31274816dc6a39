"""The house never stops for long: nothing that comes and goes hangs in cycles, a table is small, idle ones are let go."""

import asyncio
import gc
import json
import random
import secrets
import socket
import sys
import threading
import time
import tracemalloc
from collections import Counter
from functools import partial
from types import SimpleNamespace

import uvicorn
from prometheus_client import CollectorRegistry, generate_latest
from stranger import make
from websockets.asyncio.client import connect
from websockets.server import ServerProtocol

from osteria.server import measures
from osteria.server.config import Config
from osteria.server.house import House
from osteria.server.http.app import build
from osteria.server.pauses import AT_A_STRETCH, COLLECT_SECONDS, Slices, few_collections, keep_pauses_short
from osteria.server.running import _uvicorn_config
from osteria.server.tables import changes, commands
from osteria.server.wire.messages import Settings

LARGEST_TABLE = 60_000
"""Bytes of a table of four after twenty moves; 33,000 more when each had a log of its own to tell into."""
OURS = ("osteria.server", "osteria.play", "uvicorn")


class Quiet(uvicorn.Server):
    """Leaves the signals of the tests alone."""

    def install_signal_handlers(self):
        """None are ours."""


async def open_table(house, game="roll-for-soles"):
    opened = changes.Opened(game, 4, Settings(), secrets.token_hex(32), 0)
    live = await house.create(opened, [changes.Sat(seat, f"P{seat}") for seat in range(4)])
    await house.commit(live, commands.begin)
    return live


async def move(house, live, number, rng):
    decision = live.table.match.decision
    if decision is not None:
        text = str(rng.choice(decision.options))
        await house.commit(
            live, commands.play(decision.seat, live.table.question, [text], f"{decision.seat}:m{number}")
        )


async def visit(house, address, _rng):
    """A table is made, both its people play on lines of their own, one says something wrong, and they go."""
    table, keys = await asyncio.to_thread(make, address)
    url = f"{address.replace('http', 'ws', 1)}/ws/tables/{table}"
    async with connect(url, compression=None) as one, connect(url, compression=None) as other:
        asked = None
        for seat, line in enumerate((one, other)):
            await line.send(json.dumps({"type": "hello", "key": keys[str(seat)]}))
            asked = options_of(line, await next_of(line, "welcome")) or asked
        for number in range(5):
            line, question, options = asked
            await line.send(
                json.dumps({"type": "play", "id": f"m{number}", "question": question, "moves": options[:1]})
            )
            told = [options_of(line, await next_of(line, "frame")) for line in (one, other)]
            asked = told[0] or told[1]
        await one.send("{")
        await next_of(one, "refused")
    while (live := house._lives[table]).lines:
        await asyncio.sleep(0.01)
    house.reload(table)
    del live
    await asyncio.sleep(0.05)


async def next_of(line, kind):
    """The next message of a kind."""
    while (message := json.loads(await line.recv()))["type"] != kind:
        pass
    return message


def options_of(line, message):
    """(line, question, options) where a message asks whoever reads it."""
    options = message["view"]["decision"].get("options")
    return (line, message["question"], options) if options else None


async def after_visits(folder, look):
    """What `look` finds, given visits to make."""
    app = build(Config(data=str(folder), rate="", new_tables=""))
    house, rng = app.state.house, random.Random(1)
    await house.start()
    listening = socket.create_server(("127.0.0.1", 0))
    server = Quiet(_uvicorn_config(app, house.config))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        await visit(house, address, rng)
        return await look(lambda: visit(house, address, rng))
    finally:
        server.should_exit = True
        await serving
        await house.stop()


async def collected(work):
    """What only the garbage collector could free of what some work left behind, three times over."""
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for _ in range(3):
            await work()
        gc.collect()
        return Counter(name_of(thing) for thing in gc.garbage)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def name_of(thing):
    """Where something is from: coroutines and functions by their code."""
    kind, code = type(thing), getattr(thing, "cr_code", None) or getattr(thing, "__code__", None)
    return f"{code.co_filename}:{code.co_qualname}" if code is not None else f"{kind.__module__}.{kind.__qualname__}"


def test_lines_tables_tasks_and_frames_leave_no_cycles_behind(tmp_path):
    found = asyncio.run(after_visits(tmp_path, collected))
    ours = {name: count for name, count in found.items() if name.startswith(OURS) or "/osteria/" in name}
    assert not ours, f"only a collection frees these: {ours}"


async def wires_left(work):
    """How many of the library's protocols are there after some work, three times over, if nobody collects."""
    gc.collect()
    gc.disable()
    try:
        for _ in range(3):
            await work()
        return sum(type(thing) is ServerProtocol for thing in gc.get_objects())
    finally:
        gc.enable()


def test_a_line_that_is_over_is_gone_with_all_of_its_wire(tmp_path):
    # a collection closes the generator in such a protocol before anybody could find it: they are counted, not collected
    assert asyncio.run(after_visits(tmp_path, wires_left)) <= 1, "the journal may still know the last of six"


def bytes_of_ours():
    """What our own lines allocated; the compiler, which may be loading meanwhile, takes megabytes."""
    ours = [tracemalloc.Filter(True, place) for place in ("*/osteria/server/*", "*/osteria/play/*", "*/core/events.py")]
    return sum(trace.size for trace in tracemalloc.take_snapshot().filter_traces(ours).traces)


async def bytes_of_tables(folder, count):
    house, rng = House(Config(data=str(folder))), random.Random(1)
    await house.start()
    try:
        await open_table(house)
        gc.collect()
        tracemalloc.start()
        before = bytes_of_ours()
        for _ in range(count):
            live = await open_table(house)
            for number in range(20):
                await move(house, live, number, rng)
        del live
        gc.collect()
        return (bytes_of_ours() - before) / count
    finally:
        tracemalloc.stop()
        await house.stop()


def test_a_table_takes_little_memory(tmp_path):
    assert asyncio.run(bytes_of_tables(tmp_path, 10)) < LARGEST_TABLE


def test_what_survived_a_collection_is_not_looked_at_again_while_the_house_is_open():
    with few_collections():
        before, kept = gc.get_freeze_count(), [[number] for number in range(1000)]
        gc.collect(1)
        assert gc.get_freeze_count() >= before + len(kept)
        assert not any(gc.get_objects(generation) for generation in (1, 2))
    assert gc.get_freeze_count() == 0


def test_young_objects_are_looked_through_after_some_work_also_where_as_many_old_ones_went():
    async def work(things):
        keeping, replaced = asyncio.create_task(keep_pauses_short()), 0
        until = time.thread_time() + 5 * COLLECT_SECONDS
        while time.thread_time() < until:
            for _ in range(10):
                things[replaced % len(things)] = [replaced]  # Python counts one more, one less
                replaced += 1
            sum(range(20_000))
            await asyncio.sleep(0)
        keeping.cancel()
        return replaced, len(gc.get_objects())

    things = [[number] for number in range(50_000)]
    with few_collections():
        replaced, young = asyncio.run(work(things))
    assert young < replaced / 2, "nobody looked until Python's own count was full"


def test_work_that_many_ask_for_at_once_leaves_the_loop_to_others_and_keeps_its_order():
    async def work():
        slices, done, turns, loop = Slices(), [], [0], asyncio.get_running_loop()

        def count_turns():
            turns[0] += 1
            if len(done) < 40:
                loop.call_soon(count_turns)

        def take_a_while(number):
            until = time.thread_time() + 0.002
            while time.thread_time() < until:
                pass
            done.append(number)

        loop.call_soon(count_turns)
        for number in range(40):
            slices.do(partial(take_a_while, number))
        at_once = len(done)
        while len(done) < 40:
            await asyncio.sleep(0)
        return done, at_once, turns[0]

    done, at_once, turns = asyncio.run(work())
    assert done == list(range(40))
    assert 1 <= at_once <= 3, "a slice is 5 ms of processor time"
    assert turns >= 10


class Idle:
    """As much of a table as is needed to be forgotten, or looked at again."""

    def __init__(self, number):
        self.table = SimpleNamespace(id=f"t{number:011}", seq=1, status="playing")
        self.turns, self.attendant = SimpleNamespace(is_taken=False), None
        self.lines, self.last_used, self.heard, self.is_visited = [], -1e9, 0, False

    def leave(self):
        """Nobody is there."""


async def most_in_a_turn(count):
    """The most by which a count grows between two turns of the event loop, until it has not grown for some turns."""
    most, before, quiet = 0, count(), 0
    while quiet < 5:
        await asyncio.sleep(0)
        grown, before = count() - before, count()
        most, quiet = max(most, grown), 0 if grown else quiet + 1
    return most


def test_thousands_of_tables_that_become_idle_at_once_are_forgotten_with_others_in_between(config):
    async def work():
        house, idle = House(config), [Idle(number) for number in range(2000)]
        house._lives = {live.table.id: live for live in idle}
        forgetting = asyncio.create_task(house._forget_idle())
        await asyncio.sleep(0)
        idle[-1].last_used, idle[-2].lines = time.monotonic(), ["somebody came meanwhile"]
        most = await most_in_a_turn(lambda: -len(house._lives))
        await forgetting
        assert list(house._lives.values()) == idle[-2:]
        return most

    assert 0 < asyncio.run(work()) <= AT_A_STRETCH


def test_thousands_of_tables_are_looked_at_again_with_others_in_between(config):
    async def work():
        house, seen = House(config), []
        house._lives = {live.table.id: live for live in map(Idle, range(2000))}
        house._catch_up_soon = seen.append
        house.look_again()
        assert len(seen) <= AT_A_STRETCH
        assert await most_in_a_turn(lambda: len(seen)) <= AT_A_STRETCH
        assert seen == list(house._lives.values())

    asyncio.run(work())


def test_what_fails_in_a_slice_does_not_hold_up_the_rest():
    async def work():
        slices, done, failed = Slices(), [], []
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: failed.append(context["exception"]))
        slices._until = 1e-9  # this turn has no time left
        asyncio.get_running_loop().call_soon(slices._next_turn)
        slices.do(lambda: 1 / 0)
        slices.do(partial(done.append, 1))
        while not done:
            await asyncio.sleep(0)
        return failed

    assert [type(error) for error in asyncio.run(work())] == [ZeroDivisionError]


def test_a_collection_may_come_at_any_line_of_what_reads_the_metrics():
    registry, done = CollectorRegistry(), []
    registry.register(measures.COLLECTION_SECONDS)

    def collect_at_every_line(_frame, _event, _about):
        gc.collect(0)
        return collect_at_every_line

    def read():
        generate_latest(registry)  # once without, so that something was counted before
        sys.settrace(collect_at_every_line)
        try:
            done.append(generate_latest(registry))
        finally:
            sys.settrace(None)

    with few_collections():
        gc.collect(0)
        reading = threading.Thread(target=read, daemon=True)
        reading.start()
        reading.join(10)
    assert b'osteria_collection_seconds_count{generation="0"}' in b"".join(done)
