"""What each order needs, and how it is judged when it is turned up."""

from __future__ import annotations

from osteria.core.events import Log, tell
from osteria.core.kernel import kernel
from osteria.games.pizzeria import telling as t
from osteria.games.pizzeria.cards import KIND_COUNT, MATCH, OWN_KIND
from osteria.games.pizzeria.order_table import (
    amount_of,
    is_spoiled_by_own,
    names_kind_first,
    needs_holders_kind,
    picks_scarcest,
    way_length,
)
from osteria.games.pizzeria.record import Pizzeria
from osteria.games.pizzeria.rules.filling import ask_owner_to_fill, first_open, is_nothing_short
from osteria.games.pizzeria.rules.hands import worth
from osteria.games.pizzeria.rules.match import begin_match
from osteria.games.pizzeria.rules.settling import fail_order, fill_order
from osteria.games.pizzeria.rules.ways import (
    ask_for_way,
    scarcest_kinds,
    take_only_way,
    ways_by_text,
    ways_from_columns,
)


@kernel
def judge_order(s: Pizzeria, log: Log) -> None:
    """C-1, C-2: what happens to an order that is turned up."""
    order = first_open(s)
    if order == MATCH:
        begin_match(s, log)
    elif order == OWN_KIND:
        ask_owner_to_fill(s, log)
    elif is_spoiled_by_own(order) and worth(s["columns"], int(s["own"][s["owner"]])) > 0:
        fail_order(s, t.OWN_LIES_THERE, log)
    elif picks_scarcest(order) and scarcest_kinds(s) == 0:
        fail_order(s, t.NOTHING_SCARCE, log)
    elif way_length(order) > 0:
        judge_ways(s, log)
    else:
        judge_amounts(s, log)


@kernel
def judge_ways(s: Pizzeria, log: Log) -> None:
    """C-1: one way complete from the columns is taken, of several the owner picks one. C-2: else any way. MM-14, G-6: the
    kind of a monotoni is asked before the columns are compared."""
    if names_kind_first(first_open(s)):
        ask_for_way(s)
        return
    complete = ways_from_columns(s)
    if complete == 1 or (complete == 0 and ways_by_text(s) == 1):
        take_only_way(s, log)
    else:
        ask_for_way(s)


@kernel
def judge_amounts(s: Pizzeria, log: Log) -> None:
    """C-1: filled if the columns suffice; C-2: else the owner is asked."""
    set_needs(s)
    if is_nothing_short(s):
        fill_order(s, log)
    else:
        ask_owner_to_fill(s, log)


@kernel
def set_needs(s: Pizzeria) -> None:
    """MM-12, SM-20, SM-23, SM-33: the amounts of the orders that leave nothing to pick; the kind of whoever holds the Sole
    Mio! card is asked for at that moment, possibly the owner's."""
    order = first_open(s)
    own = int(s["own"][s["owner"]])
    holders = int(s["own"][s["holder"]]) if needs_holders_kind(order) else own
    for kind in range(KIND_COUNT):
        s["needs"][kind] = amount_of(order, kind, own, holders)


@kernel
def give_up(s: Pizzeria, log: Log) -> None:
    """C-2: the owner gives up; SM-26: also an own-kind bid that is too low."""
    tell(log, t.GIVE_UP, s["owner"])
    if first_open(s) == OWN_KIND:
        fail_order(s, t.LOW_BID, log)
    else:
        fail_order(s, t.GAVE_UP, log)
