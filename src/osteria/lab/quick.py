"""Whole games of fast bots without words: the same deals, the same choices, the same outcome as at a table of words.

Fast bots (`osteria.bots.thumb`) choose from a sight, which is a view as numbers. Here sights are made from the
observation that the engine builds for the seat and the events that everybody saw; a test plays the same games with
views and compares.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeGuard

import numpy as np

from osteria.bots.memory import Diary
from osteria.bots.sight import PIZZA_GAMES, Sight
from osteria.core.decision import Outcome
from osteria.core.events import new_log, rows_of
from osteria.core.game import Game, Options
from osteria.games import game as game_of
from osteria.play.fate import Seeded


class QuickBot(Protocol):
    """A bot that can also choose from a sight."""

    def actions(self, sight: Sight) -> tuple[int, ...]:
        """The small actions of its move."""
        ...


def are_quick(bots: Sequence[Any]) -> TypeGuard[Sequence[QuickBot]]:
    """Whether all of these bots can choose from a sight."""
    return all(hasattr(bot, "actions") for bot in bots)


def play_quickly(game: str, seed: int, bots: Sequence[QuickBot]) -> Outcome:
    """Play a game of these bots, by seat, to its end."""
    table = QuickTable(game_of(game), seed, len(bots))
    while table.ask != table.game.over:
        table.go_on(bots)
    outcome = table.game.outcome(table.states[0])
    assert outcome is not None
    return outcome


class QuickTable:
    """A table that tells nobody anything but sights."""

    def __init__(self, game: Game, seed: int, players: int) -> None:
        self.game, self.options, self.seats = game, Options(), game.seats(players)
        self.states, self.log = game.fresh(self.seats, self.options), new_log()
        self.kernels, self.fate = game.kernels.best, Seeded(seed)
        self.observation = np.zeros(1, game.observation)
        self.diary = Diary() if game.name in PIZZA_GAMES else None
        self.ask, self.moves = int(self.states[0]["ask"]), 0

    def go_on(self, bots: Sequence[QuickBot]) -> None:
        """One move: of chance, of the rules, or of the seat that is asked."""
        closing, close = self.game.close
        if self.ask == closing:
            self.do(close)
            self.moves -= 1
        elif self.ask in self.game.chance_asks:
            action = self.fate.draw(self.game, self.states)
            assert action is not None
            self.do(action)
        else:
            seat = int(self.states["seat"][0])
            for action in bots[seat].actions(self.sight(seat)):
                self.do(action)

    def do(self, action: int) -> None:
        """Apply one small action."""
        self.ask = int(self.kernels.step(self.states, action, self.log))
        rows = rows_of(self.log)
        self.moves += 1
        if self.diary:
            self.diary.hear(rows)

    def sight(self, seat: int) -> Sight:
        """What a seat sees now."""
        self.observation = np.zeros(1, self.game.observation)
        self.kernels.observe(self.states, seat, 1, self.observation)
        items, turned = (self.diary.items, self.diary.turned) if self.diary else ([], 0)
        return Sight(self.game.name, self.seats, self.options, self.observation, items, turned, self.moves)
