"""What the oven will make of an order: the columns as they will lie, and what will be missing.

`work` is a scratch table: the columns by card, then the cards of the own hand that no order in the oven has a claim on,
then what the order that is looked at needs by kind, and two numbers that `look_at` leaves there; and what is kept from
one look to the next.
"""

from __future__ import annotations

from osteria.bots.pizzeria import weights as n
from osteria.core.kernel import kernel
from osteria.core.schema import Table
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
from osteria.games.pizzeria.rules.filling import doubles_for, singles_for

COLUMNS = 0
SPARE = 10
NEEDS = 20
SHORT = 25
"""What the columns will miss."""
SHORT_IN_ALL = 26
"""What the columns and the own hand will miss."""
CLAIMS = 48
"""Cards of the own hand that orders in the oven have a claim on."""
KEPT_COLUMNS = 58
KEPT_CLAIMS = 68
KEPT_PLACE = 78
KEPT_ROUND = 79
"""How far the oven of a round was foreseen for good, and what came of it until there."""
WORK = 80
HOPELESS = 99
CERTAIN = 1000


@kernel
def lies(work: Table, base: int, kind: int) -> int:
    """Ingredients of a kind among the columns or the spare hand."""
    return int(work[base + 2 * kind] + 2 * work[base + 2 * kind + 1])


@kernel
def foresee(s: Pizzeria, seat: int, w: Table, work: Table) -> None:
    """The columns once the oven is turned over, as far as the seat can tell, and what its hand will have left.

    SPEED: what lies below the first own order that the hand cannot fill yet stays as it was foreseen; a new card in the
    hand can change the rest.
    """
    recall(s, seat, work)
    is_settled = True
    for place in range(work[KEPT_PLACE], s["oven_size"]):
        card = int(s["oven"][place])
        if card < CARD_COUNT:
            work[COLUMNS + card] += 1
        else:
            owner = (card - CARD_COUNT) // ORDER_COUNT
            is_filled = foresee_order(s, seat, owner, (card - CARD_COUNT) % ORDER_COUNT, w, work)
            if is_settled and owner == seat and not is_filled:
                is_settled = False
                keep(s, place, work)
    if is_settled:
        keep(s, int(s["oven_size"]), work)


@kernel
def forget(work: Table) -> None:
    """What was foreseen is of another table."""
    work[KEPT_ROUND] = -1


@kernel
def recall(s: Pizzeria, seat: int, work: Table) -> None:
    """Begin where the last look ended, with the hand as it is now."""
    if work[KEPT_ROUND] != s["round"]:
        work[KEPT_ROUND] = s["round"]
        work[KEPT_PLACE] = 0
        for card in range(CARD_COUNT):
            work[KEPT_COLUMNS + card] = s["columns"][card]
            work[KEPT_CLAIMS + card] = 0
    for card in range(CARD_COUNT):
        work[COLUMNS + card] = work[KEPT_COLUMNS + card]
        work[CLAIMS + card] = work[KEPT_CLAIMS + card]
        work[SPARE + card] = max(0, int(s["hands"][seat, card]) - int(work[CLAIMS + card]))


@kernel
def keep(s: Pizzeria, place: int, work: Table) -> None:
    """The next look begins at this place of the oven."""
    work[KEPT_PLACE] = place
    for card in range(CARD_COUNT):
        work[KEPT_COLUMNS + card] = work[COLUMNS + card]
        work[KEPT_CLAIMS + card] = work[CLAIMS + card]


@kernel
def foresee_order(s: Pizzeria, seat: int, owner: int, order: int, w: Table, work: Table) -> bool:
    """An order in the oven takes its ingredients if it will be filled: by the columns, or with a little help."""
    look_at(s, owner, order, owner == seat, work)
    if owner == seat:
        is_filled = work[SHORT_IN_ALL] == 0
        if is_filled:
            claim(order, work)
    else:
        is_filled = work[SHORT] <= w[n.OTHERS_FIND]
    if is_filled:
        pay(s, owner, order, work)
    return bool(is_filled)


