"""One frame of a table, before anybody is told of it."""

from msgspec import Struct

from osteria.core.events import Event
from osteria.play.match import Match
from osteria.server.tables import changes


class Back(Struct, frozen=True):
    """What can be taken back: a person's last decision, how many moves there were before it, and the game before it."""

    seat: int
    moves: int
    match: Match | None = None
    """SPEED: None where the game has to be played again, after its log was read."""


class Step(Struct, frozen=True):
    """One frame: what happened, for whom it is told later."""

    number: int
    question: int
    events: tuple[Event, ...] = ()
    said: changes.Said | None = None
    is_move: bool = False
    is_change: bool = False
    is_undo: bool = False
