"""What each order needs, and how it is judged when it is turned up."""

from __future__ import annotations

from osteria.core.events import Log, tell
from osteria.core.kernel import kernel
from osteria.games.pizzeria import telling as t
from osteria.games.pizzeria.cards import (
    BOMBASTICA,
    FOUR,
    KIND_COUNT,
    MATCH,
    MINIMALE,
    MISTA,
    NORMALE,
    OWN_KIND,
    SOLE_MIO,
    TWO_OF_EACH,
    WITHOUT_OWN,
)
from osteria.games.pizzeria.record import Pizzeria
from osteria.games.pizzeria.rules.filling import (
    ask_owner_to_fill,
    fail_order,
    fill_order,
    first_open,
    is_nothing_short,
)
from osteria.games.pizzeria.rules.hands import worth
from osteria.games.pizzeria.rules.match import begin_match
from osteria.games.pizzeria.rules.ways import (
    ask_for_way,
    names_kind_first,
    scarcest_kinds,
    take_only_way,
    way_length,
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
    elif order == WITHOUT_OWN and worth(s["columns"], int(s["own"][s["owner"]])) > 0:
        fail_order(s, t.OWN_LIES_THERE, log)
    elif order == MINIMALE and scarcest_kinds(s) == 0:
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
    """The amounts of the orders that leave nothing to pick."""
    order = first_open(s)
    own = int(s["own"][s["owner"]])
    if order < MISTA:
        need_normale(s, order - NORMALE, own)
    elif order == MISTA:
        need_of_each(s, 1)
    elif order == TWO_OF_EACH:
        need_of_each(s, 2)
        s["needs"][own] = 0
    elif order == SOLE_MIO:
        need_holders_kind(s)
    elif order != BOMBASTICA:
        need_four(s, order - FOUR)


@kernel
def need_normale(s: Pizzeria, kind: int, own: int) -> None:
    """MM-2, MM-12: 4 of that kind and 1 own."""
    s["needs"][kind] = 4
    s["needs"][own] = 1


@kernel
def need_of_each(s: Pizzeria, amount: int) -> None:
    """MM-12: a mista needs 1 of each of the five kinds. SM-23: a two-of-each 2 of each, nothing of the own kind."""
    for kind in range(KIND_COUNT):
        s["needs"][kind] = amount


@kernel
def need_four(s: Pizzeria, kind: int) -> None:
    """SM-20: 4 of that kind."""
    s["needs"][kind] = 4


@kernel
def need_holders_kind(s: Pizzeria) -> None:
    """SM-33: 4 of the own kind of whoever holds the Sole Mio! card at that moment, possibly the owner."""
    s["needs"][s["own"][s["holder"]]] = 4


@kernel
def give_up(s: Pizzeria, log: Log) -> None:
    """C-2: the owner gives up; SM-26: also an own-kind bid that is below 2."""
    tell(log, t.GIVE_UP, s["owner"])
    if first_open(s) == OWN_KIND:
        fail_order(s, t.LOW_BID, log)
    else:
        fail_order(s, t.GAVE_UP, log)
