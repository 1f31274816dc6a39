"""Where solutions are kept: the default dice are shipped with the package, others stay in the user's cache folder.

For two players a file holds the values at the starts of turns, row by row of the player's own points: 3,240 numbers, 26 kB.
For three it holds the strategy's guide as whole numbers of 16 bits: 171,700 of them, 343 kB.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from osteria.core.kernel import cache_folder
from osteria.solve.dice import DEFAULT, Floats, Integers, dice_with, six_faces
from osteria.solve.soles import POINTS, Solution, Watch, solve, unknown, unwatched
from osteria.solve.three import POINTS as THREE
from osteria.solve.three import STEPS, WIDTH, Strategy
from osteria.solve.three import solve as solve_three
from osteria.solve.three import starts as three_starts

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
    numbers = read(file)
    rows, columns = starts(points)
    if (
        numbers is None
        or numbers.dtype != np.float64
        or numbers.shape != rows.shape
        or not np.all((numbers >= 0) & (numbers <= 1))
    ):
        return None
    values = unknown(points)
    values[rows, columns] = numbers
    return values


def keep(solution: Solution, folder: Path) -> Path | None:
    """Write a solution's values into a folder, whole or not at all; None where nothing can be written."""
    return write(folder / file_name(solution.faces, solution.points), solution.values[starts(solution.points)])


def write(file: Path, numbers: NDArray[Any]) -> Path | None:
    """Write an array into a file, whole or not at all; None where nothing can be written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=file.parent, suffix=".npy")
        with os.fdopen(handle, "wb") as out:
            np.save(out, numbers)
        Path(draft).replace(file)
    except OSError:
        return None
    return file


def read(file: Path) -> NDArray[Any] | None:
    """The array in a file; None if there is none that can be read."""
    try:
        numbers: NDArray[Any] = np.load(file, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    return numbers


def starts(points: int) -> tuple[Integers, Integers]:
    """The scores at which a turn can start: something is left in the middle."""
    scores = np.arange(points + 1)
    own, other = np.nonzero(np.add.outer(scores, scores) < points)
    return own, other


@cache
def stored_strategy(faces: tuple[str, ...] = DEFAULT, points: int = THREE) -> Strategy | None:
    """The strategy for three players with these six faces in the fixed order, shipped or kept; None: nobody worked it out."""
    for origin, folder in (("shipped", SHIPPED), ("kept", kept())):
        start, guide = time.perf_counter(), read_guide(folder / strategy_name(faces, points), points)
        if guide is not None:
            return Strategy(dice_with(faces), guide, origin=origin, seconds=time.perf_counter() - start)
    return None


def strategy_for(
    faces: Sequence[str] = DEFAULT, *, points: int = THREE, threads: int = 1, watch: Watch = unwatched
) -> Strategy:
    """The strategy for three players with these dice: shipped, kept from an earlier run, or else worked out now and kept."""
    strategy = stored_strategy(six_faces(faces), points)
    if strategy is None:
        strategy = solve_three(faces, points=points, threads=threads, watch=watch)
        keep_strategy(strategy, kept())
        stored_strategy.cache_clear()
    return strategy


def strategy_name(faces: Sequence[str], points: int, width: float = WIDTH) -> str:
    """Such as `1-1-2-hook-double-water-100-three-0.001.npy`: the width of its choices comes last."""
    return f"{'-'.join(faces)}-{points}-three-{width:g}.npy"


def read_guide(file: Path, points: int) -> Floats | None:
    """The guide in a file; None if there is no such file or it holds something else."""
    numbers = read(file)
    if numbers is None:
        return None
    inside = three_starts(points)
    if numbers.dtype != np.uint16 or numbers.shape != (int(inside.sum()),):
        return None
    guide = np.zeros(inside.shape)
    guide[inside] = numbers / STEPS
    return guide


def keep_strategy(strategy: Strategy, folder: Path) -> Path | None:
    """Write a strategy's guide into a folder; None where nothing can be written."""
    numbers = np.round(strategy.guide[three_starts(strategy.points)] * STEPS).astype(np.uint16)
    return write(folder / strategy_name(strategy.faces, strategy.points, strategy.width), numbers)
