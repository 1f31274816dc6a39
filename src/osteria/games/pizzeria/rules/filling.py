"""C: what is short, what may be added, and what is told of it."""

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
    MOST_PLAYERS,
    OWN_KIND,
    TWO_DOUBLES,
    kind_of,
    value_of,
)
from osteria.games.pizzeria.order_table import BIG_PIZZA, SMALLEST_BID
from osteria.games.pizzeria.record import FILL, HELP, Pizzeria
from osteria.games.pizzeria.rules.hands import left_of, move_cards, total_worth, worth
from osteria.games.pizzeria.telling import digit


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
