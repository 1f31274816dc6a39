"""What each change of a table changes."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from osteria.server.tables import chairs, changes

if TYPE_CHECKING:
    from osteria.server.tables.table import Table


def _agree_to_undo(table: "Table", change: changes.Undo, _at: float) -> None:
    table.undo = [*table.undo, change.seat] if change.agrees else []


def _sit(table: "Table", change: changes.Sat, at: float) -> None:
    seat = table.seats[change.seat]
    seat.ended.append("link.used")
    seat.kind, seat.name, seat.level, seat.reserved = "person", change.name, "", ""
    seat.is_again = change.again
    if table.match is None:
        seat.agrees, seat.random = change.agrees, ""
    else:
        table.clocks.came_back(change.seat, at)
    if table.host is not None and table.seats[table.host].kind != "person":
        table.host = change.seat


def _seat_bot(table: "Table", change: changes.BotSat, _at: float) -> None:
    seat = table.seats[change.seat]
    seat.ended.append("link.removed")
    seat.kind, seat.name, seat.level, seat.stand_in, seat.reserved = "bot", "", change.level, "", ""
    seat.random, seat.is_again = "", False
    seat.own, seat.agrees, seat.turns, seat.moves = "" if table.match is None else seat.own, False, 0, []
    table.find_host()


def _empty(table: "Table", change: changes.Emptied, _at: float) -> None:
    seat = table.seats[change.seat]
    seat.ended.append("link.removed")
    seat.kind, seat.name, seat.level, seat.reserved, seat.agrees = "open", "", "", "", False
    seat.random, seat.is_again = "", False
    seat.own = ""
    table.find_host()


def _rename(table: "Table", change: changes.Renamed, _at: float) -> None:
    table.seats[change.seat].name = change.name


def _rotate(table: "Table", change: changes.Rotated, _at: float) -> None:
    table.seats[change.seat].ended.append("link.rotated")


def _agree(table: "Table", change: changes.Agreed, _at: float) -> None:
    table.seats[change.seat].agrees = change.open


def _choose(table: "Table", change: changes.Chose, _at: float) -> None:
    table.seats[change.seat].own = change.own


def _stand_in(table: "Table", change: changes.StoodIn, _at: float) -> None:
    seat = table.seats[change.seat]
    if not seat.stand_in:
        seat.turns, seat.moves = 0, []
    seat.stand_in, seat.stood_by = change.why, change.by


def _come_back(table: "Table", change: changes.CameBack, at: float) -> None:
    seat = table.seats[change.seat]
    seat.stand_in, seat.stood_by = "", None
    table.clocks.came_back(change.seat, at)
    if table.window is not None and change.seat == table.asked:
        table.open_window(at)


def _return(table: "Table", change: changes.Returned, at: float) -> None:
    table.clocks.returned(change.seat, at, change.seconds)


def _decline(table: "Table", change: changes.Declines, _at: float) -> None:
    table.seats[change.seat].declines = change.seconds


def _vote(table: "Table", _change: changes.Voted, _at: float) -> None:
    """Tables of 0.1.0 voted; what came of it stands in a row of its own."""


def _rematch(table: "Table", change: changes.Rematched, _at: float) -> None:
    table.rematch = change.table


def _say_again(table: "Table", change: changes.Again, _at: float) -> None:
    table.again.append(change.seat)


def _contribute(table: "Table", change: changes.Contributed, _at: float) -> None:
    table.seats[change.seat].random = bytes.fromhex(change.random).hex()  # a line end could come in with it once


def _mute(table: "Table", change: changes.Muted, _at: float) -> None:
    table.seats[change.seat].is_muted = True


def _close(table: "Table", _change: changes.Closed, _at: float) -> None:
    table.status = "closed"


APPLY: dict[type, Callable[..., None]] = {
    changes.Sat: _sit,
    changes.BotSat: _seat_bot,
    changes.Emptied: _empty,
    changes.Renamed: _rename,
    changes.Rotated: _rotate,
    changes.Agreed: _agree,
    changes.Chose: _choose,
    changes.StoodIn: _stand_in,
    changes.CameBack: _come_back,
    changes.Returned: _return,
    changes.Declines: _decline,
    changes.Undo: _agree_to_undo,
    changes.ChairAsked: chairs.asked,
    changes.ChairWarned: chairs.warned,
    changes.ChairKept: chairs.kept,
    changes.ChairOpened: chairs.opened,
    changes.Voted: _vote,
    changes.Rematched: _rematch,
    changes.Again: _say_again,
    changes.Contributed: _contribute,
    changes.Muted: _mute,
    changes.Closed: _close,
}
