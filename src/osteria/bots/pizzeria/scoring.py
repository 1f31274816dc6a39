"""Rules of thumb for the scoring: fill, ask, help, block, series, ways, the match."""

from __future__ import annotations

from osteria.bots.pizzeria.weights import Weights
from osteria.core.kernel import kernel
from osteria.core.schema import Table
from osteria.games.pizzeria import actions as a
from osteria.games.pizzeria.cards import (
    BOMBASTICA,
    CARD_COUNT,
    FOUR,
    KIND_COUNT,
    OWN_KIND,
    TWO_DOUBLES,
    kind_of,
    value_of,
)
from osteria.games.pizzeria.order_table import FIRST_OF_SERIES, SMALLEST_BID, amount_at, way_length
from osteria.games.pizzeria.reasons import ALLOWED
from osteria.games.pizzeria.record import Pizzeria
from osteria.games.pizzeria.rules.filling import (
    bid,
    can_hand_complete,
    first_open,
    is_series,
    short_of,
    short_of_big_pizza,
    why_not_add,
)
from osteria.games.pizzeria.rules.hands import bits, ingredients_in_hand, orders_in_stack, total_worth, worth
from osteria.games.pizzeria.rules.help import is_wanting, requested, requested_kind
from osteria.games.pizzeria.rules.legal import list_legal
from osteria.games.pizzeria.rules.own_kind import is_bid_enough, may_show
from osteria.games.pizzeria.rules.ways import kinds_qualified

FEW_MISSING = 3
"""So many ingredients may be asked for with some hope."""
THOUSAND = 1000


@kernel
def unseen(s: Pizzeria, seat: int, kind: int) -> int:
    """Ingredients of a kind that a seat sees nowhere: in the supply or in the other hands."""
    count = worth(s["supply"], kind)
    for other in range(s["players"]):
        if other != seat:
            count += worth(s["hands"][other], kind)
    return count


@kernel
def may_add(s: Pizzeria, card: int) -> bool:
    """Whether a card may be added."""
    return why_not_add(s, card) == ALLOWED


@kernel
def choose_fill(s: Pizzeria, w: Weights) -> int:
    """Fill from the hand if that is possible; otherwise add what there is and ask, if there is hope; else give up."""
    order = first_open(s)
    if order == OWN_KIND:
        return choose_bid(s, w)
    if order == BOMBASTICA:
        return choose_for_big_pizza(s)
    card = card_to_add(s)
    if s["helps"] == 0:
        return a.ADD + card if card >= 0 else a.GIVE_UP
    if card >= 0:
        return a.ADD + card
    return a.ASK


@kernel
def card_to_add(s: Pizzeria) -> int:
    """A card that fits the shortage of its kind: a double for two, a single for one; none: -1. In a series only for
    orders that the hand can complete."""
    found = -1
    best = -1
    for card in range(CARD_COUNT):
        if may_add(s, card):
            short = short_of(s, kind_of(card))
            fits = 2 if value_of(card) == min(2, short) else 1
            if is_series(s) and short > worth(s["hands"][s["owner"]], kind_of(card)):
                fits = 0
            if fits > best and fits > 0:
                best = fits
                found = card
    return found


@kernel
def choose_for_big_pizza(s: Pizzeria) -> int:
    """MM-13, GR-5: singles first, of what the hand holds most; the last few may be asked for."""
    missing = short_of_big_pizza(s)
    hand = s["hands"][s["owner"]]
    if is_wanting(s):
        return a.WANT + most_unseen(s)
    if can_hand_complete(s) or (s["helps"] == 1 and missing - total_worth(hand) <= FEW_MISSING):
        card = most_held(s)
        if card >= 0:
            return a.ADD + card
        return a.WANT + most_unseen(s)
    return a.GIVE_UP


@kernel
def most_held(s: Pizzeria) -> int:
    """The single of which the owner holds most, or a double; -1 without an ingredient."""
    found = -1
    most = 0
    for card in range(CARD_COUNT):
        count = 2 * int(s["hands"][s["owner"], card])
        if count > 0 and value_of(card) == 2:
            count = 1
        if count > most:
            most = count
            found = card
    return found


