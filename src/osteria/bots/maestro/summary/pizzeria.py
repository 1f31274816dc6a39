"""What described pizza tables come to: the best chances whatever the order, sums whatever the kind.

A network would find these by itself, in ten times as many positions; given every order and kind one by one it learned less.
"""

from __future__ import annotations

import numpy as np

from osteria.bots.maestro.pizzeria import BY_KIND, BY_ORDER, KINDS, ORDERS, SEATS
from osteria.core.schema import Table
from osteria.games.pizzeria.cards import FOUR, KIND_COUNT, NORMALE, ORDER_COUNT

BEST = 3
"""So many chances are told, the best first."""
HELD, CHANCE, SHORT, SHORT_IN_ALL = range(4)
WITHOUT_KIND = [
    order
    for order in range(ORDER_COUNT)
    if order not in (*range(NORMALE, NORMALE + KIND_COUNT), *range(FOUR, FOUR + KIND_COUNT))
]
"""Orders of which there is one, not one a kind: each is told by itself."""


def summarise(rows: Table) -> Table:
    """The numbers of these described tables for a network; the last stays the last."""
    orders = rows[:, ORDERS:SEATS].reshape(len(rows), ORDER_COUNT, BY_ORDER)
    kinds = rows[:, KINDS:ORDERS].reshape(len(rows), KIND_COUNT, BY_KIND)
    special = orders[:, WITHOUT_KIND, : CHANCE + 1].reshape(len(rows), -1)
    sums = [kinds.sum(axis=1, dtype=np.int16), kinds.max(axis=1), (kinds > 0).sum(axis=1), kinds[:, 0]]
    together = [special, chances(orders), *sums, rows[:, :KINDS], rows[:, SEATS:]]
    return np.concatenate(together, axis=1).clip(-128, 127).astype(np.int8)


def chances(orders: Table) -> Table:
    """Of the orders in hand: the best chances, how many miss none, one or two ingredients, how many only the oven fills."""
    is_held = orders[:, :, HELD] == 1
    missing = [(is_held & (orders[:, :, SHORT_IN_ALL] == count)).sum(axis=1) for count in range(3)]
    best = np.sort(orders[:, :, CHANCE], axis=1)[:, : -BEST - 1 : -1]
    return np.column_stack([best, *missing, (is_held & (orders[:, :, SHORT] == 0)).sum(axis=1)])
