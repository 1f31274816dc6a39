"""The maestro: learned from search what a table is worth, and plays without searching."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from osteria.bots.compact_view import CompactView
from osteria.bots.hints import PLAYOUTS, REGULAR, hints_of
from osteria.bots.maestro.network import Floats, network_of, weights_of
from osteria.bots.rules_of_thumb import RulesOfThumb, fresh_table
from osteria.core.errors import OsteriaError
from osteria.core.family import MOST_LEGAL
from osteria.core.schema import Table
from osteria.games import game as game_of

MANY = 24
"""More options than that are left to the rules of thumb: ways in which four kinds are named."""
MARGIN = 0.1
"""In tenths, as networks value: by so much an option must be better than the rules of thumb's own."""


@dataclass(frozen=True)
class Outlook:
    """What may be done now, and what the table looks like then.

    Attributes:
        moves: the small actions of every move, -1 after its last.
        rows: a description of the table after it, a row each; the last number is 1 for the rules of thumb's own move.
    """

    moves: Table
    rows: Table

    @property
    def own(self) -> int:
        """The place of the rules of thumb's own move."""
        return int(self.rows[:, -1].argmax())

    def actions(self, place: int) -> tuple[int, ...]:
        """The small actions of a move."""
        return tuple(part for part in self.moves[place].tolist() if part >= 0)


@cache
def describer_of(family: str) -> Any:
    """The module that describes the tables of a family of games."""
    return import_module(f"{__package__}.{family}")


def summary_of(game: str) -> Callable[[Table], Table]:
    """What makes the numbers for a network of the descriptions of a game's tables."""
    found: Callable[[Table], Table] = import_module(f"{__package__}.summary.{game_of(game).kernels.name}").summarise
    return found


class Describer:
    """Describes the options of decisions; keeps the room that the kernel needs."""

    def __init__(self, game: str) -> None:
        self.layout, self._hints = describer_of(game_of(game).kernels.name), hints_of(game)
        self.summarise = summary_of(game)
        self._weights = self._hints.weights[PLAYOUTS][game]
        self._tables, self._work = np.zeros(2, game_of(game).record), self._hints.room()
        self._legal, self._oven = np.zeros(MOST_LEGAL, np.int64), np.zeros(MOST_LEGAL, np.int64)
        self._tally = np.zeros((self._hints.seats, self.layout.TALLY), np.int64)
        self._moves = np.zeros((self.layout.MOVES, self._hints.longest_move), np.int64)
        self._rows = np.zeros((self.layout.MOVES, self.layout.FEATURES + 1), np.int8)

    def look(self, view: CompactView, thumb: tuple[int, ...]) -> Outlook:
        """The options of the seat that is asked; `thumb` is the rules of thumb's own."""
        oven = self._hints.remembered(view.noted, 1.0, 0)
        self._oven[: len(oven)] = oven
        count = self.layout.KERNELS.best.look_ahead(
            *(view.observation, self._oven, len(oven), fresh_table(view.game, view.seats, view.options)),
            *(self._weights, self._tables, self._work, self._legal, self._tally, self._moves, self._rows),
        )
        seen = Outlook(self._moves[:count], self._rows[:count])
        seen.rows[:, -1] = (seen.moves[:, : len(thumb)] == thumb).all(axis=1)
        return seen


def better_than_thumb(values: Floats, seen: Outlook) -> int:
    """The best option, if it is better than the rules of thumb's own by more than what may be an error."""
    best = int(values.argmax())
    return best if values[best] > values[seen.own] + MARGIN else seen.own


class Maestro(RulesOfThumb):
    """Describes the table after each of its options and takes the one that its network values most; the rules of thumb's own
    where nothing is clearly better.

    Args:
        seed: with the same seed and the same view it makes the same choice.
    """

    def __init__(self, *, seed: int | None = None) -> None:
        super().__init__(REGULAR, 1.0, seed)
        self._describers: dict[str, Describer] = {}

    def actions(self, view: CompactView) -> tuple[int, ...]:
        """The small actions of its move."""
        seen, values = self.opinion(view)
        return seen.actions(better_than_thumb(values, seen))

    def opinion(self, view: CompactView) -> tuple[Outlook, Floats]:
        """The options, and what each is worth, in tenths; nothing is known of any where there are too many."""
        seen = self.outlook(view)
        return seen, self.values(view.game, [seen])

    def outlook(self, view: CompactView) -> Outlook:
        """The options; what the next ones are written over."""
        if view.game not in self._describers:
            self._describers[view.game] = self._learned(view.game)
        return self._describers[view.game].look(view, super().actions(view))

    def values(self, game: str, seen: Sequence[Outlook]) -> Floats:
        """What every option of these decisions is worth, in tenths, one decision after the other; where one has too many, 0."""
        sizes = np.array([len(one.moves) for one in seen])
        values, is_known = np.zeros(sizes.sum(), np.float32), (sizes <= MANY).repeat(sizes)
        if is_known.any():
            rows = np.concatenate([one.rows for one in seen])[is_known]
            values[is_known] = network_of(game).values(self._describers[game].summarise(rows))
        return values

    def _learned(self, game: str) -> Describer:
        if not weights_of(game).exists():
            raise OsteriaError(f"The maestro has not learned {game}.")
        describer_of(game_of(game).kernels.name).KERNELS.hurry()
        return Describer(game)
