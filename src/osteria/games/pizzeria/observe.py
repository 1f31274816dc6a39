"""What a viewer may see of the table: built field by field, never stripped."""

from __future__ import annotations

from typing import Annotated, TypedDict

from osteria.core.kernel import kernel
from osteria.core.schema import Seen, Table, dtype_of, scalar, table
from osteria.games.pizzeria.cards import CARD_COUNT, KIND_COUNT, MOST_PLAYERS, ORDER_COUNT
from osteria.games.pizzeria.record import (
    NO_SEAT,
    REQUEST,
    SCORING,
    SERIES,
    TURN,
    UNDER,
    Pizzeria,
)
from osteria.games.pizzeria.rules.hands import bits, cards_in_supply, ingredients_in_hand

PUBLIC, MINE, ASSISTED = Seen.EVERYBODY, Seen.OWNER, Seen.REMEMBERED
SEATS = (MOST_PLAYERS,)
CARDS = (CARD_COUNT,)
NO_CARD = -1


class PizzeriaView(TypedDict):
    """The observation of one viewer, the same on CPU and GPU. ONCE-seen fields are filled with assisted memory only."""

    viewer: Annotated[int, scalar(PUBLIC, "the seat that looks; -1 a spectator")]
    assisted: Annotated[int, scalar(PUBLIC, "1 with assisted memory")]
    players: Annotated[int, scalar(PUBLIC, "number of seats")]
    rounds: Annotated[int, scalar(PUBLIC, "rounds in a game")]
    helps: Annotated[int, scalar(PUBLIC, "1 where help may be asked")]
    ask: Annotated[int, scalar(PUBLIC, "what is asked")]
    seat: Annotated[int, scalar(PUBLIC, "who is asked; -1 chance")]
    phase: Annotated[int, scalar(PUBLIC, "turn, scoring or over")]
    round: Annotated[int, scalar(PUBLIC, "from 1")]
    turn: Annotated[int, scalar(PUBLIC, "whose turn it is; -1 in scoring")]
    starter: Annotated[int, scalar(PUBLIC, "who began this round")]
    holder: Annotated[int, scalar(PUBLIC, "who has the Sole Mio! card; -1 nobody")]
    baker: Annotated[int, scalar(PUBLIC, "who drew the last supply card; -1 nobody yet")]
    idle: Annotated[int, scalar(PUBLIC, "players in a row who passed and drew nothing")]
    supply_size: Annotated[int, scalar(PUBLIC, "cards in the supply, the Sole Mio! card included")]
    card_in_supply: Annotated[int, scalar(PUBLIC, "1 while the Sole Mio! card is in the supply")]
    used_size: Annotated[int, scalar(PUBLIC, "cards in the used pile")]
    oven_size: Annotated[int, scalar(PUBLIC, "cards in the oven; in scoring still to be turned")]
    oven_top: Annotated[int, scalar(PUBLIC, "its top card; -1 none, or scoring")]
    owner: Annotated[int, scalar(PUBLIC, "whose orders are being filled")]
    open_count: Annotated[int, scalar(PUBLIC, "how many orders are being filled")]
    shown: Annotated[int, scalar(PUBLIC, "ingredients shown against a bid")]
    chosen: Annotated[int, scalar(PUBLIC, "the opponent picked for a match; -1 nobody")]
    revealed: Annotated[int, scalar(PUBLIC, "the card that opponent showed; -1 none")]
    said_seat: Annotated[int, scalar(PUBLIC, "who played last; -1 nobody")]
    said_kind: Annotated[int, scalar(PUBLIC, "what was announced")]
    said_singles: Annotated[int, scalar(PUBLIC, "singles of it")]
    said_doubles: Annotated[int, scalar(PUBLIC, "doubles of it")]
    picked: Annotated[int, scalar(Seen.MOVER, "small actions made of the own move that is not whole yet")]
    hand_orders: Annotated[int, scalar(MINE, "own orders in hand, a bit an order", ORDER_COUNT)]
    delivered: Annotated[Table, table("i4", SEATS, PUBLIC, "delivered orders, a bit an order", ORDER_COUNT)]
    removed: Annotated[Table, table("i4", SEATS, PUBLIC, "removed orders, a bit an order", ORDER_COUNT)]
    oven_orders: Annotated[Table, table("i4", SEATS, ASSISTED, "orders in the oven, a bit an order", ORDER_COUNT)]
    own: Annotated[Table, table("i1", SEATS, PUBLIC, "the own kind of each seat")]
    ingredients: Annotated[Table, table("i1", SEATS, PUBLIC, "ingredient cards in each hand")]
    orders: Annotated[Table, table("i1", SEATS, PUBLIC, "order cards in each hand")]
    stack_size: Annotated[Table, table("i1", SEATS, PUBLIC, "shuffled orders in each stack")]
    under_size: Annotated[Table, table("i1", SEATS, PUBLIC, "orders put under each stack")]
    under: Annotated[Table, table("i1", (MOST_PLAYERS, UNDER), ASSISTED, "orders put under each stack, top first")]
    hand: Annotated[Table, table("i1", CARDS, MINE, "own ingredients in hand, by card")]
    columns: Annotated[Table, table("i1", CARDS, PUBLIC, "ingredients in the columns, by card")]
    committed: Annotated[Table, table("i1", CARDS, PUBLIC, "hand cards added to the open order, by card")]
    used: Annotated[Table, table("i1", CARDS, ASSISTED, "ingredients in the used pile, by card")]
    oven_cards: Annotated[Table, table("i1", CARDS, ASSISTED, "ingredients in the oven, by card")]
    needs: Annotated[Table, table("i1", (KIND_COUNT,), PUBLIC, "what the open orders need, by kind")]
    wants: Annotated[Table, table("i1", (KIND_COUNT,), PUBLIC, "what a bombastica asks for, by kind")]
    open: Annotated[Table, table("i1", (SERIES,), PUBLIC, "the orders being filled, as they joined")]
    picks: Annotated[Table, table("i1", (REQUEST,), Seen.MOVER, "the small actions of the own unfinished move")]


