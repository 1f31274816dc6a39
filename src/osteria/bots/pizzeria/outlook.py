"""What the oven will make of an order: the columns as they will lie, and what will be missing.

All of it is worked out on a `Scratch`, one for each seat.
"""

from __future__ import annotations

from osteria.bots.pizzeria.scratch import Scratch
from osteria.bots.pizzeria.weights import FEW, Weights
from osteria.core.kernel import kernel
from osteria.games.pizzeria.cards import BOMBASTICA, CARD_COUNT, KIND_COUNT, MATCH, ORDER_COUNT, OWN_KIND, SOLE_MIO
from osteria.games.pizzeria.order_table import (
    BIG_PIZZA,
    SMALLEST_BID,
    amount_at,
    amount_of,
    counts_doubles_only,
    is_spoiled_by_own,
    names_kind_first,
    needs_holders_kind,
    own_amount,
    picks_others,
    picks_scarcest,
    takes_all,
    way_length,
)
from osteria.games.pizzeria.record import NO_SEAT, Pizzeria
from osteria.games.pizzeria.rules.hands import worth
from osteria.games.pizzeria.rules.settling import doubles_for, singles_for

HOPELESS = 99
CERTAIN = 1000


@kernel
def foresee(s: Pizzeria, seat: int, w: Weights, work: Scratch) -> None:
    """The columns once the oven is turned over, as far as the seat can tell, and what its hand will have left.

    SPEED: what lies below the first own order that the hand cannot fill yet stays as it was foreseen; a new card in the
    hand can change the rest.
    """
    recall(s, seat, work)
    is_settled = True
    for place in range(work["kept_place"], s["oven_size"]):
        card = int(s["oven"][place])
        if card < CARD_COUNT:
            work["columns"][card] += 1
        else:
            owner = (card - CARD_COUNT) // ORDER_COUNT
            is_filled = foresee_order(s, seat, owner, (card - CARD_COUNT) % ORDER_COUNT, w, work)
            if is_settled and owner == seat and not is_filled:
                is_settled = False
                keep(s, place, work)
    if is_settled:
        keep(s, int(s["oven_size"]), work)


@kernel
def forget(work: Scratch) -> None:
    """What was foreseen is of another table."""
    work["kept_round"] = -1


@kernel
def recall(s: Pizzeria, seat: int, work: Scratch) -> None:
    """Begin where the last look ended, with the hand as it is now."""
    if work["kept_round"] != s["round"]:
        work["kept_round"] = s["round"]
        work["kept_place"] = 0
        for card in range(CARD_COUNT):
            work["kept_columns"][card] = s["columns"][card]
            work["kept_claims"][card] = 0
    for card in range(CARD_COUNT):
        work["columns"][card] = work["kept_columns"][card]
        work["claims"][card] = work["kept_claims"][card]
        work["spare"][card] = max(0, int(s["hands"][seat, card]) - int(work["claims"][card]))


@kernel
def keep(s: Pizzeria, place: int, work: Scratch) -> None:
    """The next look begins at this place of the oven."""
    work["kept_place"] = place
    for card in range(CARD_COUNT):
        work["kept_columns"][card] = work["columns"][card]
        work["kept_claims"][card] = work["claims"][card]


@kernel
def foresee_order(s: Pizzeria, seat: int, owner: int, order: int, w: Weights, work: Scratch) -> bool:
    """An order in the oven takes its ingredients if it will be filled: by the columns, or with a little help."""
    look_at(s, owner, order, owner == seat, work)
    if owner == seat:
        is_filled = work["short_in_all"] == 0
        if is_filled:
            claim(order, work)
    else:
        is_filled = work["short"] <= w["others_find"]
    if is_filled:
        pay(s, owner, order, work)
    return bool(is_filled)


@kernel
def claim(order: int, work: Scratch) -> None:
    """The own hand keeps what an own order in the oven will need."""
    left = int(work["short"])
    for kind in range(KIND_COUNT):
        missing = int(work["needs"][kind]) - worth(work["columns"], kind)
        if order == BOMBASTICA:
            missing = left
        for card in range(2 * kind + 1, 2 * kind - 1, -1):
            while missing > 0 and work["spare"][card] > 0:
                work["spare"][card] -= 1
                work["claims"][card] += 1
                missing -= 1 + (card & 1)
                left -= 1 + (card & 1)


@kernel
def pay(s: Pizzeria, owner: int, order: int, work: Scratch) -> None:
    """C-3, MM-13, SM-28: what a filled order takes from the columns."""
    for kind in range(KIND_COUNT):
        need = int(work["needs"][kind])
        if takes_all(order) and (order != OWN_KIND or kind == s["own"][owner]):
            work["columns"][2 * kind] = 0
            work["columns"][2 * kind + 1] = 0
        elif need > 0:
            doubles = doubles_for(order, need, int(work["columns"][2 * kind + 1]))
            work["columns"][2 * kind + 1] -= doubles
            work["columns"][2 * kind] -= singles_for(order, need, doubles, int(work["columns"][2 * kind]))


@kernel
def look_at(s: Pizzeria, owner: int, order: int, is_mine: bool, work: Scratch) -> None:
    """What an order of `owner` would need of the columns, and what would be missing without and with the own hand."""
    for kind in range(KIND_COUNT):
        work["needs"][kind] = 0
    work["short"] = 0
    work["short_in_all"] = 0
    own = int(s["own"][owner])
    if counts_doubles_only(order):
        look_for_doubles(order, is_mine, work)
    elif order == BOMBASTICA:
        look_for_everything(is_mine, work)
    elif is_spoiled_by_own(order) and worth(work["columns"], own) > 0:
        work["short"] = HOPELESS
        work["short_in_all"] = HOPELESS
    elif order != MATCH:
        set_needs(s, own, order, is_mine, work)
        count_missing(is_mine, work)


