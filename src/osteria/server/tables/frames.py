"""What a viewer is sent. All of it about the game comes from a match's view, or from an event as its viewer may know it."""

import time
from collections.abc import Sequence
from typing import Any

from msgspec import Raw

from osteria.core.events import Event, EventType, Row, in_words
from osteria.core.schema import Seen
from osteria.play.match import Match
from osteria.server.people.links import Link, sign
from osteria.server.tables.changes import Said
from osteria.server.tables.opening_chairs import opens_at
from osteria.server.tables.step import Step
from osteria.server.tables.table import Table
from osteria.server.wire.messages import ChairInfo, Frame, MissedFrame, Saying, SeatInfo, TableInfo, You, encode
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
        commitment="" if table.is_from_elsewhere else table.commitment,
        winners=list(outcome.winners) if outcome else [],
        rematch=table.rematch,
        code=table.code,
        again=list(table.again),
        undo=list(table.undo),
        chairs=[ChairInfo(seat, list(chair.agreed), opens_at(table, seat)) for seat, chair in table.chairs.items()],
        hands=table.hands,
        unreadable=table.unreadable,
        lesson=table.lesson,
        day=table.day,
        elsewhere=table.is_from_elsewhere,
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


def may_undo(table: Table, viewer: int | None) -> bool:
    """Whether a seat may ask to take its last decision back."""
    return table.status == "playing" and table.back is not None and table.back.seat == viewer and not table.undo


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


class Telling:
    """New frames for one viewer after another. SPEED: what several of them may know alike is put into words and encoded
    once: an event, the table as they are shown it, and a frame but for its view."""

    def __init__(self, table: Table, steps: Sequence[Step], secret: bytes) -> None:
        self._table, self._steps, self._secret = table, steps, secret
        self._events: dict[Row, Raw] = {}
        self._public: dict[int, Any] = {}
        """The events of steps of which everybody may know everything."""
        self._alike: dict[bytes, Words] = {}
        self._encoded: dict[int, bytes] = {}
        """What several viewers see alike of the table, by the place of its words in memory (`_alike` keeps them)."""
        self._frames: dict[tuple[float | None, bool], bytes] = {}
        """The last frame without its view, where the table did not change: by what else may differ between seats."""
        self._has_moved = any(step.is_move for step in steps)
        self._has_changed = any(step.is_change for step in steps)

    def messages(self, viewer: int | None, role: Role) -> list[bytes]:
        """The frames of a viewer. Only the last one carries where the table stands now."""
        *before, last = self._steps
        told = [
            encode(Frame(step.number, step.question, self._told(step, viewer), said=saying(step.said)))
            for step in before
        ]
        frame = self._frame(last, viewer, role)
        view = self._view(viewer) if self._has_moved else b""
        return [*told, b"".join((frame[:-1], b',"view":', view, b"}")) if view else frame]

    def _told(self, step: Step, viewer: int | None) -> Any:
        if step.number in self._public:
            return self._public[step.number]
        told = [self._event(event.type, event.type.as_seen(event.row, viewer), event.table) for event in step.events]
        if all(event.type.seen is Seen.EVERYBODY for event in step.events):
            self._public[step.number] = Raw(encode(told)) if told else []
        return told

    def _event(self, kind: EventType, row: Row, names: Any) -> Raw:
        if row not in self._events:
            self._events[row] = Raw(encode(in_words(kind, row, names)))
        return self._events[row]

    def _frame(self, last: Step, viewer: int | None, role: Role) -> bytes:
        """The last frame, without its view."""
        window, undo = window_left(self._table, viewer), may_undo(self._table, viewer)
        if self._has_changed or viewer is None:
            return self._encode(last, viewer, role, window, undo)
        if (window, undo) not in self._frames or last.number not in self._public:
            self._frames[window, undo] = self._encode(last, viewer, role, window, undo)
        return self._frames[window, undo]

    def _encode(self, last: Step, viewer: int | None, role: Role, window: float | None, undo: bool) -> bytes:
        table = self._table
        frame = Frame(
            number=last.number,
            question=last.question,
            events=self._told(last, viewer),
            table=table_info(table) if self._has_changed else None,
            you=you(table, self._secret, role, viewer) if self._has_changed else None,
            said=saying(last.said),
            clock=table.clocks.info() if self._has_moved or self._has_changed else None,
            hands=open_hands(table, viewer) if self._has_moved else None,
            window=window,
            undo=undo,
        )
        return encode(frame)

    def _view(self, viewer: int | None) -> bytes:
        match, memory = self._table.match, self._table.settings.memory
        if match is None:
            return b""
        if memory == "assisted" and any(step.is_undo for step in self._steps):
            return encode(view_words(match, viewer, memory))  # with a history: a part of what was told is no longer so
        public, own = match.parts(viewer, memory, self._alike)
        return self._encode_once(public)[:-1] + b"," + encode(own)[1:]

    def _encode_once(self, public: Words) -> bytes:
        place = id(public)
        if place not in self._encoded:
            self._encoded[place] = encode(public)
        return self._encoded[place]


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
