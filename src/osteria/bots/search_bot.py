"""A bot that knows no game: it tries its options in imagined worlds and plays those out at random.

It needs nothing but the rules, so it plays whatever is installed; where a game has hints, `expert` is stronger.
"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from osteria.bots.bot import Clock
from osteria.bots.hints import Floats
from osteria.bots.search import as_table
from osteria.bots.seeds import Seeds
from osteria.core.decision import Decision, Move
from osteria.core.errors import OsteriaError
from osteria.core.family import MOST_LEGAL
from osteria.core.game import Game
from osteria.core.kernel import Kernels
from osteria.games import game as game_of
from osteria.play import driving
from osteria.play.imagine import SEEDS, Imagination
from osteria.play.view import View

PLAYOUTS = 400
"""For each decision, without a budget of its own."""
WORLDS = 16
"""Imagined at most; more playouts meet them again with other chance."""
LONGEST = 4000
"""A playout of so many small actions counts as it lies: some games have no longest one."""
BATCH = 16
"""Worlds between two looks at the clock."""

_rollouts: dict[str, Kernels] = {}


def rollouts_of(game: Game) -> Kernels:
    """The compiled random playouts of a game's family."""
    family = game.kernels
    if family.name not in _rollouts:
        entry = {"rollouts": driving.drivers(family)["rollouts"]}
        sources = (*family.sources, Path(driving.__file__))
        _rollouts[family.name] = Kernels(f"search-{family.name}", entry, lambda: {"rollouts": _example(game)}, sources)
    return _rollouts[family.name]


def _example(game: Game) -> tuple[Any, ...]:
    states, numbers = np.zeros(1, game.record), np.zeros(MOST_LEGAL, np.int64)
    cells, shares = np.zeros(driving.CELLS, np.int64), np.zeros((1, 1))
    return (states, np.zeros((1, 1), np.int64), 0, 0, 0, 0, 0, states, cells, numbers, shares)


class SearchBot:
    """Plays every option out at random in the same imagined worlds, and takes the one that won most.

    Args:
        playouts: for each decision, shared by its options.
        seed: with the same seed, the same view and no clock it makes the same choice.
    """

    def __init__(self, *, playouts: int = PLAYOUTS, seed: int | None = None) -> None:
        if isinstance(playouts, bool) or not isinstance(playouts, int) or playouts < 1:
            raise OsteriaError(f"A budget of playouts is a whole number from 1, not {playouts!r}.")
        self._playouts, self._seeds = playouts, Seeds(seed)

    def choose(self, decision: Decision, view: View, clock: Clock) -> Move:
        """The option that did best."""
        if len(decision.options) == 1:
            return decision.options[0]
        if view.trace is None or view.seat is None:
            raise OsteriaError("A bot chooses from the assisted view of its own seat.")
        start, rng = perf_counter(), self._seeds.generator(len(view.trace.actions))
        end = None if clock is None else start + clock / 2
        shares = self._play_out(view, decision.options, rng, end)
        return decision.options[int(shares.mean(axis=0).argmax())]

    def _play_out(self, view: View, options: tuple[Move, ...], rng: np.random.Generator, end: float | None) -> Floats:
        """The shares of the win, a row for every world that all options have met."""
        game, count = game_of(view.game), max(1, self._playouts // len(options))
        worlds = Imagination(view, int(rng.integers(SEEDS))).worlds(min(WORLDS, count) if game.hides else 1)
        moves = as_table(options, max(len(option.actions) for option in options))
        seed = int(rng.integers(2**62))
        run, shares = rollouts_of(game).compiled().rollouts, np.zeros((count, len(options)))
        scratch, cells, legal = worlds[:1].copy(), np.zeros(driving.CELLS, np.int64), np.zeros(MOST_LEGAL, np.int64)
        first = 0
        while first < count and (first == 0 or end is None or perf_counter() < end):
            some = min(BATCH, count - first)
            run(worlds, moves, view.seat, seed, first, some, LONGEST, scratch, cells, legal, shares)
            first += some
        return shares[:first]
