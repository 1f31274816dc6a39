"""Nothing in metrics or logs depends on a hand: worlds that differ in hidden cards alone leave the same of both."""

import asyncio
import random

import numpy as np
import pytest
from structlog.testing import capture_logs
from virtualkit import VirtualHouse, counted, growth, measuring_clocks, virtual_time, world_of

import osteria
from osteria.server import measures, writing
from osteria.server.bots.thinkers import Thinkers

PIZZA_GAMES = ("mamma-mia", "sole-mio", "grande")
POSITIONS = 2


def left_behind(match, folder, work=0.0):
    """What a house measures and logs while everybody looks on and the last move of a game is made, on a clock that only
    waiting moves (and `work`, in seconds between two looks at it); and what a spectator is sent."""
    with virtual_time() as loop, capture_logs() as logs, measuring_clocks(loop, work):
        measures.TABLES.set(0)
        before = counted()
        sent = loop.run_until_complete(_play_the_last_move(loop, match, folder))
        after = counted()
    return growth(before, after), logs, sent


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


def left_by_bot(match, folder, seconds):
    """What a house has measured, tenth of a second by tenth, while a bot thinks for so long about the last move of a game,
    the move is told, and a person is asked; what it logs; and what a spectator is sent."""
    random.seed(3)  # the pause before a bot's answer
    with virtual_time() as loop, capture_logs() as logs, measuring_clocks(loop):
        measures.TABLES.set(0)
        before = counted()
        seen, sent = loop.run_until_complete(_let_bot_play(loop, match, folder, seconds))
    return [growth(before, one) for one in seen], logs, sent


async def _let_bot_play(loop, match, folder, seconds):
    world, move = world_of(match)
    bot = world.asked
    world, _ = world_of(match, people=[seat for seat in range(match.players) if seat != bot])
    world.seats[bot].level = "novice"
    house, seen = VirtualHouse(loop, folder, world), []

    async def think(*_):
        await asyncio.sleep(seconds)
        return move

    house.house.thinkers._ask = think
    lines = {seat: await house.open(seat) for seat in (*world.people, None)}
    frame, until = world.frame, loop.time() + 2.5
    while loop.time() < until:
        await asyncio.sleep(0.1)
        seen.append(counted())
    assert world.frame > frame
    await house.close()
    return seen, lines[None]._wire.sent


def worlds_of_a_bot(game, rng, chance):
    """The same, where the last move is one of a whole turn, and who made it has another hand."""
    while True:
        match, other = worlds(game, rng, chance)
        tables = [world_of(one)[0] for one in (match, other)]
        seat = tables[0].asked
        hands = [table.match.view(seat, "assisted").words for table in tables]
        if hands[0] != hands[1] and seat not in (match.decision.seat, other.decision.seat):
            return match, other


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


@pytest.mark.parametrize("game", PIZZA_GAMES)
def test_a_bots_hand_and_how_long_it_thought_about_it_leave_no_trace_in_metrics_and_logs(game, tmp_path):
    rng, chance = random.Random(4), np.random.default_rng(4)
    for _ in range(POSITIONS):
        match, other = worlds_of_a_bot(game, rng, chance)
        one, two = left_by_bot(match, tmp_path, 0.05), left_by_bot(other, tmp_path, 0.65)
        assert one == two
        told = one[0][-1]
        assert told["osteria_moves_total", ("by", "bot")] == told["osteria_bot_decisions_total",] == 1


def test_how_long_a_move_took_leaves_no_trace_in_metrics_if_it_was_about_as_long(tmp_path):
    match, _ = worlds("sole-mio", random.Random(3), np.random.default_rng(3))
    quick, slow = (left_behind(match, tmp_path, work)[0] for work in (0.00002, 0.00005))
    assert quick == slow
    assert quick["osteria_move_seconds_count",] == 1


def test_a_measure_that_tells_how_long_a_bot_thought_is_noticed(tmp_path, monkeypatch):
    choose = Thinkers.choose

    async def counts_at_once(*given, **named):
        move = await choose(*given, **named)
        measures.BOT_DECISIONS.inc()
        return move

    monkeypatch.setattr(Thinkers, "choose", counts_at_once)
    match, other = worlds_of_a_bot("sole-mio", random.Random(4), np.random.default_rng(4))
    assert left_by_bot(match, tmp_path, 0.05)[0] != left_by_bot(other, tmp_path, 0.65)[0]


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
