"""Cards as a terminal shows them: a letter and a word always, a colour where there is one."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from rich.text import Text

from osteria.terminal.words import Voices, line, listed

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


class KindVoices(Voices):
    """Seats are own kinds, with their pictures."""

    def label(self, seat: Hashable) -> Text:
        """An own kind."""
        return named(str(seat))
