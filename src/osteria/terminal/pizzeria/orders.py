"""What an order asks for, in a few words, and the clause that says it."""

from __future__ import annotations

WANTS = {
    "mista": "1 of each kind",
    "bombastica": "15 ingredients in all",
    "monotoni": "6 of one other kind, 1 {own}",
    "minimale": "3 of the scarcest other kind, 1 {own}",
    "two-of-each": "2 of each kind but {own}",
    "own-kind": "2 {own} or more, unless blocked",
    "match": "a card like the one an opponent shows",
    "without-own": "2 each of two kinds, no {own} in the columns",
    "two-doubles": "2 doubles of different kinds",
    "four-three-two-one": "4, 3, 2 and 1 of four kinds",
    "sole-mio": "4 of the kind of the Sole Mio! card's holder",
}
CLAUSES = {
    "normale": "MM-2",
    "mista": "MM-2",
    "bombastica": "MM-13",
    "monotoni": "MM-14",
    "minimale": "MM-15",
    "four": "SM-20",
    "two-of-each": "SM-23",
    "own-kind": "SM-24",
    "match": "SM-29",
    "without-own": "SM-30",
    "two-doubles": "SM-31",
    "four-three-two-one": "SM-32",
    "sole-mio": "SM-33",
}


def wants(order: str, own: str) -> str:
    """What an order of a player with this own kind asks for."""
    if order in WANTS:
        return WANTS[order].format(own=own)
    family, _, kind = order.partition("-")
    return f"4 {kind}, 1 {own}" if family == "normale" else f"4 {kind}"


def clause_of(word: str) -> str | None:
    """The clause about an order, by its name; None for any other word."""
    family = word if word in CLAUSES else word.partition("-")[0]
    return CLAUSES.get(family)
