"""The events of Roll for Soles: points and dice that move, and reasons. Everything is public (RS-13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from osteria.core.events import EventType, Row, Words, types_by_code
from osteria.core.kernel import kernel
from osteria.core.schema import Seen
from osteria.games.roll_for_soles.record import DICE, FACES, MOST_PLAYERS

# Moves: of points, then of dice.
LOST, HAUL, SECURE, ROLL, MOVE_DICE = range(1, 6)
# Reasons.
START, NOTHING, SOURCE, AGAIN, TURN, OVER = range(6, 12)

# Places.
CUP, ROLLED, ASIDE, MIDDLE, NET, SUPPLY = range(6)
PLACES = ("cup", "rolled", "dice", "middle", "net", *(f"supplies/{seat}" for seat in range(MOST_PLAYERS)))

DIGIT_BITS = 3
"""Dice that move travel as one number, a digit for each face. BOUND: no more than four dice (RS-2)."""
assert DICE < 1 << DIGIT_BITS


@kernel
def digit(face: int, count: int) -> int:
    """Dice that show a face, as its digit."""
    return count << (DIGIT_BITS * face)


def faces_in(number: int, _count: int = 0) -> Iterable[int]:
    """The dice that were packed."""
    counts = [number >> DIGIT_BITS * face & (1 << DIGIT_BITS) - 1 for face in range(len(FACES))]
    return [face for face, count in enumerate(counts) for _ in range(count)]


def _seat(_table: Any, row: Row) -> Words:
    return {"seat": row[1]}


def _source(_table: Any, row: Row) -> Words:
    return {"seat": row[1], "source": "middle" if row[2] < 0 else row[2]}


def _turn(_table: Any, row: Row) -> Words:
    return {"seat": row[1], "now": {"turn": row[1]}}


def _over(_table: Any, _row: Row) -> Words:
    return {"now": {"phase": "over"}}


def _points(_table: Any, row: Row) -> Words:
    move = {"from": PLACES[row[3]], "to": PLACES[row[4]], "of": "points", "count": row[5]}
    return {"seat": row[1], "amount": row[5], **move}


def _haul(table: Any, row: Row) -> Words:
    return _points(table, row) | {"worth": row[6]}


def _dice(_table: Any, row: Row) -> Words:
    faces = [FACES[face] for face in faces_in(row[2])]
    what = {face: faces.count(face) for face in dict.fromkeys(faces)}
    return {"seat": row[1], "from": PLACES[row[3]], "to": PLACES[row[4]], "of": "dice", "count": row[5], "what": what}


def _roll(table: Any, row: Row) -> Words:
    return _dice(table, row) | {"dice": [FACES[face] for face in faces_in(row[2])]}


ALL = Seen.EVERYBODY
EVENTS = types_by_code(
    {
        LOST: EventType("lost", ALL, _points, ("RS-4",), of="points"),
        HAUL: EventType("haul", ALL, _haul, ("RS-7",), of="points"),
        SECURE: EventType("secure", ALL, _points, ("RS-9",), of="points"),
        ROLL: EventType("roll", ALL, _roll, ("RS-3",), of="dice", cards=faces_in),
        MOVE_DICE: EventType("move", ALL, _dice, of="dice", cards=faces_in),
        START: EventType("start", ALL, _seat, ("G-3",)),
        NOTHING: EventType("nothing", ALL, _seat, ("RS-4",)),
        SOURCE: EventType("source", ALL, _source, ("RS-6",)),
        AGAIN: EventType("again", ALL, _seat, ("RS-10",)),
        TURN: EventType("turn", ALL, _turn, ("RS-11",)),
        OVER: EventType("over", ALL, _over, ("RS-8",)),
    }
)
