"""Everything that may be asked of a seat before something happens, as a few shared tables: a whole turn is composed from it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from osteria.core.decision import Move
from osteria.core.game import Game
from osteria.play.question import Question, Said, said_at

MOST_MOVES = 240
"""So many moves are tried ahead of one question; a longer chain of questions (the wants of a bombastica) ends open."""


@dataclass(eq=False, slots=True)
class Node:
    """A question, and the one that follows each of its options; `after` is None where nobody looked so far ahead."""

    question: Question
    options: tuple[Move, ...]
    after: list[Node | None] | None = None


@dataclass(slots=True)
class Ahead:
    """The questions that may follow a first one, each position once: cards may be added in any order."""

    first: Question
    is_narrow: bool = False
    """Whether the first question is asked at a table of `Game.ahead`. SPEED: so are those that follow then: whatever is played,
    mostly the same is asked next, at the same table."""
    nodes: list[Node] = field(default_factory=list)
    places: dict[bytes, Node] = field(default_factory=dict)

    def look(self) -> Node:
        """Look ahead from the first question, the near before the far."""
        found, moves = self._meet(self.first), 0
        for node in self.nodes:
            moves += len(node.options)
            if moves > MOST_MOVES and node is not found:
                break
            node.after = [self._next(node.question, move) for move in node.options]
        return found

    def _next(self, question: Question, move: Move) -> Node | None:
        after = question.after(move.actions)
        if after is not None and self.is_narrow:
            after = narrowed(after, self.first.key) or after
        return None if after is None else self._meet(after)

    def _meet(self, question: Question) -> Node:
        key = question.key
        if key not in self.places:
            self.places[key] = Node(question, question.options())
            self.nodes.append(self.places[key])
        return self.places[key]


@dataclass(slots=True)
class Writing:
    """Tables being written: every different question once."""

    then: list[dict[str, Any]] = field(default_factory=list)
    written: dict[int, int] = field(default_factory=dict)
    same: dict[tuple[Any, ...], int] = field(default_factory=dict)

    def follows(self, node: Node) -> list[int | None] | None:
        """For each option the place of what follows it, or None."""
        if node.after is None:
            return None
        return [None if after is None else self.place(after) for after in node.after]

    def place(self, node: Node) -> int:
        """Where a question stands in `then`."""
        if id(node) not in self.written:
            question, follows = node.question, self.follows(node)
            ask, clause = question.word, question.clause()
            options = [str(move) for move in node.options]
            key = (ask, clause, *options, None if follows is None else tuple(follows))
            if key not in self.same:
                self.same[key] = len(self.then)
                self.then.append({"ask": ask, "clause": clause, "options": options, "follows": follows})
            self.written[id(node)] = self.same[key]
        return self.written[id(node)]


@lru_cache(maxsize=256)
def empty_at(game: Game, seats: tuple[Hashable, ...]) -> bytes:
    """The bytes of a table with nothing on it, for `Game.ahead`."""
    return game.empty(seats).tobytes()


def narrowed(question: Question, like: bytes) -> Question | None:
    """A question at the table of `Game.ahead` for the seat that is asked; `like`: another such table for the same seat."""
    record = question.game.ahead(question.states, int(question.states[0]["seat"]), like)
    return None if record is None else _asked_at(question.game, record, question.said)


def _asked_at(game: Game, record: bytes, said: Said) -> Question:
    states = np.frombuffer(bytearray(record), game.record)
    return Question(game, states, int(states[0]["ask"]), said)


@lru_cache(maxsize=4096)
def written(game: Game, seats: tuple[Hashable, ...], record: bytes) -> dict[str, Any]:
    """What a seat is asked at such a table (`Game.ahead`), with all that may follow.

    SPEED: the table holds a hand and little else, so it is worked out once a turn and seat, not once a frame. Not to be changed.
    """
    question = _asked_at(game, record, said_at(game, seats))
    options = [str(move) for move in question.options()]
    return {"ask": question.word, "options": options, "clause": question.clause()} | tables(question, is_narrow=True)


def tables(question: Question, *, is_narrow: bool = False) -> dict[str, Any]:
    """What may follow a question: `follows`, for each option a place in `then` or None (nothing before something happens);
    `then`: the questions themselves, each with `follows` of its own (None: not worked out so far ahead)."""
    if question.ask in question.game.last_asks:
        return {"follows": [None] * len(question.options()), "then": []}
    first, writing = Ahead(question, is_narrow).look(), Writing()
    return {"follows": writing.follows(first), "then": writing.then}
