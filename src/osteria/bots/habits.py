"""The weights of the rules of thumb, found by letting them play each other.

They lie beside the kernels, not among them: another habit needs no other compiled code.
"""

from __future__ import annotations

import numpy as np

from osteria.bots.worlds.weights import RANDOM
from osteria.core.schema import Table

MAMMA_MIA = np.array(
    [60, 300, 80, 20, 0, 0, 0, 30, 10, 30, 0, 500, 500, 150, 0, 3, 2, 3, 1, 0, 0, 10, 0],
    np.int64,
)
SOLE_MIO = np.array(
    [40, 500, 250, 100, 150, 500, 150, 30, 10, 30, 20, 400, 450, 150, 0, 3, 3, 3, 1, 0, 1000, 10, 0],
    np.int64,
)
GRANDE = np.array(
    [40, 500, 250, 100, 150, 500, 150, 30, 10, 30, 20, 400, 550, 300, 0, 3, 3, 3, 1, 0, 1000, 10, 0],
    np.int64,
)
PIZZA: dict[str, Table] = {"mamma-mia": MAMMA_MIA, "sole-mio": SOLE_MIO, "grande": GRANDE}

CAREFUL_SOLES = np.array([0, 1000, 0], np.int64)
"""Weighs what a roll may bring against what it may cost."""
FIXED_SOLES = np.array([12, 1000, 0], np.int64)
"""Secures at a fixed net, and always takes from the middle."""
REGULAR: dict[str, Table] = {**PIZZA, "roll-for-soles": CAREFUL_SOLES}
NOVICE: dict[str, Table] = {**PIZZA, "roll-for-soles": FIXED_SOLES}
AT_RANDOM: dict[str, Table] = {
    **dict.fromkeys(PIZZA, np.array([0] * RANDOM + [1], np.int64)),
    "roll-for-soles": np.array([0, 0, 1], np.int64),
}
