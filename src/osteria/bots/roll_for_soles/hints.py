"""The hints of Roll for Soles: weights of the rules of thumb, and how far playouts go."""

from __future__ import annotations

from osteria.bots.hints import NOVICE, PLAYOUTS, RANDOM, REGULAR, Hints
from osteria.bots.roll_for_soles.choosing import weights
from osteria.bots.roll_for_soles.playouts import KERNELS, LONGEST_MOVE, SCRATCH
from osteria.core.schema import Table
from osteria.games.roll_for_soles.record import MOST_PLAYERS

CAREFUL = weights(bold=1000, steals=1)
"""Weighs what a roll may bring against what it may cost."""
FIXED = weights(limit=10, bold=1000, steals=1)
"""Secures at a fixed net, and takes from the strongest."""
TIMID = weights(limit=12, bold=1000)
"""Secures at a fixed net, and always takes from the middle."""


def only(numbers: Table) -> dict[str, Table]:
    """Numbers of the one game of this family."""
    return {"roll-for-soles": numbers}


HINTS = Hints(
    KERNELS,
    {REGULAR: only(FIXED), NOVICE: only(TIMID), PLAYOUTS: only(CAREFUL), RANDOM: only(weights(random=1))},
    seats=MOST_PLAYERS,
    longest_move=LONGEST_MOVE,
    scratch=SCRATCH,
    solved="osteria.solve.by_kernel:SOLVED",
)
