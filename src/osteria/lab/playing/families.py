"""What the lab must know about each family of games to drive and check it, beside its rules."""

from __future__ import annotations

from osteria.core.kernel import kernel
from osteria.games.pizzeria import record as p
from osteria.games.pizzeria.cards import CARD_COUNT, ORDER_COUNT
from osteria.games.pizzeria.record import Pizzeria
from osteria.games.pizzeria.rules.game import answer, step_once
from osteria.games.pizzeria.rules.hands import bits, worth_of_hand
from osteria.games.roll_for_soles import record as r
from osteria.games.roll_for_soles.kernels import act as act_in_soles
from osteria.games.roll_for_soles.record import DICE, Soles

FACES = 5

# ------------------------------------------------------------------------------------------------------- pizza games


@kernel
def is_pizza_chance(ask: int) -> bool:
    """The start and the deals."""
    return ask == p.DEAL or ask == p.DEAL_ORDER or ask == p.START


@kernel
def is_pizza_half_made(s: Pizzeria) -> bool:
    """Ways, amounts and gifts are made of several small actions."""
    return s["picked"] > 0


@kernel
def answer_pizza(s: Pizzeria, action: int) -> None:
    """A small action, without what goes on by itself after it."""
    answer(s, action, None)


@kernel
def step_pizza(s: Pizzeria) -> None:
    """One step of what goes on by itself, so that the threads of a warp need not wait for each other's ovens."""
    step_once(s, None)


@kernel
def delivered_orders(s: Pizzeria, seat: int) -> int:
    """MM-17, SM-13: most delivered orders win."""
    return bits(int(s["delivered"][seat]))


@kernel
def ingredients_left(s: Pizzeria, seat: int) -> int:
    """MM-17, SM-13: then most ingredients in hand."""
    return worth_of_hand(s, seat)


@kernel
def pizza_faults(s: Pizzeria, fresh: Pizzeria) -> int:
    """G-2: every card and every order is in exactly one place."""
    faults = card_faults(s)
    for card in range(CARD_COUNT):
        if cards_anywhere(s, card) != fresh["supply"][card]:
            faults += 1
    for seat in range(int(s["players"])):
        faults += order_faults(s, seat, int(fresh["stack"][seat]))
    return faults


@kernel
def cards_anywhere(s: Pizzeria, card: int) -> int:
    """All copies of a card; a place with fewer than none makes the number wrong for good."""
    count = 0
    lowest = 0
    for seat in range(int(s["players"])):
        count += int(s["hands"][seat, card])
        lowest = min(lowest, int(s["hands"][seat, card]))
    count += int(s["supply"][card]) + int(s["columns"][card]) + int(s["used"][card]) + int(s["committed"][card])
    lowest = min(lowest, int(s["supply"][card]), int(s["columns"][card]))
    lowest = min(lowest, int(s["used"][card]), int(s["committed"][card]))
    for place in range(int(s["cursor"]), int(s["oven_size"])):
        if s["oven"][place] == card:
            count += 1
    if lowest < 0:
        return lowest
    return count


@kernel
def card_faults(s: Pizzeria) -> int:
    """SM-3, SM-7: the Sole Mio! card is in the supply or before a player, once the game has begun."""
    if s["round"] == 0:
        return 0
    held = 0
    if s["holder"] >= 0:
        held = 1
    if held + s["card_in_supply"] == s["helps"]:
        return 0
    return 1


@kernel
def order_faults(s: Pizzeria, seat: int, dealt: int) -> int:
    """G-2: all orders of a seat, each in one place."""
    together = int(s["stack"][seat]) | int(s["hand_orders"][seat])
    together |= int(s["delivered"][seat]) | int(s["removed"][seat])
    count = bits(int(s["stack"][seat])) + bits(int(s["hand_orders"][seat]))
    count += bits(int(s["delivered"][seat])) + bits(int(s["removed"][seat]))
    for place in range(int(s["under_size"][seat])):
        together |= 1 << int(s["under"][seat, place])
        count += 1
    if s["owner"] == seat:
        for place in range(int(s["open_count"])):
            together |= 1 << int(s["open"][place])
            count += 1
    for place in range(int(s["cursor"]), int(s["oven_size"])):
        card = int(s["oven"][place]) - CARD_COUNT
        if card >= 0 and card // ORDER_COUNT == seat:
            together |= 1 << (card % ORDER_COUNT)
            count += 1
    if together != dealt or count != bits(dealt):
        return 1
    return 0


# --------------------------------------------------------------------------------------------------- Roll for Soles


@kernel
def is_soles_chance(ask: int) -> bool:
    """The start and the dice."""
    return ask == r.ROLL or ask == r.START


@kernel
def is_soles_half_made(s: Soles) -> bool:
    """Every move is one small action."""
    return False


@kernel
def answer_soles(s: Soles, action: int) -> None:
    """A small action."""
    act_in_soles(s, action, None)


@kernel
def step_soles(s: Soles) -> None:
    """Nothing goes on by itself."""


@kernel
def points(s: Soles, seat: int) -> int:
    """RS-12: most points win."""
    return int(s["supplies"][seat])


@kernel
def no_tiebreak(s: Soles, seat: int) -> int:
    """RS-12: who is level shares the win."""
    return 0


@kernel
def soles_faults(s: Soles, fresh: Soles) -> int:
    """G-2: points are in the middle, in the net or in a supply; there are four dice."""
    count = int(s["middle"]) + int(s["net"])
    lowest = min(int(s["middle"]), int(s["net"]))
    for seat in range(int(s["players"])):
        count += int(s["supplies"][seat])
        lowest = min(lowest, int(s["supplies"][seat]))
    dice = 0
    for face in range(FACES):
        dice += int(s["rolled"][face]) + int(s["aside"][face])
        lowest = min(lowest, int(s["rolled"][face]), int(s["aside"][face]))
    if count != fresh["middle"] or lowest < 0 or dice > DICE:
        return 1
    return 0
