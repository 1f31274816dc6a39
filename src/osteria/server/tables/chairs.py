"""What becomes of a chair that was left for long at a listed table: those who are there agree to open it, its person is
warned, and then it is free for a newcomer; a bot plays on meanwhile. The rows of the log, added to a table."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from osteria.server.tables import changes

if TYPE_CHECKING:
    from osteria.server.tables.table import Table


@dataclass
class Chair:
    """A chair that somebody would open: who agrees, and since when its person is warned."""

    agreed: list[int] = field(default_factory=list)
    warned: float | None = None
    question: int = 0
    """The question, and the frame, with which the warning came."""
    frame: int = 0


def asked(table: "Table", change: changes.ChairAsked, _at: float) -> None:
    """Somebody would open a chair, or is against it."""
    if change.agrees:
        table.chairs.setdefault(change.seat, Chair()).agreed.append(change.by)
    else:
        table.chairs.pop(change.seat, None)


def warned(table: "Table", change: changes.ChairWarned, at: float) -> None:
    """All who are there agree: its person is called."""
    chair = table.chairs[change.seat]
    chair.warned, chair.question, chair.frame = at, table.question, table.frame + 1


def kept(table: "Table", change: changes.ChairKept, _at: float) -> None:
    """Its person is back."""
    table.chairs.pop(change.seat, None)


def opened(table: "Table", change: changes.ChairOpened, _at: float) -> None:
    """The chair is free, its links end, and a bot plays on. The game stays as it was dealt: bytes, kind and open hands."""
    table.chairs.pop(change.seat, None)
    seat = table.seats[change.seat]
    seat.ended.append("link.opened")
    seat.kind, seat.name, seat.stand_in, seat.stood_by = "open", "", "", None
    seat.turns, seat.moves, seat.declines, seat.is_muted, seat.is_again = 0, [], 0, False, False
    table.undo = []
    if table.back is not None and table.back.seat == change.seat:
        table.back = None
    if table.asked == change.seat:
        table.window = None
    table.find_host()
