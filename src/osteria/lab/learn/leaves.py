"""Tables that playouts come to when a turn begins, and what came of them: what tables are worth is learned from those."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import numpy as np

from osteria.bots.compact_view import CompactView
from osteria.bots.maestro.cutting import kernels_of
from osteria.bots.maestro.maestro import Outlook, describer_of
from osteria.bots.maestro.network import Floats
from osteria.core.schema import Table
from osteria.lab.learn.labels import Labels, Teacher, label_game
from osteria.play.view import View

MOST_TURNS = 8
"""A leaf is so many turns after a decision, at most."""


@dataclass
class LeafTeacher(Teacher):
    """A teacher that notes, besides, where one playout of each option comes to."""

    leaves: list[Table] = field(default_factory=list)
    worth: list[Floats] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__post_init__()
        game = self.table.game
        layout = describer_of(game.kernels.name)
        self._note_leaves, self._features = kernels_of(game.name).compiled().note_leaves, layout.FEATURES
        self._eye, self._tally = self._hints.room(), np.zeros((self._hints.seats, layout.TALLY), np.int64)

    def _values(self, view: CompactView, seen: Outlook) -> Floats:
        rows, values = np.zeros((len(seen.moves), self._features), np.int8), np.zeros(len(seen.moves), np.float32)
        o, win = view.observation[0], self._hints.win_weight(cast(View, view))
        noted = self._note_leaves(
            *(self.table.states, seen.moves, int(o["seat"]), int(o["round"]), win, self._weights, self._stream),
            *(int(self.rng.integers(1, 2**31 - 1)), self._scratch, self._work, self._legal),
            *(int(self.rng.integers(1, MOST_TURNS + 1)), self._eye, self._tally, rows, values),
        )
        self.leaves.append(rows[:noted])
        self.worth.append(values[:noted])
        return super()._values(view, seen)


def note_games(game: str, first: int, count: int, seed: int) -> Labels:
    """The leaves of so many games, from a number on, each as a decision of its own."""
    teachers = [label_game(game, number, seed, LeafTeacher) for number in range(first, first + count)]
    rows = np.concatenate([leaf for teacher in teachers for leaf in teacher.leaves])
    values = np.concatenate([worth for teacher in teachers for worth in teacher.worth])
    return Labels(rows, values, np.arange(len(values)))
