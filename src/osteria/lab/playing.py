"""The kernels that drive many games: written once, bound to each family of games, for the CPU and for CUDA."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from osteria.core.errors import OsteriaError
from osteria.core.family import MOST_LEGAL
from osteria.core.game import Game
from osteria.core.kernel import Kernels
from osteria.core.schema import Table
from osteria.play import driving

LINE = 128
"""Bytes of two lines of the cache: they are fetched in pairs."""
VERSIONS = (1, 2)
"""Of observations: 2 adds the stack that everybody saw being laid, card by card."""
Examples = Mapping[str, tuple[Any, ...]]
ENTRIES = ("playouts", "first_refused", "advance")


def apart(shape: int | tuple[int, ...], kind: npt.DTypeLike) -> Table:
    """SPEED: zeros that share no line of the cache with what another thread writes to."""
    kind, count = np.dtype(kind), int(np.prod(shape))
    space = np.zeros(count * kind.itemsize + 2 * LINE, np.uint8)
    first = -space.ctypes.data % LINE
    return space[first : first + count * kind.itemsize].view(kind).reshape(shape)


def checked_version(version: int) -> int:
    """The version of observations, if there is such a one."""
    if version not in VERSIONS:
        raise OsteriaError(f"Observations have the versions {' and '.join(map(str, VERSIONS))}, not {version!r}.")
    return version


class Workplace:
    """The arrays that one thread drives whole games with, and what it counts."""

    def __init__(self, game: Game, players: int, fresh: Table) -> None:
        self.states, self.fresh = apart(1, game.record), fresh
        self.cells, self.legal = apart(driving.CELLS, np.int64), apart(MOST_LEGAL, np.int64)
        self.counts = apart((2, driving.ASKS), np.int64)
        self.scores = apart((players, driving.POINTS), np.int64)
        self.wins = apart((players, players + 1), np.int64)
        self.found = apart(driving.FINDINGS, np.int64)
        self.found[driving.SHORTEST] = np.iinfo(np.int64).max

    def arguments(self, seed: int, first: int, games: int, checks: int) -> tuple[Any, ...]:
        """What the entry `playouts` takes."""
        table = (self.states, self.fresh, self.cells, self.legal)
        return (*table, seed, first, games, checks, self.counts, self.scores, self.wins, self.found)


class Places:
    """The arrays of games that are stepped together."""

    def __init__(self, game: Game, players: int, fresh: Table, size: int) -> None:
        self.states, self.fresh = np.zeros(size, game.record), fresh
        self.cells = np.zeros((size, driving.CELLS), np.int64)
        self.observations, self.blank = np.zeros(size, game.observation), np.zeros(1, game.observation)
        self.masks = np.zeros((size, game.actions), np.bool_)
        self.seats, self.picks = np.zeros(size, np.int64), np.zeros(size, np.int64)
        self.rewards, self.ends = np.zeros((size, players), np.float32), np.zeros((2, size), np.bool_)

    def arrays(self) -> tuple[Any, ...]:
        """The first arguments of the entry `advance`: a thread's list of legal actions and the actions follow."""
        shown = (self.observations, self.blank, self.masks, self.seats, self.picks)
        return (self.states, self.fresh, self.cells, *shown, self.rewards, self.ends)


def examples_for(game: Game) -> Callable[[], Examples]:
    """Arguments of the types that each entry is compiled for."""

    def examples() -> Examples:
        fresh, legal = np.zeros(1, game.record), np.zeros(MOST_LEGAL, np.int64)
        places, actions = Places(game, 2, fresh, 1), np.zeros(1, np.int64)
        return {
            "playouts": Workplace(game, 2, fresh).arguments(0, 0, 0, 0),
            "first_refused": (places.masks, actions),
            "advance": (*places.arrays(), legal, actions, 0, 0, 0, 0, 0, 0, 0),
        }

    return examples


_families: dict[str, Kernels] = {}


def kernels_for(game: Game) -> Kernels:
    """The compiled drivers of a game's family; `.compiled()` compiles or loads them."""
    return _kernels(game, f"lab-{game.kernels.name}", ENTRIES, examples_for(game))


def sequences_for(game: Game) -> Kernels:
    """The same of what fills sequences, which only observations of version 2 need."""
    sequences = np.zeros((1, game.sequence_length), np.int8)
    examples = {"sequences": (np.zeros(1, game.record), 0, sequences)}
    return _kernels(game, f"lab-{game.kernels.name}-sequences", ("sequences",), lambda: examples)


def _kernels(game: Game, name: str, entries: tuple[str, ...], examples: Callable[[], Examples]) -> Kernels:
    if name not in _families:
        functions = driving.drivers(game.kernels)
        sources = (*game.kernels.sources, Path(driving.__file__))
        _families[name] = Kernels(name, {entry: functions[entry] for entry in entries}, examples, sources)
    return _families[name]
