"""One frame of a table, before anybody is told of it."""

from msgspec import Struct

from osteria.core.events import Event
from osteria.server.tables import changes


class Back(Struct, frozen=True):
    """What can be taken back: a person's last decision, and how many moves there were before it."""

    seat: int
    moves: int


class Step(Struct, frozen=True):
    """One frame: what happened, for whom it is told later."""

    number: int
    question: int
    events: tuple[Event, ...] = ()
    said: changes.Said | None = None
    is_move: bool = False
    is_change: bool = False
    is_undo: bool = False
