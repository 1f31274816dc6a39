"""A table as a viewer believes it to be: what lies open, the own hand, the oven as remembered.

The cards that the viewer sees nowhere lie anywhere among the other hands and the supply, in the right numbers: the
rules of thumb read how many there are, never where.
"""

from __future__ import annotations

from osteria.core.kernel import kernel
from osteria.core.schema import Table
from osteria.games.pizzeria.cards import CARD_COUNT, KIND_COUNT
from osteria.games.pizzeria.observe import PizzeriaView
from osteria.games.pizzeria.record import DRAWING, NO_SEAT, SERIES, Pizzeria


@kernel
def believe_table(o: PizzeriaView, oven: Table, size: int, s: Pizzeria) -> None:
    """Turn a fresh table into the one that the observation tells of, with this oven."""
    believe_stage(o, s)
    believe_open_orders(o, s)
    s["oven_size"] = size
    for place in range(size):
        s["oven"][place] = oven[place]
    believe_hands(o, s)
    for seat in range(o["players"]):
        believe_orders(o, seat, s)


@kernel
def believe_stage(o: PizzeriaView, s: Pizzeria) -> None:
    """Whose turn it is, and what is asked."""
    s["ask"] = o["ask"]
    s["seat"] = o["seat"]
    s["phase"] = o["phase"]
    s["round"] = o["round"]
    s["turn"] = o["turn"]
    s["starter"] = o["starter"]
    s["holder"] = o["holder"]
    s["baker"] = o["baker"]
    s["idle"] = o["idle"]
    s["card_in_supply"] = o["card_in_supply"]
    s["dealing"] = DRAWING
    s["helper"] = NO_SEAT


@kernel
def believe_open_orders(o: PizzeriaView, s: Pizzeria) -> None:
    """The order that is being filled."""
    s["owner"] = o["owner"]
    s["open_count"] = o["open_count"]
    s["shown"] = o["shown"]
    s["chosen"] = o["chosen"]
    s["revealed"] = o["revealed"]
    s["picked"] = 0
    for place in range(SERIES):
        s["open"][place] = o["open"][place]
    for kind in range(KIND_COUNT):
        s["needs"][kind] = o["needs"][kind]
        s["wants"][kind] = o["wants"][kind]


@kernel
def believe_hands(o: PizzeriaView, s: Pizzeria) -> None:
    """Cards seen nowhere fill the other hands, card after card; the rest is the supply."""
    for card in range(CARD_COUNT):
        s["columns"][card] = o["columns"][card]
        s["committed"][card] = o["committed"][card]
        s["used"][card] = o["used"][card]
        s["hands"][o["viewer"], card] = o["hand"][card]
        s["supply"][card] -= o["columns"][card] + o["committed"][card] + o["used"][card]
        s["supply"][card] -= o["hand"][card] + o["oven_cards"][card]
    card = 0
    for seat in range(o["players"]):
        if seat != o["viewer"]:
            missing = int(o["ingredients"][seat])
            while missing > 0 and card < CARD_COUNT:
                count = min(missing, int(s["supply"][card]))
                s["hands"][seat, card] += count
                s["supply"][card] -= count
                missing -= count
                if s["supply"][card] == 0:
                    card += 1


@kernel
def believe_orders(o: PizzeriaView, seat: int, s: Pizzeria) -> None:
    """Orders that lie open are gone from the stack; of the rest so many are in hand as everybody can count."""
    s["delivered"][seat] = o["delivered"][seat]
    s["removed"][seat] = o["removed"][seat]
    s["under_size"][seat] = o["under_size"][seat]
    gone = int(o["delivered"][seat]) | int(o["removed"][seat]) | int(o["oven_orders"][seat])
    for place in range(o["under_size"][seat]):
        s["under"][seat, place] = o["under"][seat, place]
        gone |= 1 << int(o["under"][seat, place])
    if seat == o["owner"]:
        for place in range(o["open_count"]):
            gone |= 1 << int(o["open"][place])
    hidden = int(s["stack"][seat]) & ~gone
    held = int(o["hand_orders"])
    if seat != o["viewer"]:
        held = lowest(hidden, int(o["orders"][seat]))
    s["hand_orders"][seat] = held
    s["stack"][seat] = hidden & ~held


@kernel
def lowest(mask: int, count: int) -> int:
    """The lowest so many bits of a mask."""
    left = mask
    for _ in range(count):
        left &= left - 1
    return mask & ~left
