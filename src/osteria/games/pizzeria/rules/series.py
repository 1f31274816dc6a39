"""SM-21: several `four-<kind>` orders at once."""

from __future__ import annotations

from osteria.core.events import Log, tell
from osteria.core.kernel import kernel
from osteria.games.pizzeria import telling as t
from osteria.games.pizzeria.cards import FOUR
from osteria.games.pizzeria.order_table import FIRST_OF_SERIES
from osteria.games.pizzeria.record import AMOUNTS, JOIN, NOBODY, ORDER_JUDGED, SERIES, SERIES_GROWS, Pizzeria
from osteria.games.pizzeria.rules.filling import ask_owner_to_fill, is_nothing_short, is_series, needs_told
from osteria.games.pizzeria.rules.settling import settle_series
from osteria.games.pizzeria.telling import digit, tell_order_move


@kernel
def offer_series(s: Pizzeria) -> None:
    """SM-21, G-6: asked while fewer than three have joined and the hand holds an order card, a public number."""
    if s["open_count"] < SERIES and s["hand_orders"][s["owner"]] != 0:
        s["ask"] = JOIN
        s["seat"] = s["owner"]
    else:
        fix_series(s)


@kernel
def may_join(s: Pizzeria, kind: int) -> bool:
    """SM-21: only `four-<kind>` orders from the own hand."""
    return (int(s["hand_orders"][s["owner"]]) >> (FOUR + kind)) & 1 == 1


@kernel
def join_series(s: Pizzeria, kind: int, log: Log) -> None:
    """SM-21: an order from the hand that joins is laid open."""
    order = FOUR + kind
    s["hand_orders"][s["owner"]] &= ~(1 << order)
    s["open"][s["open_count"]] = order
    s["open_count"] += 1
    tell_order_move(log, t.JOIN, int(s["owner"]), order, t.HAND + int(s["owner"]), t.OPEN_ORDERS)
    s["ask"] = NOBODY
    s["step"] = SERIES_GROWS


@kernel
def close_series(s: Pizzeria, log: Log) -> None:
    """SM-21: the owner adds no more."""
    tell(log, t.SERIES_CLOSED, s["owner"])
    fix_series(s)


@kernel
def fix_series(s: Pizzeria) -> None:
    """SM-21: the set is fixed; now the owner decides which order needs which amount. SM-22: one order is no series."""
    if is_series(s):
        s["ask"] = AMOUNTS
        s["seat"] = s["owner"]
    else:
        s["ask"] = NOBODY
        s["step"] = ORDER_JUDGED


@kernel
def may_name(s: Pizzeria, kind: int) -> bool:
    """SM-21: every order of the series gets one amount."""
    for place in range(s["picked"]):
        if s["picks"][place] == kind:
            return False
    for place in range(s["open_count"]):
        if s["open"][place] == FOUR + kind:
            return True
    return False


@kernel
def name_amount(s: Pizzeria, kind: int, log: Log) -> None:
    """SM-21: the orders are named from the one that needs most downwards."""
    s["picks"][s["picked"]] = kind
    s["picked"] += 1
    if s["picked"] == s["open_count"]:
        fix_amounts(s, log)


@kernel
def fix_amounts(s: Pizzeria, log: Log) -> None:
    """SM-21: the amounts go down by 1 from that of an order alone. SM-22: a series in which nothing is missing is settled at
    once."""
    told = 0
    for place in range(s["open_count"]):
        told += digit(place, int(s["picks"][place]))
        s["needs"][s["picks"][place]] = FIRST_OF_SERIES - place
        s["picks"][place] = 0
    s["picked"] = 0
    tell(log, t.AMOUNTS, s["owner"], told, s["open_count"], 1, needs_told(s), FOUR)
    if is_nothing_short(s):
        settle_series(s, log)
    else:
        ask_owner_to_fill(s, log)
