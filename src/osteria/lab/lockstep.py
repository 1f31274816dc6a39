"""How the threads of a GPU's block go through their games together: all that wait at the same stage take it at once.

A stage is what is asked, or which step the rules make by themselves. Nothing here knows CUDA.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from osteria.core.kernel import kernel
from osteria.core.schema import WORD, State, Table
from osteria.games.pizzeria import record as p

FILLER = "filler"
STAGES = 24
"""BOUND: asks up to OVER (17) and 6 steps of the pizza games, 5 asks of Roll for Soles."""
NO_STAGE = -1
MOST, ALL, COLUMNS = STAGES, STAGES + 2, STAGES + 4
"""A count of votes has a column for each stage, then, early and late, the best of them and how many there are."""
PLACE = 32
"""The best is written as votes * PLACE + stage, so that the greatest number is it."""


@kernel
def pizza_stage(s: State) -> int:
    """Asks by their number, steps after them; an order turned up in scoring takes the place of NOBODY."""
    ask = int(s["ask"])
    if ask == p.NOBODY:
        return p.OVER + 1 + int(s["step"])
    if ask == p.DEAL_ORDER and s["phase"] == p.SCORING:
        return p.NOBODY
    return ask


@kernel
def soles_stage(s: State) -> int:
    """What is asked; nothing goes on by itself."""
    return int(s["ask"])


def bits_of(*stages: int) -> int:
    """Stages as a mask."""
    return sum(1 << stage for stage in stages)


def steps_of(*steps: int) -> tuple[int, ...]:
    """The stages of steps that the pizza rules make by themselves."""
    return tuple(p.OVER + 1 + step for step in steps)


@dataclass(frozen=True)
class Course:
    """The stages of a family of games.

    Attributes:
        stage_of: the stage at which a game is.
        late: those of scoring, as a mask. Games wait before them until none is left that is not there yet, and so
            on the way back: so most threads are in the same half of the rules.
        repeated: those that are taken again at once while the game stays there: cards dealt, an oven turned over.
        followed: steps that are taken at once after whatever led to them: a turn ends, the next begins.
        lines_up: whether games that are stepped stand in line by what they are asked; few asks are not worth it.
    """

    stage_of: Callable[[State], int]
    late: int
    repeated: int
    followed: int
    lines_up: bool


COURSES: Mapping[str, Course] = {
    "pizzeria": Course(
        pizza_stage,
        bits_of(
            *(p.NOBODY, p.JOIN, p.AMOUNTS, p.WAY, p.FILL, p.HELP, p.BLOCK, p.PICK, p.REVEAL, p.MATCH, p.CLOSE),
            *steps_of(p.OVEN_TURNS, p.SERIES_GROWS, p.ORDER_JUDGED, p.REWARD_DUE),
        ),
        bits_of(p.DEAL, p.DEAL_ORDER, p.NOBODY),
        bits_of(*steps_of(p.TURN_BEGINS, p.TURN_ENDS)),
        True,
    ),
    "roll_for_soles": Course(soles_stage, 0, 0, 0, False),
}


@kernel
def elected(count: Table, is_late: int) -> int:
    """The stage at which most games wait, plus STAGES if that is a late one; NO_STAGE: none waits anywhere.

    It is of the half (late or not) that was on last, as long as any game is there.
    """
    if count[ALL + is_late] == 0:
        is_late = 1 - is_late
    if count[ALL + is_late] == 0:
        return NO_STAGE
    return STAGES * is_late + int(count[MOST + is_late]) % PLACE


# ------------------------------------------------------------------------------------------------- Narrow records

NARROW = "i2"
"""SPEED: the width of scalars on a GPU, instead of i4: more of a block's games fit into the cache."""


def narrowed(record: np.dtype[Any]) -> np.dtype[Any]:
    """A record with the same fields, its scalars as narrow as NARROW says, in whole words."""
    named = cast("Mapping[str, tuple[np.dtype[Any], int]]", record.fields)
    kinds = {name: kind for name, (kind, _) in named.items() if name != FILLER}
    rows = [(name, kind if kind.shape else NARROW) for name, kind in kinds.items()]
    rows.sort(key=lambda row: -np.dtype(row[1]).base.itemsize)
    filler = -np.dtype(rows).itemsize % WORD
    return np.dtype([*rows, (FILLER, "i1", (filler,))] if filler else rows, align=True)


def converted(records: Table, kind: np.dtype[Any]) -> Table:
    """The same records with fields of other widths."""
    made = np.zeros(records.shape, kind)
    for name in kind.names or ():
        if name != FILLER:
            made[name] = records[name]
    return made
