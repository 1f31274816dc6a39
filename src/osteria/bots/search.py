"""Playouts of imagined worlds: what each option of a decision leads to."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from osteria.bots.comparing import KERNELS as COMPARING
from osteria.bots.hints import END, PLAYOUTS, hints_of
from osteria.core.decision import Move
from osteria.core.errors import OsteriaError
from osteria.core.family import MOST_LEGAL
from osteria.core.kernel import Kernels
from osteria.core.schema import Table
from osteria.games import game as game_of
from osteria.play.imagine import Imagination
from osteria.play.reshuffle import KERNELS as RESHUFFLE
from osteria.play.view import View

ROWS = 256
"""Worlds for which there is room at first."""


class Search:
    """The options of a decision, and the playouts made of them so far.

    Every world is met by several options with the same stream of chance, so that differences between options are less
    noisy than their values. `shares[world, option]` is the share of the win, `leads` how far the seat was ahead; NaN
    where an option did not meet a world.

    Args:
        view: the assisted view of the seat that is asked.
        options: what to compare.
        seed: where chance is drawn from.
        worlds: imagined ones; more playouts meet them again with other chance.
        last: the round at whose end playouts stop.
        player: whose weights everybody has in playouts.
    """

    def __init__(
        self,
        view: View,
        options: Sequence[Move],
        seed: int,
        worlds: Table,
        last: int = END,
        player: str = PLAYOUTS,
    ) -> None:
        if view.trace is None or view.seat is None:
            raise OsteriaError("A bot chooses from the assisted view of its own seat.")
        self.seat, self.last, self.seed = view.seat, last, seed
        self.roll = all_compiled(view.game).roll
        self.until: tuple[Any, ...] = ()
        """What else `roll` needs where playouts end before that round does."""
        hints = hints_of(view.game)
        self.moves = as_table(options, hints.longest_move)
        self.weights = hints.weights_of_all(player, view.game)
        self.worlds = worlds
        self.shares, self.leads = np.full((ROWS, len(options)), np.nan), np.full((ROWS, len(options)), np.nan)
        self.streams = self._more_streams(0)
        self.stream, self.scratch = np.zeros(2, np.int64), self.worlds[:1].copy()
        self.work, self.legal = hints.room(), np.zeros(MOST_LEGAL, np.int64)
        self.met = 0
        self.playouts = 0
        self.prior = np.zeros(len(options))
        """How far each option is ahead by what was learned before; added to what the playouts say."""

    def play(self, alive: Table, count: int) -> None:
        """Let the options that are alive (1, else 0) meet so many more worlds."""
        while self.met + count > len(self.shares):
            self._make_room()
        self.playouts += int(
            self.roll(
                *(self.worlds, self.met, count, self.moves, alive, self.seat, self.last, self.weights, self.stream),
                *(self.streams, self.scratch, self.work, self.legal, self.shares, self.leads, *self.until),
            )
        )
        self.leads[self.met : self.met + count] += self.prior
        self.met += count

    def _make_room(self) -> None:
        more = np.full(self.shares.shape, np.nan)
        self.shares, self.leads = np.vstack([self.shares, more]), np.vstack([self.leads, more])
        while len(self.streams) < len(self.shares):
            self.streams = np.concatenate([self.streams, self._more_streams(len(self.streams))])

    def _more_streams(self, first: int) -> Table:
        streams = np.zeros(ROWS, np.int64)
        COMPARING.best.start_streams(self.seed, first, streams)
        return streams


def as_table(options: Sequence[Move], longest: int) -> Table:
    """The small actions of every option, -1 after its last."""
    moves = np.full((len(options), longest), -1, np.int64)
    for row, option in zip(moves, options, strict=True):
        row[: len(option.actions)] = option.actions
    return moves


def kernels_for(game: str) -> tuple[Kernels, ...]:
    """Everything that a search runs: playouts, the rules, what compares options and what imagines worlds."""
    return hints_of(game).kernels, game_of(game).kernels, COMPARING, *([RESHUFFLE] if game_of(game).hides else [])


def all_compiled(game: str) -> SimpleNamespace:
    """The compiled playouts of a game; what imagines its worlds is compiled too."""
    for kernels in kernels_for(game):
        kernels.compiled()
    return hints_of(game).kernels.best


def imagined(view: View, seed: int, count: int) -> Table:
    """Imagined worlds; where nothing is hidden there is only one."""
    all_compiled(view.game)
    if not game_of(view.game).hides:
        return view.observation.copy()
    return Imagination(view, seed).worlds(count)