@kernel
def claim(order: int, work: Table) -> None:
    """The own hand keeps what an own order in the oven will need."""
    left = int(work[SHORT])
    for kind in range(KIND_COUNT):
        missing = int(work[NEEDS + kind]) - lies(work, COLUMNS, kind)
        if order == BOMBASTICA:
            missing = left
        for card in range(2 * kind + 1, 2 * kind - 1, -1):
            while missing > 0 and work[SPARE + card] > 0:
                work[SPARE + card] -= 1
                work[CLAIMS + card] += 1
                missing -= 1 + (card & 1)
                left -= 1 + (card & 1)


@kernel
def pay(s: Pizzeria, owner: int, order: int, work: Table) -> None:
    """C-3, MM-13, SM-28: what a filled order takes from the columns."""
    for kind in range(KIND_COUNT):
        need = int(work[NEEDS + kind])
        if takes_all(order) and (order != OWN_KIND or kind == s["own"][owner]):
            work[COLUMNS + 2 * kind] = 0
            work[COLUMNS + 2 * kind + 1] = 0
        elif need > 0:
            doubles = doubles_for(order, need, int(work[COLUMNS + 2 * kind + 1]))
            work[COLUMNS + 2 * kind + 1] -= doubles
            work[COLUMNS + 2 * kind] -= singles_for(order, need, doubles, int(work[COLUMNS + 2 * kind]))


@kernel
def look_at(s: Pizzeria, owner: int, order: int, is_mine: bool, work: Table) -> None:
    """What an order of `owner` would need of the columns, and what would be missing without and with the own hand."""
    for kind in range(KIND_COUNT):
        work[NEEDS + kind] = 0
    work[SHORT] = 0
    work[SHORT_IN_ALL] = 0
    own = int(s["own"][owner])
    if counts_doubles_only(order):
        look_for_doubles(order, is_mine, work)
    elif order == BOMBASTICA:
        look_for_everything(is_mine, work)
    elif is_spoiled_by_own(order) and lies(work, COLUMNS, own) > 0:
        work[SHORT] = HOPELESS
        work[SHORT_IN_ALL] = HOPELESS
    elif order != MATCH:
        set_needs(s, own, order, is_mine, work)
        count_missing(is_mine, work)


@kernel
def count_missing(is_mine: bool, work: Table) -> None:
    """Kind by kind, what the columns miss, and what is missing after the own hand."""
    short = 0
    in_all = 0
    for kind in range(KIND_COUNT):
        missing = int(work[NEEDS + kind]) - lies(work, COLUMNS, kind)
        if missing > 0:
            short += missing
            if is_mine:
                missing -= lies(work, SPARE, kind)
            in_all += max(0, missing)
    work[SHORT] = short
    work[SHORT_IN_ALL] = in_all


@kernel
def look_for_doubles(order: int, is_mine: bool, work: Table) -> None:
    """SM-31: doubles of different kinds, from the columns before the hand."""
    found = 0
    kinds = way_length(order)
    for kind in range(KIND_COUNT):
        if found < kinds and work[COLUMNS + 2 * kind + 1] > 0:
            work[NEEDS + kind] = 1
            found += 1
    work[SHORT] = 2 * (kinds - found)
    for kind in range(KIND_COUNT):
        if is_mine and found < kinds and work[NEEDS + kind] == 0 and work[SPARE + 2 * kind + 1] > 0:
            work[NEEDS + kind] = 2
            found += 1
    work[SHORT_IN_ALL] = 2 * (kinds - found)


@kernel
def look_for_everything(is_mine: bool, work: Table) -> None:
    """MM-13: so many ingredients of any kinds."""
    short = BIG_PIZZA
    in_hand = 0
    for kind in range(KIND_COUNT):
        short -= lies(work, COLUMNS, kind)
        in_hand += lies(work, SPARE, kind)
    work[SHORT] = max(0, short)
    work[SHORT_IN_ALL] = max(0, short - in_hand) if is_mine else max(0, short)


