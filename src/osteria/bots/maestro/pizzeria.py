"""The pizza tables as numbers for a network: every option of a decision, made at the table that a seat believes in.

The believed table comes from a view (`osteria.bots.pizzeria.belief`); an option is made there by the rules, up to the next
question or card, and what lies there then is described, with what the rules of thumb foresee of the oven.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from osteria.bots.pizzeria.belief import believe_table
from osteria.bots.pizzeria.hints import Oven
from osteria.bots.pizzeria.memory import ORDER, Item
from osteria.bots.pizzeria.outlook import (
    HOPELESS,
    chance_of,
    count_missing,
    foresee_order,
    forget,
    look_at,
    pay,
    recall,
)
from osteria.bots.pizzeria.playouts import LONGEST_MOVE
from osteria.bots.pizzeria.scoring import unseen
from osteria.bots.pizzeria.scratch import SCRATCH, Scratch
from osteria.bots.pizzeria.turn import weigh_kinds
from osteria.bots.pizzeria.weights import WEIGHTS, Weights
from osteria.core.family import MOST_LEGAL
from osteria.core.kernel import Kernels, kernel
from osteria.core.schema import State, Table
from osteria.games.pizzeria import record as r
from osteria.games.pizzeria.cards import CARD_COUNT, FOUR, KIND_COUNT, MOST_PLAYERS, NORMALE, ORDER_COUNT
from osteria.games.pizzeria.counting import score_of, tiebreak_of
from osteria.games.pizzeria.observe import OBSERVATION
from osteria.games.pizzeria.record import NO_SEAT, SCORING, Pizzeria
from osteria.games.pizzeria.rules.filling import first_open, short_of
from osteria.games.pizzeria.rules.game import act
from osteria.games.pizzeria.rules.hands import (
    bits,
    cards_in_supply,
    ingredients_in_hand,
    orders_in_stack,
    total_worth,
    worth,
)
from osteria.games.pizzeria.rules.legal import list_legal

ASKS = r.OVER + 1
STAGE = 0
"""What was asked, what is asked after the option, and how far the game is."""
STAGES = 2 * ASKS + 22
KINDS = STAGE + STAGES
"""By kind, the own first: the hand, what lies in the columns once the oven is turned, what orders miss."""
BY_KIND = 12
ORDERS = KINDS + BY_KIND * KIND_COUNT
"""By order of the viewer, those of a kind by kind, the own first: in the hand or in the oven, its chance, what it misses."""
BY_ORDER = 7
SEATS = ORDERS + BY_ORDER * ORDER_COUNT
"""The viewer, the next seat, the strongest other, and all others together."""
BY_SEAT = 7
FEATURES = SEATS + 4 * BY_SEAT
FINEST = 10
"""Chances are told in hundredths, so that every number fits into a byte."""
MOST = 120
"""What is more is told as so much."""
MOVES = 1024
"""BOUND: a gift has 3 ** 5 ways at most and a way 5 * 4 * 3 * 2, with fewer beginnings than ends."""

# The tally of a seat: its orders in the oven that will be filled, those that will not, what those miss.
FILLED, UNFILLED, MISSING = range(3)
TALLY = 3
# Among the notes of the stage: orders of others that the hand could fill, each alone, and what they miss in all; own orders that
# miss one ingredient, two, or more.
HELP, OWN_MISS = STAGE + 2 * ASKS + 17, STAGE + 2 * ASKS + 19


@kernel
def look_ahead(
    observed: Table, oven: Table, size: int, fresh: Table, w: Table, tables: Table, work: Table, legal: Table,
    tally: Table, moves: Table, rows: Table,
) -> int:  # fmt: skip
    """Entry: every move that may be made now, and a description of the table after each; returns how many they are.

    Args:
        observed: the assisted observation of the seat that is asked.
        oven: its cards in order, `size` of them.
        fresh: the table before anything was drawn.
        w: the weights by which the oven is foreseen.
        tables: room for two tables; `work`, `legal` and `tally`: room for what is worked out.
        moves: the small actions of each move, -1 after its last.
        rows: what the table looks like after it.
    """
    tables[0] = fresh[0]
    believe_table(observed[0], oven, size, tables[0])
    seat = int(tables[0]["seat"])
    found = 0
    begun = moves.shape[0] - 1
    moves[begun, 0] = -1
    while begun < moves.shape[0]:
        tables[1] = tables[0]
        length = 0
        while length < LONGEST_MOVE and moves[begun, length] >= 0:
            act(tables[1], int(moves[begun, length]), None)
            length += 1
        begun += 1
        if length == 0 or is_half_made(tables[0], tables[1]):
            begun = grow(tables[1], length, legal, moves, begun)
        else:
            for part in range(LONGEST_MOVE):
                moves[found, part] = moves[begun - 1, part]
            describe(tables[0], tables[1], seat, w[0], work[0], tally, rows[found])
            found += 1
    return found


@kernel
def is_half_made(before: Pizzeria, after: Pizzeria) -> bool:
    """Whether more parts of the same move are to be named."""
    return bool(after["picked"] > 0 and after["ask"] == before["ask"] and after["seat"] == before["seat"])


@kernel
def grow(s: Pizzeria, length: int, legal: Table, moves: Table, begun: int) -> int:
    """In place of a move that was only begun, those with one part more; they wait at the end of the table."""
    count = list_legal(s, legal)
    for place in range(count - 1, -1, -1):
        row = begun - count + place
        for part in range(length):
            moves[row, part] = moves[begun - 1, part]
        moves[row, length] = legal[place]
        for part in range(length + 1, LONGEST_MOVE):
            moves[row, part] = -1
    return begun - count


@kernel
def describe(
    before: Pizzeria, s: Pizzeria, seat: int, w: Weights, work: Scratch, tally: Table, row: Table
) -> None:  # fmt: skip
    """A table after an option, as the seat believes it to be."""
    for place in range(FEATURES):
        row[place] = 0
    describe_stage(before, s, seat, row)
    foresee_oven(s, seat, w, work, tally, row)
    describe_kinds(s, seat, work, row)
    describe_hand_orders(s, seat, w, work, row)
    describe_missing(s, seat, w, work, row)
    describe_seats(s, seat, tally, row)


@kernel
def describe_stage(before: Pizzeria, s: Pizzeria, seat: int, row: Table) -> None:
    """What was asked and is asked, the time of the game, who has the card, what the option took from the hand."""
    row[STAGE + before["ask"]] = 1
    row[STAGE + ASKS + s["ask"]] = 1
    place = STAGE + 2 * ASKS
    row[place] = s["players"]
    row[place + 1] = s["rounds"] - s["round"]
    row[place + 2] = cards_in_supply(s)
    row[place + 3] = s["holder"] == seat
    row[place + 4] = s["holder"] == NO_SEAT
    row[place + 5] = s["baker"] == seat
    row[place + 6] = s["seat"] == seat
    row[place + 7] = s["phase"] == SCORING
    row[place + 8] = s["idle"]
    row[place + 9] = ingredients_in_hand(before, seat) - ingredients_in_hand(s, seat)
    row[place + 10] = total_worth(before["hands"][seat]) - total_worth(s["hands"][seat])
    row[place + 11] = bits(int(before["hand_orders"][seat])) - bits(int(s["hand_orders"][seat]))
    row[place + 12] = s["open_count"]
    if s["open_count"] > 0:
        row[place + 13] = s["owner"] == seat
        for kind in range(KIND_COUNT):
            row[place + 14] += max(0, short_of(s, kind))
    row[place + 15] = cards_in_supply(s) // int(s["players"])
    row[place + 16] = tiebreak_of(s, seat)


@kernel
def foresee_oven(s: Pizzeria, seat: int, w: Weights, work: Scratch, tally: Table, row: Table) -> None:
    """Turn the oven over in the mind, order after order."""
    for other in range(MOST_PLAYERS):
        for column in range(TALLY):
            tally[other, column] = 0
    forget(work)
    recall(s, seat, work)
    first = int(s["cursor"]) if s["phase"] == SCORING else 0
    if s["open_count"] > 0:
        foresee_open_order(s, seat, w, work, tally)
    for place in range(first, s["oven_size"]):
        card = int(s["oven"][place])
        if card < CARD_COUNT:
            work["columns"][card] += 1
        else:
            owner = (card - CARD_COUNT) // ORDER_COUNT
            order = (card - CARD_COUNT) % ORDER_COUNT
            look_at(s, owner, order, owner == seat, work)
            note_missing(s, seat, owner, order, work, row)
            is_filled = foresee_order(s, seat, owner, order, w, work)
            tally[owner, FILLED if is_filled else UNFILLED] += 1
            short = int(work["short_in_all"]) if owner == seat else int(work["short"])
            if not is_filled:
                tally[owner, MISSING] = min(MOST // MOST_PLAYERS, int(tally[owner, MISSING]) + short)


@kernel
def foresee_open_order(s: Pizzeria, seat: int, w: Weights, work: Scratch, tally: Table) -> None:
    """The order that is being filled takes what its way says, if that can be had."""
    owner = int(s["owner"])
    for kind in range(KIND_COUNT):
        work["needs"][kind] = s["needs"][kind]
    count_missing(owner == seat, work)
    missing = int(work["short_in_all"]) - total_worth(s["committed"])
    allowed = 0 if owner == seat else int(w["others_find"])
    if missing <= allowed:
        pay(s, owner, first_open(s), work)
        tally[owner, FILLED] += int(s["open_count"])
    else:
        tally[owner, UNFILLED] += int(s["open_count"])
        tally[owner, MISSING] = min(MOST // MOST_PLAYERS, missing)


@kernel
def note_missing(s: Pizzeria, seat: int, owner: int, order: int, work: Scratch, row: Table) -> None:
    """What an order in the oven misses, kind by kind: an own one after the hand, another's before help."""
    is_mine = owner == seat
    column = 8 if is_mine else 9
    can_help = not is_mine and 0 < work["short"] and work["short"] < HOPELESS
    for step in range(KIND_COUNT):
        kind = (int(s["own"][seat]) + step) % KIND_COUNT
        missing = max(0, int(work["needs"][kind]) - worth(work["columns"], kind))
        in_hand = worth(work["spare"], kind)
        if is_mine:
            missing = max(0, missing - in_hand)
        elif missing > 0:
            place = KINDS + BY_KIND * step + 10
            row[place] = min(MOST, int(row[place]) + min(missing, in_hand))
            can_help = can_help and missing <= in_hand
        row[KINDS + BY_KIND * step + column] = min(MOST, int(row[KINDS + BY_KIND * step + column]) + missing)
    if can_help:
        row[HELP] += 1
        row[HELP + 1] = min(MOST, int(row[HELP + 1]) + int(work["short"]))
    if is_mine:
        place = place_of(s, seat, order)
        row[place + 4] = 1
        row[place + 5] = work["short"]
        row[place + 6] = work["short_in_all"]
        if work["short_in_all"] > 0:
            row[OWN_MISS + min(3, int(work["short_in_all"])) - 1] += 1


