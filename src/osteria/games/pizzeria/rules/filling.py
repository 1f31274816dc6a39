"""C: what the columns pay, what is short, and what becomes of an order."""

from __future__ import annotations

from osteria.core.events import Log, tell
from osteria.core.kernel import kernel
from osteria.games.pizzeria import telling
from osteria.games.pizzeria.cards import (
    BOMBASTICA,
    CARD_COUNT,
    FOUR,
    KIND_COUNT,
    OWN_KIND,
    SOLE_MIO,
    TWO_DOUBLES,
    kind_of,
    value_of,
)
from osteria.games.pizzeria.record import FILL, NO_SEAT, NOBODY, REWARD_DUE, Pizzeria
from osteria.games.pizzeria.rules.hands import move_cards, total_worth, worth

TELL_ADD, TELL_FILLED, TELL_FAILED = telling.ADD, telling.FILLED, telling.FAILED
TELL_RETURNED, TELL_TAKES_CARD = telling.RETURNED, telling.TAKES_CARD
LEFT_SHORT = telling.LEFT_SHORT
place_in_digits = telling.place
BIG_PIZZA = 15
"""MM-13: a bombastica needs so many ingredients."""


@kernel
def first_open(s: Pizzeria) -> int:
    """The order that was turned up."""
    return int(s["open"][0])


@kernel
def is_series(s: Pizzeria) -> bool:
    """SM-22: with no order joined, a `four-<kind>` is handled like any other order."""
    return s["open_count"] > 1


@kernel
def short_of(s: Pizzeria, kind: int) -> int:
    """C-3, C-4: what is missing of a kind after the columns and the cards already added."""
    needed = int(s["needs"][kind])
    if first_open(s) == TWO_DOUBLES:
        return max(0, needed - int(s["columns"][2 * kind + 1]) - int(s["committed"][2 * kind + 1]))
    return max(0, needed - worth(s["columns"], kind) - worth(s["committed"], kind))


@kernel
def short_of_big_pizza(s: Pizzeria) -> int:
    """MM-13, GR-5: what is missing to 15, after the columns, the cards added and what is already asked for."""
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
def may_add(s: Pizzeria, card: int) -> bool:
    """C-2, C-4: a needed card of the own hand."""
    if s["hands"][s["owner"], card] == 0:
        return False
    if first_open(s) == OWN_KIND:
        return may_raise_bid(s, card)
    return is_needed(s, card) and is_adding_allowed(s)


@kernel
def bid(s: Pizzeria) -> int:
    """SM-25: everything of the own kind in the columns, and the cards added."""
    kind = int(s["own"][s["owner"]])
    return worth(s["columns"], kind) + worth(s["committed"], kind)


@kernel
def may_raise_bid(s: Pizzeria, card: int) -> bool:
    """SM-25, C-4: any number of cards of the own kind, if the bid can reach 2."""
    kind = int(s["own"][s["owner"]])
    return kind_of(card) == kind and bid(s) + worth(s["hands"][s["owner"]], kind) >= 2


@kernel
def add_card(s: Pizzeria, card: int, log: Log) -> None:
    """C-4: a hand card is laid down for the open order."""
    move_cards(s["hands"][s["owner"]], s["committed"], card, 1)
    tell(log, TELL_ADD, s["owner"], card, 0)


@kernel
def ask_owner_to_fill(s: Pizzeria) -> None:
    """C-2, G-6: the owner is asked, also if giving up is all that is left."""
    s["ask"] = FILL
    s["seat"] = s["owner"]


