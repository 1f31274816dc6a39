"""Optimal play of Roll for Soles for two by one kernel and a small file: for where there is no Python, such as the page.

`soles.py` says every move's chance and chooses the same; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from osteria.core.kernel import Kernels, kernel
from osteria.core.schema import Table
from osteria.games.roll_for_soles.record import AGAIN, FROM_MIDDLE, FROM_SEAT, RECORD, ROLL_AGAIN, SECURE
from osteria.games.roll_for_soles.rules.turn import haul
from osteria.solve.dice import Floats, Integers, blue_aside
from osteria.solve.soles import POINTS
from osteria.solve.store import solution_for, starts
from osteria.solve.turn import from_middle, from_other, tables, turn

PLAYERS = 2


@kernel
def best_action(
    states: Table, values: Floats,
    first: Integers, outcome: Integers, weight: Floats, blank: Floats, chances: Floats, rolling: Floats,
) -> int:  # fmt: skip
    """The best answer of the player in turn at a table for two; of equals: `secure`, and `from middle`."""
    s = states[0]
    points = values.shape[0] - 1
    seat = int(s["turn"])
    own, other, net = int(s["supplies"][seat]), int(s["supplies"][1 - seat]), int(s["net"])
    aside = blue_aside(s)
    turn(own, points, values, first, outcome, weight, blank, chances, rolling)
    if s["ask"] == AGAIN:
        return SECURE if 1.0 - values[other, own + net] >= rolling[net, other, aside] else ROLL_AGAIN
    worth = haul(s)
    stolen = from_other(other, net, worth, aside, chances)
    if from_middle(own, other, net, points, worth, aside, chances) >= stolen:
        return FROM_MIDDLE
    return FROM_SEAT + 1 - seat


def examples() -> dict[str, tuple[Any, ...]]:
    """Arguments of the types that the kernel is called with."""
    return {"best_action": (np.zeros(1, RECORD), *SOLVED.arguments().values())}


KERNELS = Kernels("solve-by-kernel", {"best_action": best_action}, examples, [Path(__file__).resolve().parent])


@dataclass(frozen=True)
class Solved:
    """Optimal play by a kernel, as a program beside Python needs it.

    Attributes:
        bot: who plays so.
        players: how many play.
        kernels: with the entry that gives the best action.
        entry: its name; it takes a table, and then `arguments`.
        values: which of them are the values that were solved; numbers from 0 to below 1.
    """

    bot: str = "optimal"
    players: int = PLAYERS
    kernels: Kernels = KERNELS
    entry: str = "best_action"
    values: str = "values"

    def arguments(self, points: int = POINTS) -> Mapping[str, Table]:
        """The values, the dice, and room for a turn."""
        solution = solution_for(points=points)
        dice, at_starts = solution.dice, np.zeros_like(solution.values)
        at_starts[starts(points)] = solution.values[starts(points)]
        rolls = dict(zip(("first", "outcome", "weight", "blank"), dice.arrays, strict=True))
        return {"values": at_starts, **rolls, "chances": tables(points), "rolling": tables(points)}


SOLVED = Solved()