@kernel
def describe_kinds(s: Pizzeria, seat: int, work: Scratch, row: Table) -> None:
    """The hand and what will lie in the columns; the own kind first."""
    for step in range(KIND_COUNT):
        kind = (int(s["own"][seat]) + step) % KIND_COUNT
        place = KINDS + BY_KIND * step
        row[place] = s["hands"][seat, 2 * kind]
        row[place + 1] = s["hands"][seat, 2 * kind + 1]
        row[place + 2] = worth(work["spare"], kind)
        row[place + 3] = worth(work["columns"], kind)
        row[place + 4] = work["columns"][2 * kind + 1]
        row[place + 5] = unseen(s, seat, kind)
        row[place + 11] = worth(work["claims"], kind)


@kernel
def place_of(s: Pizzeria, seat: int, order: int) -> int:
    """Where an order of the viewer is described."""
    series = ORDER_COUNT
    if NORMALE <= order and order < NORMALE + KIND_COUNT:
        series = NORMALE
    if FOUR <= order and order < FOUR + KIND_COUNT:
        series = FOUR
    if series == ORDER_COUNT:
        return ORDERS + BY_ORDER * order
    return ORDERS + BY_ORDER * (series + (order - series - int(s["own"][seat]) + KIND_COUNT) % KIND_COUNT)


