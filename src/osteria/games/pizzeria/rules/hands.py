"""Counting cards: hands, stacks, columns."""

from __future__ import annotations

from osteria.core.events import Log
from osteria.core.kernel import kernel
from osteria.core.schema import Table
from osteria.games.pizzeria.cards import CARD_COUNT, HAND, KIND_COUNT, value_of
from osteria.games.pizzeria.record import Pizzeria
from osteria.games.pizzeria.telling import tell_move


@kernel
def bits(mask: int) -> int:
    """How many orders a mask holds. SPEED: added up in parallel; a loop of unknown length is guessed wrong."""
    mask -= (mask >> 1) & 0x55555555
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F
    return (mask * 0x01010101 >> 24) & 0xFF


@kernel
def total_cards(cards: Table) -> int:
    """G-2: how many cards these are."""
    count = 0
    for card in range(CARD_COUNT):
        count += int(cards[card])
    return count


@kernel
def ingredients_in_hand(s: Pizzeria, seat: int) -> int:
    """G-5: how many ingredient cards a hand holds, a public number. SPEED: cell by cell; a GPU has no registers for a row."""
    count = 0
    for card in range(CARD_COUNT):
        count += int(s["hands"][seat, card])
    return count


@kernel
def room_in_hand(s: Pizzeria, seat: int) -> int:
    """MM-6: a hand is filled up to 7 cards."""
    return HAND - ingredients_in_hand(s, seat) - bits(int(s["hand_orders"][seat]))


@kernel
def cards_in_supply(s: Pizzeria) -> int:
    """G-5: the size of the supply, the Sole Mio! card included (SM-3)."""
    return int(s["card_in_supply"]) + total_cards(s["supply"])


@kernel
def orders_in_stack(s: Pizzeria, seat: int) -> int:
    """G-5: the size of an order stack: the shuffled part and what was put under it."""
    return bits(int(s["stack"][seat])) + int(s["under_size"][seat])


@kernel
def worth(cards: Table, kind: int) -> int:
    """G-2: ingredients of a kind among cards; a double counts 2."""
    return int(cards[2 * kind]) + 2 * int(cards[2 * kind + 1])


@kernel
def total_worth(cards: Table) -> int:
    """G-2: ingredients among cards, whatever the kind."""
    total = 0
    for kind in range(KIND_COUNT):
        total += worth(cards, kind)
    return total


@kernel
def left_of(s: Pizzeria, seat: int) -> int:
    """G-3: the left neighbour is the next seat clockwise."""
    if seat + 1 == s["players"]:
        return 0
    return seat + 1


@kernel
def move_cards(
    source: Table, target: Table, card: int, count: int, event: int, origin: int, goal: int, log: Log
) -> None:
    """G-2: cards are never created, lost or turned into others: they move from one place to another, and that is told.

    SPEED: interpreted, nothing is done where nothing moves; compiled, adding 0 is faster than asking.
    """
    if log is None or count > 0:
        source[card] -= count
        target[card] += count
        tell_move(log, event, card, count, origin, goal)


@kernel
def worth_of_hand(s: Pizzeria, seat: int) -> int:
    """SM-13: ingredients in hand, a double counts 2 (Mamma Mia!, MM-17, has no doubles)."""
    total = 0
    for card in range(CARD_COUNT):
        total += int(s["hands"][seat, card]) * value_of(card)
    return total
