"""What a viewer is sent. All of it about the game comes from a match's view, or from an event as its viewer may know it."""

import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import Raw

from osteria.core.events import Event, Row, in_words
from osteria.core.schema import Seen
from osteria.core.wording import Speech
from osteria.play.match import Match
from osteria.server.people.links import Link, sign
from osteria.server.tables.changes import Said
from osteria.server.tables.opening_chairs import opens_at
from osteria.server.tables.step import Step
from osteria.server.tables.table import Table
from osteria.server.wire.messages import ChairInfo, Frame, MissedFrame, Saying, SeatInfo, TableInfo, You, encode
from osteria.server.wire.words import Role

VIEW = b',"view":'
MOST_SAID = 1000
"""Events that are kept in words for tables with the same seats."""
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
    back = table.back
    return back is not None and back.seat == viewer and not table.undo and table.status == "playing"


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
        self._alike: dict[bytes, Words] = {}
        self._encoded: dict[int, bytes] = {}
        """What several viewers see alike of the table, by the place of its words in memory (`_alike` keeps them)."""
        self._frames: dict[tuple[float | None, bool], bytes] = {}
        """The last frame of seats without its view, where they differ in nothing else."""
        self._has_moved = any(step.is_move for step in steps)
        self._has_changed = any(step.is_change for step in steps)
        self._match = table.match if self._has_moved else None
        everybody = [event.type.seen is Seen.EVERYBODY for event in steps[-1].events]
        self._is_alike = not self._has_changed and all(everybody)
        self._is_plain = table.window is None and table.back is None
        """Whether no seat has a window or could take something back."""

    def messages(self, viewer: int | None, role: Role) -> list[bytes]:
        """The frames of a viewer. Only the last one carries where the table stands now."""
        last = self._frame(viewer, role) + (b"}" if self._match is None else self._view(self._match, viewer))
        if len(self._steps) == 1:
            return [last]
        before = [
            Frame(step.number, step.question, told(self._table, step, viewer), said=saying(step.said))
            for step in self._steps[:-1]
        ]
        return [*map(encode, before), last]

    def _frame(self, viewer: int | None, role: Role) -> bytes:
        """The last frame, open at its end: without its view."""
        table = self._table
        key = (None, False) if self._is_plain else (window_left(table, viewer), may_undo(table, viewer))
        if viewer is None or not self._is_alike:
            return self._encode(viewer, role, *key)
        if key not in self._frames:
            self._frames[key] = self._encode(viewer, role, *key)
        return self._frames[key]

    def _encode(self, viewer: int | None, role: Role, window: float | None, undo: bool) -> bytes:
        table, last = self._table, self._steps[-1]
        frame = Frame(
            number=last.number,
            question=last.question,
            events=told(table, last, viewer),
            table=table_info(table) if self._has_changed else None,
            you=you(table, self._secret, role, viewer) if self._has_changed else None,
            said=saying(last.said),
            clock=table.clocks.info() if self._has_moved or self._has_changed else None,
            hands=open_hands(table, viewer) if self._has_moved else None,
            window=window,
            undo=undo,
        )
        return encode(frame)[:-1]

    def _view(self, match: Match, viewer: int | None) -> bytes:
        """What follows in the last frame: where the table stands now."""
        memory = self._table.settings.memory
        if memory == "assisted" and any(step.is_undo for step in self._steps):
            # with a history: of what was told a part is no longer so
            return b"%b%b}" % (VIEW, encode(view_words(match, viewer, memory)))
        public, own = match.parts(viewer, memory, self._alike)
        place = id(public)
        if place not in self._encoded:
            self._encoded[place] = VIEW + encode(public)[:-1]
        return b"%b,%b}" % (self._encoded[place], encode(own)[1:])


def told(table: Table, step: Step, viewer: int | None) -> Any:
    """What happened in a step as a viewer may know it, ready for the wire."""
    return Raw(encoded_events(table.game, step.events, viewer)) if step.events else []


def encoded_events(game: str, events: Sequence[Event], viewer: int | None) -> bytes:
    """A list of events as a viewer may know them, as JSON. SPEED: at tables with the same seats the same few rows are told
    again and again."""
    said, told = _events_said(game, events[0].table), []
    for kind, row, names in events:
        seen = kind.as_seen(row, viewer)
        if seen not in said:
            said[seen] = encode(in_words(kind, seen, names))
        told.append(said[seen])
    if len(said) > MOST_SAID:
        said.clear()
    return b"[" + b",".join(told) + b"]"


@lru_cache(maxsize=256)
def _events_said(game: str, names: Speech) -> dict[Row, bytes]:
    """By row, as somebody may know it, what was said so far in the words of a table."""
    return {}


def missed_frames(table: Table, viewer: int | None, since: int, may_tell: range) -> list[MissedFrame]:
    """The frames after one that was seen; those outside of `may_tell` come empty."""
    return [
        MissedFrame(
            step.number,
            told(table, step, viewer) if step.number in may_tell else [],
            saying(step.said) if step.number in may_tell else None,
        )
        for step in table.steps[since:]
    ]