@kernel
def doubles_paid(s: Pizzeria, kind: int) -> int:
    """C-3: the columns pay doubles first: as many as lie there, up to half the amount rounded up."""
    needed = int(s["needs"][kind])
    if first_open(s) == TWO_DOUBLES:
        return min(needed, int(s["columns"][2 * kind + 1]))
    return min(int(s["columns"][2 * kind + 1]), (needed + 1) // 2)


@kernel
def singles_paid(s: Pizzeria, kind: int) -> int:
    """C-3: then singles, for what is left of the amount."""
    if first_open(s) == TWO_DOUBLES:
        return 0
    left = int(s["needs"][kind]) - 2 * doubles_paid(s, kind)
    return min(int(s["columns"][2 * kind]), max(0, left))


@kernel
def pay_kind(s: Pizzeria, kind: int) -> int:
    """C-6: what the columns and the owner pay of a kind goes to the used pile; returns the column cards."""
    singles = singles_paid(s, kind)
    doubles = doubles_paid(s, kind)
    move_cards(s["columns"], s["used"], 2 * kind, singles)
    move_cards(s["columns"], s["used"], 2 * kind + 1, doubles)
    spend_committed(s, kind)
    return place_in_digits(2 * kind, singles) + place_in_digits(2 * kind + 1, doubles)


@kernel
def spend_committed(s: Pizzeria, kind: int) -> None:
    """C-6: cards added from the hand go to the used pile."""
    for card in range(2 * kind, 2 * kind + 2):
        move_cards(s["committed"], s["used"], card, int(s["committed"][card]))


@kernel
def pay_everything(s: Pizzeria, kind: int) -> int:
    """MM-13, SM-28: all column cards of a kind are used, with the cards added."""
    taken = 0
    for card in range(2 * kind, 2 * kind + 2):
        count = int(s["columns"][card])
        taken += place_in_digits(card, count)
        move_cards(s["columns"], s["used"], card, count)
    spend_committed(s, kind)
    return taken


@kernel
def pay_order(s: Pizzeria, order: int) -> int:
    """C-6: pay for one order; in a series only for its own kind. Returns the column cards taken."""
    taken = 0
    if order == OWN_KIND:
        taken = pay_everything(s, int(s["own"][s["owner"]]))
    elif is_series(s):
        taken = pay_kind(s, order - FOUR)
    else:
        for kind in range(KIND_COUNT):
            if order == BOMBASTICA:
                taken += pay_everything(s, kind)
            else:
                taken += pay_kind(s, kind)
    return taken


@kernel
def deliver(s: Pizzeria, order: int, taken: int, log: Log) -> None:
    """C-6: the order goes face up to its owner's delivered pile. SM-33: a filled `sole-mio` takes the card."""
    owner = int(s["owner"])
    s["delivered"][owner] |= 1 << order
    tell(log, TELL_FILLED, owner, order, taken)
    if order == SOLE_MIO and s["holder"] != owner:
        s["holder"] = owner
        tell(log, TELL_TAKES_CARD, owner, 0, 0)


@kernel
def fail(s: Pizzeria, order: int, why: int, log: Log) -> None:
    """C-7: under its owner's order stack; GR-4: in Grande it is removed from the game."""
    owner = int(s["owner"])
    tell(log, TELL_FAILED, owner, order, why)
    if s["removes"]:
        s["removed"][owner] |= 1 << order
    else:
        s["under"][owner, s["under_size"][owner]] = order
        s["under_size"][owner] += 1


@kernel
def take_back(s: Pizzeria, kind: int) -> int:
    """C-5: cards committed from a hand return to it when the order is not filled. Returns them."""
    cards = 0
    for card in range(2 * kind, 2 * kind + 2):
        count = int(s["committed"][card])
        cards += place_in_digits(card, count)
        move_cards(s["committed"], s["hands"][s["owner"]], card, count)
    return cards


@kernel
def take_all_back(s: Pizzeria, log: Log) -> None:
    """C-5: all or nothing."""
    cards = 0
    for kind in range(KIND_COUNT):
        cards += take_back(s, kind)
    if cards > 0:
        tell(log, TELL_RETURNED, s["owner"], cards, 0)


@kernel
def fill_order(s: Pizzeria, log: Log) -> None:
    """C-6: the one open order is filled."""
    order = first_open(s)
    deliver(s, order, pay_order(s, order), log)
    finish_order(s)


@kernel
def fail_order(s: Pizzeria, why: int, log: Log) -> None:
    """C-5, C-7: the one open order is not filled; the columns do not change."""
    take_all_back(s, log)
    fail(s, first_open(s), why, log)
    finish_order(s)


@kernel
def settle_series(s: Pizzeria, log: Log) -> None:
    """SM-22: each order of a series is filled or not on its own (a helper fills them all); those that fail go one after
    the other: first the one turned up, then the others as they joined."""
    for place in range(s["open_count"]):
        order = int(s["open"][place])
        kind = order - FOUR
        if short_of(s, kind) == 0 or s["helper"] != NO_SEAT:
            deliver(s, order, pay_order(s, order), log)
        else:
            cards = take_back(s, kind)
            if cards > 0:
                tell(log, TELL_RETURNED, s["owner"], cards, 0)
            fail(s, order, LEFT_SHORT, log)
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


assert CARD_COUNT == 2 * KIND_COUNT
