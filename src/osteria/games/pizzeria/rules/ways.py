"""Orders that leave their owner a way to pick. Sets of kinds are numbers with a bit for each kind."""

from __future__ import annotations

from osteria.core.events import Log, tell
from osteria.core.kernel import kernel
from osteria.games.pizzeria import reasons as why
from osteria.games.pizzeria import telling as t
from osteria.games.pizzeria.cards import KIND_COUNT
from osteria.games.pizzeria.order_table import (
    LONGEST_WAY,
    amount_at,
    names_kind_first,
    own_amount,
    picks_others,
    picks_scarcest,
    way_length,
)
from osteria.games.pizzeria.record import WAY, Pizzeria
from osteria.games.pizzeria.rules.filling import ask_owner_to_fill, counted, first_open, is_nothing_short, needs_told
from osteria.games.pizzeria.rules.hands import bits, worth
from osteria.games.pizzeria.rules.settling import fill_order
from osteria.games.pizzeria.telling import digit

ALL_KINDS = (1 << KIND_COUNT) - 1


@kernel
def scarcest_kinds(s: Pizzeria) -> int:
    """MM-15: the kinds with the smallest number in the columns, of the other kinds that lie there at all."""
    own = int(s["own"][s["owner"]])
    columns = s["columns"]
    fewest = 0
    kinds = 0
    for kind in range(KIND_COUNT):
        count = worth(columns, kind)
        if kind != own and count > 0:
            if kinds == 0 or count < fewest:
                fewest = count
                kinds = 0
            if count == fewest:
                kinds |= 1 << kind
    return kinds


@kernel
def kinds_that_fit(s: Pizzeria) -> int:
    """The kinds that a way of the open order may name, by its text and the columns."""
    order = first_open(s)
    if picks_scarcest(order):
        return scarcest_kinds(s)
    if picks_others(order):
        return ALL_KINDS & ~(1 << int(s["own"][s["owner"]]))
    return ALL_KINDS


@kernel
def kinds_paid(s: Pizzeria, place: int) -> int:
    """C-1: the kinds for which the columns alone pay at this place of a way."""
    order = first_open(s)
    amount = amount_at(order, place)
    columns = s["columns"]
    kinds = 0
    for kind in range(KIND_COUNT):
        kinds |= int(counted(order, columns, kind) >= amount) << kind
    return kinds


@kernel
def columns_pay_own(s: Pizzeria) -> bool:
    """C-1: the columns pay for the own ingredient, where one is needed."""
    return worth(s["columns"], int(s["own"][s["owner"]])) >= own_amount(first_open(s))


@kernel
def ways_by_text(s: Pizzeria) -> int:
    """C-2: how many ways the text and the columns leave (counted only as far as it matters: 0, 1 or more)."""
    if picks_scarcest(first_open(s)):
        return bits(scarcest_kinds(s))
    return 2


@kernel
def ways_from_columns(s: Pizzeria) -> int:
    """C-1: how many ways are complete from the columns alone."""
    if not columns_pay_own(s):
        return 0
    order = first_open(s)
    if way_length(order) == LONGEST_WAY:
        return stairs_from_columns(s)
    count = bits(kinds_that_fit(s) & kinds_paid(s, 0))
    if way_length(order) == 2:
        return count * (count - 1) // 2
    return count


@kernel
def stairs_from_columns(s: Pizzeria) -> int:
    """SM-32: whoever can pay 4 can pay 3, and so on: at each step what is left of those who can pay may be picked."""
    ways = 1
    for place in range(LONGEST_WAY):
        ways *= max(0, bits(kinds_paid(s, place)) - place)
    return ways


@kernel
def kinds_hand_completes(s: Pizzeria) -> int:
    """C-2, MM-14: in Mamma Mia! only ways that the columns with the own hand complete are offered."""
    hand = s["hands"][s["owner"]]
    own = int(s["own"][s["owner"]])
    if worth(s["columns"], own) + worth(hand, own) < own_amount(first_open(s)):
        return 0
    amount = amount_at(first_open(s), 0)
    kinds = 0
    for kind in range(KIND_COUNT):
        kinds |= int(worth(s["columns"], kind) + worth(hand, kind) >= amount) << kind
    return kinds