@kernel
def set_needs(s: Pizzeria, own: int, order: int, is_mine: bool, work: Table) -> None:
    """What the table of orders says, by kind; of the best way where there are several."""
    if way_length(order) > 0:
        set_needs_of_way(own, order, is_mine, work)
        return
    holders = holders_kind(s, work) if needs_holders_kind(order) else own
    for kind in range(KIND_COUNT):
        work[NEEDS + kind] = amount_of(order, kind, own, holders)


@kernel
def holders_kind(s: Pizzeria, work: Table) -> int:
    """SM-33: the own kind of the holder; while nobody holds the card, the scarcest it could be."""
    if s["holder"] != NO_SEAT:
        return int(s["own"][s["holder"]])
    scarce = int(s["own"][0])
    for seat in range(1, s["players"]):
        if lies(work, COLUMNS, int(s["own"][seat])) < lies(work, COLUMNS, scarce):
            scarce = int(s["own"][seat])
    return scarce


@kernel
def set_needs_of_way(own: int, order: int, is_mine: bool, work: Table) -> None:
    """The way with the most ingredients there."""
    work[NEEDS + own] = own_amount(order)
    if picks_scarcest(order):
        work[NEEDS + scarcest_there(own, is_mine, work)] = amount_at(order, 0)
        return
    but = own if picks_others(order) else -1
    for place in range(way_length(order)):
        enough = amount_at(order, place) if names_kind_first(order) else HOPELESS
        work[NEEDS + richest(but, enough, is_mine, work)] = amount_at(order, place)


@kernel
def richest(but: int, enough: int, is_mine: bool, work: Table) -> int:
    """The kind with most ingredients, up to `enough`, that the way does not name yet; columns count a little more than the
    hand."""
    best = -1
    found = 0
    for kind in range(KIND_COUNT):
        if kind != but and work[NEEDS + kind] == 0:
            there = min(enough, lies(work, COLUMNS, kind))
            value = 5 * there
            if is_mine:
                value += 4 * min(enough - there, lies(work, SPARE, kind))
            if value > best:
                best = value
                found = kind
    return found


@kernel
def scarcest_there(own: int, is_mine: bool, work: Table) -> int:
    """MM-15: the scarcest other kind that will lie there; of several the one that the hand holds most of."""
    best = HOPELESS
    found = (own + 1) % KIND_COUNT
    for kind in range(KIND_COUNT):
        count = lies(work, COLUMNS, kind)
        if kind != own and count > 0:
            value = 8 * count
            if is_mine:
                value -= min(7, lies(work, SPARE, kind))
            if value < best:
                best = value
                found = kind
    return found


@kernel
def chance_of(s: Pizzeria, seat: int, order: int, w: Table, work: Table) -> int:
    """How likely the order would be filled if it went into the oven now, in thousandths."""
    look_at(s, seat, order, True, work)
    if order == MATCH:
        return int(w[n.MATCH_KIND]) * kinds_spare(work)
    if order == OWN_KIND:
        return chance_of_bid(int(s["own"][seat]), w, work)
    short = int(work[SHORT])
    in_all = int(work[SHORT_IN_ALL])
    if order == SOLE_MIO and s["holder"] == NO_SEAT:
        in_all += 1
    if in_all == 0:
        return max(0, CERTAIN - short * int(w[n.HAND_CARD]))
    if in_all <= 3:
        return int(w[n.ONE_SHORT + in_all - 1])
    return max(0, 20 - in_all)


@kernel
def chance_of_bid(own: int, w: Table, work: Table) -> int:
    """SM-27: the smallest bid is easily blocked, a higher one less."""
    over = lies(work, COLUMNS, own) + lies(work, SPARE, own) - SMALLEST_BID
    if over < 0:
        return int(w[n.ONE_SHORT])
    return min(CERTAIN, int(w[n.BID] + over * w[n.BID_OVER]))


@kernel
def kinds_spare(work: Table) -> int:
    """How many kinds the spare hand holds."""
    count = 0
    for kind in range(KIND_COUNT):
        if lies(work, SPARE, kind) > 0:
            count += 1
    return count
