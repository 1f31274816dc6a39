"""Bots by rules of thumb: from a sight to the small actions of a move."""

from __future__ import annotations

from functools import cache

import numpy as np

from osteria.bots.bot import Clock
from osteria.bots.memory import Memory
from osteria.bots.seeds import Seeds
from osteria.bots.sight import PIZZA_GAMES, Sight, sight_of
from osteria.bots.worlds import pizza_playouts, soles_playouts
from osteria.bots.worlds.outlook import WORK
from osteria.core.decision import Decision, Move
from osteria.core.entries import MOST_LEGAL
from osteria.core.errors import OsteriaError
from osteria.core.game import Options
from osteria.core.kernel import Kernels
from osteria.core.schema import Table
from osteria.games import game as game_of
from osteria.play.view import View


def kernels_of(game: str) -> Kernels:
    """The playouts and rules of thumb of a game."""
    if game in PIZZA_GAMES:
        return pizza_playouts.KERNELS
    if game == "roll-for-soles":
        return soles_playouts.KERNELS
    raise OsteriaError(f"There are no rules of thumb for {game}.")


@cache
def fresh_table(game: str, seats: tuple[str, ...], options: Options) -> Table:
    """The table before anything was drawn; nobody writes on it."""
    return game_of(game).fresh(seats, options)


class ThumbBot:
    """A bot that decides by rules of thumb, with its own weights and its own memory.

    Args:
        weights: the weights of a game by its name.
        memory: how much of the oven it remembers.
        seed: with the same seed and the same view it makes the same choice.
    """

    def __init__(self, weights: dict[str, Table], memory: float, seed: int | None) -> None:
        self._seeds = Seeds(seed)
        self._weights, self._memory = weights, Memory(memory, self._seeds.number)
        self._work, self._legal = np.zeros(WORK, np.int64), np.zeros(MOST_LEGAL, np.int64)
        self._oven, self._out = np.zeros_like(self._legal), np.zeros(pizza_playouts.LONGEST_MOVE, np.int64)
        self._scratch: dict[str, Table] = {}

    def choose(self, decision: Decision, view: View, clock: Clock) -> Move:
        """The move of the rules of thumb."""
        kernels_of(view.game).hurry(compiles=False)
        return option_of(decision, self.actions(sight_of(view)))

    def actions(self, sight: Sight) -> tuple[int, ...]:
        """The same move as small actions, from the same view as numbers."""
        oven = self._memory.oven(sight.items, sight.turned)
        self._oven[: len(oven)] = oven
        fresh = fresh_table(sight.game, sight.seats, sight.options)
        count = kernels_of(sight.game).best.decide(
            *(sight.observation, self._oven, len(oven), fresh, self._weights[sight.game]),
            *(self._seeds.stream(sight.moves), self._table(sight.game, fresh), self._work, self._legal, self._out),
        )
        return tuple(self._out[:count].tolist())

    def _table(self, game: str, fresh: Table) -> Table:
        """Room for a table; what lies there is overwritten."""
        if game not in self._scratch:
            self._scratch[game] = fresh.copy()
        return self._scratch[game]


def option_of(decision: Decision, actions: tuple[int, ...]) -> Move:
    """The option that is made of these small actions."""
    for option in decision.options:
        if option.actions == actions:
            return option
    raise AssertionError(f"{actions} is no answer to {decision}")
