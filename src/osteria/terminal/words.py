"""Cards, dice and seats as a terminal shows them: a letter and a word always, a colour where there is one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from itertools import chain

from rich.text import Text

LETTERS = {"olive": "O", "pepper": "P", "mushroom": "F", "salami": "S", "pineapple": "A"}
"""G-1: a letter for every kind, so that nobody needs the colour (F for fungo, A for ananas)."""
COLOURS = {
    "olive": "bold white on slate_blue3",
    "pepper": "bold white on dark_green",
    "mushroom": "bold white on orange4",
    "salami": "bold white on red3",
    "pineapple": "bold black on gold1",
}
SOLE_MIO = "sole-mio"
DOUBLE = "double-"
FACES = {
    "1": "bold black on gold1",
    "2": "bold black on gold1",
    "hook": "bold white on grey42",
    "double": "bold white on dodger_blue3",
    "water": "bold white on dodger_blue3",
}
TITLES = {
    "mamma-mia": "Mamma Mia!",
    "sole-mio": "Sole Mio!",
    "grande": "Mamma Mia! Grande",
    "roll-for-soles": "Roll for Soles",
}
Part = str | Text | tuple[str, str]


def line(*parts: Part) -> Text:
    """Several parts as one text."""
    return Text.assemble(*parts)


def listed(parts: Iterable[Part], between: str = ", ") -> Text:
    """Parts with something between them."""
    found = list(parts)
    rest = chain.from_iterable((between, part) for part in found[1:])
    return Text.assemble(*found[:1], *rest)


def kind_of(card: str) -> str:
    """The kind of an ingredient card."""
    return card.removeprefix(DOUBLE)


def letters_of(card: str) -> str:
    """A card's letters: `O` for an olive, `OO` for a double-olive."""
    letter = LETTERS[kind_of(card)]
    return letter * 2 if card.startswith(DOUBLE) else letter


def is_ingredient(card: str) -> bool:
    """Whether a card of a hand is an ingredient, and no order."""
    return kind_of(card) in LETTERS


def chip(card: str) -> Text:
    """A card as a small picture: its letters on its colour."""
    return Text(f" {letters_of(card)} ", COLOURS[kind_of(card)])


def row_of(counts: Mapping[str, int]) -> Text:
    """Cards of one kind side by side on its colour."""
    letters = [letters_of(card) for card, count in counts.items() for _ in range(count)]
    return line((f" {' '.join(letters)} ", COLOURS[kind_of(next(iter(counts)))]))


def row_by_kind(counts: Mapping[str, int]) -> Text:
    """Cards as letters on their colours, kind by kind; for little room."""
    kinds = [{card: n for card, n in counts.items() if kind_of(card) == kind and n} for kind in LETTERS]
    return listed((row_of(cards) for cards in kinds if cards), " ") if any(kinds) else Text("nothing")


def named(card: str) -> Text:
    """A card with its picture and its word."""
    return line(chip(card), f" {card}") if is_ingredient(card) else Text(card, "bold")


def counted(counts: Mapping[str, int]) -> Text:
    """Cards or kinds with their numbers: `2 O olive, 1 SS double-salami`."""
    return listed(
        line(f"{count} ", named(card)) if card != "any" else f"{count} of any kind" for card, count in counts.items()
    )


def tally(cards: Iterable[str]) -> dict[str, int]:
    """How many of each card, in the order in which they first come."""
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return counts


def dice(faces: Iterable[str]) -> Text:
    """Dice side by side."""
    return listed(((f" {face} ", FACES[face]) for face in faces), " ")


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
        return named(seat) if isinstance(seat, str) else Text(f"seat {seat}")

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
