"""One game stepped by its small actions, without words: what the environments share."""

from __future__ import annotations

from random import Random

import numpy as np

from osteria.core.entries import MOST_LEGAL
from osteria.core.errors import OsteriaError
from osteria.core.game import Options
from osteria.core.schema import Table
from osteria.games import game as game_of
from osteria.play.view import ASSISTED, MEMORIES

MOST_TURNS = 1000


class SmallTable:
    """A table whose chance is drawn from a generator; after `deal` and every `act` a seat is asked, or it is over.

    Attributes:
        seat: who is asked.
        is_over: by the rules.
        is_cut: more turns were begun than `max_turns` allows.
    """

    def __init__(self, game: str, players: int, max_turns: int = MOST_TURNS, options: Options | None = None) -> None:
        self.rules = game_of(game)
        self._fresh = self.rules.fresh(self.rules.seats(players), options or Options())
        self.players, self.max_turns = players, max_turns
        self._out, self._one = np.zeros(MOST_LEGAL, np.int64), np.zeros(1, np.int64)
        self._count: int | None = None
        self.rules.kernels.hurry()
        self.deal(Random(0))

    def deal(self, rng: Random) -> None:
        """A new game, with chance from this generator."""
        self.states, self._rng, self.turns = self._fresh.copy(), rng, 0
        self._ask, self._turn = int(self.states[0]["ask"]), int(self.states[0]["turn"])
        self._settle()

    def act(self, action: int) -> None:
        """A small action of the seat that is asked; OsteriaError, and nothing changes, if it is not legal."""
        if action not in self.legal().tolist():
            raise OsteriaError(f"Action {action} is not legal now; the action mask says what is.")
        self._apply(action)
        self._settle()

    def legal(self) -> Table:
        """The small actions of the seat that is asked; none when the game is over."""
        if self._count is None:
            self._count = 0 if self.is_over else int(self.rules.kernels.best.legal(self.states, self._out))
        return self._out[: self._count]

    def observe(self, viewer: int, memory: str) -> Table:
        """What a seat may see now: an array of one observation record."""
        seen = np.zeros(1, self.rules.observation)
        self.rules.kernels.best.observe(self.states, viewer, int(memory == ASSISTED), seen)
        return seen

    def shares(self) -> list[float]:
        """G-7: every seat's share of the win; cut off, the table counts as it lies."""
        outcome = self.rules.outcome(self.ended())
        return [outcome.share(seat) if outcome else 0.0 for seat in range(self.players)]

    def ended(self) -> Table:
        """The record as it would be judged if the game were over now."""
        states = self.states.copy()
        states[0]["ask"] = self.rules.over
        return states[0]  # type: ignore[no-any-return]

    @property
    def is_over(self) -> bool:
        """Whether the rules say so."""
        return self._ask == self.rules.over

    @property
    def is_cut(self) -> bool:
        """Whether the environment's limit says so."""
        return not self.is_over and 0 < self.max_turns < self.turns

    def _apply(self, action: int) -> None:
        self._one[0] = action
        self._ask = int(self.rules.kernels.best.quiet(self.states, self._one, *self.rules.close))
        turn = int(self.states[0]["turn"])
        self.turns += turn != self._turn
        self._turn = turn

    def _settle(self) -> None:
        kernels = self.rules.kernels.best
        while self._ask in self.rules.chance_asks and not self.is_cut:
            index = int(self._rng.random() * kernels.total(self.states))
            self._apply(int(kernels.outcome(self.states, index)))
        self.seat = int(self.states[0]["seat"])
        self._count = None


def checked_memory(memory: str) -> str:
    """The memory of observations, if there is such a one."""
    if memory not in MEMORIES:
        raise OsteriaError(f"Memory is {' or '.join(MEMORIES)}, not {memory!r}.")
    return memory
