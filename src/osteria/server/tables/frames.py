"""What a viewer is sent. All of it about the game comes from `match.view` or from an event's `seen_by`."""

import time
from collections.abc import Sequence
from typing import Any

from osteria.core.events import Event
from osteria.play.match import Match
from osteria.server.people.links import Link, sign
from osteria.server.tables.changes import Said
from osteria.server.tables.table import Step, Table
from osteria.server.wire.messages import Frame, MissedFrame, Saying, SeatInfo, TableInfo, You
from osteria.server.wire.words import Role

Words = dict[str, Any]


def table_info(table: Table) -> TableInfo:
    """A table, as everybody sees it."""
    match = table.match
    outcome = match.outcome if match is not None and table.status == "over" else None
    return TableInfo(
        table=table.id,
        game=table.game,
        players=table.players,
        status=table.status,
        settings=table.settings,
        seats=[seat_info(table, number, own) for number, own in enumerate(table.own_kinds or [""] * table.players)],
        host=table.host,
        created=table.created,
        commitment=table.commitment,
        winners=list(outcome.winners) if outcome else [],
        rematch=table.rematch,
        code=table.code,
        again=list(table.again),
        hands=table.hands,
        unreadable=table.unreadable,
    )


def seat_info(table: Table, number: int, own: str) -> SeatInfo:
    """A seat, as everybody sees it, with its own kind."""
    seat = table.seats[number]
    stand_in = (seat.stand_in, seat.stood_by, seat.turns)
    kind = (own, seat.declines, bool(seat.own))
    return SeatInfo(number, seat.kind, seat.name, seat.level, *stand_in, seat.reserved, seat.agrees, seat.random, *kind)


def you(table: Table, secret: bytes, role: Role, seat: int | None) -> You:
    """Who a viewer is; a host also learns the invitations of the open seats, an assisted seat what was played for it."""
    if role != "host" or table.status != "waiting":
        tells = seat is not None and table.settings.memory == "assisted"
        return You(role, seat, played=list(table.seats[seat].moves) if seat is not None and tells else [])
    invites = {
        str(number): sign(secret, table.id, Link("invite", number, place.generation))
        for number, place in enumerate(table.seats)
        if place.kind == "open" and not place.reserved
    }
    return You(role, seat, invites)


def view_words(match: Match | None, viewer: int | None, memory: str) -> Words | None:
    """What a viewer may see now."""
    return None if match is None else match.view(viewer, memory).words


def open_hands(table: Table, viewer: int | None) -> dict[str, list[str]] | None:
    """Every seat's own hand, as that seat sees it: for spectators, where the table opened hands and everybody agreed."""
    if viewer is not None or table.match is None or table.hands != "open":
        return None
    views = [table.match.view(seat, "authentic") for seat in range(table.players)]
    return {str(view["seat"]): view["hands"][view["seat"]] for view in views if "hands" in view}


def window_left(table: Table, viewer: int | None) -> float | None:
    """For the seat that is asked: in how many seconds its answer is given out; None: as soon as it comes."""
    if table.window is None or viewer is None or viewer != table.asked:
        return None
    return max(0.0, round(table.window - time.time(), 2))


def events_for(events: Sequence[Event], viewer: int | None) -> list[Words]:
    """Events as a viewer may know them."""
    return [event.seen_by(viewer) for event in events]


def saying(said: Said | None) -> Saying | None:
    """A phrase that was said."""
    return None if said is None else Saying(said.seat, said.phrase)  # type: ignore[arg-type]


def frames_for(table: Table, steps: Sequence[Step], viewer: int | None, who: You) -> list[Frame]:
    """New frames for a viewer. Only the last one carries where the table stands now."""
    frames = [
        Frame(step.number, step.question, events_for(step.events, viewer), said=saying(step.said)) for step in steps
    ]
    frames[-1] = _with_position(table, steps, frames[-1], viewer, who)
    return frames


def _with_position(table: Table, steps: Sequence[Step], last: Frame, viewer: int | None, who: You) -> Frame:
    has_moved = any(step.is_move for step in steps)
    has_changed = any(step.is_change for step in steps)
    view = view_words(table.match, viewer, table.settings.memory) if has_moved else None
    if view is not None:
        view.pop("history", None)
    return Frame(
        number=last.number,
        question=last.question,
        events=last.events,
        view=view,
        table=table_info(table) if has_changed else None,
        you=who if has_changed else None,
        said=last.said,
        clock=table.clocks.info() if has_moved or has_changed else None,
        hands=open_hands(table, viewer) if has_moved else None,
        window=window_left(table, viewer),
    )


def missed_frames(table: Table, viewer: int | None, since: int, may_tell: range) -> list[MissedFrame]:
    """The frames after one that was seen; those outside of `may_tell` come empty."""
    return [
        MissedFrame(
            step.number,
            events_for(step.events, viewer) if step.number in may_tell else [],
            saying(step.said) if step.number in may_tell else None,
        )
        for step in table.steps[since:]
    ]
