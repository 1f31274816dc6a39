"""One table stepped by small actions: what a match, scenarios, the environments and the arena drive games with."""

from __future__ import annotations

import threading

import numpy as np

from osteria.core.decision import Outcome
from osteria.core.events import Row, new_log, rows_of
from osteria.core.family import MOST_LEGAL
from osteria.core.game import Game
from osteria.core.schema import Table, blank, duplicate
from osteria.play.fate import Fate


class Scratch(threading.local):
    """The log that rules write into while one action is applied (32 kB), and that action: one of each a thread."""

    def __init__(self) -> None:
        self.log = new_log()
        self.action = np.zeros(1, np.int64)


_scratch = Scratch()


class Stepper:
    """A table, what is asked at it, and who answers for chance. It knows no words; `Match` does.

    Attributes:
        game: the rules.
        states: the table, an array of one record. Read it; only the rules write it.
        fate: who answers for chance.
        record: the same table, as the record itself.
        ask: what is asked now, a code of `game.asks`, `game.over` or `game.close[0]`.
    """

    __slots__ = ("ask", "fate", "game", "record", "states")

    def __init__(self, game: Game, states: Table, fate: Fate) -> None:
        self.game, self.states, self.fate = game, states, fate
        self.record = states[0]
        self.ask = int(self.record["ask"])

    # ------------------------------------------------------------------------------------------------ what is asked

    @property
    def is_over(self) -> bool:
        """Whether the game is over by the rules."""
        return self.ask == self.game.over

    @property
    def is_closing(self) -> bool:
        """Whether a round has ended and is not closed yet."""
        return self.ask == self.game.close[0]

    @property
    def is_chance(self) -> bool:
        """Whether chance is asked."""
        return self.ask in self.game.chance_asks

    @property
    def is_half_made(self) -> bool:
        """Whether the seat that is asked has begun a move of several small actions."""
        return self.ask in self.game.composed and self.game.is_half_made(self.record)

    @property
    def seat(self) -> int:
        """Who is asked; below 0: chance or nobody."""
        return int(self.record["seat"])

    @property
    def turn(self) -> int:
        """Whose turn it is; below 0: nobody's."""
        return int(self.record["turn"])

    def legal(self) -> list[int]:
        """The small actions that may be taken now, chance's too; none when the game is over."""
        out = np.empty(MOST_LEGAL, np.int64)
        listed: list[int] = out[: self.game.kernels.best.legal(self.states, out)].tolist()
        return listed

    def observe(self, viewer: int, assisted: int) -> Table:
        """What a seat (-1: a spectator) may see now: an array of one observation record."""
        seen = blank(self.game.observation)
        self.game.kernels.best.observe(self.states, viewer, assisted, seen)
        return seen

    def sequence(self, assisted: int) -> Table:
        """The stack that everybody saw being laid, in its order, as far as memory goes (`Game.see_sequence`)."""
        seen = np.zeros(self.game.sequence_length, np.int8)
        self.game.see_sequence(self.record, assisted, seen)
        return seen

    def judged(self) -> Outcome:
        """G-7: who has won if the game is over now, the table as it lies."""
        states = duplicate(self.states)
        states[0]["ask"] = self.game.over
        outcome = self.game.outcome(states[0])
        assert outcome is not None
        return outcome

    # ----------------------------------------------------------------------------------------------------- stepping

    def act(self, action: int) -> list[Row]:
        """Apply a small action that is legal, and whatever is forced after it; returns what happened.

        A round that ends by it is left for `close_rounds`, so that whoever drives can stop before.
        """
        log = _scratch.log
        log[0, 0] = 0  # whatever broke off before
        self.ask = self.game.kernels.best.step(self.states, action, log)
        return rows_of(log)

    def act_quietly(self, action: int) -> None:
        """Apply a small action that is legal and close the rounds that end by it, telling nobody."""
        actions = _scratch.action
        actions[0] = action
        self.ask = int(self.game.kernels.best.quiet(self.states, actions, *self.game.close))

    def close_rounds(self) -> list[Row]:
        """Close the round that has ended; the next may end at once, if nobody has anything to decide in it."""
        rows: list[Row] = []
        while self.is_closing:
            rows += self.act(self.game.close[1])
        return rows

    def draw(self) -> int | None:
        """The action that fate has for chance now; None: chance is to be asked."""
        return self.fate.draw(self.game, self.states)

    def copy(self) -> Stepper:
        """An independent table with the same future."""
        twin = object.__new__(Stepper)  # SPEED: what is asked is known
        twin.game, twin.ask, twin.states, twin.fate = self.game, self.ask, duplicate(self.states), self.fate.copy()
        twin.record = twin.states[0]
        return twin


__all__ = ["Stepper"]
