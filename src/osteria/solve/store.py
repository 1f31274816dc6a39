"""Where solutions are kept: the default dice are shipped with the package, others stay in the user's cache folder.

A file holds the values at the starts of turns, row by row of the player's own points: 3,240 numbers, 26 kB.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from osteria.core.kernel import cache_folder
from osteria.solve.dice import DEFAULT, Floats, Integers, dice_with, six_faces
from osteria.solve.soles import POINTS, Solution, Watch, solve, unknown

SHIPPED = Path(__file__).parent / "data"


def solution_for(faces: Sequence[str] = DEFAULT, *, points: int = POINTS, watch: Watch | None = None) -> Solution:
    """Optimal play with these dice: shipped, kept from an earlier run, or else solved now and kept.

    Args:
        faces: the six faces of each die, in any order.
        points: all points of the game.
        watch: called after every sweep, if it has to be solved, with its number and the largest change.
    """
    return _solution_for(six_faces(faces), points, watch)


@cache
def _solution_for(faces: tuple[str, ...], points: int, watch: Watch | None) -> Solution:
    for origin, folder in (("shipped", SHIPPED), ("kept", kept())):
        start, values = time.perf_counter(), read_values(folder / file_name(faces, points), points)
        if values is not None:
            return Solution(dice_with(faces), values, origin=origin, seconds=time.perf_counter() - start)
    solution = solve(faces, points=points, watch=watch)
    keep(solution, kept())
    return solution


def kept() -> Path:
    """The folder of solutions that were worked out on this machine."""
    return cache_folder().parent / "solutions"


def file_name(faces: Sequence[str], points: int) -> str:
    """Such as `1-1-2-hook-double-water-80.npy`."""
    return f"{'-'.join(faces)}-{points}.npy"


def read_values(file: Path, points: int) -> Floats | None:
    """The values in a file; None if there is no such file or it holds something else."""
    try:
        numbers = np.load(file, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    rows, columns = starts(points)
    if numbers.dtype != np.float64 or numbers.shape != rows.shape or not np.all((numbers >= 0) & (numbers <= 1)):
        return None
    values = unknown(points)
    values[rows, columns] = numbers
    return values


def keep(solution: Solution, folder: Path) -> Path | None:
    """Write a solution's values into a folder, whole or not at all; None where nothing can be written."""
    file = folder / file_name(solution.faces, solution.points)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=folder, suffix=".npy")
        with os.fdopen(handle, "wb") as out:
            np.save(out, solution.values[starts(solution.points)])
        Path(draft).replace(file)
    except OSError:
        return None
    return file


def starts(points: int) -> tuple[Integers, Integers]:
    """The scores at which a turn can start: something is left in the middle."""
    scores = np.arange(points + 1)
    own, other = np.nonzero(np.add.outer(scores, scores) < points)
    return own, other
