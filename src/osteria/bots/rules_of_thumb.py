"""Bots by rules of thumb: from a compact view to the small actions of a move."""

from __future__ import annotations

from functools import cache

import numpy as np

from osteria.bots.bot import Clock
from osteria.bots.compact_view import CompactView, compact
from osteria.bots.hints import hints_of
from osteria.bots.seeds import Seeds
from osteria.core.decision import Decision, Move
from osteria.core.errors import OsteriaError
from osteria.core.family import MOST_LEGAL
from osteria.core.game import Options
from osteria.core.schema import Table
from osteria.games import game as game_of
from osteria.play.view import View


@cache
def fresh_table(game: str, seats: tuple[str, ...], options: Options) -> Table:
    """The table before anything was drawn; nobody writes on it."""
    return game_of(game).fresh(seats, options)


class RulesOfThumb:
    """A bot that decides by rules of thumb, with its own weights and its own memory.

    Args:
        player: whose weights it has (`osteria.bots.hints`).
        memory: the share of what is hidden by and by that it remembers.
        seed: with the same seed and the same view it makes the same choice.
    """

    def __init__(self, player: str, memory: float, seed: int | None) -> None:
        if not isinstance(memory, (int, float)) or not 0 <= memory <= 1:
            raise OsteriaError(f"A memory is a number from 0 (nothing) to 1 (everything), not {memory!r}.")
        self._seeds = Seeds(seed)
        self._player, self._memory = player, memory
        self._legal, self._noted = np.zeros(MOST_LEGAL, np.int64), np.zeros(MOST_LEGAL, np.int64)
        self._scratch: dict[str, tuple[Table, Table, Table]] = {}

    @property
    def luck(self) -> int:
        """Its luck in what it forgets."""
        return self._seeds.number

    def choose(self, decision: Decision, view: View, clock: Clock) -> Move:
        """The move of the rules of thumb."""
        hints_of(view.game).kernels.hurry(compiles=False)
        return option_of(decision, self.actions(compact(view)))

    def actions(self, view: CompactView) -> tuple[int, ...]:
        """The same move as small actions, from the same view as numbers."""
        hints, fresh = hints_of(view.game), fresh_table(view.game, view.seats, view.options)
        noted = hints.remembered(view.noted, self._memory, self._seeds.number)
        self._noted[: len(noted)] = noted
        table, work, out = self._room(view.game, fresh)
        count = hints.kernels.best.decide(
            *(view.observation, self._noted, len(noted), fresh, hints.weights[self._player][view.game]),
            *(self._seeds.stream(view.moves), table, work, self._legal, out),
        )
        return tuple(out[:count].tolist())

    def _room(self, game: str, fresh: Table) -> tuple[Table, Table, Table]:
        """Room for a table, for what the kernels note on it, and for a move; what lies there is overwritten."""
        if game not in self._scratch:
            hints = hints_of(game)
            rooms = fresh.copy(), hints.room(), np.zeros(hints.longest_move, np.int64)
            self._scratch[game] = rooms
        return self._scratch[game]


def option_of(decision: Decision, actions: tuple[int, ...]) -> Move:
    """The option that is made of these small actions."""
    for option in decision.options:
        if option.actions == actions:
            return option
    raise AssertionError(f"{actions} is no answer to {decision}")
