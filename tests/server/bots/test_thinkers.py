"""What bots are handed, and what becomes of one that fails."""

import asyncio
import os
import pickle
import signal
import time
from dataclasses import replace

from test_house import in_house

import osteria
from osteria.bots import data_only
from osteria.server import measures
from osteria.server.bots.thinkers import Thinkers
from osteria.server.config import Config


def test_a_view_that_travels_to_a_bot_holds_nothing_of_the_match():
    match = osteria.new("mamma-mia", 3, seed=1)
    seat = match.decision.seat
    text = pickle.dumps(data_only(match.view(seat, "assisted")))
    assert b"osteria.play.match" not in text
    assert b"osteria.play.fate" not in text
    opened = pickle.loads(text)
    assert [str(move) for move in opened.decision.options] == [str(move) for move in match.decision.options]


def test_a_bot_that_fails_is_answered_for_with_a_legal_move(monkeypatch):
    thinkers = Thinkers(Config(think=0.01))
    monkeypatch.setattr(thinkers, "_workers", lambda: (_ for _ in ()).throw(RuntimeError("no workers")))
    match = osteria.new("roll-for-soles", 2, seed=1)
    move = asyncio.run(thinkers.choose("expert", match.view(match.decision.seat, "assisted")))
    assert move in map(str, match.decision.options)


def test_a_worker_that_dies_while_it_has_nothing_to_do_is_replaced_when_the_next_bot_gets_ready():
    thinkers = Thinkers(Config(workers=1))
    try:
        thinkers.level("roll-for-soles", "regular")
        killed = thinkers._pool
        killed.submit(abs, 1).result(60)  # the worker is there, and has nothing to do any more
        (worker,) = killed._processes.values()
        os.kill(worker.pid, signal.SIGKILL)
        worker.join(10)
        until = time.monotonic() + 10
        while not killed._broken and time.monotonic() < until:
            time.sleep(0.01)
        assert thinkers.level("roll-for-soles", "novice") == "novice"
        assert thinkers._pool is not killed
        assert thinkers._pool.submit(abs, -2).result(60) == 2
    finally:
        thinkers.stop()


def kill_workers(thinkers):
    for worker in list(thinkers._pool._processes):
        os.kill(worker, signal.SIGKILL)


async def until(is_so):
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.01)


def test_workers_that_were_killed_are_told_of_logged_and_replaced_before_anybody_asks(config, capsys):
    async def work(house):
        thinkers = house.thinkers
        await asyncio.sleep(0.1)
        assert (thinkers._pool, house.troubles()) == (None, []), "workers start when they are needed first"
        thinkers.level("roll-for-soles", "novice")
        killed = thinkers._pool
        kill_workers(thinkers)
        await until(lambda: house.troubles() == ["workers ended"])
        await until(lambda: not house.troubles())
        assert thinkers._pool is not killed
        assert thinkers._pool._processes, "new ones get ready"
        match = osteria.new("roll-for-soles", 2, seed=1)
        move = await thinkers.choose("novice", match.view(match.decision.seat, "assisted"))
        assert move in map(str, match.decision.options)

    in_house(replace(config, bots="random,novice"), work)
    assert "workers.replaced" in capsys.readouterr().out


def test_what_workers_thought_about_when_they_were_killed_is_thought_again_by_others_that_are_replaced_once(config):
    async def work(house):
        before = measures.WORKERS_REPLACED._value.get()
        asked = [asyncio.create_task(house.thinkers._ask(60, time.sleep, 0.2)) for _ in range(5)]
        await until(lambda: house.thinkers._pool and house.thinkers._pool._processes)
        kill_workers(house.thinkers)
        assert await asyncio.gather(*asked) == [None] * 5
        return measures.WORKERS_REPLACED._value.get() - before

    assert in_house(config, work) == 1
