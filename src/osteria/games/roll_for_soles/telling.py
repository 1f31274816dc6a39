"""The events of Roll for Soles: points and dice that move, and reasons. Everything is public (RS-13)."""

from __future__ import annotations

from collections.abc import Iterable

from osteria.core import template as w
from osteria.core.events import EventType, types_by_code
from osteria.core.kernel import kernel
from osteria.core.schema import Seen
from osteria.games.roll_for_soles.record import DICE, FACES

# Moves: of points, then of dice.
LOST, HAUL, SECURE, ROLL, MOVE_DICE = range(1, 6)
# Reasons.
START, NOTHING, SOURCE, AGAIN, TURN, OVER = range(6, 12)

# Places.
CUP, ROLLED, ASIDE, MIDDLE, NET, SUPPLY = range(6)
PLACES, OF_SEATS = ("cup", "rolled", "dice", "middle", "net"), ("supplies/{}",)

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


SEAT = {"seat": w.seat(w.told(1))}
ENDS = {"from": w.place(w.told(3)), "to": w.place(w.told(4))}
POINTS = {**SEAT, "amount": w.told(5), **ENDS, "of": "points", "count": w.told(5)}
FACES_TOLD = w.digits(w.told(2), DIGIT_BITS, len(FACES))
MOVED = {**SEAT, **ENDS, "of": "dice", "count": w.told(5), "what": w.counted("faces", FACES_TOLD)}
SOURCE_SAID = {**SEAT, "source": w.when(w.calc("<", w.told(2), 0), "middle", w.told(2))}
LISTS = {"faces": FACES}

ALL = Seen.EVERYBODY
EVENTS = types_by_code(
    {
        LOST: EventType("lost", ALL, POINTS, ("RS-4",), of="points"),
        HAUL: EventType("haul", ALL, {**POINTS, "worth": w.told(6)}, ("RS-7",), of="points"),
        SECURE: EventType("secure", ALL, POINTS, ("RS-9",), of="points"),
        ROLL: EventType(
            "roll", ALL, {**MOVED, "dice": w.repeated("faces", FACES_TOLD)}, ("RS-3",), of="dice", cards=faces_in
        ),
        MOVE_DICE: EventType("move", ALL, MOVED, of="dice", cards=faces_in),
        START: EventType("start", ALL, SEAT, ("G-3",)),
        NOTHING: EventType("nothing", ALL, SEAT, ("RS-4",)),
        SOURCE: EventType("source", ALL, SOURCE_SAID, ("RS-6",)),
        AGAIN: EventType("again", ALL, SEAT, ("RS-10",)),
        TURN: EventType("turn", ALL, {**SEAT, "now": {"turn": w.seat(w.told(1))}}, ("RS-11",)),
        OVER: EventType("over", ALL, {"now": {"phase": "over"}}, ("RS-8",)),
    },
    LISTS,
)
