"""Who is to be called, and why: worked out from what everybody at the table sees, so that no call depends on a hand."""

from dataclasses import dataclass
from typing import Literal

import msgspec

from osteria.server.tables.live import Live
from osteria.server.tables.table import Table

Kind = Literal["turn", "full", "began", "over", "rematch", "chair"]
LEFT_SECONDS = 10.0
"""Somebody whose line broke so long ago has left; a moment in a tunnel calls nobody."""


@dataclass(frozen=True)
class Call:
    """A reason to call somebody. `mark` grows with every reason of a table, so that each calls once."""

    kind: Kind
    mark: int
    frame: int
    """Whoever has acknowledged this frame has seen it."""


class Payload(msgspec.Struct, frozen=True):
    """What is pushed: the device finds the words for it, in its own language."""

    kind: Kind
    table: str
    game: str
    names: list[str]


def payload(table: Table, seat: int, call: Call) -> bytes:
    """A call as bytes: what it is about, where, and with whom."""
    names = [table.seats[number].name for number in table.people if number != seat]
    return msgspec.json.encode(Payload(call.kind, table.id, table.game, names))


def call_for(table: Table, seat: int) -> Call | None:
    """Why somebody would be called now; None: for nothing."""
    if table.status == "waiting":
        is_full = all(place.kind != "open" for place in table.seats)
        return Call("full", 1, table.frame) if is_full and seat == table.host else None
    if table.status == "over":
        return _after_the_end(table, seat)
    if table.status != "playing":
        return None
    if (chair := table.chairs.get(seat)) is not None and chair.warned is not None:
        return Call("chair", _mark(chair.question) + 1, chair.frame)
    if table.seats[seat].stand_in:
        return None
    if table.asked == seat:
        return Call("turn", _mark(table.question), _last_move(table))
    return Call("began", 2, _last_move(table)) if table.question == 0 else None


def _mark(question: int) -> int:
    """The mark of a question; the one after it is for a warning that comes while it is asked."""
    return 4 + 2 * question


def _after_the_end(table: Table, seat: int) -> Call | None:
    if table.rematch is None:
        return Call("over", _mark(table.question), _last_move(table))
    return None if seat in table.again else Call("rematch", _mark(table.question) + 1, table.frame)


def _last_move(table: Table) -> int:
    return next((step.number for step in reversed(table.steps) if step.is_move), 0)


def wait_before(live: Live, seat: int, call: Call) -> float | None:
    """Seconds until somebody without a line is called, as things stand; None: not before something changes.

    Who has seen what it is about is called only to their turn, after the table's grace: others wait for them. Where there
    are days for a move, nobody does.
    """
    patience = LEFT_SECONDS
    if live.book.acknowledged(seat) >= call.frame:
        if call.kind != "turn" or live.table.settings.days:
            return None
        patience = float(live.table.settings.grace)
    if seat in live.present:
        return patience  # on a line to another process, or over HTTP a moment ago: neither says when it ends
    return max(0.0, patience - live.absent_for(seat))
