"""HP: asking for help, and the reward for it."""

from __future__ import annotations

from osteria.core.events import Log, tell
from osteria.core.kernel import kernel
from osteria.games.pizzeria import reasons as why
from osteria.games.pizzeria import telling as t
from osteria.games.pizzeria.actions import GIVES
from osteria.games.pizzeria.cards import BOMBASTICA, CARD_COUNT, KIND_COUNT, TWO_DOUBLES
from osteria.games.pizzeria.order_table import may_have_help
from osteria.games.pizzeria.record import (
    DEAL_ORDER,
    HELP,
    NO_SEAT,
    NOBODY,
    OVEN_TURNS,
    REWARDING,
    Pizzeria,
)
from osteria.games.pizzeria.rules.drawing import take_from_under
from osteria.games.pizzeria.rules.filling import first_open, is_series, short_of, short_of_big_pizza
from osteria.games.pizzeria.rules.hands import left_of, move_cards, orders_in_stack, worth
from osteria.games.pizzeria.rules.settling import fail_order, settle_open_orders, settle_series
from osteria.games.pizzeria.telling import digit, digit_at, tell_order_move


@kernel
def why_not_ask(s: Pizzeria) -> int:
    """HP-1: where help is allowed; not for `own-kind` and `match`. GR-5: a bombastica names its wants instead."""
    order = first_open(s)
    if s["helps"] == 0 or not may_have_help(order):
        return why.NO_HELP
    if order == BOMBASTICA:
        return why.NAME_WANTS
    return why.ALLOWED


@kernel
def why_not_want(s: Pizzeria) -> int:
    """GR-5: the owner of a bombastica names the kinds asked for."""
    if s["helps"] == 1 and first_open(s) == BOMBASTICA:
        return why.ALLOWED
    if s["removes"] == 1:
        return why.NO_BOMBASTICA
    return why.NO_WANTS_HERE


@kernel
def is_wanting(s: Pizzeria) -> bool:
    """GR-5: after the first want nothing more is added."""
    for kind in range(KIND_COUNT):
        if s["wants"][kind] > 0:
            return True
    return False


@kernel
def want(s: Pizzeria, kind: int, log: Log) -> None:
    """GR-5: one ingredient at a time; the one that covers the shortage starts the asking."""
    s["wants"][kind] += 1
    tell(log, t.WANT, s["owner"], kind)
    if short_of_big_pizza(s) == 0:
        ask_for_help(s, log)


@kernel
def requested(s: Pizzeria, kind: int) -> int:
    """HP-2: exactly what is still missing of a kind. SM-31: doubles, for `two-doubles`."""
    if first_open(s) == BOMBASTICA:
        return int(s["wants"][kind])
    return short_of(s, kind)


@kernel
def ask_for_help(s: Pizzeria, log: Log) -> None:
    """HP-2, HP-3: the request is announced; opponents are asked clockwise from the owner's left neighbour."""
    request = 0
    for kind in range(KIND_COUNT):
        request += digit(kind, requested(s, kind))
    tell(log, t.ASK, s["owner"], request, first_open(s) == TWO_DOUBLES)
    ask_helper(s, left_of(s, int(s["owner"])), log)


@kernel
def ask_helper(s: Pizzeria, seat: int, log: Log) -> None:
    """HP-3, G-6: everybody is asked, also who has nothing to give, until one gives."""
    if seat == s["owner"]:
        be_refused(s, log)
    else:
        s["ask"] = HELP
        s["seat"] = seat


@kernel
def be_refused(s: Pizzeria, log: Log) -> None:
    """HP-7: all declined: not filled, whatever the owner holds. SM-22: of a series the complete ones still are."""
    if is_series(s):
        settle_series(s, log)
    else:
        fail_order(s, t.REFUSED, log)


@kernel
def decline(s: Pizzeria, log: Log) -> None:
    """HP-3: nobody learns whether one who declined could have given."""
    tell(log, t.DECLINE, s["seat"])
    ask_helper(s, left_of(s, int(s["seat"])), log)


