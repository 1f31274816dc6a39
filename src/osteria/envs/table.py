"""One game stepped by its small actions, without words: what the environments share."""

from __future__ import annotations

from random import Random

from osteria.core.decision import Outcome
from osteria.core.errors import OsteriaError
from osteria.core.game import Options
from osteria.core.schema import Table, duplicate
from osteria.games import game as game_of
from osteria.play.fate import Drawn
from osteria.play.stepper import Stepper
from osteria.play.view import ASSISTED

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
        self._fresh = self.rules.fresh(self.rules.seats(players), self.rules.options(options))
        self.players, self.max_turns = players, max_turns
        self._legal: list[int] | None = None
        self.rules.kernels.hurry()
        self.deal(Random(0))

    def deal(self, rng: Random) -> None:
        """A new game, with chance from this generator."""
        self._at = Stepper(self.rules, duplicate(self._fresh), Drawn(lambda outcomes: int(rng.random() * outcomes)))
        self.turns, self._turn = 0, self._at.turn
        self._settle()

    def act(self, action: int) -> None:
        """A small action of the seat that is asked; OsteriaError, and nothing changes, if it is not legal."""
        if action not in self.legal():
            raise OsteriaError(f"Action {action} is not legal now; the action mask says what is.")
        self._apply(action)
        self._settle()

    def legal(self) -> list[int]:
        """The small actions of the seat that is asked; none when the game is over."""
        if self._legal is None:
            self._legal = [] if self.is_over else self._at.legal()
        return self._legal

    def observe(self, viewer: int, memory: str) -> Table:
        """What a seat may see now: an array of one observation record."""
        return self._at.observe(viewer, int(memory == ASSISTED))

    def sequence(self, memory: str) -> Table:
        """The stack that everybody saw being laid, in its order, as far as memory goes."""
        return self._at.sequence(int(memory == ASSISTED))

    def shares(self) -> list[float]:
        """G-7: every seat's share of the win; cut off, the table counts as it lies."""
        outcome = self.judged()
        return [outcome.share(seat) for seat in range(self.players)]

    def judged(self) -> Outcome:
        """Who has won, if the game is over now."""
        return self._at.judged()

    @property
    def is_over(self) -> bool:
        """Whether the rules say so."""
        return self._at.is_over

    @property
    def is_cut(self) -> bool:
        """Whether the environment's limit says so."""
        return not self.is_over and 0 < self.max_turns < self.turns

    def _apply(self, action: int) -> None:
        self._at.act_quietly(action)
        turn = self._at.turn
        self.turns += turn != self._turn
        self._turn = turn

    def _settle(self) -> None:
        while self._at.is_chance and not self.is_cut:
            action = self._at.draw()
            assert action is not None
            self._apply(action)
        self.seat = self._at.seat
        self._legal = None
