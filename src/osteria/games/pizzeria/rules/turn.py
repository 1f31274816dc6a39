"""A turn: ingredients into the oven, perhaps an order, then draw."""

from __future__ import annotations

from osteria.core.events import Log, tell
from osteria.core.kernel import kernel
from osteria.games.pizzeria import telling as t
from osteria.games.pizzeria.cards import CARD_COUNT, kind_of, order_in_oven
from osteria.games.pizzeria.record import ORDER, PLAY, Pizzeria
from osteria.games.pizzeria.rules.drawing import begin_draw, pass_and_draw
from osteria.games.pizzeria.rules.hands import ingredients_in_hand
from osteria.games.pizzeria.telling import tell_move, tell_order_move

ONLY_ONE = 1


@kernel
def begin_turn(s: Pizzeria, log: Log) -> None:
    """MM-8, SM-8: without an ingredient the turn is passed. G-6: a single card is played unasked."""
    seat = int(s["turn"])
    count = ingredients_in_hand(s, seat)
    if count == 0:
        tell(log, t.PASS, seat)
        pass_and_draw(s, log)
    elif count == ONLY_ONE:
        play_only_card(s, seat, log)
    else:
        s["ask"] = PLAY
        s["seat"] = seat


@kernel
def play_only_card(s: Pizzeria, seat: int, log: Log) -> None:
    """G-6: a hand with one ingredient card has one legal play, and everybody knows it."""
    for card in range(CARD_COUNT):
        if s["hands"][seat, card] > 0:
            double = card & 1
            play_ingredients(s, kind_of(card), 1 - double, double, log)
            return


@kernel
def play_ingredients(s: Pizzeria, kind: int, singles: int, doubles: int, log: Log) -> None:
    """MM-4, SM-4: at least one ingredient into the oven, several only of one kind; it is announced."""
    seat = int(s["turn"])
    s["said_seat"] = seat
    s["said_kind"] = kind
    s["said_singles"] = singles
    s["said_doubles"] = doubles
    tell(log, t.PLAY, seat, kind, singles, doubles)
    put_in_oven(s, seat, 2 * kind, singles, log)
    put_in_oven(s, seat, 2 * kind + 1, doubles, log)
    if s["hand_orders"][seat] != 0:
        s["ask"] = ORDER
        s["seat"] = seat
    else:
        begin_draw(s, log)


@kernel
def put_in_oven(s: Pizzeria, seat: int, card: int, count: int, log: Log) -> None:
    """G-4: cards put down together lie singles before doubles, the last one on top."""
    s["hands"][seat, card] -= count
    for _ in range(count):
        s["oven"][s["oven_size"]] = card
        s["oven_size"] += 1
    tell_move(log, t.MOVE, card, count, t.HAND + seat, t.OVEN)


@kernel
def play_order(s: Pizzeria, order: int, log: Log) -> None:
    """MM-5, SM-5: one order may follow, face up: everybody sees which."""
    seat = int(s["turn"])
    s["hand_orders"][seat] &= ~(1 << order)
    s["oven"][s["oven_size"]] = order_in_oven(seat, order)
    s["oven_size"] += 1
    tell_order_move(log, t.ORDER, seat, order, t.HAND + seat, t.OVEN)
    begin_draw(s, log)


@kernel
def play_no_order(s: Pizzeria, log: Log) -> None:
    """MM-5: an order is never a must."""
    tell(log, t.NO_ORDER, s["turn"])
    begin_draw(s, log)
