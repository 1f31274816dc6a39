"""Seats and sentences as a terminal shows them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import chain

from rich.text import Text

Part = str | Text | tuple[str, str]


def line(*parts: Part) -> Text:
    """Several parts as one text."""
    return Text.assemble(*parts)


def listed(parts: Iterable[Part], between: str = ", ") -> Text:
    """Parts with something between them."""
    found = list(parts)
    rest = chain.from_iterable((between, part) for part in found[1:])
    return Text.assemble(*found[:1], *rest)


def plural(number: int, noun: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


class Voices:
    """Who is who for one listener: seats by name, and `you` for the own one."""

    def __init__(self, seats: Iterable[Hashable], me: Hashable | None) -> None:
        self.seats, self.me = tuple(seats), me

    def is_me(self, seat: Hashable) -> bool:
        """Whether the listener sits there."""
        return self.me is not None and seat == self.me

    def label(self, seat: Hashable) -> Text:
        """A seat's own name, also of the listener's."""
        return Text(seat if isinstance(seat, str) else f"seat {seat}")

    def name(self, seat: Hashable) -> Text:
        """`you`, or the seat's name."""
        return Text("you", "bold") if self.is_me(seat) else self.label(seat)

    def does(self, seat: Hashable, verb: str, *rest: Part) -> Text:
        """`You play ...` or `pepper plays ...`."""
        if self.is_me(seat):
            return line(("You", "bold"), f" {verb}", *rest)
        return line(self.label(seat), f" {third_person(verb)}", *rest)

    def whose(self, seat: Hashable) -> Text:
        """`your` or `pepper's`."""
        return Text("your", "bold") if self.is_me(seat) else line(self.label(seat), "'s")


def third_person(verb: str) -> str:
    """`plays`, `passes`; of several words the first one bends."""
    first, space, rest = verb.partition(" ")
    ending = "es" if first.endswith(("s", "sh", "ch")) else "s"
    return f"{first}{ending}{space}{rest}"
