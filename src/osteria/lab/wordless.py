"""Whole games of fast bots without words: the same deals, the same choices, the same outcome as at a table of words.

Fast bots (`osteria.bots.rules_of_thumb`) choose from a compact view, which is a view as numbers. Here those are made from the
observation that the engine builds for the seat and the events that everybody saw; a test plays the same games with
views and compares.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeGuard

from osteria.bots.compact_view import CompactView
from osteria.bots.hints import hints_for, hints_of
from osteria.core.decision import Outcome
from osteria.core.game import Game
from osteria.games import game as game_of
from osteria.play.fate import Seeded
from osteria.play.stepper import Stepper


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
    while not table.is_over:
        table.go_on(bots)
    return table.judged()


class WordlessTable(Stepper):
    """A table that tells nobody anything but compact views."""

    def __init__(self, game: Game, seed: int, players: int) -> None:
        self.options, self.seats = game.options(), game.seats(players)
        super().__init__(game, game.fresh(self.seats, self.options), Seeded(seed))
        self.diary, self.moves = hints_of(game.name).diary(), 0

    def go_on(self, bots: Sequence[WordlessBot]) -> None:
        """One move: of chance, of the rules, or of the seat that is asked."""
        if self.is_closing:
            self.diary.hear(self.act(self.game.close[1]))
        elif self.is_chance:
            action = self.draw()
            assert action is not None
            self.do(action)
        else:
            for action in bots[self.seat].actions(self.compact_view(self.seat)):
                self.do(action)

    def do(self, action: int) -> None:
        """Apply one small action."""
        self.diary.hear(self.act(action))
        self.moves += 1

    def compact_view(self, seat: int) -> CompactView:
        """What a seat sees now."""
        observation = self.observe(seat, 1)
        noted = self.diary.noted(observation[0])
        return CompactView(self.game.name, self.seats, self.options, observation, noted, self.moves)
