"""The oven is turned over: ingredients fall into the columns, orders come up."""

from __future__ import annotations

from osteria.core.events import Log
from osteria.core.kernel import kernel
from osteria.games.pizzeria import telling as t
from osteria.games.pizzeria.cards import CARD_COUNT, KIND_COUNT, ORDER_COUNT
from osteria.games.pizzeria.order_table import may_be_in_series
from osteria.games.pizzeria.record import (
    CLOSE,
    NO_SEAT,
    NOBODY,
    ORDER_JUDGED,
    SERIES_GROWS,
    Pizzeria,
)
from osteria.games.pizzeria.telling import tell_move, tell_order_move

NO_CARD = -1


@kernel
def turn_next_card(s: Pizzeria, log: Log) -> None:
    """MM-11, SM-11: cards are revealed in the order in which they were put in, oldest first."""
    if s["cursor"] == s["oven_size"]:
        s["ask"] = CLOSE
        s["seat"] = NO_SEAT
        return
    card = int(s["oven"][s["cursor"]])
    s["cursor"] += 1
    if card < CARD_COUNT:
        s["columns"][card] += 1
        tell_move(log, t.TURN_OVER, card, 1, t.OVEN, t.COLUMNS)
    else:
        turn_up_order(s, (card - CARD_COUNT) // ORDER_COUNT, (card - CARD_COUNT) % ORDER_COUNT, log)


@kernel
def turn_up_order(s: Pizzeria, owner: int, order: int, log: Log) -> None:
    """MM-11: at an order it is filled or not; SM-21: a `four-<kind>` may first grow into a series."""
    s["owner"] = owner
    s["open"][0] = order
    s["open_count"] = 1
    s["helper"] = NO_SEAT
    s["chosen"] = NO_SEAT
    s["revealed"] = NO_CARD
    s["shown"] = 0
    for kind in range(KIND_COUNT):
        s["needs"][kind] = 0
        s["wants"][kind] = 0
    tell_order_move(log, t.OPEN, owner, order, t.OVEN, t.OPEN_ORDERS)
    s["ask"] = NOBODY
    if may_be_in_series(order):
        s["step"] = SERIES_GROWS
    else:
        s["step"] = ORDER_JUDGED
