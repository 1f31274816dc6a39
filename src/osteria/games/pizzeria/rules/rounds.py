"""How a game begins, and how rounds end and begin."""

from __future__ import annotations

from osteria.core.events import Log, tell
from osteria.core.kernel import kernel
from osteria.games.pizzeria import telling as t
from osteria.games.pizzeria.cards import CARD_COUNT, SOLE_MIO_CARD
from osteria.games.pizzeria.record import (
    DEAL,
    DEAL_ORDER,
    FINISHED,
    NO_SEAT,
    NOBODY,
    OVEN_TURNS,
    OVER,
    SCORING,
    SETTING_UP,
    TURN,
    TURN_BEGINS,
    Pizzeria,
)
from osteria.games.pizzeria.rules.drawing import take_ingredient, take_order
from osteria.games.pizzeria.rules.hands import cards_in_supply, left_of, worth_of_hand
from osteria.games.pizzeria.telling import digit, tell_move


@kernel
def start_game(s: Pizzeria, seat: int, log: Log) -> None:
    """G-3: the first starting player is drawn at random; then the cards are dealt (MM-3, SM-3, GR-3)."""
    s["starter"] = seat
    tell(log, t.START, seat)
    s["dealing"] = SETTING_UP
    s["ask"] = DEAL


@kernel
def deal_first_ingredient(s: Pizzeria, card: int, log: Log) -> None:
    """MM-3, SM-3: so many ingredients to each, seat after seat."""
    take_ingredient(s, int(s["dealt"]) // int(s["first_ingredients"]), card, log)
    s["dealt"] += 1
    if s["dealt"] == s["players"] * s["first_ingredients"]:
        s["dealt"] = 0
        s["ask"] = DEAL_ORDER


@kernel
def deal_first_order(s: Pizzeria, order: int, log: Log) -> None:
    """MM-3, SM-3: each draws the top orders of the own stack; then the Sole Mio! card goes into the supply."""
    take_order(s, int(s["dealt"]) // int(s["first_orders"]), order, log)
    s["dealt"] += 1
    if s["dealt"] == s["players"] * s["first_orders"]:
        s["dealt"] = 0
        shuffle_card_in(s, t.BOX, log)
        begin_round(s, log)


@kernel
def shuffle_card_in(s: Pizzeria, origin: int, log: Log) -> None:
    """SM-3, SM-12: the Sole Mio! card goes into the supply, where it is in the box at all."""
    s["card_in_supply"] = s["helps"]
    tell_move(log, t.MOVE, SOLE_MIO_CARD, int(s["helps"]), origin, t.SUPPLY)


@kernel
def begin_round(s: Pizzeria, log: Log) -> None:
    """MM-16, SM-12: a round begins with its starting player."""
    s["round"] += 1
    s["phase"] = TURN
    s["turn"] = s["starter"]
    s["idle"] = 0
    s["cursor"] = 0
    s["ask"] = NOBODY
    s["step"] = TURN_BEGINS
    tell(log, t.ROUND, s["starter"], s["round"])


@kernel
def end_turn(s: Pizzeria, log: Log) -> None:
    """MM-9, MM-10, SM-7: with the supply empty the round is over at once; SM-9: also if nobody can do anything."""
    if cards_in_supply(s) == 0:
        end_round(s, int(s["turn"]), log)
    elif s["idle"] == s["players"]:
        end_round(s, int(s["starter"]), log)
    else:
        s["turn"] = left_of(s, int(s["turn"]))
        tell(log, t.TURN, s["turn"])
        s["ask"] = NOBODY
        s["step"] = TURN_BEGINS


@kernel
def end_round(s: Pizzeria, last: int, log: Log) -> None:
    """MM-9: who drew the last card bakes. SM-11: the holder scores; SM-9: with no holder the starting player takes
    the card out of the supply."""
    if s["helps"]:
        if s["holder"] == NO_SEAT:
            s["holder"] = s["starter"]
            s["card_in_supply"] = 0
            tell_move(log, t.TAKES_CARD, SOLE_MIO_CARD, 1, t.SUPPLY, t.HOLDER + int(s["holder"]))
        tell(log, t.ROUND_END, s["holder"], NO_SEAT)
    else:
        s["baker"] = last
        tell(log, t.ROUND_END, last, last)
    s["phase"] = SCORING
    s["turn"] = NO_SEAT
    s["cursor"] = 0
    s["ask"] = NOBODY
    s["step"] = OVEN_TURNS


@kernel
def close_round(s: Pizzeria, log: Log) -> None:
    """MM-17, SM-13, GR-6: after the last scoring the game ends and nothing is gathered any more."""
    if s["round"] == s["rounds"]:
        s["phase"] = FINISHED
        s["ask"] = OVER
        tell(log, t.OVER, NO_SEAT, ingredients_counted(s))
    else:
        gather(s, log)
        choose_starter(s)
        begin_round(s, log)


@kernel
def ingredients_counted(s: Pizzeria) -> int:
    """MM-17, SM-13: what is left in each hand breaks ties, so everybody counts it out, a digit a seat."""
    counted = 0
    for seat in range(s["players"]):
        counted += digit(seat, worth_of_hand(s, seat))
    return counted


@kernel
def gather(s: Pizzeria, log: Log) -> None:
    """MM-16, SM-12, GR-6: columns are the first cards of the next oven (G-4: in the fixed order), used cards and the
    Sole Mio! card the new supply. SM-10: that may be the card alone."""
    tell(log, t.GATHER)
    clear_oven(s)
    used = 0
    told = 0
    for card in range(CARD_COUNT):
        for _ in range(s["columns"][card]):
            s["oven"][s["oven_size"]] = card
            s["oven_size"] += 1
        tell_move(log, t.MOVE, card, int(s["columns"][card]), t.COLUMNS, t.OVEN)
        s["columns"][card] = 0
        used += int(s["used"][card])
        told += digit(card, int(s["used"][card]))
        s["supply"][card] += s["used"][card]
        s["used"][card] = 0
    tell_move(log, t.SHUFFLE, told, used, t.USED, t.SUPPLY)
    shuffle_card_in(s, t.HOLDER + int(s["holder"]), log)


@kernel
def clear_oven(s: Pizzeria) -> None:
    """MM-11: everything that lay in the oven has been turned over."""
    for place in range(s["oven_size"]):
        s["oven"][place] = 0
    s["oven_size"] = 0


@kernel
def choose_starter(s: Pizzeria) -> None:
    """MM-16: the baker starts the next round; SM-12: the current holder does (SM-33)."""
    if s["helps"]:
        s["starter"] = s["holder"]
        s["holder"] = NO_SEAT
    else:
        s["starter"] = s["baker"]
        s["baker"] = NO_SEAT