@kernel
def can_give(s: Pizzeria) -> bool:
    """HP-3: everything asked for, or nothing."""
    hand = s["hands"][s["seat"]]
    for kind in range(KIND_COUNT):
        have = worth(hand, kind)
        if first_open(s) == TWO_DOUBLES:
            have = int(hand[2 * kind + 1])
        if requested(s, kind) > have:
            return False
    return True


@kernel
def singles_given(s: Pizzeria, kind: int, doubles: int) -> int:
    """HP-4: beside so many doubles, the singles that cover the rest of a kind."""
    if first_open(s) == TWO_DOUBLES:
        return 0
    return max(0, requested(s, kind) - 2 * doubles)


@kernel
def why_not_give(s: Pizzeria, kind: int, doubles: int) -> int:
    """HP-4: the helper picks singles and doubles of the own hand, and no card that is not needed."""
    hand = s["hands"][s["seat"]]
    amount = requested(s, kind)
    if first_open(s) == TWO_DOUBLES and doubles != amount:
        return why.NOT_EXACT
    if first_open(s) != TWO_DOUBLES and 2 * doubles > amount + 1:
        return why.NOT_EXACT
    if doubles > hand[2 * kind + 1] or singles_given(s, kind, doubles) > hand[2 * kind]:
        return why.NOT_ALL
    return why.ALLOWED


@kernel
def kinds_requested(s: Pizzeria) -> int:
    """HP-2: how many kinds the request names."""
    count = 0
    for kind in range(KIND_COUNT):
        if requested(s, kind) > 0:
            count += 1
    return count


@kernel
def requested_kind(s: Pizzeria, place: int) -> int:
    """The kind at a place of the request, in the fixed order."""
    for kind in range(KIND_COUNT):
        if requested(s, kind) > 0:
            if place == 0:
                return kind
            place -= 1
    return 0


@kernel
def give_kind(s: Pizzeria, choice: int, log: Log) -> None:
    """HP-4: the helper says with how many doubles the next kind is covered; the last one makes the gift whole."""
    s["picks"][s["picked"]] = choice % GIVES
    s["picked"] += 1
    if s["picked"] == kinds_requested(s):
        give(s, log)


@kernel
def give(s: Pizzeria, log: Log) -> None:
    """HP-5: once help is given the order is filled; the helper's cards go to the used pile (C-6)."""
    seat = int(s["seat"])
    given = 0
    for place in range(s["picked"]):
        kind = requested_kind(s, place)
        doubles = int(s["picks"][place])
        given += digit(2 * kind, singles_given(s, kind, doubles)) + digit(2 * kind + 1, doubles)
        s["picks"][place] = 0
    s["picked"] = 0
    s["helper"] = seat
    tell(log, t.GIVE, seat, given)
    for card in range(CARD_COUNT):
        count = digit_at(given, card)
        move_cards(s["hands"][seat], s["used"], card, count, t.MOVE, t.HAND + seat, t.USED, log)
    settle_open_orders(s, log)


@kernel
def pay_reward(s: Pizzeria, log: Log) -> None:
    """HP-6: the helper's top order counts as filled; with an empty stack there is no reward. Then the oven turns on."""
    helper = int(s["helper"])
    s["step"] = OVEN_TURNS
    if helper == NO_SEAT or orders_in_stack(s, helper) == 0:
        s["helper"] = NO_SEAT
    elif s["stack"][helper] != 0:
        s["dealing"] = REWARDING
        s["ask"] = DEAL_ORDER
        s["seat"] = NO_SEAT
    else:
        order = take_from_under(s, helper)
        tell_order_move(log, t.REWARD, helper, order, t.UNDER + helper, t.DELIVERED + helper)
        reward(s, order)


@kernel
def turn_up_reward(s: Pizzeria, order: int, log: Log) -> None:
    """HP-6: the top of the shuffled part, by chance."""
    helper = int(s["helper"])
    s["stack"][helper] &= ~(1 << order)
    tell_order_move(log, t.REWARD, helper, order, t.STACK + helper, t.DELIVERED + helper)
    reward(s, order)


@kernel
def reward(s: Pizzeria, order: int) -> None:
    """HP-6: it counts for the score and does nothing else: a rewarded `sole-mio` does not take the card."""
    s["delivered"][s["helper"]] |= 1 << order
    s["helper"] = NO_SEAT
    s["ask"] = NOBODY