OBSERVATION = dtype_of(PizzeriaView)


@kernel
def see(s: Pizzeria, viewer: int, memory: int, out: PizzeriaView) -> None:
    """G-5: what lies open to everybody, the own hand, and (G-8) with assisted memory what everybody once saw."""
    out["viewer"] = viewer
    out["assisted"] = memory
    see_table(s, out)
    see_filling(s, out)
    see_seats(s, out)
    see_hand(s, viewer, out)
    see_oven(s, memory, out)
    see_memory(s, memory, out)


@kernel
def see_table(s: Pizzeria, out: PizzeriaView) -> None:
    """G-5: public: whose turn, who holds the card, the sizes of the stacks, the last announcement."""
    out["players"] = s["players"]
    out["rounds"] = s["rounds"]
    out["helps"] = s["helps"]
    out["ask"] = s["ask"]
    out["seat"] = s["seat"]
    out["phase"] = s["phase"]
    out["round"] = s["round"]
    out["turn"] = s["turn"]
    out["starter"] = s["starter"]
    out["holder"] = s["holder"]
    out["baker"] = s["baker"]
    out["idle"] = s["idle"]
    out["supply_size"] = cards_in_supply(s)
    out["card_in_supply"] = s["card_in_supply"]
    out["said_seat"] = s["said_seat"]
    out["said_kind"] = s["said_kind"]
    out["said_singles"] = s["said_singles"]
    out["said_doubles"] = s["said_doubles"]


