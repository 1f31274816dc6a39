"""Whole games of fast bots without words: the same deals, the same choices, the same outcome as at a table of words.

Fast bots (`osteria.bots.rules_of_thumb`) choose from a compact view, which is a view as numbers. Here those are made from the
observation that the engine builds for the seat and the events that everybody saw; a test plays the same games with
views and compares.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeGuard

import numpy as np

from osteria.bots.compact_view import CompactView
from osteria.bots.hints import hints_for, hints_of
from osteria.core.decision import Outcome
from osteria.core.events import new_log, rows_of
from osteria.core.game import Game
from osteria.games import game as game_of
from osteria.play.fate import Seeded


class WordlessBot(Protocol):
    """A bot that can also choose from a compact view."""

    def actions(self, view: CompactView) -> tuple[int, ...]:
        """The small actions of its move."""
        ...


def are_wordless(bots: Sequence[Any], game: str) -> TypeGuard[Sequence[WordlessBot]]:
    """Whether all of these bots can choose from a compact view of this game."""
    return hints_for(game) is not None and all(hasattr(bot, "actions") for bot in bots)


def play_wordless(game: str, seed: int, bots: Sequence[WordlessBot]) -> Outcome:
    """Play a game of these bots, by seat, to its end."""
    table = WordlessTable(game_of(game), seed, len(bots))
    while table.ask != table.game.over:
        table.go_on(bots)
    outcome = table.game.outcome(table.states[0])
    assert outcome is not None
    return outcome


class WordlessTable:
    """A table that tells nobody anything but compact views."""

    def __init__(self, game: Game, seed: int, players: int) -> None:
        self.game, self.options, self.seats = game, game.options(), game.seats(players)
        self.states, self.log = game.fresh(self.seats, self.options), new_log()
        self.kernels, self.fate = game.kernels.best, Seeded(seed)
        self.observation = np.zeros(1, game.observation)
        self.diary = hints_of(game.name).diary()
        self.ask, self.moves = int(self.states[0]["ask"]), 0

    def go_on(self, bots: Sequence[WordlessBot]) -> None:
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
            for action in bots[seat].actions(self.compact_view(seat)):
                self.do(action)

    def do(self, action: int) -> None:
        """Apply one small action."""
        self.ask = int(self.kernels.step(self.states, action, self.log))
        rows = rows_of(self.log)
        self.moves += 1
        self.diary.hear(rows)

    def compact_view(self, seat: int) -> CompactView:
        """What a seat sees now."""
        self.observation = np.zeros(1, self.game.observation)
        self.kernels.observe(self.states, seat, 1, self.observation)
        noted = self.diary.noted(self.observation[0])
        return CompactView(self.game.name, self.seats, self.options, self.observation, noted, self.moves)
