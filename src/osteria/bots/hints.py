"""What bots may know of a family of games beyond its rules: rules of thumb, playouts by them, what to remember.

A game says where its hints are (`Game.hints`); without any it is played by `random` and `search`, which know no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from osteria.core.errors import OsteriaError
from osteria.core.events import Row
from osteria.core.family import MOST_LEGAL
from osteria.core.game import load
from osteria.core.kernel import Kernels
from osteria.core.schema import State, Table
from osteria.games import game as game_of
from osteria.play.view import View

Floats = npt.NDArray[np.float64]
Examples = Mapping[str, tuple[Any, ...]]
END = 1 << 20
"""As a last round: play to the end of the game."""
RANDOM, NOVICE, REGULAR, PLAYOUTS, LEARNED = "random", "novice", "regular", "playouts", "learned"
"""Who plays by rules of thumb: three bots, everybody in playouts, and everybody in playouts that are judged by what was
learned."""


@dataclass(frozen=True)
class Sighting:
    """What everybody saw before it was hidden.

    Attributes:
        what: a card (`pepper`) or an order with its owner (`pepper/four-olive`).
        first: of cards which ones of their kind, counted since the last scoring; 0 for an order.
        last: the last one of them.
    """

    what: str
    first: int = 0
    last: int = 0

    def __str__(self) -> str:
        """As `the third pepper` or `the order pepper/four-olive`."""
        if not self.first:
            return f"the order {self.what}"
        places = ordinal(self.first) + (f" to {ordinal(self.last)}" if self.last > self.first else "")
        return f"the {places} {self.what}"


def ordinal(number: int) -> str:
    """First, second, third, and from there on by the number."""
    named = ("first", "second", "third", "fourth", "fifth", "sixth")
    return named[number - 1] if number <= len(named) else f"{number}th"


def examples_of(observation: Any, record: Any, weights: Any, scratch: Any, seats: int, longest_move: int) -> Examples:
    """Arguments of the types that the entries of `Hints.kernels` are compiled for, from the types of their records."""
    observed, states, rng = np.zeros(1, observation), np.zeros(1, record), np.zeros(2, np.int64)
    legal, floats = np.zeros(MOST_LEGAL, np.int64), np.zeros((1, 1))
    moves, alive = np.zeros((1, longest_move), np.int64), np.ones(1, np.int64)
    players, work = np.zeros(seats, weights), np.zeros(seats, scratch)
    return {
        "horizon": (observed,),
        "win_weight": (observed,),
        "decide": (observed, legal, 0, states, players, rng, states, work, legal, legal),
        "roll": (states, 0, 1, moves, alive, 0, 1, players, rng, rng, states, work, legal, floats, floats),
    }


class Diary:
    """What a table that speaks no words notes for the rules of thumb: nothing, unless a family has something to note."""

    def hear(self, rows: Iterable[Row]) -> None:
        """Note what happened."""

    def noted(self, observation: State) -> Any:
        """The same as `Hints.noted` makes of all events."""
        return None


class Hints:
    """The hints of a family of games.

    Args:
        kernels: with the entries `decide` (a move by rules of thumb), `roll` (playouts by them), and, from what a seat
            observes, `horizon` (where playouts stop) and `win_weight` (how much winning counts beside being ahead).
        weights: of the rules of thumb, an array of one record, by player (RANDOM, NOVICE, REGULAR, PLAYOUTS,
            LEARNED) and game.
        seats: how many seats playouts have room for.
        longest_move: the most small actions of a move.
        scratch: what the kernels need room for, a seat.
        solved: where optimal play by a kernel is (an object like `osteria.solve.by_kernel.SOLVED`), as "module:NAME"; empty:
            nobody has solved it.
    """

    forgets = False
    """Whether there is anything to forget."""
    remembers: Mapping[str, Any] | None = None
    """What `noted` and `remembered` do, as data for a program beside Python: a place that rows move things to and from."""

    def __init__(
        self,
        kernels: Kernels,
        weights: Mapping[str, Mapping[str, Table]],
        *,
        seats: int,
        longest_move: int,
        scratch: np.dtype[Any],
        solved: str = "",
    ) -> None:
        self.kernels, self.weights, self.seats = kernels, weights, seats
        self.longest_move, self._scratch, self.solved = longest_move, scratch, solved

    def room(self) -> Table:
        """Room for what the kernels note, for each seat."""
        return np.zeros(self.seats, self._scratch)

    def weights_of_all(self, player: str, game: str) -> Table:
        """The same weights for each seat."""
        return self.weights[player][game].repeat(self.seats)

    def diary(self) -> Diary:
        """What a table that speaks no words notes."""
        return Diary()

    def noted(self, rows: Sequence[Row], observation: State) -> Any:
        """What the rules of thumb want to remember of all events."""
        return None

    def remembered(self, noted: Any, level: float, seed: int) -> list[int]:
        """That, as far as a player with such a memory (from 0 to 1) and its own luck still knows it."""
        return []

    def forgotten(self, noted: Any, seats: Sequence[object], level: float, seed: int) -> list[Sighting]:
        """What such a player saw and does not know any more, oldest first."""
        return []

    def horizon(self, view: View) -> int:
        """Where playouts of a search stop."""
        return int(self.kernels.best.horizon(view.observation))

    def win_weight(self, view: View) -> float:
        """How much the share of the win counts in what playouts are worth; the rest is how far the seat is ahead."""
        return float(self.kernels.best.win_weight(view.observation))


@cache
def hints_for(game: str) -> Hints | None:
    """The hints of a game, if it has any."""
    where = game_of(game).hints
    if not where:
        return None
    found = load(where)
    assert isinstance(found, Hints)
    return found


def hints_of(game: str) -> Hints:
    """The hints of a game; a sentence if it has none."""
    found = hints_for(game)
    if found is None:
        raise OsteriaError(f"There are no rules of thumb for {game}; bots that need none are random and search.")
    return found
