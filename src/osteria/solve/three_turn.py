"""One turn of Roll for Soles with three players, worked out backwards; compiled.

A player is named by the role at the start of a turn: 0 moves, 1 is next, 2 is third. Chances at the starts of turns are
`values[role, third's points, mover's points, next one's points]` (the order in which a turn reads them: when the mover has
secured, the others' points run fastest).

Tables of a turn are `[plan, net, aside, next one's points, third's points]`; the mover's own points stay as they are, and the
middle is what remains. Plan 0 is the guide: what the mover, who plays by the guide, thinks the chances are. From it follows
what the mover does, and so what every other plan gets: each is the chance of one role, looked up in values of its own when
the turn passes, either as the mover plays or (the mover only) with whatever is best for that plan.

The mover chooses among moves whose chances are close to the best, the closer the likelier, so that a small change of the
values is a small change of play: a move is chosen in proportion to `width` less what it costs, if that is more than nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from osteria.core.kernel import Kernels, kernel
from osteria.solve.dice import ASIDES, DEFAULT, Floats, Integers, dice_with

SETS = len(ASIDES)
ROLES = 3
NEVER = -1.0
"""The chance of a source that may not be chosen: below any other."""
FOLLOWS, DEVIATES = 0, 1
"""How the mover plays in a plan: by the guide, or as is best for the plan."""
WORTH = 6
LINES = WORTH + 1 + ROLES
"""Rows of scratch: the three sources of a roll, how likely each is, and from WORTH on what rolling is worth in every plan."""


@kernel
def share_of(role: int, mover: int, following: int, third: int) -> float:
    """RS-12, G-7: the share of the win; a win shared by k is worth 1/k."""
    own = mover if role == 0 else following if role == 1 else third
    most = max(mover, following, third)
    if own < most:
        return 0.0
    level = 0
    for points in (mover, following, third):
        if points == most:
            level += 1
    return 1.0 / level


@kernel
def thirds(own: int, net: int, following: int, points: int, chances: Floats) -> int:
    """How many numbers of points the third player may have while something is left in the middle; a table may be made
    for fewer (points of others only become less within a turn)."""
    return min(points - own - net - following, int(chances.shape[2]))


@kernel
def from_middle(
    own: int, net: int, following: int, points: int, role: int, haul: int, chances: Floats, out: Floats
) -> None:
    """RS-7, RS-8: for every number of points of the third, the chance after taking the haul from the middle; `chances`
    is `[net, next one's, third's]` of the dice that lie aside then."""
    count = thirds(own, net, following, points, chances)
    ends = min(count, max(0, points - own - net - following - haul))
    for third in range(ends):
        out[third] = chances[net + haul, following, third]
    for third in range(ends, count):
        out[third] = share_of(role, points - following - third, following, third)


@kernel
def from_next(own: int, net: int, following: int, points: int, haul: int, chances: Floats, out: Floats) -> None:
    """RS-7: the same after taking the haul, or what there is of it, from the next player."""
    taken = min(haul, following)
    for third in range(thirds(own, net, following, points, chances)):
        out[third] = chances[net + taken, following - taken, third]


@kernel
def from_third(own: int, net: int, following: int, points: int, haul: int, chances: Floats, out: Floats) -> None:
    """RS-7: the same after taking it from the third player."""
    count = thirds(own, net, following, points, chances)
    for third in range(min(haul, count)):
        out[third] = chances[net + third, following, 0]
    for third in range(haul, count):
        out[third] = chances[net + haul, following, third - haul]


@kernel
def sources(
    own: int, net: int, following: int, points: int, role: int, haul: int, chances: Floats, lines: Floats
) -> None:
    """RS-6: the chances of the three sources, in the first three lines."""
    from_middle(own, net, following, points, role, haul, chances, lines[0])
    from_next(own, net, following, points, haul, chances, lines[1])
    from_third(own, net, following, points, haul, chances, lines[2])


@kernel
def weigh_sources(following: int, count: int, width: float, lines: Floats) -> None:
    """How likely each source is chosen, in lines 3 to 5, from the guide's chances in lines 0 to 2; who has nothing
    (RS-6) is no source."""
    closed = 0.0 if following > 0 else 2.0
    for third in range(count):
        middle, second = lines[0, third], lines[1, third] - closed
        last = lines[2, third] if third > 0 else NEVER
        best = max(middle, second, last) - width
        a, b, c = max(0.0, middle - best), max(0.0, second - best), max(0.0, last - best)
        whole = 1.0 / (a + b + c)
        lines[3, third] = a * whole
        lines[4, third] = b * whole
        lines[5, third] = c * whole


@kernel
def add_chosen(count: int, weight: float, lines: Floats, out: Floats) -> None:
    """Add what a roll with a hook is worth when the source is chosen with the weights."""
    for third in range(count):
        out[third] += weight * (
            lines[3, third] * lines[0, third] + lines[4, third] * lines[1, third] + lines[5, third] * lines[2, third]
        )


@kernel
def add_best(following: int, count: int, weight: float, lines: Floats, out: Floats) -> None:
    """Add what a roll with a hook is worth when the best source is chosen."""
    closed = 0.0 if following > 0 else 2.0
    for third in range(count):
        last = lines[2, third] if third > 0 else NEVER
        out[third] += weight * max(lines[0, third], lines[1, third] - closed, last)


@kernel
def roll_on(
    own: int, net: int, following: int, aside: int, points: int, width: float, values: Floats, roles: Integers,
    first: Integers, outcome: Integers, weight: Floats, blank: Floats, chances: Floats, lines: Floats,
) -> None:  # fmt: skip
    """RS-4 to RS-7: what rolling is worth in every plan, in the lines from WORTH on, for every number of points of the third."""
    plans, count = chances.shape[0], thirds(own, net, following, points, chances[0, :, 0])
    for plan in range(plans):
        for third in range(count):
            lines[WORTH + plan, third] = blank[aside] * values[plan, own, following, third]
    for row in range(first[aside], first[aside + 1]):
        haul, left = outcome[row, 0], outcome[row, 1]
        for plan in range(plans):
            role, table = roles[plan, 0], chances[plan, :, left]
            if outcome[row, 2] == 0:
                from_middle(own, net, following, points, role, haul, table, lines[0])
                for third in range(count):
                    lines[WORTH + plan, third] += weight[row] * lines[0, third]
            else:
                sources(own, net, following, points, role, haul, table, lines)
                if plan == 0:
                    weigh_sources(following, count, width, lines)
                if roles[plan, 1] == DEVIATES:
                    add_best(following, count, weight[row], lines, lines[WORTH + plan])
                else:
                    add_chosen(count, weight[row], lines, lines[WORTH + plan])


@kernel
def settle(
    own: int, net: int, following: int, aside: int, points: int, width: float, values: Floats, roles: Integers,
    chances: Floats, lines: Floats,
) -> None:  # fmt: skip
    """RS-9: from what rolling is worth (the lines from WORTH on) to the chances of every plan: the mover secures or rolls."""
    count = thirds(own, net, following, points, chances[0, :, 0])
    for third in range(count):
        secured, rolled = values[0, own + net, following, third], lines[WORTH, third]
        best = max(secured, rolled) - width
        a, b = max(0.0, secured - best), max(0.0, rolled - best)
        lines[3, third] = a / (a + b)
    for plan in range(chances.shape[0]):
        for third in range(count):
            secured, rolled = values[plan, own + net, following, third], lines[WORTH + plan, third]
            mixed = rolled + lines[3, third] * (secured - rolled)
            if roles[plan, 1] == DEVIATES:
                mixed = max(secured, rolled)
            chances[plan, net, aside, following, third] = mixed


@kernel
def turn(
    own: int, points: int, width: float, values: Floats, roles: Integers,
    first: Integers, outcome: Integers, weight: Floats, blank: Floats, chances: Floats, start: Floats, lines: Floats,
) -> None:  # fmt: skip
    """Entry: fill `chances` for a mover with `own` points, and `start[plan, next one's, third's]`.

    `values[plan]` is what each plan looks up when the turn has passed, `roles[plan]` its role and how the mover plays in it.
    """
    for net in range(points - own - 1, 0, -1):
        for following in range(min(points - own - net, chances.shape[3])):
            for aside in range(SETS):
                roll_on(
                    own, net, following, aside, points, width, values, roles, first, outcome, weight, blank, chances, lines
                )  # fmt: skip
                settle(own, net, following, aside, points, width, values, roles, chances, lines)
    for following in range(min(points - own, chances.shape[3])):
        roll_on(own, 0, following, 0, points, width, values, roles, first, outcome, weight, blank, chances, lines)
        for plan in range(chances.shape[0]):
            for third in range(thirds(own, 0, following, points, chances[0, :, 0])):
                start[plan, following, third] = lines[WORTH + plan, third]


def tables(plans: int, nets: int, following: int, thirds: int) -> Floats:
    """Empty tables of a turn, for so many nets and numbers of points of the others."""
    return np.zeros((plans, nets, SETS, following, thirds))


def scratch(thirds: int) -> Floats:
    """Empty lines for so many numbers of points of the third."""
    return np.zeros((LINES, thirds))


def examples() -> dict[str, tuple[Any, ...]]:
    """Arguments of the types that the kernels are called with."""
    dice, points = dice_with(DEFAULT), 2
    rolls = dice.arrays
    values, lines = np.zeros((1, points + 1, points + 1, points + 1)), scratch(points)
    roles, chances = np.zeros((1, 2), np.int64), tables(1, points, points, points)
    return {
        "turn": (0, points, 1.0, values, roles, *rolls, chances, np.zeros((1, points, points)), lines),
        "roll_on": (0, 1, 0, 0, points, 1.0, values, roles, *rolls, chances, lines),
    }


KERNELS = Kernels("solve-soles-three", {"turn": turn, "roll_on": roll_on}, examples, [Path(__file__).resolve().parent])
