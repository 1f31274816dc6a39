"""Nothing in metrics or logs depends on a hand: worlds that differ in hidden cards alone leave the same of both."""

import asyncio
import random
import time
from contextlib import contextmanager
from unittest.mock import patch

import numpy as np
import pytest
from prometheus_client import REGISTRY
from structlog.testing import capture_logs
from virtualkit import VirtualHouse, virtual_time, world_of

import osteria
from osteria.server import measures, writing

PIZZA_GAMES = ("mamma-mia", "sole-mio", "grande")
POSITIONS = 2


def counted():
    """Everything that Prometheus reads of the house."""
    samples = [sample for metric in REGISTRY.collect() for sample in metric.samples]
    return {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for sample in samples
        if sample.name.startswith("osteria_") and not sample.name.endswith("_created")
    }


def left_behind(match, folder):
    """What a house measures and logs while everybody looks on and the last move of a game is made, on a clock that only
    waiting moves; and what a spectator is sent."""
    with virtual_time() as loop, capture_logs() as logs, _clocks(loop):
        measures.TABLES.set(0)
        before = counted()
        sent = loop.run_until_complete(_play_the_last_move(loop, match, folder))
        after = counted()
    return {key: value - before.get(key, 0) for key, value in after.items() if value != before.get(key, 0)}, logs, sent


@contextmanager
def _clocks(loop):
    with patch.object(time, "perf_counter", loop.time), patch.object(time, "thread_time", loop.time):
        yield


async def _play_the_last_move(loop, match, folder):
    world, move = world_of(match)
    house, asked = VirtualHouse(loop, folder, world), world.asked
    lines = {seat: await house.open(seat) for seat in (*world.people, None)}
    frame = world.frame
    house.play(lines[asked], move)
    house.play(lines[asked], "nonsense")
    while world.frame == frame:
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    await house.close()
    return lines[None]._wire.sent


def worlds(game, rng, chance):
    """Two games whose moves are the same and that a spectator cannot tell apart, with other cards in hands."""
    while True:
        match = osteria.new(game, 3, seed=rng.getrandbits(62))
        for _ in range(rng.randint(4, 30)):
            if match.decision is not None:
                match.play(rng.choice(match.decision.options))
        other = match.imagine(None, chance)
        if match.decision is not None and _said(match) == _said(other) and match.zones() != other.zones():
            return match, other


def _said(match):
    return [line for line in match.lines() if line[0] != "chance"]


@pytest.mark.parametrize("game", PIZZA_GAMES)
def test_a_hand_leaves_no_trace_in_metrics_and_logs(game, tmp_path):
    rng, chance = random.Random(3), np.random.default_rng(3)
    for _ in range(POSITIONS):
        match, other = worlds(game, rng, chance)
        one, two = (left_behind(world, tmp_path) for world in (match, other))
        assert one[0] == two[0]
        assert one[1] == two[1]
        assert one[2] == two[2]
        assert one[0], "nothing was measured, so nothing was tested"


def test_a_measure_that_tells_of_a_hand_is_noticed(tmp_path, monkeypatch):
    index = writing._index

    def tells_too_much(table, entry):
        for played in entry.played.values():
            measures.COMMITTED_ROWS.inc(len(str(played.match.zones()["hands"])))
        return index(table, entry)

    monkeypatch.setattr(writing, "_index", tells_too_much)
    rng, chance = random.Random(3), np.random.default_rng(3)
    for _ in range(20):
        match, other = worlds("sole-mio", rng, chance)
        if left_behind(match, tmp_path)[0] != left_behind(other, tmp_path)[0]:
            return
    pytest.fail("nobody noticed what was measured of hidden hands")