@kernel
def kinds_qualified(s: Pizzeria, place: int) -> int:
    """C-1, C-2: the kinds that may stand at this place of a way now. MM-14: there also where the columns suffice for
    another kind."""
    kinds = kinds_that_fit(s)
    if ways_from_columns(s) > 0 and not names_kind_first(first_open(s)):
        return kinds & kinds_paid(s, place)
    if s["helps"] == 1:
        return kinds
    return kinds & kinds_hand_completes(s)


@kernel
def kinds_picked(s: Pizzeria) -> int:
    """SM-30, SM-32: the kinds of a way are different; these are named already."""
    kinds = 0
    for place in range(s["picked"]):
        kinds |= 1 << int(s["picks"][place])
    return kinds


@kernel
def kinds_to_pick(s: Pizzeria) -> int:
    """C-2: the kinds that carry on the way being picked; a pair is named in the fixed order of kinds."""
    kinds = kinds_qualified(s, int(s["picked"])) & ~kinds_picked(s)
    if way_length(first_open(s)) != 2:
        return kinds
    if s["picked"] == 1:
        return kinds & (ALL_KINDS << int(s["picks"][0]))
    return without_last(kinds)


@kernel
def why_not_name(s: Pizzeria, kind: int) -> int:
    """C-1, C-2, MM-14: why a kind may not be the next one of the way being picked."""
    if (kinds_to_pick(s) >> kind) & 1:
        return why.ALLOWED
    if (kinds_that_fit(s) >> kind) & 1 == 0:
        return why.NO_SUCH_KIND
    if (kinds_picked(s) >> kind) & 1:
        return why.NAMED_TWICE
    if s["helps"] == 0 and (kinds_hand_completes(s) >> kind) & 1 == 0:
        return why.HAND_FAILS
    return why.OTHER_WAY


@kernel
def why_not_give_up_way(s: Pizzeria) -> int:
    """C-1, C-2: giving up at once is offered in Mamma Mia! only, and only where the columns do not suffice."""
    if s["helps"] == 1:
        return why.PICK_FIRST
    if ways_from_columns(s) == 0:
        return why.ALLOWED
    if names_kind_first(first_open(s)):
        return why.KIND_COMPLETE
    return why.COLUMNS_SUFFICE


@kernel
def without_last(kinds: int) -> int:
    """All but the last of some kinds, which has none after it to make a pair with."""
    kept = 0
    for kind in range(KIND_COUNT):
        if kinds >> (kind + 1) != 0:
            kept |= kinds & (1 << kind)
    return kept


@kernel
def pick_kind(s: Pizzeria, kind: int, log: Log) -> None:
    """C-2: the owner names the next kind of a way; the last one makes it whole."""
    s["picks"][s["picked"]] = kind
    s["picked"] += 1
    if s["picked"] == way_length(first_open(s)):
        take_way(s, log)


@kernel
def take_way(s: Pizzeria, log: Log) -> None:
    """C-1, C-2: the way is fixed: what it needs is paid by the columns, or the owner is asked to fill it."""
    order = first_open(s)
    length = way_length(order)
    told = 0
    for place in range(length):
        told += digit(place, int(s["picks"][place]))
        s["needs"][s["picks"][place]] = amount_at(order, place)
        s["picks"][place] = 0
    if own_amount(order) > 0:
        s["needs"][s["own"][s["owner"]]] = own_amount(order)
    s["picked"] = 0
    tell(log, t.WAY, s["owner"], told, length, s["ask"] == WAY, needs_told(s), order)
    if is_nothing_short(s):
        fill_order(s, log)
    else:
        ask_owner_to_fill(s, log)


@kernel
def only_kind_at(s: Pizzeria, place: int) -> int:
    """The one kind that can stand at this place of the only way; the hand has no say in it."""
    kinds = kinds_that_fit(s) & ~kinds_picked(s)
    if ways_from_columns(s) > 0:
        kinds &= kinds_paid(s, place)
    kind = 0
    while (kinds >> kind) & 1 == 0:
        kind += 1
    return kind


@kernel
def take_only_way(s: Pizzeria, log: Log) -> None:
    """C-1, G-6: a single way is not asked for."""
    for place in range(way_length(first_open(s))):
        s["picks"][place] = only_kind_at(s, place)
        s["picked"] = place + 1
    take_way(s, log)


@kernel
def ask_for_way(s: Pizzeria) -> None:
    """C-2, G-6: the owner is asked, also if giving up is all that is left."""
    s["ask"] = WAY
    s["seat"] = s["owner"]