@kernel
def see_filling(s: Pizzeria, out: PizzeriaView) -> None:
    """G-5: everything laid open during scoring is public, while an order is open."""
    used = 0
    for card in range(CARD_COUNT):
        out["columns"][card] = s["columns"][card]
        out["committed"][card] = s["committed"][card]
        used += int(s["used"][card])
    out["used_size"] = used
    is_open = s["open_count"] > 0
    out["open_count"] = s["open_count"]
    out["owner"] = s["owner"] if is_open else NO_SEAT
    out["shown"] = s["shown"] if is_open else 0
    out["chosen"] = s["chosen"] if is_open else NO_SEAT
    out["revealed"] = s["revealed"] if is_open else NO_CARD
    for place in range(SERIES):
        out["open"][place] = s["open"][place] if place < s["open_count"] else 0
    for kind in range(KIND_COUNT):
        out["needs"][kind] = s["needs"][kind] if is_open else 0
        out["wants"][kind] = s["wants"][kind] if is_open else 0


@kernel
def see_seats(s: Pizzeria, out: PizzeriaView) -> None:
    """G-5: hand sizes split into ingredients and orders, stack sizes, delivered and removed piles."""
    for seat in range(s["players"]):
        out["own"][seat] = s["own"][seat]
        out["ingredients"][seat] = ingredients_in_hand(s, seat)
        out["orders"][seat] = bits(int(s["hand_orders"][seat]))
        out["stack_size"][seat] = bits(int(s["stack"][seat]))
        out["under_size"][seat] = s["under_size"][seat]
        out["delivered"][seat] = s["delivered"][seat]
        out["removed"][seat] = s["removed"][seat]


@kernel
def see_hand(s: Pizzeria, viewer: int, out: PizzeriaView) -> None:
    """G-5: the faces in a hand are for its owner; a half-made move is for its maker."""
    if viewer == NO_SEAT:
        return
    out["hand_orders"] = s["hand_orders"][viewer]
    for card in range(CARD_COUNT):
        out["hand"][card] = s["hands"][viewer, card]
    if viewer == s["seat"]:
        out["picked"] = s["picked"]
        for place in range(REQUEST):
            out["picks"][place] = s["picks"][place]


@kernel
def see_oven(s: Pizzeria, memory: int, out: PizzeriaView) -> None:
    """G-5, G-8: the top card while it lies there; a count of the rest with assisted memory only."""
    first = 0
    if s["phase"] == SCORING:
        first = int(s["cursor"])
    size = int(s["oven_size"])
    if s["phase"] != SCORING and s["phase"] != TURN:
        first = size
    out["oven_size"] = size - first
    out["oven_top"] = NO_CARD
    if s["phase"] == TURN and size > 0:
        out["oven_top"] = s["oven"][size - 1]
    if memory:
        for place in range(first, size):
            see_oven_card(int(s["oven"][place]), out)


@kernel
def see_oven_card(card: int, out: PizzeriaView) -> None:
    """G-8: one card of the oven that a perfect memory knows."""
    if card < CARD_COUNT:
        out["oven_cards"][card] += 1
    else:
        seat = (card - CARD_COUNT) // ORDER_COUNT
        out["oven_orders"][seat] |= 1 << ((card - CARD_COUNT) % ORDER_COUNT)


@kernel
def see_sequence(s: Pizzeria, memory: int, out: Table) -> None:
    """G-8: the oven as a perfect memory knows it, oldest first, in scoring the next to be turned first; -1 past its end.
    Everybody saw every card go in."""
    first, size = 0, int(s["oven_size"])
    if s["phase"] == SCORING:
        first = int(s["cursor"])
    elif s["phase"] != TURN:
        first = size
    for place in range(out.shape[0]):
        out[place] = NO_CARD
        if memory and first + place < size:
            out[place] = s["oven"][first + place]


@kernel
def see_memory(s: Pizzeria, memory: int, out: PizzeriaView) -> None:
    """G-5: the used pile and the orders put under a stack were once seen by all."""
    if memory:
        for card in range(CARD_COUNT):
            out["used"][card] = s["used"][card]
        for seat in range(s["players"]):
            for place in range(s["under_size"][seat]):
                out["under"][seat, place] = s["under"][seat, place]
