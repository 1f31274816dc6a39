"""Stirring unseen cards: a Markov chain over the deals that a viewer cannot tell apart.

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
from osteria.core.unseen import AT_LEAST, CHANGED, DEALT, EXACTLY, LEFTOVER, WORTH

SEATS = 8
CARDS = 10


@kernel
def random_below(rng: Table, bound: int) -> int:
    """The next number below a bound of two combined congruential generators; their products fit into 64 bits, so that
    the numbers are the same interpreted and compiled."""
    rng[0] = rng[0] * 40014 % 2147483563
    rng[1] = rng[1] * 40692 % 2147483399
    return int((rng[0] - rng[1]) % 2147483562) % bound


@kernel
def card_at(entries: Table, position: int) -> int:
    """The type of the card at a position; a card left over from an earlier shuffle is looked up there."""
    entry = int(entries[position])
    while entry >= LEFTOVER:
        entry = int(entries[entry - LEFTOVER])
    return entry


@kernel
def violations(entries: Table, fixed: Table, steps: Table, counts: Table, most: int) -> int:
    """How far a deal is from what was seen; stops counting above `most`."""
    for seat in range(SEATS):
        for card in range(CARDS):
            counts[seat, card] = 0
    wrong = 0
    for row in range(steps.shape[0]):
        what = steps[row, 0]
        seat = steps[row, 1]
        a = steps[row, 2]
        b = steps[row, 3]
        if what == DEALT:
            card = card_at(entries, a)
            counts[seat, card] += 1
            if fixed[a] >= 0 and fixed[a] != card:
                wrong += 1
        elif what == CHANGED:
            counts[seat, a] += b
            if b < 0 and counts[seat, a] < 0:
                wrong -= max(counts[seat, a], b)
        elif what == EXACTLY:
            wrong += abs(counts[seat, a] - b)
        elif what == AT_LEAST:
            wrong += max(0, b - counts[seat, a])
        elif what == WORTH:
            wrong += max(0, b - counts[seat, 2 * a] - 2 * counts[seat, 2 * a + 1])
        if wrong > most:
            return wrong
    return wrong


@kernel
def exchange(entries: Table, one: int, other: int) -> None:
    """Two positions exchange their cards."""
    entry = entries[one]
    entries[one] = entries[other]
    entries[other] = entry


@kernel
def stir(entries: Table, pools: Table, fixed: Table, steps: Table, rng: Table, tries: int) -> None:
    """Entry: from a deal with nothing wrong, try exchanges and keep those that leave nothing wrong."""
    counts = np.zeros((SEATS, CARDS), np.int64)
    for _ in range(tries):
        one = random_below(rng, entries.shape[0])
        pool = pools[0, one]
        other = pools[1, pools[2, pool] + random_below(rng, pools[3, pool])]
        if entries[one] != entries[other]:
            exchange(entries, one, other)
            if violations(entries, fixed, steps, counts, 0) > 0:
                exchange(entries, one, other)


@kernel
def is_wrong_card(entries: Table, position: int, card: int, too_many: bool) -> bool:
    """Whether a position could be mended: it lacks the wanted card, or holds the unwanted one."""
    if too_many:
        return card_at(entries, position) == card
    return card_at(entries, position) != card


@kernel
def first_wrong(entries: Table, fixed: Table, steps: Table, counts: Table, out: Table) -> int:
    """The first step that a deal contradicts; out: its wanted card, and whether that card is too many."""
    for seat in range(SEATS):
        for card in range(CARDS):
            counts[seat, card] = 0
    for row in range(steps.shape[0]):
        what = steps[row, 0]
        seat = steps[row, 1]
        a = steps[row, 2]
        b = steps[row, 3]
        out[0] = a
        out[1] = 0
        if what == DEALT:
            card = card_at(entries, a)
            counts[seat, card] += 1
            out[0] = fixed[a]
            if fixed[a] >= 0 and fixed[a] != card:
                return row
        elif what == CHANGED:
            counts[seat, a] += b
            if counts[seat, a] < 0:
                return row
        elif what == EXACTLY and counts[seat, a] != b:
            out[1] = int(counts[seat, a] > b)
            return row
        elif what == AT_LEAST and counts[seat, a] < b:
            return row
        elif what == WORTH and counts[seat, 2 * a] + 2 * counts[seat, 2 * a + 1] < b:
            out[0] = 2 * a
            return row
    return -1


@kernel
def best_exchange(entries: Table, pools: Table, fixed: Table, steps: Table, rng: Table, row: int, out: Table) -> int:
    """The exchange that mends a wrong step best: a card of that seat, dealt before it, for one of the same pool.
    out: the card and whether it is too many; then the two positions. Returns what would be wrong after it."""
    counts = np.zeros((SEATS, CARDS), np.int64)
    least = 1 << 30
    ties = 0
    for before in range(row + 1):
        one = steps[before, 2]
        if steps[before, 0] != DEALT or steps[before, 1] != steps[row, 1]:
            continue
        if not is_wrong_card(entries, one, out[0], out[1] == 1):
            continue
        pool = pools[0, one]
        for place in range(pools[2, pool], pools[2, pool] + pools[3, pool]):
            other = pools[1, place]
            if is_wrong_card(entries, other, out[0], out[1] == 1):
                continue
            exchange(entries, one, other)
            wrong = violations(entries, fixed, steps, counts, least)
            exchange(entries, one, other)
            ties = 1 if wrong < least else ties + int(wrong == least)
            if wrong < least or (wrong == least and random_below(rng, ties) == 0):
                least = wrong
                out[2] = one
                out[3] = other
    return least


@kernel
def mend(entries: Table, pools: Table, fixed: Table, steps: Table, rng: Table, tries: int) -> int:
    """Entry: exchange cards until nothing is wrong, always the first wrong step and the exchange that mends most; where
    none mends, any exchange, to get away. Returns what is wrong at the end."""
    counts = np.zeros((SEATS, CARDS), np.int64)
    out = np.zeros(4, np.int64)
    wrong = violations(entries, fixed, steps, counts, 1 << 30)
    for _ in range(tries):
        row = first_wrong(entries, fixed, steps, counts, out)
        if row < 0:
            return 0
        least = best_exchange(entries, pools, fixed, steps, rng, row, out)
        if least >= wrong:
            out[2] = random_below(rng, entries.shape[0])
            pool = pools[0, out[2]]
            out[3] = pools[1, pools[2, pool] + random_below(rng, pools[3, pool])]
        exchange(entries, out[2], out[3])
        wrong = violations(entries, fixed, steps, counts, 1 << 30)
    return wrong


def examples() -> Mapping[str, tuple[Any, ...]]:
    """Arguments of the types that each entry is compiled for."""
    line, grid, rng = np.zeros(4, np.int64), np.zeros((4, 4), np.int64), np.ones(2, np.int64)
    return {"stir": (line, grid, line, grid, rng, 0), "mend": (line, grid, line, grid, rng, 0)}


KERNELS = Kernels(
    "imagination",
    {"stir": stir, "mend": mend},
    examples,
    (Path(__file__).parent, Path(__file__).parent.parent / "core"),
    allocates=True,
)
