"""How the threads of a GPU's block go through their games together: all that wait at the same stage take it at once.

A stage is what is asked, or which step the rules make by themselves. Nothing here knows CUDA.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import numpy as np

from osteria.core.kernel import kernel
from osteria.core.schema import WORD, Table

FILLER = "filler"
STAGES = 24
"""BOUND: no family has so many asks and steps; `Stages` says what they are."""
NO_STAGE = -1
MOST, ALL, COLUMNS = STAGES, STAGES + 2, STAGES + 4
"""A count of votes has a column for each stage, then, early and late, the best of them and how many there are."""
PLACE = 32
"""The best is written as votes * PLACE + stage, so that the greatest number is it."""


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
