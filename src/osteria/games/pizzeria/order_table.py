"""What every order asks for: one row an order, every number of it once.

Rules, bots, terminal, docs and (through `protocol/tables.json`) the page read this table. `ORDER_ROWS` is for people and
for Python; the arrays below it hold the same numbers for kernels, on the CPU and on CUDA.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import IntEnum
from typing import Any, Final

import numpy as np

from osteria.core.kernel import kernel
from osteria.core.schema import Table
from osteria.games.pizzeria import cards as c
from osteria.games.pizzeria.cards import KIND_COUNT, ORDER_COUNT, ORDERS


class Pick(IntEnum):
    """Which kinds the owner of an order may pick from."""

    NOTHING = 0
    OTHERS = 1
    SCARCEST = 2
    ALL = 3


@dataclass(frozen=True)
class OrderRow:
    """One order.

    Attributes:
        clause: the id of the clause that says what it needs.
        named: of the kind that its name says.
        own: of the owner's own kind.
        other: of each of the other kinds.
        holder: of the own kind of whoever holds the Sole Mio! card.
        any: ingredients in all, of any kinds.
        way: of the kinds that the owner picks, one amount a kind.
        pick: which kinds those may be.
        names_first: whether the kind is named before the columns are compared (MM-14).
        without_own: whether an own ingredient in the columns spoils it (SM-30).
        doubles: whether only doubles count, one card for each amount (SM-31).
        takes_all: whether all that lies in the columns is used: of the own kind, where it is about that (MM-13, SM-28).
        help: whether help may be asked for it where the game knows help (HP-1).
        series: whether it may be part of a series (SM-20).
    """

    clause: str
    named: int = 0
    own: int = 0
    other: int = 0
    holder: int = 0
    any: int = 0
    way: tuple[int, ...] = ()
    pick: Pick = Pick.NOTHING
    names_first: bool = False
    without_own: bool = False
    doubles: bool = False
    takes_all: bool = False
    help: bool = True
    series: bool = False


_ROWS: Final = {
    **{c.NORMALE + kind: OrderRow("MM-2", named=4, own=1) for kind in range(KIND_COUNT)},
    c.MISTA: OrderRow("MM-2", own=1, other=1),
    c.BOMBASTICA: OrderRow("MM-13", any=15, takes_all=True),
    c.MONOTONI: OrderRow("MM-14", own=1, way=(6,), pick=Pick.OTHERS, names_first=True),
    c.MINIMALE: OrderRow("MM-15", own=1, way=(3,), pick=Pick.SCARCEST),
    **{c.FOUR + kind: OrderRow("SM-20", named=4, series=True) for kind in range(KIND_COUNT)},
    c.TWO_OF_EACH: OrderRow("SM-23", other=2),
    c.OWN_KIND: OrderRow("SM-24", own=2, takes_all=True, help=False),
    c.MATCH: OrderRow("SM-29", help=False),
    c.WITHOUT_OWN: OrderRow("SM-30", way=(2, 2), pick=Pick.OTHERS, without_own=True),
    c.TWO_DOUBLES: OrderRow("SM-31", way=(1, 1), pick=Pick.ALL, doubles=True),
    c.FOUR_THREE_TWO_ONE: OrderRow("SM-32", way=(4, 3, 2, 1), pick=Pick.ALL),
    c.SOLE_MIO: OrderRow("SM-33", holder=4),
}
ORDER_ROWS: Final = tuple(_ROWS[order] for order in range(ORDER_COUNT))
"""The rows, by the number of the order."""
BY_NAME: Final = dict(zip(ORDERS, ORDER_ROWS, strict=True))
"""The rows, by the name of the order."""
LONGEST_WAY: Final = max(len(row.way) for row in ORDER_ROWS)


def row_words(row: OrderRow) -> dict[str, Any]:
    """A row as plain data."""
    return asdict(row) | {"pick": row.pick.name.lower(), "way": list(row.way)}


def _column(values: list[int]) -> Table:
    return np.array(values, np.int64)


# ------------------------------------------------------------------------------------------------ The same for kernels

NAMED = _column([row.named for row in ORDER_ROWS])
OWN = _column([row.own for row in ORDER_ROWS])
OTHER = _column([row.other for row in ORDER_ROWS])
HOLDER = _column([row.holder for row in ORDER_ROWS])
LENGTH = _column([len(row.way) for row in ORDER_ROWS])
WAY = np.array([(*row.way, *[0] * (LONGEST_WAY - len(row.way))) for row in ORDER_ROWS], np.int64)
PICK = _column([row.pick for row in ORDER_ROWS])
NAMES_FIRST = _column([row.names_first for row in ORDER_ROWS])
WITHOUT_OWN = _column([row.without_own for row in ORDER_ROWS])
DOUBLES = _column([row.doubles for row in ORDER_ROWS])
TAKES_ALL = _column([row.takes_all for row in ORDER_ROWS])
HELP = _column([row.help for row in ORDER_ROWS])
SERIES = _column([row.series for row in ORDER_ROWS])
KIND = _column(
    [order - (c.FOUR if row.series else c.NORMALE) if row.named else -1 for order, row in enumerate(ORDER_ROWS)]
)
"""The kind that an order's name says; -1: none."""
PICK_SCARCEST, PICK_OTHERS = int(Pick.SCARCEST), int(Pick.OTHERS)
BIG_PIZZA = ORDER_ROWS[c.BOMBASTICA].any
"""MM-13: a bombastica needs so many ingredients."""
SMALLEST_BID = ORDER_ROWS[c.OWN_KIND].own
"""SM-24: an own-kind needs at least so many."""
FIRST_OF_SERIES = ORDER_ROWS[c.FOUR].named
"""SM-21: the first order of a series needs so many of its kind, each further one less by 1."""