@kernel
def most_unseen(s: Pizzeria) -> int:
    """The kind that somebody else most likely holds, beyond what is already asked for."""
    found = 0
    most = -THOUSAND
    for kind in range(KIND_COUNT):
        count = unseen(s, int(s["owner"]), kind) - FEW_MISSING * int(s["wants"][kind])
        if count > most:
            most = count
            found = kind
    return found


@kernel
def choose_bid(s: Pizzeria, w: Weights) -> int:
    """SM-25 to SM-28: bid more than the others are expected to hold; never give up a bid that stands."""
    kind = int(s["own"][s["owner"]])
    for card in range(2 * kind + 1, 2 * kind - 1, -1):
        if may_add(s, card) and (bid(s) < SMALLEST_BID or is_in_danger(s, kind, w)):
            return a.ADD + card
    if is_bid_enough(s):
        return a.SETTLE
    return a.GIVE_UP


@kernel
def is_in_danger(s: Pizzeria, kind: int, w: Weights) -> bool:
    """Whether the others may well hold as much of the kind as is bid."""
    owner = int(s["owner"])
    in_hands = 0
    for seat in range(s["players"]):
        if seat != owner:
            in_hands += ingredients_in_hand(s, seat)
    in_supply = 0
    for card in range(CARD_COUNT):
        in_supply += int(s["supply"][card])
    expected = unseen(s, owner, kind) * in_hands * int(w["bid_safety"])
    return bid(s) * THOUSAND * (in_hands + in_supply) <= expected


@kernel
def choose_help(s: Pizzeria, w: Weights, legal: Table) -> int:
    """HP-6: a reward is a point, if the stack has an order left; not for less than the owner gains, unless others lose.
    Exact cards first: as few doubles as the request allows."""
    count = list_legal(s, legal)
    if s["picked"] == 0 and not is_worth_helping(s, w):
        return a.DECLINE
    if legal[0] == a.DECLINE:
        return a.DECLINE
    kind = requested_kind(s, int(s["picked"]))
    wanted = requested(s, kind) // 2
    for place in range(count):
        if legal[place] == a.GIVE + a.GIVES * kind + wanted:
            return int(legal[place])
    return int(legal[0])


@kernel
def is_worth_helping(s: Pizzeria, w: Weights) -> bool:
    """Whether the own point is worth what the owner gets."""
    seat = int(s["seat"])
    if orders_in_stack(s, seat) == 0:
        return False
    lead = bits(int(s["delivered"][seat])) - bits(int(s["delivered"][s["owner"]]))
    gains = orders_gained(s)
    if s["players"] == 2:
        return lead + 1 - gains >= int(w["lead_to_help"])
    return gains < 3


@kernel
def orders_gained(s: Pizzeria) -> int:
    """How many orders the owner would deliver only with help."""
    if not is_series(s):
        return 1
    count = 0
    for place in range(s["open_count"]):
        if short_of(s, int(s["open"][place]) - FOUR) > 0:
            count += 1
    return count


@kernel
def choose_block(s: Pizzeria) -> int:
    """SM-27: showing costs nothing; it is done where it blocks, or where somebody after may add to it."""
    if not may_show(s):
        return a.HOLD
    reaches = s["shown"] + worth(s["hands"][s["seat"]], int(s["own"][s["owner"]])) >= bid(s)
    is_last = (s["seat"] + 1) % s["players"] == s["owner"]
    return a.SHOW if reaches or not is_last else a.HOLD


@kernel
def choose_opponent(s: Pizzeria, legal: Table) -> int:
    """SM-29: whoever has the fewest cards to choose from."""
    count = list_legal(s, legal)
    best = legal[0]
    for place in range(1, count):
        if ingredients_in_hand(s, int(legal[place]) - a.PICK) < ingredients_in_hand(s, int(best) - a.PICK):
            best = legal[place]
    return int(best)


@kernel
def choose_reveal(s: Pizzeria, legal: Table) -> int:
    """SM-29: the kind of which the fewest are out of sight."""
    count = list_legal(s, legal)
    best = legal[0]
    fewest = THOUSAND
    for place in range(count):
        left = unseen(s, int(s["seat"]), kind_of(int(legal[place]) - a.REVEAL))
        if left < fewest:
            fewest = left
            best = legal[place]
    return int(best)


@kernel
def choose_match(s: Pizzeria, legal: Table) -> int:
    """SM-29: always, with the single if there is one: it is listed first; giving up is listed last."""
    list_legal(s, legal)
    return int(legal[0])