@kernel
def describe_hand_orders(s: Pizzeria, seat: int, w: Weights, work: Scratch, row: Table) -> None:
    """What would become of each order in hand if it went into the oven now."""
    held = int(s["hand_orders"][seat])
    for order in range(ORDER_COUNT):
        if (held >> order) & 1:
            place = place_of(s, seat, order)
            row[place] = 1
            row[place + 1] = min(MOST, chance_of(s, seat, order, w, work) // FINEST)
            row[place + 2] = work["short"]
            row[place + 3] = work["short_in_all"]


@kernel
def describe_missing(s: Pizzeria, seat: int, w: Weights, work: Scratch, row: Table) -> None:
    """What the best order in hand misses of each kind, and what the others miss."""
    weigh_kinds(s, seat, w, work)
    for step in range(KIND_COUNT):
        kind = (int(s["own"][seat]) + step) % KIND_COUNT
        row[KINDS + BY_KIND * step + 6] = work["best_misses"][kind]
        row[KINDS + BY_KIND * step + 7] = max(-1, int(work["others_miss"][kind]))


@kernel
def describe_seats(s: Pizzeria, seat: int, tally: Table, row: Table) -> None:
    """How everybody stands, and will stand once the oven is turned over."""
    players = int(s["players"])
    strongest = (seat + 1) % players
    describe_seat(s, seat, tally, row, SEATS)
    describe_seat(s, strongest, tally, row, SEATS + BY_SEAT)
    for step in range(1, players):
        other = (seat + step) % players
        describe_seat(s, other, tally, row, SEATS + 3 * BY_SEAT)
        if score_of(s, other) + tally[other, FILLED] > score_of(s, strongest) + tally[strongest, FILLED]:
            strongest = other
    describe_seat(s, strongest, tally, row, SEATS + 2 * BY_SEAT)


@kernel
def describe_seat(s: Pizzeria, seat: int, tally: Table, row: Table, place: int) -> None:
    """How a seat stands, added to what stands there."""
    row[place] += score_of(s, seat)
    row[place + 1] += score_of(s, seat) + tally[seat, FILLED]
    row[place + 2] += tally[seat, UNFILLED]
    row[place + 3] += tally[seat, MISSING]
    row[place + 4] += ingredients_in_hand(s, seat)
    row[place + 5] += bits(int(s["hand_orders"][seat]))
    row[place + 6] += orders_in_stack(s, seat)


def noted_at(s: State) -> Oven:
    """What everybody saw go into the oven and has not seen come out, of a table: as one item."""
    turned = int(s["cursor"]) if s["phase"] == SCORING else 0
    return [Item(ORDER, tuple(s["oven"][turned : s["oven_size"]].tolist()))], 0


def examples() -> Mapping[str, tuple[Any, ...]]:
    """Arguments of the types that the entry is compiled for."""
    states, work, legal = np.zeros(1, r.RECORD), np.zeros(MOST_PLAYERS, SCRATCH), np.zeros(MOST_LEGAL, np.int64)
    weights, tally = np.zeros(1, WEIGHTS), np.zeros((MOST_PLAYERS, TALLY), np.int64)
    moves, rows = np.zeros((1, LONGEST_MOVE), np.int64), np.zeros((1, FEATURES), np.int8)
    return {
        "look_ahead": (np.zeros(1, OBSERVATION), legal, 0, states, weights, states, work, legal, tally, moves, rows)
    }


ROOT = Path(__file__).parent
OSTERIA = ROOT.parent.parent
KERNELS = Kernels(
    "maestro_pizzeria",
    {"look_ahead": look_ahead},
    examples,
    (Path(__file__), OSTERIA / "bots" / "pizzeria", OSTERIA / "games" / "pizzeria", OSTERIA / "core"),
    home=f"{__name__}:KERNELS",
)
