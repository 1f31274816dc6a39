"""The table of the pizza games as one record."""

from __future__ import annotations

from typing import Annotated, TypedDict, cast

from osteria.core.schema import Seen, State, Table, dtype_of, scalar, table
from osteria.games.pizzeria.cards import CARD_COUNT, HAND, KIND_COUNT, MOST_PLAYERS, ORDER_COUNT

# BOUND: 70 ingredients (GR-1), and no more orders than plays, each of which put an ingredient into the oven (MM-4).
OVEN = 140
# BOUND: 11 orders each go under a stack in Sole Mio! (SM-2), 8 in Mamma Mia!, none in Grande (C-7).
UNDER = 11
SERIES = 4
"""SM-21: one order turned up and up to three that join it."""
REQUEST = 5
"""A request names at most five kinds."""

# Phases.
TURN, SCORING, FINISHED = range(3)
# What is asked; NOBODY: the rules go on by themselves with `step`.
NOBODY, START, DEAL, DEAL_ORDER, PLAY, ORDER, DRAW, JOIN, AMOUNTS = range(9)
WAY, FILL, HELP, BLOCK, PICK, REVEAL, MATCH, CLOSE, OVER = range(9, 18)
# How the rules go on while nobody is asked.
TURN_BEGINS, TURN_ENDS, OVEN_TURNS, SERIES_GROWS, ORDER_JUDGED, REWARD_DUE = range(6)
# Why chance deals.
SETTING_UP, DRAWING, REWARDING = range(3)
NO_SEAT = -1

PUBLIC, OWNER, ONCE, MOVER, HIDDEN = Seen.EVERYBODY, Seen.OWNER, Seen.REMEMBERED, Seen.MOVER, Seen.NOBODY
SEATS = (MOST_PLAYERS,)
CARDS = (CARD_COUNT,)


class Pizzeria(TypedDict):
    """The whole table. The first fields say which box it came from; nothing derived is stored."""

    players: Annotated[int, scalar(PUBLIC, "number of seats")]
    rounds: Annotated[int, scalar(PUBLIC, "rounds in a game")]
    helps: Annotated[int, scalar(PUBLIC, "1 where the Sole Mio! card is in the box and help may be asked (SM, GR)")]
    removes: Annotated[int, scalar(PUBLIC, "1 where orders not filled leave the game (GR)")]
    ask: Annotated[int, scalar(PUBLIC, "what is asked")]
    seat: Annotated[int, scalar(PUBLIC, "who is asked; -1 is chance")]
    step: Annotated[int, scalar(PUBLIC, "how the rules go on while nobody is asked")]
    phase: Annotated[int, scalar(PUBLIC, "turn, scoring or over")]
    round: Annotated[int, scalar(PUBLIC, "from 1")]
    turn: Annotated[int, scalar(PUBLIC, "whose turn it is; -1 in scoring")]
    starter: Annotated[int, scalar(PUBLIC, "who began this round")]
    holder: Annotated[int, scalar(PUBLIC, "who has the Sole Mio! card; -1 nobody")]
    baker: Annotated[int, scalar(PUBLIC, "who drew the last supply card (MM); -1 nobody yet")]
    idle: Annotated[int, scalar(PUBLIC, "players in a row who passed and drew nothing (SM-9)")]
    dealing: Annotated[int, scalar(PUBLIC, "why chance deals")]
    dealt: Annotated[int, scalar(PUBLIC, "cards dealt so far of the stack that is being dealt, in the set-up")]
    first_ingredients: Annotated[int, scalar(PUBLIC, "ingredients dealt to each seat")]
    first_orders: Annotated[int, scalar(PUBLIC, "orders drawn by each seat")]
    card_in_supply: Annotated[int, scalar(PUBLIC, "1 while the Sole Mio! card is in the supply")]
    oven_size: Annotated[int, scalar(PUBLIC, "cards in the oven; in scoring also those turned over")]
    cursor: Annotated[int, scalar(PUBLIC, "cards of the oven turned over so far")]
    owner: Annotated[int, scalar(PUBLIC, "whose orders are being filled")]
    open_count: Annotated[int, scalar(PUBLIC, "how many orders are being filled")]
    helper: Annotated[int, scalar(PUBLIC, "who gave, and is due a reward; -1 nobody")]
    shown: Annotated[int, scalar(PUBLIC, "ingredients shown against an own-kind bid")]
    chosen: Annotated[int, scalar(PUBLIC, "the opponent picked for a match; -1 nobody")]
    revealed: Annotated[int, scalar(PUBLIC, "the card that opponent showed; -1 none")]
    picked: Annotated[int, scalar(MOVER, "small actions made of a move that is not whole yet")]
    said_seat: Annotated[int, scalar(PUBLIC, "who played last; -1 nobody")]
    said_kind: Annotated[int, scalar(PUBLIC, "what was announced")]
    said_singles: Annotated[int, scalar(PUBLIC, "singles of it")]
    said_doubles: Annotated[int, scalar(PUBLIC, "doubles of it")]
    stack: Annotated[Table, table("i4", SEATS, HIDDEN, "shuffled part of each order stack, a bit an order")]
    hand_orders: Annotated[Table, table("i4", SEATS, OWNER, "orders in hand, a bit an order")]
    delivered: Annotated[Table, table("i4", SEATS, PUBLIC, "delivered orders, a bit an order")]
    removed: Annotated[Table, table("i4", SEATS, PUBLIC, "removed orders, a bit an order")]
    own: Annotated[Table, table("i1", SEATS, PUBLIC, "the own kind of each seat")]
    under_size: Annotated[Table, table("i1", SEATS, PUBLIC, "orders put under each stack")]
    under: Annotated[Table, table("i1", (MOST_PLAYERS, UNDER), ONCE, "orders put under each stack, top first")]
    hands: Annotated[Table, table("i1", (MOST_PLAYERS, CARD_COUNT), OWNER, "ingredients in hand, by card")]
    supply: Annotated[Table, table("i1", CARDS, HIDDEN, "ingredients in the supply, by card")]
    columns: Annotated[Table, table("i1", CARDS, PUBLIC, "ingredients in the columns, by card")]
    used: Annotated[Table, table("i1", CARDS, ONCE, "ingredients in the used pile, by card")]
    committed: Annotated[Table, table("i1", CARDS, PUBLIC, "hand cards added to the open order, by card")]
    needs: Annotated[Table, table("i1", (KIND_COUNT,), PUBLIC, "what the open orders need, by kind")]
    wants: Annotated[Table, table("i1", (KIND_COUNT,), PUBLIC, "what a bombastica asks for, by kind")]
    open: Annotated[Table, table("i1", (SERIES,), PUBLIC, "the orders being filled, as they joined")]
    picks: Annotated[Table, table("i1", (REQUEST,), MOVER, "the small actions of a move that is not whole yet")]
    oven: Annotated[Table, table("i1", (OVEN,), ONCE, "the oven, oldest first: ingredient cards and orders")]


RECORD = dtype_of(Pizzeria)
assert ORDER_COUNT < 31 and HAND == 7


def as_pizzeria(s: State) -> Pizzeria:
    """A record that a layer above hands in, as what it is."""
    return cast(Pizzeria, s)
