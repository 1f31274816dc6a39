"""The weights of the rules of thumb, found by letting them play each other.

They lie beside the kernels, not among them: another habit needs no other compiled code.
"""

from __future__ import annotations

import numpy as np

from osteria.bots.worlds.weights import RANDOM
from osteria.core.schema import Table

MAMMA_MIA = np.array(
    [41, 303, 188, 20, 0, 0, 0, 17, 10, 13, 0, 740, 292, 150, 0, 3, 5, 1, 1, 0, 0, 10, 0],
    np.int64,
)
SOLE_MIO = np.array(
    [78, 328, 415, 330, 401, 500, 87, 20, 10, 3, 80, 243, 268, 71, 0, 5, 3, 2, 1, 2, 1000, 10, 0],
    np.int64,
)
GRANDE = np.array(
    [38, 409, 504, 100, 389, 500, 150, 8, 0, 30, 27, 1528, 635, 300, 0, 3, 4, 3, 0, 0, 1000, 14, 0],
    np.int64,
)
CAUTIOUS_SOLE_MIO = np.array(
    [40, 500, 250, 100, 150, 500, 150, 30, 10, 30, 20, 400, 450, 150, 0, 3, 3, 3, 1, 0, 1000, 10, 0],
    np.int64,
)
"""Puts in an order only if it looks good, which is less than Sole Mio! rewards: others help."""
PIZZA: dict[str, Table] = {"mamma-mia": MAMMA_MIA, "sole-mio": SOLE_MIO, "grande": GRANDE}

CAREFUL_SOLES = np.array([0, 1000, 0, 1], np.int64)
"""Weighs what a roll may bring against what it may cost."""
FIXED_SOLES = np.array([10, 1000, 0, 1], np.int64)
"""Secures at a fixed net, and takes from the strongest."""
TIMID_SOLES = np.array([12, 1000, 0, 0], np.int64)
"""Secures at a fixed net, and always takes from the middle."""
REGULAR: dict[str, Table] = {**PIZZA, "roll-for-soles": FIXED_SOLES}
NOVICE: dict[str, Table] = {**PIZZA, "sole-mio": CAUTIOUS_SOLE_MIO, "roll-for-soles": TIMID_SOLES}
PLAYOUTS: dict[str, Table] = {**PIZZA, "roll-for-soles": CAREFUL_SOLES}
"""By which everybody plays in playouts."""
AT_RANDOM: dict[str, Table] = {
    **dict.fromkeys(PIZZA, np.array([0] * RANDOM + [1], np.int64)),
    "roll-for-soles": np.array([0, 0, 1, 0], np.int64),
}
