"""What is asked at a position, worked out when somebody looks: the options, and what would follow each of them."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

import numpy as np

from osteria.core.decision import CHANCE, Decision, Move
from osteria.core.family import MOST_LEGAL, NO_CLOSE, NOT_FOLLOWED
from osteria.core.game import Game
from osteria.core.schema import Table, duplicate

Said = dict[tuple[int, tuple[int, ...]], Move]
"""Moves that read the same at every position, by ask and actions."""


@lru_cache(maxsize=256)
def said_at(game: Game, seats: tuple[Hashable, ...]) -> Said:
    """What was said so far at tables with these seats. SPEED: to put a move into words takes as long as to make it."""
    return {}


class Question:
    """A position at which somebody is asked. It stays what it was when a match moves on.

    SPEED: until then it looks at the table of the match; of its own it has only the bytes, and a table once it needs one.
    """

    __slots__ = ("_bytes", "_options", "_table", "ask", "game", "said")

    def __init__(self, game: Game, states: Table, ask: int, said: Said) -> None:
        self.game, self.ask, self.said = game, ask, said
        self._table: Table | None = states
        self._bytes = states.tobytes()
        self._options: tuple[Move, ...] | None = None

    @property
    def states(self) -> Table:
        """The table, an array of one record; not to be written."""
        if self._table is None:
            self._table = np.frombuffer(bytearray(self._bytes), self.game.record)
        return self._table

    @property
    def key(self) -> bytes:
        """Equal where the tables are."""
        return self._bytes

    def leave(self) -> None:
        """The match moves on: from now on the table is not that of the match."""
        self._table = None

    @property
    def word(self) -> str:
        """What is asked, as a word."""
        return self.game.asks[self.ask]

    def clause(self) -> str:
        """The id of the clause that asks."""
        return self.game.clause(self.states[0])

    @property
    def is_composed(self) -> bool:
        """Whether its moves are several small actions."""
        return self.ask in self.game.composed

    def decision(self) -> Decision:
        """The question as people and bots know it."""
        word = self.game.asks[self.ask]
        if self.ask in self.game.chance_asks:
            return Decision(CHANCE, word, self.clause, self.options, self.weights)
        return Decision(int(self.states[0]["seat"]), word, self.clause, self.options, None, self.follow)

    def options(self) -> tuple[Move, ...]:
        """Every legal move."""
        if self._options is None:
            self._options = self._list_options()
        return self._options

    def _list_options(self) -> tuple[Move, ...]:
        listed = self._legal(self.states)
        moves: list[tuple[int, ...]] = [(action,) for action in listed]
        if self.is_composed:
            moves = [actions for action in listed for actions in self._completions(action)]
        # SPEED: nearly every move was said before; asking for each costs a twentieth of a match.
        said, ask = self.said, self.ask
        return tuple([said.get((ask, actions)) or self.move(actions) for actions in moves])

    def move(self, actions: tuple[int, ...]) -> Move:
        """Small actions as a move."""
        key = (self.ask, actions)
        found = self.said.get(key)
        if found is None:
            found = Move(self.game.say(self.states[0], self.ask, actions), actions)
            if actions[0] not in self.game.wording.positional:
                self.said[key] = found
        return found

    def weights(self, options: tuple[Move, ...]) -> tuple[int, ...]:
        """For chance: how many equally likely outcomes each option stands for."""
        weight = self.game.kernels.best.weight
        return tuple(int(weight(self.states, move.actions[0])) for move in options)

    def _legal(self, states: Table) -> list[int]:
        out = np.empty(MOST_LEGAL, np.int64)
        count = self.game.kernels.best.legal(states, out)
        return out[:count].tolist()  # type: ignore[no-any-return]

    def _completions(self, action: int) -> list[tuple[int, ...]]:
        """Every whole move that begins with a small action."""
        found: list[tuple[int, ...]] = [(action,)]
        for _ in range(self.game.length(self.states[0], action) - 1):
            longer: list[tuple[int, ...]] = []
            for actions in found:
                states = duplicate(self.states)
                self.game.kernels.best.quiet(states, np.array(actions), *NO_CLOSE)
                longer += [(*actions, further) for further in self._legal(states)]
            found = longer
        return found

    # -------------------------------------------------------------------------------------------------- what follows

    def follow(self, move: Move) -> Decision | None:
        """What the same seat is asked next within its turn after a legal move; see `Decision.follows`."""
        after = self.after(move.actions)
        return None if after is None else after.decision()

    def after(self, actions: tuple[int, ...]) -> Question | None:
        """The next question to the same seat within its turn; None as soon as something happens in between that the seat
        could not foresee (`Game.follow`)."""
        if self.ask in self.game.last_asks:
            return None
        states = duplicate(self.states)
        ask = self.game.follow(self.states, states, actions)
        return None if ask == NOT_FOLLOWED else Question(self.game, states, ask, self.said)
