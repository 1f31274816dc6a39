"""What one viewer saw of a match, told once: later views go on from there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from osteria.core.decision import Move
from osteria.core.events import Event, Row, Words, as_seen, in_words
from osteria.core.game import Game
from osteria.play.trace import UNSEEN


class Past(NamedTuple):
    """A move that was made."""

    seat: int
    ask: int
    move: Move


class Recall:
    """Everything that a viewer saw so far.

    SPEED: telling a whole game again for every view made a game of bots four times as slow.

    Args:
        game: the rules.
        names: the words for the seats, as events need them.
        viewer: a seat, or None for a spectator.
    """

    def __init__(self, game: Game, names: Any, viewer: int | None) -> None:
        self._game, self._names, self.viewer = game, names, viewer
        self._moves = 0
        self.history: list[Words] = []
        """Events in words."""
        self.rows: list[Row] = []
        """Events, with -1 for what this viewer did not see."""
        self.actions: list[int] = []
        """Small actions, UNSEEN where a card was dealt unseen."""
        self.chance: list[int] = []
        """Which of the actions were chance's."""

    def copy(self) -> Recall:
        """The same so far, to go on by itself: a match that is copied tells nothing again."""
        twin = Recall(self._game, self._names, self.viewer)
        twin._moves = self._moves
        twin.history, twin.rows = self.history.copy(), self.rows.copy()
        twin.actions, twin.chance = self.actions.copy(), self.chance.copy()
        return twin

    def go_on(self, events: Sequence[Event], past: Sequence[tuple[int, int, Move]]) -> None:
        """Note what happened since the last time, of all events and all moves of the match."""
        types, new = self._game.events, [event.row for event in events[len(self.rows) :]]
        seen = as_seen(types, new, self.viewer)
        self.rows += seen
        self.history += [in_words(types[row[0]], row, self._names) for row in seen]
        self._note_moves(past[self._moves :], self._game.hidden_deals(seen))
        self._moves = len(past)

    def _note_moves(self, past: Sequence[tuple[int, int, Move]], hidden: Iterator[bool]) -> None:
        """G-5: every move is public; a card dealt from a shuffled stack is seen by the seat that draws it."""
        for _, ask, move in past:
            if ask in self._game.chance_asks:
                self.chance.append(len(self.actions))
                self.actions.append(UNSEEN if next(hidden) else move.actions[0])
            else:
                self.actions.extend(move.actions)
