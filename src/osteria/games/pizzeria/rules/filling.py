"""C: what the columns pay, what is short, and what becomes of an order."""

from __future__ import annotations

from osteria.core.events import Log, tell
from osteria.core.kernel import kernel
from osteria.core.schema import Table
from osteria.games.pizzeria import reasons as why
from osteria.games.pizzeria import telling as t
from osteria.games.pizzeria.cards import (
    BOMBASTICA,
    CARD_COUNT,
    FOUR,
    KIND_COUNT,
    MATCH,
    MOST_PLAYERS,
    OWN_KIND,
    SOLE_MIO,
    SOLE_MIO_CARD,
    TWO_DOUBLES,
    kind_of,
    value_of,
)
from osteria.games.pizzeria.order_table import BIG_PIZZA, SMALLEST_BID
from osteria.games.pizzeria.record import FILL, HELP, NO_SEAT, NOBODY, REWARD_DUE, Pizzeria
from osteria.games.pizzeria.rules.hands import left_of, move_cards, total_worth, worth
from osteria.games.pizzeria.telling import digit, tell_move, tell_order_move


@kernel
def first_open(s: Pizzeria) -> int:
    """The order that was turned up."""
    return int(s["open"][0])


@kernel
def is_series(s: Pizzeria) -> bool:
    """SM-22: with no order joined, a `four-<kind>` is handled like any other order."""
    return s["open_count"] > 1


@kernel
def counted(order: int, cards: Table, kind: int) -> int:
    """G-2: what cards count for an order: ingredients of a kind; SM-31: only doubles."""
    if order == TWO_DOUBLES:
        return int(cards[2 * kind + 1])
    return worth(cards, kind)


@kernel
def short_by(needed: int, lies: int, added: int) -> int:
    """C-3, C-4: what is missing after the columns and the cards already added."""
    return max(0, needed - lies - added)


@kernel
def short_of(s: Pizzeria, kind: int) -> int:
    """C-3: what is missing of a kind."""
    order = first_open(s)
    return short_by(int(s["needs"][kind]), counted(order, s["columns"], kind), counted(order, s["committed"], kind))


@kernel
def short_of_big_pizza(s: Pizzeria) -> int:
    """MM-13, GR-5: what is missing, after the columns, the cards added and what is already asked for."""
    asked = 0
    for kind in range(KIND_COUNT):
        asked += int(s["wants"][kind])
    return max(0, BIG_PIZZA - total_worth(s["columns"]) - total_worth(s["committed"]) - asked)


@kernel
def is_nothing_short(s: Pizzeria) -> bool:
    """C-1: the columns, with the cards added so far, suffice."""
    if first_open(s) == BOMBASTICA:
        return short_of_big_pizza(s) == 0
    for kind in range(KIND_COUNT):
        if short_of(s, kind) > 0:
            return False
    return True


@kernel
def can_hand_complete(s: Pizzeria) -> bool:
    """C-4: the owner's hand holds everything that is still missing."""
    hand = s["hands"][s["owner"]]
    if first_open(s) == BOMBASTICA:
        return short_of_big_pizza(s) <= total_worth(hand)
    for kind in range(KIND_COUNT):
        if short_of(s, kind) > worth(hand, kind):
            return False
    return True


@kernel
def is_needed(s: Pizzeria, card: int) -> bool:
    """C-4: a card may be added only while a shortage of its kind remains; SM-31: only doubles count there."""
    if first_open(s) == BOMBASTICA:
        return short_of_big_pizza(s) > 0
    if first_open(s) == TWO_DOUBLES and value_of(card) == 1:
        return False
    return short_of(s, kind_of(card)) > 0


@kernel
def is_adding_allowed(s: Pizzeria) -> bool:
    """C-2: where help is not allowed cards are added only if the hand can complete the order."""
    return s["helps"] == 1 or can_hand_complete(s)


@kernel
def why_not_add(s: Pizzeria, card: int) -> int:
    """C-2, C-4: a needed card of the own hand, where help is not allowed only if the hand can complete the order."""
    if s["hands"][s["owner"], card] == 0:
        return why.NOT_HELD
    if first_open(s) == OWN_KIND:
        return why_not_raise_bid(s, card)
    if not is_needed(s, card):
        return why.NOT_NEEDED
    if not is_adding_allowed(s):
        return why.CANNOT_COMPLETE
    return why.ALLOWED


@kernel
def may_add(s: Pizzeria, card: int) -> bool:
    """C-2, C-4: whether a card may be added."""
    return why_not_add(s, card) == why.ALLOWED


@kernel
def bid(s: Pizzeria) -> int:
    """SM-25: everything of the own kind in the columns, and the cards added."""
    kind = int(s["own"][s["owner"]])
    return worth(s["columns"], kind) + worth(s["committed"], kind)


@kernel
def why_not_raise_bid(s: Pizzeria, card: int) -> int:
    """SM-25, C-4: any number of cards of the own kind, if the bid can reach what SM-24 demands."""
    kind = int(s["own"][s["owner"]])
    if kind_of(card) != kind:
        return why.NOT_OWN_KIND
    if bid(s) + worth(s["hands"][s["owner"]], kind) < SMALLEST_BID:
        return why.CANNOT_BID
    return why.ALLOWED


