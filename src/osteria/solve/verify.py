"""An independent check: optimal play against itself through the ordinary engine, by simulation.

The engine draws the dice, applies the rules and counts the points; the solution is only asked for its moves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from osteria.core.kernel import Kernels, kernel
from osteria.core.schema import Table
from osteria.games import game
from osteria.games.roll_for_soles.kernels import KERNELS as RULES
from osteria.games.roll_for_soles.kernels import act, chance_outcome, chance_total
from osteria.games.roll_for_soles.options import SolesOptions
from osteria.games.roll_for_soles.record import (
    AGAIN,
    FROM_MIDDLE,
    FROM_SEAT,
    OVER,
    ROLL_AGAIN,
    SECURE,
    SOURCE,
    Soles,
)
from osteria.games.roll_for_soles.rules.turn import haul
from osteria.solve.dice import Floats, blue_aside
from osteria.solve.soles import Solution, play_turn
from osteria.solve.turn import SETS, at_the_end

BATCH = 10_000


@kernel
def chance_with(own: int, other: int, net: int, aside: int, values: Floats, rolling: Floats) -> float:
    """The chance to win once a haul lies in the net."""
    if own + other + net == values.shape[0] - 1:
        return at_the_end(own + net, other)
    return float(max(1.0 - values[other, own + net], rolling[own, net, other, aside]))


@kernel
def optimal_action(s: Soles, values: Floats, rolling: Floats) -> int:
    """The action that the solution takes where a player is asked."""
    turn, net = s["turn"], s["net"]
    own, other = s["supplies"][turn], s["supplies"][1 - turn]
    aside = blue_aside(s)
    if s["ask"] == AGAIN:
        return SECURE if 1.0 - values[other, own + net] >= rolling[own, net, other, aside] else ROLL_AGAIN
    caught, stolen = min(haul(s), int(s["middle"])), min(haul(s), int(other))
    from_middle = chance_with(own, other, net + caught, aside, values, rolling)
    from_other = chance_with(own, other - stolen, net + stolen, aside, values, rolling)
    return FROM_MIDDLE if from_middle >= from_other else FROM_SEAT + 1 - turn


@kernel
def play_out(states: Table, rng: np.random.Generator, values: Floats, rolling: Floats) -> float:
    """Play a game from its start to its end; returns the share of the win of the player who began."""
    s = states[0]
    first = -1
    while s["ask"] != OVER:
        if s["ask"] == AGAIN or s["ask"] == SOURCE:
            act(s, optimal_action(s, values, rolling), None)
        else:
            act(s, chance_outcome(s, int(rng.integers(0, chance_total(s)))), None)
        if first < 0:
            first = s["turn"]
    return at_the_end(s["supplies"][first], s["supplies"][1 - first])


@kernel
def simulate(
    fresh: Table, states: Table, rng: np.random.Generator, values: Floats, rolling: Floats, out: Floats
) -> None:
    """Entry: play as many games as `out` has places for results."""
    for number in range(out.shape[0]):
        states[0] = fresh[0]
        out[number] = play_out(states, rng, values, rolling)


@dataclass(frozen=True)
class Check:
    """What a simulation found.

    Attributes:
        games: how many were played.
        share: the mean share of the win of the player who began.
        error: its standard error.
        expected: what the solution says.
    """

    games: int
    share: float
    error: float
    expected: float

    @property
    def holds(self) -> bool:
        """Whether both agree within three standard errors."""
        return abs(self.share - self.expected) <= 3 * self.error


def verify(solution: Solution, games: int, seed: int, watch: Callable[[int], None] = lambda played: None) -> Check:
    """Play games with the solution on both sides through the engine's kernels.

    Args:
        solution: whose moves are played.
        games: how many.
        seed: of the dice; the same seed gives the same games.
        watch: called now and then with the number of games played.
    """
    rng, rolling = np.random.default_rng(seed), all_turns(solution)
    soles = game("roll-for-soles")
    fresh = soles.fresh(soles.seats(2), SolesOptions(faces=solution.faces))
    fresh["middle"] = solution.points
    shares = np.zeros(games)
    for start in range(0, games, BATCH):
        batch = shares[start : start + BATCH]
        KERNELS.compiled().simulate(fresh, fresh.copy(), rng, solution.values, rolling, batch)
        watch(start + len(batch))
    return Check(games, float(shares.mean()), float(shares.std() / sqrt(games)), solution.first_player)


def all_turns(solution: Solution) -> Floats:
    """`[own, net, other's points, aside]`: the chance to win by rolling, for every position (41 MB with 80 points)."""
    points = solution.points
    found = np.zeros((points, points, points, SETS))
    for own in range(points):
        found[own, : points - own, : points - own] = play_turn(solution.dice, solution.values, own)
    return found


def examples() -> dict[str, tuple[Any, ...]]:
    """Arguments of the types that the kernel is called with."""
    states, rng = np.zeros(1, game("roll-for-soles").record), np.random.default_rng(0)
    return {"simulate": (states, states, rng, np.zeros((1, 1)), np.zeros((1, 1, 1, SETS)), np.zeros(1))}


KERNELS = Kernels(
    "verify-soles",
    {"simulate": simulate},
    examples,
    (Path(__file__).resolve().parent, *RULES.sources),
    allocates=True,
)
