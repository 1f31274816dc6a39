"""The numbers behind the rules of thumb of the pizza games, by name. Chances are in thousandths of a certain order."""

from __future__ import annotations

import numpy as np

from osteria.core.schema import Table

(
    HAND_CARD,  # off the chance for every card that the hand has to keep for it
    ONE_SHORT,  # the chance of an order that misses one ingredient, or two, or three, after the own hand
    TWO_SHORT,
    THREE_SHORT,
    MATCH_KIND,  # of a match, for every kind in hand
    BID,  # of an own-kind order that reaches 2
    BID_OVER,  # and more for everything above
    BUILDING,  # what an ingredient is worth in the oven that the best order misses, while others are missing too
    OTHER_ORDERS,  # what an ingredient is worth in the oven that another order misses
    PLAYED_CARD,  # what playing a card costs
    PLAYED_DOUBLE,  # what playing a double costs besides
    CLAIMED_CARD,  # what playing a card costs that an order in the oven has a claim on
    ENOUGH,  # the chance from which an order goes into the oven
    ENOUGH_LATE,  # the same when the round is about to end
    ENOUGH_AT_LAST,  # and when the last round is about to end
    LATE,  # cards left in the supply for each player from which it is late
    ORDERS_WANTED,  # orders in hand below which orders are drawn
    INGREDIENTS_KEPT,  # ingredients in hand from which orders may be drawn
    OTHERS_FIND,  # an order of another seat that misses no more will be filled
    LEAD_TO_HELP,  # with two players: help when ahead by so many
    BID_SAFETY,  # raise a bid above so many thousandths of what the others are expected to hold
    NOISE,  # rules of thumb are not that exact: up to so many thousandths of chance
    RANDOM,  # 1: no rules of thumb at all
) = range(23)

WEIGHTS = RANDOM + 1
"""How many there are."""


def weights(**named: int) -> Table:
    """The numbers of one player, by their names in lower case; those left out are 0."""
    found = np.zeros(WEIGHTS, np.int64)
    for name, value in named.items():
        found[globals()[name.upper()]] = value
    return found
