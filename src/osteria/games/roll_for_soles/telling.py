"""The events of Roll for Soles: everything is public (RS-13)."""

from __future__ import annotations

from typing import Any

from osteria.core.events import Kind, Words, kinds_by_code
from osteria.games.roll_for_soles.record import FACES, ROLLS

START, ROLL, NOTHING, LOST, SOURCE, HAUL, SECURE, AGAIN, TURN, OVER = range(1, 11)


def _seat(_names: Any, seat: int, _b: int, _c: int) -> Words:
    return {"seat": seat}


def _amount(_names: Any, seat: int, amount: int, _c: int) -> Words:
    return {"seat": seat, "amount": amount}


def _roll(_names: Any, seat: int, roll: int, _c: int) -> Words:
    return {"seat": seat, "dice": [FACES[face] for face in ROLLS[roll]]}


def _source(_names: Any, seat: int, source: int, _c: int) -> Words:
    return {"seat": seat, "source": "middle" if source < 0 else source}


def _haul(_names: Any, seat: int, taken: int, worth: int) -> Words:
    return {"seat": seat, "amount": taken, "worth": worth}


def _over(_names: Any, _a: int, _b: int, _c: int) -> Words:
    return {}


EVENTS = kinds_by_code(
    {
        START: Kind("start", _seat, secret=()),
        ROLL: Kind("roll", _roll, secret=()),
        NOTHING: Kind("nothing", _seat, secret=()),
        LOST: Kind("lost", _amount, secret=()),
        SOURCE: Kind("source", _source, secret=()),
        HAUL: Kind("haul", _haul, secret=()),
        SECURE: Kind("secure", _amount, secret=()),
        AGAIN: Kind("again", _seat, secret=()),
        TURN: Kind("turn", _seat, secret=()),
        OVER: Kind("over", _over, secret=()),
    }
)
