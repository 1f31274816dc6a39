"""What an order asks for, in a few words, and the clause that says it. The numbers come from the table of orders."""

from __future__ import annotations

from osteria.games.pizzeria.order_table import BY_NAME, FIRST_OF_SERIES

WANTS = {
    "normale": "{row.named} {kind}, {row.own} {own}",
    "mista": "{row.other} of each kind",
    "bombastica": "{row.any} ingredients in all",
    "monotoni": "{row.way[0]} of one other kind, {row.own} {own}",
    "minimale": "{row.way[0]} of the scarcest other kind, {row.own} {own}",
    "four": "{row.named} {kind}",
    "two-of-each": "{row.other} of each kind but {own}",
    "own-kind": "{row.own} {own} or more, unless blocked",
    "match": "a card like the one an opponent shows",
    "without-own": "{row.way[0]} each of two kinds, no {own} in the columns",
    "two-doubles": "2 doubles of different kinds",
    "four-three-two-one": "{row.way[0]}, {row.way[1]}, {row.way[2]} and {row.way[3]} of four kinds",
    "sole-mio": "{row.holder} of the kind of the Sole Mio! card's holder",
}
WAYS = {
    "monotoni": "Which kind makes the {row.way[0]}?",
    "minimale": "Several kinds are equally scarce. Which one makes the {row.way[0]}?",
    "without-own": "Which two kinds, {row.way[0]} of each?",
    "two-doubles": "Doubles of which two kinds?",
    "four-three-two-one": "Which kinds make the {row.way[0]}, {row.way[1]}, {row.way[2]} and {row.way[3]}, in this order?",
}


def wants(order: str, own: str) -> str:
    """What an order of a player with this own kind asks for."""
    family, kind = _family(order)
    return WANTS[family].format(row=BY_NAME[order], own=own, kind=kind)


def way_question(order: str) -> str:
    """What the owner of an order that leaves a way to pick is asked."""
    return WAYS[order].format(row=BY_NAME[order])


def series_amounts(orders: int) -> list[str]:
    """The amounts of a series of so many orders, from the first downwards."""
    return [str(FIRST_OF_SERIES - place) for place in range(orders)]


def clause_of(word: str) -> str | None:
    """The clause about an order, by its name or its family's; None for any other word."""
    found = next((order for order in BY_NAME if word in (order, _family(order)[0])), None)
    return BY_NAME[found].clause if found else None


def _family(order: str) -> tuple[str, str]:
    """What an order is called without its kind, and that kind."""
    if order in WANTS:
        return order, ""
    family, _, kind = order.partition("-")
    return family, kind