@kernel
def add_card(s: Pizzeria, card: int, log: Log) -> None:
    """C-4: a hand card is laid down for the open order."""
    owner = int(s["owner"])
    move_cards(s["hands"][owner], s["committed"], card, 1, t.ADD, t.HAND + owner, t.COMMITTED, log)


@kernel
def ask_owner_to_fill(s: Pizzeria, log: Log) -> None:
    """C-2, G-6: the owner is asked, also if giving up is all that is left; everybody sees what is missing."""
    for place in range(s["open_count"]):
        tell_about(s, t.SHORT, int(s["open"][place]), t.GAVE_UP, 0, log)
    s["ask"] = FILL
    s["seat"] = s["owner"]


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
def column_cards_paid(s: Pizzeria, order: int, card: int) -> int:
    """C-3: how many column cards of a sort an order takes. MM-13: a bombastica all, SM-28: an own-kind all of the own kind;
    SM-22: in a series only of its own kind."""
    kind = kind_of(card)
    if order == BOMBASTICA or (order == OWN_KIND and kind == s["own"][s["owner"]]):
        return int(s["columns"][card])
    if is_series(s) and kind != order - FOUR:
        return 0
    if value_of(card) == 1:
        return singles_paid(s, kind)
    return doubles_paid(s, kind)


@kernel
def pay_order(s: Pizzeria, order: int, log: Log) -> None:
    """C-6: what the columns and the owner pay for an order goes to the used pile; in a series only for its own kind."""
    for card in range(CARD_COUNT):
        paid = column_cards_paid(s, order, card)
        move_cards(s["columns"], s["used"], card, paid, t.MOVE, t.COLUMNS, t.USED, log)
        if not is_series(s) or kind_of(card) == order - FOUR:
            added = int(s["committed"][card])
            move_cards(s["committed"], s["used"], card, added, t.MOVE, t.COMMITTED, t.USED, log)


@kernel
def deliver(s: Pizzeria, order: int, log: Log) -> None:
    """C-6: the order goes face up to its owner's delivered pile. SM-33: a filled `sole-mio` takes the card."""
    owner = int(s["owner"])
    tell_filled(s, order, log)
    pay_order(s, order, log)
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


# ------------------------------------------------------------------------------------------------------ Why, in numbers


@kernel
def tell_filled(s: Pizzeria, order: int, log: Log) -> None:
    """C-6: an order is filled, and with which column cards; told before anything is paid."""
    if log is not None:
        taken = 0
        for card in range(CARD_COUNT):
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


@kernel
def tell_about(s: Pizzeria, event: int, order: int, why: int, end: int, log: Log) -> None:
    """What an order needs, what lies there, what was added and what is short: all public, nothing from a hand."""
    if log is not None:
        amounts = 0
        covered = 0
        columns = s["columns"]
        committed = s["committed"]
        for kind in range(KIND_COUNT):
            if not is_series(s) or kind == order - FOUR:
                needed = needed_of(s, order, kind)
                lies = counted(order, columns, kind)
                added = counted(order, committed, kind)
                missing = missing_of(s, order, kind, short_by(needed, lies, added))
                amounts += digit(kind, needed) + digit(KIND_COUNT + kind, lies)
                covered += digit(kind, added) + digit(KIND_COUNT + kind, missing)
        tell(log, event, s["owner"], order, why, asked_for_help(s), amounts, covered, end)


@kernel
def needs_told(s: Pizzeria) -> int:
    """What the open orders need, a digit a kind."""
    told = 0
    for kind in range(KIND_COUNT):
        told += digit(kind, int(s["needs"][kind]))
    return told


@kernel
def needed_of(s: Pizzeria, order: int, kind: int) -> int:
    """What an order needs of a kind. MM-13: 15 of any kind are told with the first; SM-24: at least 2 of the own kind."""
    if order == BOMBASTICA:
        return BIG_PIZZA * int(kind == 0)
    if order == OWN_KIND:
        return SMALLEST_BID * int(kind == s["own"][s["owner"]])
    return int(s["needs"][kind])


@kernel
def missing_of(s: Pizzeria, order: int, kind: int, short: int) -> int:
    """What an order lacks of a kind, the cards that are asked for included; `short`: by what lies there and was added."""
    if order == BOMBASTICA:
        return int(s["wants"][kind]) + short_of_big_pizza(s) * int(kind == 0)
    return short


@kernel
def asked_for_help(s: Pizzeria) -> int:
    """HP-3: who declined, a bit a seat; above those who helps, from 1."""
    told = (int(s["helper"]) + 1) << MOST_PLAYERS
    if s["ask"] == HELP:
        seat = int(s["owner"])
        while seat != s["seat"]:
            seat = left_of(s, seat)
            if seat != s["helper"]:
                told |= 1 << seat
    return told


assert CARD_COUNT == 2 * KIND_COUNT and BIG_PIZZA < t.DIGIT
