"""The numbers behind the rules of thumb of the pizza games, by name. Chances are in thousandths of a certain order."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

import numpy as np

from osteria.core.schema import Table, dtype_of, number, numbers

FEW = 3
"""An order that misses more ingredients after the own hand has hardly a chance."""


MORE_ROUNDS = 2
"""After a round that is not the last come so many at most (MM-17, GR-6)."""


class Weights(TypedDict):
    """What one player weighs by."""

    hand_card: Annotated[int, number("off the chance for every card that the hand has to keep for it")]
    missing: Annotated[
        Table, numbers((FEW,), "of an order that misses one ingredient, two, or three, after the own hand")
    ]
    match_kind: Annotated[int, number("of a match, for every kind in hand")]
    bid: Annotated[int, number("of an own-kind order that reaches 2")]
    bid_over: Annotated[int, number("and more for everything above")]
    building: Annotated[
        int, number("what an ingredient is worth in the oven that the best order misses, while others are missing too")
    ]
    other_orders: Annotated[int, number("what an ingredient is worth in the oven that another order misses")]
    played_card: Annotated[int, number("what playing a card costs")]
    played_double: Annotated[int, number("what playing a double costs besides")]
    claimed_card: Annotated[int, number("what playing a card costs that an order in the oven has a claim on")]
    enough: Annotated[int, number("the chance from which an order goes into the oven")]
    enough_late: Annotated[int, number("the same when the round is about to end")]
    enough_at_last: Annotated[int, number("and when the last round is about to end")]
    late: Annotated[int, number("cards left in the supply for each player from which it is late")]
    orders_wanted: Annotated[int, number("orders in hand below which orders are drawn")]
    ingredients_kept: Annotated[int, number("ingredients in hand from which orders may be drawn")]
    others_find: Annotated[int, number("an order of another seat that misses no more will be filled")]
    lead_to_help: Annotated[int, number("with two players: help when ahead by so many")]
    bid_safety: Annotated[int, number("raise a bid above so many thousandths of what the others are expected to hold")]
    noise: Annotated[int, number("rules of thumb are not that exact: up to so many thousandths of chance")]
    kept_order: Annotated[
        Table, numbers((MORE_ROUNDS,), "of an order in hand when a round ends and one more follows, or two")
    ]
    kept_stack: Annotated[Table, numbers((MORE_ROUNDS,), "of an order in the stack then")]
    kept_start: Annotated[Table, numbers((MORE_ROUNDS,), "of beginning the next round")]
    random: Annotated[int, number("1: no rules of thumb at all")]


WEIGHTS = dtype_of(Weights)


def weights(**named: Any) -> Table:
    """The numbers of one player, as an array of one record; those left out are 0."""
    return changed(np.zeros(1, WEIGHTS), **named)


def changed(before: Table, **named: Any) -> Table:
    """The same with other numbers for these."""
    found = before.copy()
    for name, value in named.items():
        found[name] = value
    return found
