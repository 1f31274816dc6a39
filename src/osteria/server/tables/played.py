"""A move that was made: the game after it, what it told, what chance answered.

Whoever writes a move has played it already, to see that it is legal; the table goes on with that very game once the move
is on disk, instead of playing it again.
"""

from typing import Self

from msgspec import Struct

from osteria.core.events import Event
from osteria.play.match import Match


class Played(Struct, frozen=True):
    """A match after one move, or after the deal."""

    match: Match
    events: tuple[Event, ...]
    actions: tuple[tuple[str, str], ...]
    """(who, text) of the move and of everything that chance did after it."""

    @classmethod
    def deal(cls, match: Match) -> Self:
        """The deal of a new match."""
        return cls(match, match.events, tuple(match.lines()))

    @classmethod
    def move(cls, before: Match, text: str) -> Self:
        """A move in a match, which stays as it was; raises what `Match.play` raises."""
        after, events = before.after(text)
        return cls(after, events, tuple(after.lines(before.moves)))

    @property
    def is_end(self) -> bool:
        """Whether the game is over."""
        return self.match.decision is None