@kernel
def count_missing(is_mine: bool, work: Scratch) -> None:
    """Kind by kind, what the columns miss, and what is missing after the own hand."""
    short = 0
    in_all = 0
    for kind in range(KIND_COUNT):
        missing = int(work["needs"][kind]) - worth(work["columns"], kind)
        if missing > 0:
            short += missing
            if is_mine:
                missing -= worth(work["spare"], kind)
            in_all += max(0, missing)
    work["short"] = short
    work["short_in_all"] = in_all


@kernel
def look_for_doubles(order: int, is_mine: bool, work: Scratch) -> None:
    """SM-31: doubles of different kinds, from the columns before the hand."""
    found = 0
    kinds = way_length(order)
    for kind in range(KIND_COUNT):
        if found < kinds and work["columns"][2 * kind + 1] > 0:
            work["needs"][kind] = 1
            found += 1
    work["short"] = 2 * (kinds - found)
    for kind in range(KIND_COUNT):
        if is_mine and found < kinds and work["needs"][kind] == 0 and work["spare"][2 * kind + 1] > 0:
            work["needs"][kind] = 2
            found += 1
    work["short_in_all"] = 2 * (kinds - found)


@kernel
def look_for_everything(is_mine: bool, work: Scratch) -> None:
    """MM-13: so many ingredients of any kinds."""
    short = BIG_PIZZA
    in_hand = 0
    for kind in range(KIND_COUNT):
        short -= worth(work["columns"], kind)
        in_hand += worth(work["spare"], kind)
    work["short"] = max(0, short)
    work["short_in_all"] = max(0, short - in_hand) if is_mine else max(0, short)


@kernel
def set_needs(s: Pizzeria, own: int, order: int, is_mine: bool, work: Scratch) -> None:
    """What the table of orders says, by kind; of the best way where there are several."""
    if way_length(order) > 0:
        set_needs_of_way(own, order, is_mine, work)
        return
    holders = holders_kind(s, work) if needs_holders_kind(order) else own
    for kind in range(KIND_COUNT):
        work["needs"][kind] = amount_of(order, kind, own, holders)


@kernel
def holders_kind(s: Pizzeria, work: Scratch) -> int:
    """SM-33: the own kind of the holder; while nobody holds the card, the scarcest it could be."""
    if s["holder"] != NO_SEAT:
        return int(s["own"][s["holder"]])
    scarce = int(s["own"][0])
    for seat in range(1, s["players"]):
        if worth(work["columns"], int(s["own"][seat])) < worth(work["columns"], scarce):
            scarce = int(s["own"][seat])
    return scarce


@kernel
def set_needs_of_way(own: int, order: int, is_mine: bool, work: Scratch) -> None:
    """The way with the most ingredients there."""
    work["needs"][own] = own_amount(order)
    if picks_scarcest(order):
        work["needs"][scarcest_there(own, is_mine, work)] = amount_at(order, 0)
        return
    but = own if picks_others(order) else -1
    for place in range(way_length(order)):
        enough = amount_at(order, place) if names_kind_first(order) else HOPELESS
        work["needs"][richest(but, enough, is_mine, work)] = amount_at(order, place)


@kernel
def richest(but: int, enough: int, is_mine: bool, work: Scratch) -> int:
    """The kind with most ingredients, up to `enough`, that the way does not name yet; columns count a little more than the
    hand."""
    best = -1
    found = 0
    for kind in range(KIND_COUNT):
        if kind != but and work["needs"][kind] == 0:
            there = min(enough, worth(work["columns"], kind))
            value = 5 * there
            if is_mine:
                value += 4 * min(enough - there, worth(work["spare"], kind))
            if value > best:
                best = value
                found = kind
    return found


@kernel
def scarcest_there(own: int, is_mine: bool, work: Scratch) -> int:
    """MM-15: the scarcest other kind that will lie there; of several the one that the hand holds most of."""
    best = HOPELESS
    found = (own + 1) % KIND_COUNT
    for kind in range(KIND_COUNT):
        count = worth(work["columns"], kind)
        if kind != own and count > 0:
            value = 8 * count
            if is_mine:
                value -= min(7, worth(work["spare"], kind))
            if value < best:
                best = value
                found = kind
    return found


@kernel
def chance_of(s: Pizzeria, seat: int, order: int, w: Weights, work: Scratch) -> int:
    """How likely the order would be filled if it went into the oven now, in thousandths."""
    look_at(s, seat, order, True, work)
    if order == MATCH:
        return int(w["match_kind"]) * kinds_spare(work)
    if order == OWN_KIND:
        return chance_of_bid(int(s["own"][seat]), w, work)
    short = int(work["short"])
    in_all = int(work["short_in_all"])
    if order == SOLE_MIO and s["holder"] == NO_SEAT:
        in_all += 1
    if in_all == 0:
        return max(0, CERTAIN - short * int(w["hand_card"]))
    if in_all <= FEW:
        return int(w["missing"][in_all - 1])
    return max(0, 20 - in_all)


@kernel
def chance_of_bid(own: int, w: Weights, work: Scratch) -> int:
    """SM-27: the smallest bid is easily blocked, a higher one less."""
    over = worth(work["columns"], own) + worth(work["spare"], own) - SMALLEST_BID
    if over < 0:
        return int(w["missing"][0])
    return min(CERTAIN, int(w["bid"] + over * w["bid_over"]))


@kernel
def kinds_spare(work: Scratch) -> int:
    """How many kinds the spare hand holds."""
    count = 0
    for kind in range(KIND_COUNT):
        if worth(work["spare"], kind) > 0:
            count += 1
    return count
