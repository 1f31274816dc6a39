"""What bots are handed, and what becomes of one that fails."""

import asyncio
import os
import pickle
import signal
import time

import osteria
from osteria.bots import data_only
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
