"""One turn, worked out backwards. The only code of the solver that is compiled.

Within a turn the net only grows (a source that may be chosen has at least 1 point, RS-6, and the middle has, RS-8), so
the positions of a turn have an order without cycles: from the largest net down. What a turn leads to is a new turn of
the other player, whose chance is looked up in `values[own points, other's points]`.

Tables of a turn are `[net, other's points, aside]`. The player's own points stay as they are during a turn, and the
middle is what remains of the points of the game.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from osteria.core.kernel import Kernels, kernel
from osteria.solve.dice import ASIDES, DEFAULT, Floats, Integers, dice_with

SETS = len(ASIDES)
BEST = 0
OTHER = 1
LIKE_GUIDE = 2
"""How a player chooses the source: what wins most often, always the other player, or as the guide would."""


@kernel
def at_the_end(own: int, other: int) -> float:
    """RS-12: most points win, a tie is half a win."""
    if own > other:
        return 1.0
    if own == other:
        return 0.5
    return 0.0


@kernel
def from_middle(own: int, other: int, net: int, points: int, haul: int, aside: int, chances: Floats) -> float:
    """RS-7, RS-8: the chance after taking the haul from the middle; the game is over when that empties it."""
    middle = points - own - other - net
    if haul >= middle:
        return at_the_end(own + net + middle, other)
    return float(chances[net + haul, other, aside])


@kernel
def from_other(other: int, net: int, haul: int, aside: int, chances: Floats) -> float:
    """RS-7: the chance after taking the haul, or what there is of it, from the other player."""
    taken = min(haul, other)
    return float(chances[net + taken, other - taken, aside])


@kernel
def roll_on(
    own: int, other: int, net: int, aside: int, points: int, values: Floats,
    first: Integers, outcome: Integers, weight: Floats, blank: Floats, chances: Floats,
) -> float:  # fmt: skip
    """RS-4 to RS-7: the chance to win of rolling what is left of the dice, choosing the best source afterwards."""
    chance = float(blank[aside] * (1.0 - values[other, own]))
    for row in range(first[aside], first[aside + 1]):
        haul, after = outcome[row, 0], outcome[row, 1]
        best = from_middle(own, other, net, points, haul, after, chances)
        if outcome[row, 2] == 1 and other > 0:
            best = max(best, from_other(other, net, haul, after, chances))
        chance += weight[row] * best
    return chance


@kernel
def turn(
    own: int, points: int, values: Floats,
    first: Integers, outcome: Integers, weight: Floats, blank: Floats, chances: Floats, rolling: Floats,
) -> None:  # fmt: skip
    """RS-9: fill the tables of a turn. `rolling` is the chance to win by rolling, `chances` by the better of rolling
    and securing. `rolling[0, other, 0]` is the chance at the start of the turn (RS-3), where nothing can be secured."""
    for net in range(points - own - 1, 0, -1):
        for other in range(points - own - net):
            secured = 1.0 - values[other, own + net]
            for aside in range(SETS):
                rolled = roll_on(
                    own, other, net, aside, points, values, first, outcome, weight, blank, chances
                )  # fmt: skip
                rolling[net, other, aside] = rolled
                chances[net, other, aside] = max(secured, rolled)
    for other in range(points - own):
        rolling[0, other, 0] = roll_on(
            own, other, 0, 0, points, values, first, outcome, weight, blank, chances
        )  # fmt: skip


@kernel
def roll_by_rule(
    own: int, other: int, net: int, aside: int, points: int, source: int, values: Floats,
    first: Integers, outcome: Integers, weight: Floats, blank: Floats, guide: Floats, chances: Floats,
) -> float:  # fmt: skip
    """The chance to win of rolling for a player who chooses the source by a rule (BEST, OTHER, LIKE_GUIDE)."""
    chance = float(blank[aside] * (1.0 - values[other, own]))
    for row in range(first[aside], first[aside + 1]):
        haul, after = outcome[row, 0], outcome[row, 1]
        taken = from_middle(own, other, net, points, haul, after, chances)
        if outcome[row, 2] == 1 and other > 0:
            stolen = from_other(other, net, haul, after, chances)
            gain = stolen - taken
            if source == LIKE_GUIDE:
                gain = from_other(other, net, haul, after, guide) - from_middle(
                    own, other, net, points, haul, after, guide
                )
            if source == OTHER or gain > 0.0:
                taken = stolen
        chance += weight[row] * taken
    return chance


@kernel
def turn_by_rule(
    own: int, points: int, limit: int, source: int, values: Floats,
    first: Integers, outcome: Integers, weight: Floats, blank: Floats,
    best: Floats, guide: Floats, chances: Floats, start: Floats,
) -> None:  # fmt: skip
    """Fill `start[other]`, the chance to win at the start of a turn of a player who plays by a rule: secure at a net of
    `limit` or more; with limit 0, secure where optimal play (`best`: its values, `guide`: its chances) does."""
    for net in range(points - own - 1, 0, -1):
        for other in range(points - own - net):
            for aside in range(SETS):
                stops = net >= limit
                if limit == 0:
                    stops = guide[net, other, aside] <= 1.0 - best[other, own + net]
                if stops:
                    chances[net, other, aside] = 1.0 - values[other, own + net]
                else:
                    chances[net, other, aside] = roll_by_rule(
                        own, other, net, aside, points, source, values, first, outcome, weight, blank, guide, chances
                    )  # fmt: skip
    for other in range(points - own):
        start[other] = roll_by_rule(
            own, other, 0, 0, points, source, values, first, outcome, weight, blank, guide, chances
        )  # fmt: skip


def tables(points: int) -> Floats:
    """An empty table of a turn in a game of so many points."""
    return np.zeros((points, points, SETS))


def examples() -> dict[str, tuple[Any, ...]]:
    """Arguments of the types that the kernels are called with."""
    dice, points = dice_with(DEFAULT), 2
    square, table = np.zeros((points + 1, points + 1)), tables(points)
    rolls = dice.arrays
    return {
        "turn": (0, points, square, *rolls, table, table),
        "turn_by_rule": (0, points, 0, BEST, square, *rolls, square, table, table, square[0]),
    }


KERNELS = Kernels(
    "solve-soles", {"turn": turn, "turn_by_rule": turn_by_rule}, examples, [Path(__file__).resolve().parent]
)
