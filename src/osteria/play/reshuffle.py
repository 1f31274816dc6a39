"""Reshuffling unseen cards: a Markov chain over the deals that a viewer cannot tell apart.

The weight of a world is the number of orders of the physical cards in every shuffled stack that give it. Exchanging the
cards of two positions of one shuffle, and keeping the exchange when everything that was seen stays possible, leaves
exactly that law unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from osteria.core.kernel import Kernels, kernel
from osteria.core.schema import Table
from osteria.core.stream import draw_below, open_stream
from osteria.core.unseen import ANY, DEALT, DRAWS, POOLS, SEATS, UNSEEN, Unseen
from osteria.play.first_deal import guess, mend
from osteria.play.possible_hands import LATER, UNDEALT, card_at, exchange, is_counted_right, stays_possible

GUESSES = 200
"""First guesses before a view is said to contradict itself; one or two suffice where it does not."""
PATIENCE = 300
"""Exchanges tried to mend a first guess before another is made."""
BURN_IN = 16
"""Exchanges tried for each loose position before a first world is taken."""
THINNING = 2
"""Exchanges tried for each loose position between two worlds of one chain."""
RECOUNTS = 1000
"""How often to reshuffle for a world whose hands are counted right before the first one is taken again."""
FREE = -2
"""A place among a world's actions that has no card yet."""


# ------------------------------------------------------------------------------------------------------- Looking at it


@kernel
def index_pools(u: Unseen) -> None:
    """Where each pool begins, of all positions and of those that are loose. In the first pool a card that the viewer saw can only
    be what it was seen to be, so its position is not loose; later ones may hold it as one of several that look alike."""
    u["loose"] = 0
    for pool in range(POOLS):
        u["pool_size"][pool] = 0
        u["loose_size"][pool] = 0
    for position in range(u["size"]):
        pool = int(u["pools"][position])
        if u["pool_size"][pool] == 0:
            u["pool_first"][pool] = position
            u["loose_first"][pool] = u["loose"]
        u["pool_size"][pool] += 1
        if pool > 0 or u["fixed"][position] == ANY:
            u["loose_positions"][u["loose"]] = position
            u["loose_size"][pool] += 1
            u["loose"] += 1


@kernel
def index_steps(u: Unseen) -> None:
    """The steps, seat by seat."""
    count = 0
    for seat in range(SEATS):
        u["bounds"][seat] = count
        for row in range(u["step_count"]):
            if u["steps"][row, 1] == seat:
                for cell in range(u["steps"].shape[1]):
                    u["by_seat"][count, cell] = u["steps"][row, cell]
                count += 1
    u["bounds"][SEATS] = count


@kernel
def find_owners(u: Unseen) -> None:
    """For each position the seat that was dealt its card."""
    for position in range(u["size"]):
        is_last = u["pools"][position] == u["pools"][u["size"] - 1]
        u["owners"][position] = UNDEALT if is_last else LATER
    for row in range(u["step_count"]):
        if u["steps"][row, 0] == DEALT:
            u["owners"][u["steps"][row, 2]] = u["steps"][row, 1]


@kernel
def begin(unseen: Table, seed: int) -> int:
    """Entry: find a first deal that agrees with everything that was seen, and shuffle on from it. Returns what is wrong with it:
    0, unless what was seen contradicts itself. From a seed come the same worlds, on every machine."""
    u = unseen[0]
    open_stream(u["rng"], 0, seed, 0, 0)
    if u["size"] == 0:
        return 0
    index_pools(u)
    index_steps(u)
    find_owners(u)
    for _ in range(GUESSES):
        guess(u)
        if mend(u, PATIENCE) == 0:
            for position in range(u["size"]):
                u["first"][position] = u["entries"][position]
            reshuffle(u, BURN_IN * u["loose"])
            return 0
    return 1


# ---------------------------------------------------------------------------------------------------- The common stack


@kernel
def try_exchange(u: Unseen, one: int, other: int) -> None:
    """Exchange the cards of two positions, if nothing is wrong then. From a deal with nothing wrong: cards that look
    alike may always change places, one that this viewer saw never changes into another."""
    if card_at(u, one) == card_at(u, other):
        exchange(u["entries"], one, other)
    elif u["fixed"][one] < 0 and u["fixed"][other] < 0:
        exchange(u["entries"], one, other)
        if not stays_possible(u, one, other):
            exchange(u["entries"], one, other)