@kernel
def at_hand(s: Pizzeria, kind: int) -> int:
    """Ingredients of a kind that the owner can bring: columns and hand."""
    return worth(s["columns"], kind) + worth(s["hands"][s["owner"]], kind)


@kernel
def most_filled(s: Pizzeria, kinds: int, largest: int) -> int:
    """SM-21: of the orders for these kinds (a bit each), as many as the amounts from `largest` downwards can fill."""
    filled = 0
    amount = largest - bits(kinds) + 1
    left = kinds
    while left != 0:
        poorest = -1
        for kind in range(KIND_COUNT):
            if (left >> kind) & 1 and (poorest < 0 or at_hand(s, kind) < at_hand(s, poorest)):
                poorest = kind
        left &= ~(1 << poorest)
        if at_hand(s, poorest) >= amount:
            filled += 1
            amount += 1
    return filled


@kernel
def kinds_open(s: Pizzeria) -> int:
    """The kinds of the orders of the series, a bit each."""
    kinds = 0
    for place in range(s["open_count"]):
        kinds |= 1 << (int(s["open"][place]) - FOUR)
    return kinds


@kernel
def choose_join(s: Pizzeria) -> int:
    """SM-21: an order joins if more will be filled with it than without."""
    kinds = kinds_open(s)
    best = a.CLOSE_SERIES
    most = most_filled(s, kinds, FIRST_OF_SERIES)
    held = int(s["hand_orders"][s["owner"]])
    for kind in range(KIND_COUNT):
        if (held >> (FOUR + kind)) & 1:
            filled = most_filled(s, kinds | (1 << kind), FIRST_OF_SERIES)
            if filled > most:
                most = filled
                best = a.JOIN + kind
    return best


@kernel
def choose_amount(s: Pizzeria) -> int:
    """SM-21: the next amount goes where most orders stay possible, to the richest of those."""
    kinds = kinds_open(s)
    for place in range(s["picked"]):
        kinds &= ~(1 << int(s["picks"][place]))
    amount = FIRST_OF_SERIES - int(s["picked"])
    best = 0
    most = -1
    for kind in range(KIND_COUNT):
        if (kinds >> kind) & 1:
            rest = most_filled(s, kinds & ~(1 << kind), amount - 1)
            value = 32 * (rest + int(at_hand(s, kind) >= amount)) + min(31, at_hand(s, kind))
            if value > most:
                most = value
                best = kind
    return a.KIND + best


@kernel
def choose_way(s: Pizzeria, legal: Table) -> int:
    """C-2: the kinds with most there: columns before the hand."""
    if way_length(first_open(s)) == 2 and s["picked"] == 0:
        return choose_pair(s)
    count = list_legal(s, legal)
    best = int(legal[0])
    most = -1
    for place in range(count):
        if legal[place] != a.GIVE_UP:
            value = value_of_kind(s, int(legal[place]) - a.KIND)
            if value > most:
                most = value
                best = int(legal[place])
    return best


@kernel
def choose_pair(s: Pizzeria) -> int:
    """SM-30, SM-31: the first of the two best kinds; a pair is named in the fixed order."""
    best = -1
    second = -1
    qualified = kinds_qualified(s, 0)
    for kind in range(KIND_COUNT):
        if (qualified >> kind) & 1:
            if best < 0 or value_of_kind(s, kind) > value_of_kind(s, best):
                second = best
                best = kind
            elif second < 0 or value_of_kind(s, kind) > value_of_kind(s, second):
                second = kind
    return a.KIND + min(best, second)


@kernel
def value_of_kind(s: Pizzeria, kind: int) -> int:
    """How well a kind stands at the next place of a way: complete before short, from the columns before from the hand."""
    if first_open(s) == TWO_DOUBLES:
        in_hand = min(1, int(s["hands"][s["owner"], 2 * kind + 1]))
        return 2 * min(1, int(s["columns"][2 * kind + 1])) + in_hand
    amount = amount_at(first_open(s), int(s["picked"]))
    in_columns = worth(s["columns"], kind)
    return 16 * min(amount, at_hand(s, kind)) + 2 * min(amount, in_columns) + (at_hand(s, kind) > amount)


assert CARD_COUNT == 2 * KIND_COUNT
