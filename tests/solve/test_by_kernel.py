"""Optimal play by one kernel, as the page has it: the same move as the solution's, wherever one is asked."""

import gzip
from itertools import product

import numpy as np
import pytest

from osteria.games.roll_for_soles import record as r
from osteria.lab.wasm.pack import BITS, fractions
from osteria.solve.by_kernel import SOLVED, best_action
from osteria.solve.position import Position, check, may_choose_source
from osteria.solve.soles import Solution
from osteria.solve.store import solution_for

POINTS = 12
ROLLED = [(), ("1",), ("2", "hook"), ("1", "double"), ("1", "hook", "water", "double"), ("2", "2", "hook")]


def positions():
    """Positions of a small game where something is asked, of many kinds."""
    for own, other, net, aside, rolled in product(
        range(0, POINTS, 2), range(0, POINTS, 2), range(4), [(), ("double",), ("water", "water")], ROLLED
    ):
        dice = rolled + ("water",) * max(0, 4 - len(aside) - len(rolled)) if rolled else ()
        for ask in ("source", "again"):
            position = Position(POINTS - own - other - net, (own, other), 0, net, aside, dice[: 4 - len(aside)], ask)
            if is_asked(position):
                yield position


def is_asked(position):
    try:
        check(position)
    except Exception:
        return False
    return position.middle > 0 and (position.ask == "again" or may_choose_source(position))


def table_of(position):
    states = np.zeros(1, r.RECORD)
    s = states[0]
    s["players"], s["turn"], s["seat"], s["net"], s["middle"] = 2, 0, 0, position.net, position.middle
    s["supplies"][:2] = position.supplies
    for name, dice in (("aside", position.dice), ("rolled", position.rolled)):
        for face in dice:
            s[name][r.FACES.index(face)] += 1
    s["ask"] = r.AGAIN if position.ask == "again" else r.SOURCE
    return states


WORDS = {r.SECURE: "secure", r.ROLL_AGAIN: "roll", r.FROM_MIDDLE: "from middle", r.FROM_SEAT + 1: "from seat 1"}


def test_it_chooses_as_the_solution_does_in_a_small_game():
    solution, arguments, asked = solution_for(points=POINTS), SOLVED.arguments(POINTS).values(), set()
    for position in positions():
        best = WORDS[int(best_action(table_of(position), *arguments))]
        assert best == solution.choose(position), position
        asked.add(best)
    assert asked == set(WORDS.values())


def test_the_file_of_values_is_small_and_tells_every_move_apart():
    values = SOLVED.arguments()["values"]
    packed = np.frombuffer(fractions(values), np.uint8).reshape(BITS // 8, -1).astype(np.int64)
    read = sum(plane << shift for plane, shift in zip(packed, range(BITS - 8, -1, -8), strict=True)) / 2**BITS
    assert np.abs(read.reshape(values.shape) - values).max() <= 2.0**-BITS
    assert len(gzip.compress(fractions(values), 9)) < 17_000


@pytest.mark.parametrize("own", [0, 40, 70])
def test_rounding_changes_no_choice(own, monkeypatch):
    monkeypatch.delenv("OSTERIA_INTERPRETED", raising=False)
    solution = solution_for()
    rounded = Solution(solution.dice, np.round(solution.values * 2**BITS) / 2**BITS)
    exact, near = (one._rolling(own, 0, 1, 0) and one._turns[own] for one in (solution, rounded))
    for net, other in product(range(1, 80 - own), range(80 - own)):
        if own + other + net < solution.points:
            secured = 1 - solution.values[other, own + net], 1 - rounded.values[other, own + net]
            assert ((secured[0] >= exact[net, other]) == (secured[1] >= near[net, other])).all()
