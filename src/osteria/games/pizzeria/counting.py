"""What those who drive many games must know besides the rules: what chance is asked, scores, and that nothing is lost."""

from __future__ import annotations

from osteria.core.family import Stages
from osteria.core.kernel import kernel
from osteria.games.pizzeria import actions as a
from osteria.games.pizzeria import record as p
from osteria.games.pizzeria.cards import CARD_COUNT, ORDER_COUNT
from osteria.games.pizzeria.order_table import way_length
from osteria.games.pizzeria.record import Pizzeria
from osteria.games.pizzeria.rules.filling import first_open
from osteria.games.pizzeria.rules.hands import (
    bits,
    cards_in_supply,
    ingredients_in_hand,
    orders_in_stack,
    worth_of_hand,
)
from osteria.games.pizzeria.rules.help import kinds_requested
from osteria.games.pizzeria.rules.turn import ONLY_ONE


@kernel
def is_chance(ask: int) -> bool:
    """The start and the deals."""
    return ask == p.DEAL or ask == p.DEAL_ORDER or ask == p.START


@kernel
def is_half_made(s: Pizzeria) -> bool:
    """Ways, amounts and gifts are made of several small actions."""
    return s["picked"] > 0


@kernel
def stage_of(s: Pizzeria) -> int:
    """Asks by their number, steps after them; an order turned up in scoring takes the place of NOBODY."""
    ask = int(s["ask"])
    if ask == p.NOBODY:
        return p.OVER + 1 + int(s["step"])
    if ask == p.DEAL_ORDER and s["phase"] == p.SCORING:
        return p.NOBODY
    return ask


@kernel
def score_of(s: Pizzeria, seat: int) -> int:
    """MM-17, SM-13: most delivered orders win."""
    return bits(int(s["delivered"][seat]))


@kernel
def tiebreak_of(s: Pizzeria, seat: int) -> int:
    """MM-17, SM-13: then most ingredients in hand."""
    return worth_of_hand(s, seat)


@kernel
def faults_in(s: Pizzeria, fresh: Pizzeria) -> int:
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


def bits_of(*stages: int) -> int:
    """Stages as a mask."""
    return sum(1 << stage for stage in stages)


def steps_of(*steps: int) -> tuple[int, ...]:
    """The stages of steps that the rules make by themselves."""
    return tuple(p.OVER + 1 + step for step in steps)


STAGES = Stages(
    late=bits_of(
        *(p.NOBODY, p.JOIN, p.AMOUNTS, p.WAY, p.FILL, p.HELP, p.BLOCK, p.PICK, p.REVEAL, p.MATCH, p.CLOSE),
        *steps_of(p.OVEN_TURNS, p.SERIES_GROWS, p.ORDER_JUDGED, p.REWARD_DUE),
    ),
    repeated=bits_of(p.DEAL, p.DEAL_ORDER, p.NOBODY),
    followed=bits_of(*steps_of(p.TURN_BEGINS, p.TURN_ENDS)),
    lines_up=True,
)


@kernel
def ahead_of(s: Pizzeria, seat: int, out: Pizzeria) -> bool:
    """MM-4 to MM-6: a turn hangs on the own hand, and on whether there is something to draw; an order hangs on no ingredient
    but on whether there is one (MM-7), a draw not even on that. G-6: a single card is played unasked."""
    ask = int(s["ask"])
    if s["phase"] != p.TURN or (ask != p.PLAY and ask != p.ORDER and ask != p.DRAW):
        return False
    if s["turn"] != seat:
        if ingredients_in_hand(s, seat) <= ONLY_ONE:
            return False
        ask = p.PLAY
    out["phase"] = p.TURN
    out["ask"] = ask
    out["turn"] = seat
    out["seat"] = seat
    out["round"] = s["round"]
    out["supply"][0] = min(1, cards_in_supply(s))
    out["stack"][seat] = min(1, orders_in_stack(s, seat))
    out["hand_orders"][seat] = s["hand_orders"][seat] if ask != p.DRAW else 0
    for card in range(CARD_COUNT):
        out["hands"][seat, card] = s["hands"][seat, card] if ask == p.PLAY else 0
    if ask == p.ORDER:
        out["hands"][seat, 0] = min(1, ingredients_in_hand(s, seat))
    return True


@kernel
def length_of(s: Pizzeria, action: int) -> int:
    """SM-21, C-2, HP-4: a kind for every order, for every place of a way, for every kind that is asked for."""
    if a.KIND <= action and action < a.ADD:
        if s["ask"] == p.AMOUNTS:
            return int(s["open_count"])
        return way_length(first_open(s))
    if a.GIVE <= action and action < a.DECLINE:
        return kinds_requested(s)
    return 1


@kernel
def goes_on(before: Pizzeria, after: Pizzeria) -> bool:
    """MM-4 to MM-6: a turn asks play, order and draw, in this order. MM-11: in scoring, until the oven is turned on."""
    if before["seat"] != after["seat"] or before["phase"] != after["phase"]:
        return False
    if before["phase"] == p.SCORING:
        return bool(before["cursor"] == after["cursor"])
    return bool(before["ask"] < after["ask"])
