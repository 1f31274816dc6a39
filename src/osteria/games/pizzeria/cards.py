"""Cards and orders as numbers, and their words.

An ingredient card is 2 * kind, plus 1 if it is a double: the fixed order of cards (G-4).
"""

from __future__ import annotations

from osteria.core.kernel import kernel

KINDS = ("olive", "pepper", "mushroom", "salami", "pineapple")
"""G-1: the five kinds, in this order everywhere."""
KIND_COUNT = 5
CARD_COUNT = 10
SOLE_MIO_CARD = 10
CARDS = tuple(name for kind in KINDS for name in (kind, f"double-{kind}"))
"""G-2: singles and doubles, in the fixed order."""

NORMALE = 0
MISTA = 5
BOMBASTICA = 6
MONOTONI = 7
MINIMALE = 8
FOUR = 9
TWO_OF_EACH = 14
OWN_KIND = 15
MATCH = 16
WITHOUT_OWN = 17
TWO_DOUBLES = 18
FOUR_THREE_TWO_ONE = 19
SOLE_MIO = 20
ORDER_COUNT = 21
ORDERS = (
    *(f"normale-{kind}" for kind in KINDS),
    *("mista", "bombastica", "monotoni", "minimale"),
    *(f"four-{kind}" for kind in KINDS),
    *("two-of-each", "own-kind", "match", "without-own", "two-doubles", "four-three-two-one", "sole-mio"),
)
MAMMA_MIA_ORDERS = sum(1 << order for order in range(NORMALE, MINIMALE + 1))
SOLE_MIO_ORDERS = sum(1 << order for order in range(FOUR, SOLE_MIO + 1))

MOST_PLAYERS = 5
HAND = 7
"""MM-6: everybody draws up to so many cards."""


@kernel
def kind_of(card: int) -> int:
    """The kind of an ingredient card."""
    return card >> 1


@kernel
def value_of(card: int) -> int:
    """G-2: a single is worth 1 ingredient, a double 2."""
    return 1 + (card & 1)


@kernel
def order_in_oven(owner: int, order: int) -> int:
    """How an order lies in the oven, beside ingredient cards 0 to 9."""
    return CARD_COUNT + owner * ORDER_COUNT + order
