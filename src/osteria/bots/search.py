"""Playouts of imagined worlds: what each option of a decision leads to."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

import numpy as np
import numpy.typing as npt

from osteria.bots.habits import PLAYOUTS
from osteria.bots.sight import PIZZA_GAMES
from osteria.bots.thumb import kernels_of
from osteria.bots.worlds import pizza_playouts
from osteria.bots.worlds.outlook import WORK
from osteria.core.decision import Move
from osteria.core.entries import MOST_LEGAL
from osteria.core.errors import OsteriaError
from osteria.core.kernel import Kernels
from osteria.core.schema import Table
from osteria.games import game as game_of
from osteria.games.pizzeria.cards import MOST_PLAYERS as PIZZA_PLAYERS
from osteria.games.roll_for_soles.record import MOST_PLAYERS as SOLES_PLAYERS
from osteria.play.imagine import Imagination
from osteria.play.stir import KERNELS as STIRRING
from osteria.play.view import View

Floats = npt.NDArray[np.float64]
ROWS = 256
"""Worlds for which there is room at first."""
END = 1 << 20
"""As a last round: play to the end of the game."""


class Search:
    """The options of a decision, and the playouts made of them so far.

    Every world is met by several options with the same stream of chance, so that differences between options are less
    noisy than their values. `shares[world, option]` is the share of the win, `leads` how far the seat was ahead; NaN
    where an option did not meet a world.

    Args:
        view: the assisted view of the seat that is asked.
        options: what to compare.
        rng: where worlds and chance are drawn from.
        last: the round at whose end playouts stop.
        most_worlds: so many worlds are imagined; more playouts meet them again with other chance.
    """

    def __init__(
        self, view: View, options: Sequence[Move], rng: np.random.Generator, last: int = END, most_worlds: int = ROWS
    ) -> None:
        if view.trace is None or view.seat is None:
            raise OsteriaError("A bot chooses from the assisted view of its own seat.")
        self.seat, self.last, self.rng = view.seat, last, rng
        self.roll = all_compiled(view.game).roll
        self.moves = np.full((len(options), pizza_playouts.LONGEST_MOVE), -1, np.int64)
        for row, option in zip(self.moves, options, strict=True):
            row[: len(option.actions)] = option.actions
        self.weights = _weights(view.game)
        self.worlds = _worlds(view, rng, most_worlds)
        self.shares, self.leads = np.full((ROWS, len(options)), np.nan), np.full((ROWS, len(options)), np.nan)
        self.streams = rng.integers(1, 2**31 - 1, ROWS, np.int64)
        self.stream, self.scratch = np.ones(1, np.int64), self.worlds[:1].copy()
        self.work, self.legal = (
            np.zeros((len(self.weights), WORK), np.int64),
            np.zeros(MOST_LEGAL, np.int64),
        )
        self.met = 0
        self.playouts = 0

    def play(self, alive: Table, count: int) -> None:
        """Let the options that are alive (1, else 0) meet so many more worlds."""
        while self.met + count > len(self.shares):
            self._make_room()
        self.playouts += int(
            self.roll(
                *(self.worlds, self.met, count, self.moves, alive, self.seat, self.last, self.weights, self.stream),
                *(self.streams, self.scratch, self.work, self.legal, self.shares, self.leads),
            )
        )
        self.met += count

    def _make_room(self) -> None:
        more = np.full(self.shares.shape, np.nan)
        self.shares, self.leads = np.vstack([self.shares, more]), np.vstack([self.leads, more])
        self.streams = np.concatenate([self.streams, self.rng.integers(1, 2**31 - 1, len(more), np.int64)])


def kernels_for(game: str) -> tuple[Kernels, ...]:
    """Everything that a search runs: playouts, the rules, and what imagines worlds."""
    return kernels_of(game), game_of(game).kernels, STIRRING


def all_compiled(game: str) -> SimpleNamespace:
    """The compiled playouts of a game; what imagines its worlds is compiled too."""
    for kernels in kernels_for(game):
        kernels.compiled()
    return kernels_of(game).best


def _worlds(view: View, rng: np.random.Generator, count: int) -> Table:
    """Imagined worlds; where nothing is hidden there is only one."""
    if view.game not in PIZZA_GAMES:
        return view.observation.copy()
    return Imagination(view, rng).worlds(count)


def _weights(game: str) -> Table:
    """Everybody plays by the same rules of thumb."""
    return PLAYOUTS[game][None].repeat(PIZZA_PLAYERS if game in PIZZA_GAMES else SOLES_PLAYERS, 0)
