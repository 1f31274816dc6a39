"""C: what the columns pay, and what becomes of an order."""

from __future__ import annotations

from osteria.core.events import Log
from osteria.core.kernel import kernel
from osteria.games.pizzeria import telling as t
from osteria.games.pizzeria.cards import (
    BOMBASTICA,
    CARD_COUNT,
    FOUR,
    KIND_COUNT,
    MATCH,
    OWN_KIND,
    SOLE_MIO,
    SOLE_MIO_CARD,
    TWO_DOUBLES,
    kind_of,
    value_of,
)
from osteria.games.pizzeria.record import NO_SEAT, NOBODY, REWARD_DUE, Pizzeria
from osteria.games.pizzeria.rules.filling import first_open, is_series, short_of, tell_about
from osteria.games.pizzeria.rules.hands import move_cards, total_worth
from osteria.games.pizzeria.telling import digit, tell_move, tell_order_move


@kernel
def doubles_for(order: int, amount: int, doubles: int) -> int:
    """C-3: the columns pay doubles first: as many as lie there, up to half the amount rounded up. SM-31: one double each."""
    if order == TWO_DOUBLES:
        return min(amount, doubles)
    return min(doubles, (amount + 1) // 2)


@kernel
def singles_for(order: int, amount: int, doubles_taken: int, singles: int) -> int:
    """C-3: then singles, for what is left of the amount."""
    if order == TWO_DOUBLES:
        return 0
    return min(singles, max(0, amount - 2 * doubles_taken))


@kernel
def doubles_paid(s: Pizzeria, kind: int) -> int:
    """C-3: the doubles of a kind that the columns pay."""
    return doubles_for(first_open(s), int(s["needs"][kind]), int(s["columns"][2 * kind + 1]))


@kernel
def singles_paid(s: Pizzeria, kind: int) -> int:
    """C-3: the singles of a kind that the columns pay."""
    taken = doubles_paid(s, kind)
    return singles_for(first_open(s), int(s["needs"][kind]), taken, int(s["columns"][2 * kind]))


@kernel
def takes_all_of(s: Pizzeria, order: int, kind: int) -> bool:
    """MM-13: a bombastica takes all column cards, SM-28: an own-kind all of the own kind."""
    return order == BOMBASTICA or (order == OWN_KIND and kind == s["own"][s["owner"]])


@kernel
def pays(s: Pizzeria, order: int, card: int) -> bool:
    """SM-22: in a series an order is paid with its own kind only."""
    return not is_series(s) or kind_of(card) == order - FOUR


@kernel
def column_cards_paid(s: Pizzeria, order: int, card: int) -> int:
    """C-3: how many column cards of a sort an order takes."""
    kind = kind_of(card)
    if takes_all_of(s, order, kind):
        return int(s["columns"][card])
    if value_of(card) == 1:
        return singles_paid(s, kind)
    return doubles_paid(s, kind)


@kernel
def pay_order(s: Pizzeria, order: int, log: Log) -> None:
    """C-6: what the columns and the owner pay for an order goes to the used pile; SM-22: in a series only of its own kind.

    SPEED: kind by kind; with a loop over all sorts of cards, each asking for the series, a GPU plays Grande 4 % slower.
    """
    if is_series(s):
        pay_kind(s, order, order - FOUR, log)
    else:
        for kind in range(KIND_COUNT):
            pay_kind(s, order, kind, log)


@kernel
def pay_kind(s: Pizzeria, order: int, kind: int, log: Log) -> None:
    """C-6: what the columns pay of a kind, and the cards added from the hand."""
    for card in range(2 * kind, 2 * kind + 2):
        paid = column_cards_paid(s, order, card)
        move_cards(s["columns"], s["used"], card, paid, t.MOVE, t.COLUMNS, t.USED, log)
        added = int(s["committed"][card])
        move_cards(s["committed"], s["used"], card, added, t.MOVE, t.COMMITTED, t.USED, log)


@kernel
def deliver(s: Pizzeria, order: int, log: Log) -> None:
    """C-6: an order is filled: that is told, it is paid for, and goes to its owner."""
    tell_filled(s, order, log)
    pay_order(s, order, log)
    hand_over(s, order, log)


@kernel
def hand_over(s: Pizzeria, order: int, log: Log) -> None:
    """C-6: the order goes face up to its owner's delivered pile. SM-33: a filled `sole-mio` takes the card."""
    owner = int(s["owner"])
    s["delivered"][owner] |= 1 << order
    tell_order_move(log, t.MOVE_ORDER, owner, order, t.OPEN_ORDERS, t.DELIVERED + owner)
    if order == SOLE_MIO and s["holder"] != owner:
        tell_move(log, t.TAKES_CARD, SOLE_MIO_CARD, 1, t.HOLDER + int(s["holder"]), t.HOLDER + owner)
        s["holder"] = owner


@kernel
def put_away(s: Pizzeria, order: int, log: Log) -> None:
    """C-7: an order that is not filled goes under its owner's order stack; GR-4: in Grande it is removed from the game."""
    owner = int(s["owner"])
    tell_order_move(log, t.MOVE_ORDER, owner, order, t.OPEN_ORDERS, where_failed_go(s) + owner)
    if s["removes"]:
        s["removed"][owner] |= 1 << order
    else:
        s["under"][owner, s["under_size"][owner]] = order
        s["under_size"][owner] += 1


@kernel
def where_failed_go(s: Pizzeria) -> int:
    """C-7, GR-4: the place of orders that are not filled."""
    if s["removes"]:
        return t.REMOVED
    return t.UNDER


@kernel
def take_back(s: Pizzeria, card: int, log: Log) -> None:
    """C-5: cards committed from a hand return to it when the order is not filled."""
    owner = int(s["owner"])
    added = int(s["committed"][card])
    move_cards(s["committed"], s["hands"][owner], card, added, t.RETURNED, t.COMMITTED, t.HAND + owner, log)


@kernel
def fill_order(s: Pizzeria, log: Log) -> None:
    """C-6: the one open order is filled."""
    deliver(s, first_open(s), log)
    finish_order(s)


@kernel
def fail_order(s: Pizzeria, why: int, log: Log) -> None:
    """C-5, C-7: the one open order is not filled, all or nothing; the columns do not change."""
    tell_failed(s, first_open(s), why, log)
    for card in range(CARD_COUNT):
        take_back(s, card, log)
    put_away(s, first_open(s), log)
    finish_order(s)


@kernel
def settle_series(s: Pizzeria, log: Log) -> None:
    """SM-22: each order of a series is filled or not on its own (a helper fills them all); those that fail go one after
    the other: first the one turned up, then the others as they joined."""
    for place in range(s["open_count"]):
        order = int(s["open"][place])
        kind = order - FOUR
        if short_of(s, kind) == 0 or s["helper"] != NO_SEAT:
            deliver(s, order, log)
        else:
            tell_failed(s, order, t.IN_SERIES, log)
            take_back(s, 2 * kind, log)
            take_back(s, 2 * kind + 1, log)
            put_away(s, order, log)
    finish_order(s)


@kernel
def settle_open_orders(s: Pizzeria, log: Log) -> None:
    """C-6, SM-22: everything that was missing has been found."""
    if is_series(s):
        settle_series(s, log)
    else:
        fill_order(s, log)


@kernel
def finish_order(s: Pizzeria) -> None:
    """HP-5: first the order is filled, then a reward is due; then the oven turns on."""
    s["open_count"] = 0
    s["ask"] = NOBODY
    s["seat"] = NO_SEAT
    s["step"] = REWARD_DUE


@kernel
def tell_filled(s: Pizzeria, order: int, log: Log) -> None:
    """C-6: an order is filled, and with which column cards; told before anything is paid."""
    if log is not None:
        taken = 0
        for card in range(CARD_COUNT):
            if pays(s, order, card):
                taken += digit(card, column_cards_paid(s, order, card))
        tell_about(s, t.FILLED, order, why_filled(s, order), taken, log)


@kernel
def tell_failed(s: Pizzeria, order: int, why: int, log: Log) -> None:
    """C-7: an order is not filled, and where it goes; told before anything returns."""
    tell_about(s, t.FAILED, order, why, where_failed_go(s), log)


@kernel
def why_filled(s: Pizzeria, order: int) -> int:
    """C-1, C-4, HP-5, SM-22, SM-27, SM-29: the clause by which an order is filled."""
    if s["helper"] != NO_SEAT:
        return t.HELPED
    if is_series(s):
        return t.IN_SERIES
    if order == OWN_KIND:
        return t.BID_STOOD
    if order == MATCH:
        return t.MATCHED
    if total_worth(s["committed"]) > 0:
        return t.COMPLETED
    return t.FROM_COLUMNS