@kernel
def way_length(order: int) -> int:
    """How many kinds a way of an order names; 0: the order leaves nothing to pick."""
    return int(LENGTH[order])


@kernel
def amount_at(order: int, place: int) -> int:
    """MM-14, MM-15, SM-30, SM-31, SM-32: how much of the kind at a place of a way is needed."""
    return int(WAY[order, place])


@kernel
def own_amount(order: int) -> int:
    """MM-2, MM-14, MM-15, SM-24: how much of the own kind is needed."""
    return int(OWN[order])


@kernel
def amount_of(order: int, kind: int, own: int, holders: int) -> int:
    """MM-2, SM-20, SM-23, SM-33: how much of a kind an order needs that leaves nothing to pick.

    `own` is its owner's kind, `holders` that of whoever has the Sole Mio! card.
    """
    if kind == KIND[order]:
        return int(NAMED[order])
    if kind == holders and HOLDER[order] > 0:
        return int(HOLDER[order])
    if kind == own:
        return int(OWN[order])
    return int(OTHER[order])


@kernel
def needs_holders_kind(order: int) -> bool:
    """SM-33: whether it matters who holds the Sole Mio! card."""
    return bool(HOLDER[order] > 0)


@kernel
def picks_scarcest(order: int) -> bool:
    """MM-15: only the scarcest other kinds may be picked."""
    return bool(PICK[order] == PICK_SCARCEST)


@kernel
def picks_others(order: int) -> bool:
    """MM-14, SM-30: every kind but the own may be picked."""
    return bool(PICK[order] == PICK_OTHERS)


@kernel
def names_kind_first(order: int) -> bool:
    """MM-14: the owner names the kind when the order is turned up, before the columns are compared."""
    return bool(NAMES_FIRST[order])


@kernel
def is_spoiled_by_own(order: int) -> bool:
    """SM-30: an own ingredient in the columns spoils it."""
    return bool(WITHOUT_OWN[order])


@kernel
def counts_doubles_only(order: int) -> bool:
    """SM-31: only double cards count."""
    return bool(DOUBLES[order])


@kernel
def takes_all(order: int) -> bool:
    """MM-13, SM-28: all that lies in the columns is used: everything, or everything of the own kind."""
    return bool(TAKES_ALL[order])


@kernel
def may_have_help(order: int) -> bool:
    """HP-1: not `own-kind` and `match`."""
    return bool(HELP[order])


@kernel
def may_be_in_series(order: int) -> bool:
    """SM-20: a `four-<kind>` order."""
    return bool(SERIES[order])
