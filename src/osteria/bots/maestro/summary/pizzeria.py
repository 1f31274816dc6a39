"""What described pizza tables come to: the best chances whatever the order, sums whatever the kind.

A network would find these by itself, in ten times as many positions.
"""

from __future__ import annotations

import numpy as np

from osteria.bots.maestro.pizzeria import BY_KIND, BY_ORDER, KINDS, ORDERS, SEATS
from osteria.core.schema import Table
from osteria.games.pizzeria.cards import KIND_COUNT, ORDER_COUNT

BEST = 3
"""So many chances are told, the best first."""
HELD, CHANCE, SHORT, SHORT_IN_ALL = range(4)


def summarise(rows: Table) -> Table:
    """The numbers of these described tables for a network: theirs, and what they come to; the last stays the last."""
    orders = rows[:, ORDERS:SEATS].reshape(len(rows), ORDER_COUNT, BY_ORDER)
    kinds = rows[:, KINDS:ORDERS].reshape(len(rows), KIND_COUNT, BY_KIND)
    sums = [kinds.sum(axis=1, dtype=np.int16).clip(-128, 127), kinds.max(axis=1), (kinds > 0).sum(axis=1)]
    together = [rows[:, :-1], chances(orders), *sums, rows[:, -1:]]
    return np.concatenate([part.astype(np.int8) for part in together], axis=1)


def chances(orders: Table) -> Table:
    """Of the orders in hand: the best chances, how many miss none, one or two ingredients, how many only the oven fills."""
    is_held = orders[:, :, HELD] == 1
    missing = [(is_held & (orders[:, :, SHORT_IN_ALL] == count)).sum(axis=1) for count in range(3)]
    best = np.sort(orders[:, :, CHANCE], axis=1)[:, : -BEST - 1 : -1]
    return np.column_stack([best, *missing, (is_held & (orders[:, :, SHORT] == 0)).sum(axis=1)])
