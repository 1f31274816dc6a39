"""Labelled positions: every option of a decision played out by the rules of thumb, from the table as it truly is.

The teacher may look at the table: what it says of one deal is luck, and over many deals the network, which is given
nothing but what the seat may know, learns the mean over everything that the seat cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar, cast

import numpy as np

from osteria.bots.compact_view import CompactView
from osteria.bots.hints import LEARNED, PLAYOUTS, hints_of
from osteria.bots.maestro.maestro import MANY, Describer, Outlook
from osteria.bots.maestro.network import Floats
from osteria.bots.rules_of_thumb import RulesOfThumb
from osteria.core.family import MOST_LEGAL
from osteria.core.schema import Table
from osteria.games import game as game_of
from osteria.lab.seating import number_from
from osteria.lab.wordless import WordlessTable
from osteria.play.view import View

EACH = 8
"""Playouts of every option, all options with the same streams of chance."""
PLAYERS = (2, 2, 4, 2, 2, 3, 2, 2, 4, 2, 2, 5, 2, 2, 4, 2, 2, 3, 2, 2)
"""Games have so many players, in turn."""
RANDOM, TEACHER = 0.1, 0.55
"""Which share of moves is made at random, and up to which the best by the labels; the rest by the rules of thumb."""


@dataclass(frozen=True)
class Labels:
    """Labelled decisions.

    Attributes:
        rows: the numbers that a network is given for the table after every option, one decision after the other.
        values: what the playouts of each option were worth on average.
        starts: the place of each decision's first option.
    """

    rows: Table
    values: Floats
    starts: Table

    def keep(self, file: Path) -> None:
        """Write them, at once or not at all."""
        partial = file.with_name(f"partial-{file.name}")
        np.savez(partial, rows=self.rows, values=self.values, starts=self.starts)
        partial.rename(file)

    @staticmethod
    def kept(files: Sequence[Path]) -> Labels:
        """Read what `keep` wrote, one part after the other."""
        parts = [dict(np.load(file)) for file in files]
        sizes = np.cumsum([0, *(len(part["values"]) for part in parts[:-1])])
        return Labels(
            np.concatenate([part["rows"] for part in parts]),
            np.concatenate([part["values"] for part in parts]),
            np.concatenate([part["starts"] + size for part, size in zip(parts, sizes, strict=True)]),
        )


@dataclass
class Teacher:
    """Answers for every seat of a table, and notes what each option is worth there.

    Args:
        table: that it looks at.
        rng: where chance comes from.
    """

    table: WordlessTable
    rng: np.random.Generator
    rows: list[Table] = field(default_factory=list)
    values: list[Floats] = field(default_factory=list)

    def __post_init__(self) -> None:
        game = self.table.game.name
        self._hints, self._describer = hints_of(game), Describer(game)
        self._thumb = RulesOfThumb(PLAYOUTS, 1.0, int(self.rng.integers(2**31)))
        self._weights, self._work = self._hints.weights_of_all(LEARNED, game), self._hints.room()
        self._legal, self._scratch = np.zeros(MOST_LEGAL, np.int64), self.table.states.copy()
        self._stream = np.zeros(2, np.int64)

    def actions(self, view: CompactView) -> tuple[int, ...]:
        """A move of the seat that is asked, after its options are labelled."""
        thumb = self._thumb.actions(view)
        seen = self._describer.look(view, thumb)
        if len(seen.moves) == 1 or len(seen.moves) > MANY:
            return thumb
        values = self._values(view, seen)
        self.rows.append(self._describer.summarise(seen.rows))
        self.values.append(values)
        luck = self.rng.random()
        if luck < RANDOM:
            return seen.actions(int(self.rng.integers(len(values))))
        return seen.actions(int(values.argmax())) if luck < TEACHER else thumb

    def _values(self, view: CompactView, seen: Outlook) -> Floats:
        """What every option is worth, by playouts to the end of the round."""
        shares, leads = np.zeros((EACH, len(seen.moves))), np.zeros((EACH, len(seen.moves)))
        o, alive = view.observation[0], np.ones(len(seen.moves), np.int64)
        streams = self.rng.integers(1, 2**31 - 1, EACH, np.int64)
        self._hints.kernels.best.roll(
            *(self.table.states, 0, EACH, seen.moves, alive, int(o["seat"]), int(o["round"]), self._weights),
            *(self._stream, streams, self._scratch, self._work, self._legal, shares, leads),
        )
        win = self._hints.win_weight(cast(View, view))  # a view as numbers: it has the same observation
        return np.asarray((win * shares + (1 - win) * leads).mean(axis=0), np.float32)


AnyTeacher = TypeVar("AnyTeacher", bound=Teacher)


def label_game(game: str, number: int, seed: int, kind: type[AnyTeacher]) -> AnyTeacher:
    """One game, with every decision labelled that is one, by such a teacher."""
    deal = number_from(seed, game, number)
    table = WordlessTable(game_of(game), deal, PLAYERS[number % len(PLAYERS)])
    teacher = kind(table, np.random.default_rng(deal))
    while not table.is_over:
        table.go_on([teacher] * len(table.seats))
    return teacher


def label_games(game: str, first: int, count: int, seed: int) -> Labels:
    """So many games, from a number on."""
    teachers = [label_game(game, number, seed, Teacher) for number in range(first, first + count)]
    rows = [row for teacher in teachers for row in teacher.rows]
    values = [value for teacher in teachers for value in teacher.values]
    starts = np.cumsum([0, *map(len, values[:-1])])
    return Labels(np.concatenate(rows), np.concatenate(values), starts)
