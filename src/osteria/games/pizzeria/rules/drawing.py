"""Drawing: from the supply or the own order stack, never both."""

from __future__ import annotations

from osteria.core.events import Log, tell
from osteria.core.kernel import kernel
from osteria.games.pizzeria import telling as t
from osteria.games.pizzeria.cards import SOLE_MIO_CARD
from osteria.games.pizzeria.record import DEAL, DEAL_ORDER, DRAW, DRAWING, NO_SEAT, NOBODY, TURN_ENDS, Pizzeria
from osteria.games.pizzeria.rules.hands import (
    cards_in_supply,
    ingredients_in_hand,
    move_cards,
    orders_in_stack,
    room_in_hand,
)
from osteria.games.pizzeria.telling import tell_move, tell_order_move


@kernel
def must_draw_supply(s: Pizzeria, seat: int) -> bool:
    """MM-7: in Mamma Mia! a hand without ingredients draws from the supply (not in Sole Mio!, SM-8)."""
    return s["helps"] == 0 and ingredients_in_hand(s, seat) == 0


@kernel
def pass_and_draw(s: Pizzeria, log: Log) -> None:
    """MM-8, SM-8: who passes draws too. SM-9: a hand of 7 orders draws nothing, and that is counted."""
    if room_in_hand(s, int(s["turn"])) > 0:
        begin_draw(s, log)
    else:
        s["idle"] += 1
        draw_no_more(s)


@kernel
def begin_draw(s: Pizzeria, log: Log) -> None:
    """MM-6, SM-6: from either stack, not both, and not optional. MM-7, SM-8: an empty stack may not be chosen; MM-10:
    with no supply everybody draws orders. G-6: not asked where only one may be chosen."""
    seat = int(s["turn"])
    s["idle"] = 0
    from_supply = cards_in_supply(s) > 0
    from_orders = orders_in_stack(s, seat) > 0
    if from_supply and (not from_orders or must_draw_supply(s, seat)):
        draw_supply(s, log)
    elif from_supply:
        s["ask"] = DRAW
        s["seat"] = seat
    elif from_orders:
        draw_orders(s, log)
    else:
        draw_no_more(s)


@kernel
def draw_no_more(s: Pizzeria) -> None:
    """MM-6: not enough cards there: go on with fewer."""
    s["ask"] = NOBODY
    s["step"] = TURN_ENDS


@kernel
def draw_supply(s: Pizzeria, log: Log) -> None:
    """MM-6: draw up to 7 cards in hand from the supply."""
    tell(log, t.DRAW, s["turn"])
    s["dealing"] = DRAWING
    s["ask"] = DEAL
    s["seat"] = NO_SEAT


@kernel
def draw_orders(s: Pizzeria, log: Log) -> None:
    """MM-6: draw up to 7 cards in hand from the own order stack."""
    tell(log, t.DRAW, s["turn"], 1)
    s["dealing"] = DRAWING
    draw_next_order(s, log)


@kernel
def take_ingredient(s: Pizzeria, seat: int, card: int, log: Log) -> None:
    """SM-7: the Sole Mio! card is laid before its drawer; any other card goes to the hand."""
    if card == SOLE_MIO_CARD:
        s["card_in_supply"] = 0
        s["holder"] = seat
        tell_move(log, t.SOLE_MIO, SOLE_MIO_CARD, 1, t.SUPPLY, t.HOLDER + seat)
    else:
        move_cards(s["supply"], s["hands"][seat], card, 1, t.DEAL, t.SUPPLY, t.HAND + seat, log)


@kernel
def draw_ingredient(s: Pizzeria, card: int, log: Log) -> None:
    """MM-6, SM-7: on to 7 cards; the Sole Mio! card is replaced by another if there is one."""
    seat = int(s["turn"])
    take_ingredient(s, seat, card, log)
    if room_in_hand(s, seat) == 0 or cards_in_supply(s) == 0:
        draw_no_more(s)


@kernel
def take_order(s: Pizzeria, seat: int, order: int, log: Log) -> None:
    """MM-3: an order from the shuffled part of the own stack."""
    s["stack"][seat] &= ~(1 << order)
    s["hand_orders"][seat] |= 1 << order
    tell_order_move(log, t.DEAL_ORDER, seat, order, t.STACK + seat, t.HAND + seat)


@kernel
def draw_order(s: Pizzeria, order: int, log: Log) -> None:
    """MM-6: an order is drawn; on to 7 cards."""
    take_order(s, int(s["turn"]), order, log)
    draw_next_order(s, log)


@kernel
def draw_next_order(s: Pizzeria, log: Log) -> None:
    """G-5: first the shuffled part, by chance; then what was put under it, in the order that everybody saw."""
    seat = int(s["turn"])
    while room_in_hand(s, seat) > 0 and s["stack"][seat] == 0 and s["under_size"][seat] > 0:
        order = take_from_under(s, seat)
        s["hand_orders"][seat] |= 1 << order
        tell_order_move(log, t.DEAL_ORDER, seat, order, t.UNDER + seat, t.HAND + seat)
    if room_in_hand(s, seat) > 0 and s["stack"][seat] != 0:
        s["ask"] = DEAL_ORDER
        s["seat"] = NO_SEAT
    else:
        draw_no_more(s)


@kernel
def take_from_under(s: Pizzeria, seat: int) -> int:
    """C-7: orders that were put under a stack come back in that order."""
    order = int(s["under"][seat, 0])
    size = int(s["under_size"][seat]) - 1
    for place in range(size):
        s["under"][seat, place] = s["under"][seat, place + 1]
    s["under"][seat, size] = 0
    s["under_size"][seat] = size
    return order