@kernel
def reshuffle(u: Unseen, tries: int) -> None:
    """From a deal with nothing wrong, try exchanges of loose positions and keep those that leave nothing wrong."""
    for _ in range(tries):
        one = u["loose_positions"][draw_below(u["rng"], 0, u["loose"])]
        pool = u["pools"][one]
        other = u["loose_positions"][u["loose_first"][pool] + draw_below(u["rng"], 0, u["loose_size"][pool])]
        try_exchange(u, one, other)


@kernel
def next_deal(u: Unseen) -> None:
    """Reshuffle for a new world. After the end of a game a world in which hands are not worth what was counted out is passed
    over: exchanges that keep every hand's worth could not reach all worlds. In the first deal they are."""
    reshuffle(u, THINNING * u["loose"])
    patience = RECOUNTS
    while patience > 0 and not is_counted_right(u):
        reshuffle(u, THINNING * u["loose"])
        patience -= 1
    if patience == 0:
        for position in range(u["size"]):
            u["entries"][position] = u["first"][position]


@kernel
def deal(unseen: Table, deal_base: int, order_base: int, worlds: Table) -> None:
    """Entry: write the unseen cards of new worlds among their actions, a row a world, at the places where they were dealt."""
    u = unseen[0]
    for world in range(worlds.shape[0]):
        if u["size"] > 0:
            next_deal(u)
        for position in range(u["size"]):
            if u["actions"][position] >= 0 and u["fixed"][position] < 0:
                worlds[world, u["actions"][position]] = deal_base + card_at(u, position)
        for seat in range(SEATS):
            if u["draws"][seat] > 0:
                deal_stack(u, seat, order_base, worlds[world])


# ----------------------------------------------------------------------------------------------- Stacks of single seats


@kernel
def free_place(u: Unseen, seat: int, number: int, actions: Table) -> int:
    """The place that is number so many among those of a seat without a card."""
    for draw in range(u["draws"][seat]):
        place = int(u["places"][seat, draw])
        if actions[place] == FREE:
            if number == 0:
                return place
            number -= 1
    return -1


@kernel
def list_stack(u: Unseen, seat: int) -> int:
    """The cards of a seat's own stack whose place is not known; first those that were seen later. Returns their number."""
    count = int(u["dated"][seat])
    rest = int(u["stacks"][seat])
    for place in range(count):
        u["stack"][place] = u["dated_cards"][seat, place]
        rest &= ~(1 << int(u["dated_cards"][seat, place]))
    for card in range(DRAWS):
        if rest >> card & 1:
            u["stack"][count] = card
            count += 1
    return count


@kernel
def deal_stack(u: Unseen, seat: int, base: int, actions: Table) -> None:
    """Deal a stack that one seat alone draws from, exactly.

    Cards that were seen later have deadlines, the nearest first: such a card is among the first so many draws. Since a later
    deadline leaves every earlier place open, each has equally many places however the others chose.
    """
    count = list_stack(u, seat)
    for draw in range(u["draws"][seat]):
        actions[u["places"][seat, draw]] = FREE
    for place in range(u["draws"][seat]):
        target = 0
        if place < u["dated"][seat]:
            target = draw_below(u["rng"], 0, u["deadlines"][seat, place] - place)
        else:
            exchange(u["stack"], place, place + draw_below(u["rng"], 0, count - place))
        actions[free_place(u, seat, target, actions)] = base + u["stack"][place]


def examples() -> Mapping[str, tuple[Any, ...]]:
    """Arguments of the types that each entry is compiled for."""
    unseen = np.zeros(1, UNSEEN)
    return {"begin": (unseen, 0), "deal": (unseen, 0, 0, np.zeros((4, 4), np.int64))}


KERNELS = Kernels(
    "imagination",
    {f.__name__: f for f in (begin, deal)},
    examples,
    (Path(__file__).parent, Path(__file__).parent.parent / "core"),
    home=f"{__name__}:KERNELS",
)
