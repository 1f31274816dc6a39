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
from osteria.core.unseen import AT_LEAST, CHANGED, DEALT, EXACTLY, LEFTOVER, TOTAL, WORTH

SEATS = 8
CARDS = 10
UNDEALT = -1
"""Nobody was dealt the card at this position: it lies in the supply."""
LATER = -2
"""Nobody in its round: the card was shuffled again and may have been dealt later."""
ANY_DOUBLE = 100
"""As a wanted or unwanted card: a double, of whichever kind."""
PATIENCE = 1000
"""How often to reshuffle for a world whose hands are counted right before the first one is taken again."""
FREE = -2
"""A place among a world's actions that has no card yet."""


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
        else:
            wrong += shortage(what, a, b, counts[seat])
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
def shortage(what: int, a: int, b: int, counts: Table) -> int:
    """How far the cards of a hand are from what a step says of them."""
    if what == EXACTLY:
        return abs(int(counts[a] - b))
    if what == AT_LEAST:
        return max(0, int(b - counts[a]))
    if what == WORTH:
        return max(0, int(b - counts[2 * a] - 2 * counts[2 * a + 1]))
    if what == TOTAL:
        return abs(total_worth(counts) - b)
    return 0


@kernel
def total_worth(counts: Table) -> int:
    """All ingredients among cards; a double counts 2."""
    total = 0
    for card in range(CARDS):
        total += int(counts[card]) * (1 + card % 2)
    return total


@kernel
def is_hand_possible(entries: Table, fixed: Table, steps: Table, bounds: Table, seat: int, counts: Table) -> bool:
    """Whether the cards of one seat, step by step, agree with what was seen of it while the game went on."""
    for card in range(CARDS):
        counts[card] = 0
    for row in range(bounds[seat], bounds[seat + 1]):
        what = steps[row, 0]
        a = steps[row, 2]
        b = steps[row, 3]
        if what == DEALT:
            card = card_at(entries, a)
            counts[card] += 1
            if fixed[a] >= 0 and fixed[a] != card:
                return False
        elif what == CHANGED:
            counts[a] += b
            if counts[a] < 0:
                return False
        elif what != TOTAL and shortage(what, a, b, counts) > 0:
            return False
    return True


@kernel
def stays_possible(
    entries: Table, fixed: Table, steps: Table, bounds: Table, owners: Table, one: int, other: int, counts: Table
) -> bool:
    """Whether everything that was seen is still possible after an exchange; only hands that changed are looked at."""
    first = owners[one]
    second = owners[other]
    if first == LATER or second == LATER:
        for seat in range(SEATS):
            if not is_hand_possible(entries, fixed, steps, bounds, seat, counts):
                return False
        return True
    if first >= 0 and not is_hand_possible(entries, fixed, steps, bounds, first, counts):
        return False
    return second < 0 or second == first or is_hand_possible(entries, fixed, steps, bounds, second, counts)


@kernel
def try_exchange(
    entries: Table, fixed: Table, steps: Table, bounds: Table, owners: Table, one: int, other: int, counts: Table
) -> None:
    """Exchange the cards of two positions, if nothing is wrong then. From a deal with nothing wrong: cards that look
    alike may always change places, one that this viewer saw never changes into another."""
    if card_at(entries, one) == card_at(entries, other):
        exchange(entries, one, other)
    elif fixed[one] < 0 and fixed[other] < 0:
        exchange(entries, one, other)
        if not stays_possible(entries, fixed, steps, bounds, owners, one, other, counts):
            exchange(entries, one, other)


@kernel
def reshuffle(
    entries: Table, pools: Table, fixed: Table, steps: Table, bounds: Table, owners: Table, rng: Table, loose: int,
    tries: int,
) -> None:  # fmt: skip
    """Entry: from a deal with nothing wrong, try exchanges and keep those that leave nothing wrong.

    `steps` are sorted by seat, those of a seat from `bounds[seat]`; `owners` has for each position the seat that was
    dealt its card, or UNDEALT, or LATER. Only the `loose` positions that `pools` lists change.
    """
    counts = np.zeros(CARDS, np.int64)
    for _ in range(tries):
        one = pools[1, random_below(rng, loose)]
        pool = pools[0, one]
        other = pools[1, pools[2, pool] + random_below(rng, pools[3, pool])]
        try_exchange(entries, fixed, steps, bounds, owners, one, other, counts)


@kernel
def is_counted_right(entries: Table, steps: Table) -> bool:
    """Whether the hands of a finished game are worth what everybody counted out."""
    worth = 0
    for row in range(steps.shape[0]):
        what = steps[row, 0]
        if row == 0 or steps[row, 1] != steps[row - 1, 1]:
            worth = 0
        if what == DEALT:
            worth += 1 + card_at(entries, steps[row, 2]) % 2
        elif what == CHANGED:
            worth += steps[row, 3] * (1 + steps[row, 2] % 2)
        elif what == TOTAL and worth != steps[row, 3]:
            return False
    return True


@kernel
def deal(
    entries: Table, pools: Table, fixed: Table, steps: Table, bounds: Table, owners: Table, rng: Table, loose: int,
    tries: int, places: Table, base: int, first: Table, worlds: Table,
) -> None:  # fmt: skip
    """Entry: reshuffle before each world and write its cards among its actions, at the places where they were dealt.

    After the end of a game a world in which hands are not worth what was counted out is passed over: exchanges that keep
    every hand's worth could not reach all worlds. `first` is a deal in which they are.
    """
    for world in range(worlds.shape[0]):
        reshuffle(entries, pools, fixed, steps, bounds, owners, rng, loose, tries)
        patience = PATIENCE
        while patience > 0 and not is_counted_right(entries, steps):
            reshuffle(entries, pools, fixed, steps, bounds, owners, rng, loose, tries)
            patience -= 1
        if patience == 0:
            for position in range(entries.shape[0]):
                entries[position] = first[position]
        for position in range(entries.shape[0]):
            if places[position] >= 0 and fixed[position] < 0:
                worlds[world, places[position]] = base + card_at(entries, position)


@kernel
def free_place(worlds: Table, world: int, places: Table, number: int) -> int:
    """The place that is number so many among those without a card."""
    for place in range(places.shape[0]):
        if worlds[world, places[place]] == FREE:
            if number == 0:
                return int(places[place])
            number -= 1
    return -1


@kernel
def deal_stack(cards: Table, deadlines: Table, places: Table, base: int, rng: Table, worlds: Table) -> None:
    """Entry: deal a stack that one seat alone draws from, exactly, in every world.

    The first of the cards have deadlines, the nearest first: such a card is among the first so many draws. Since a later
    deadline leaves every earlier place open, each has equally many places however the others chose.
    """
    dated = deadlines.shape[0]
    for world in range(worlds.shape[0]):
        for place in range(places.shape[0]):
            worlds[world, places[place]] = FREE
        for place in range(dated):
            target = free_place(worlds, world, places, random_below(rng, deadlines[place] - place))
            worlds[world, target] = base + cards[place]
        for place in range(dated, places.shape[0]):
            other = place + random_below(rng, cards.shape[0] - place)
            exchange(cards, place, other)
            worlds[world, free_place(worlds, world, places, 0)] = base + cards[place]


@kernel
def is_wrong_card(entries: Table, position: int, card: int, too_many: bool) -> bool:
    """Whether a position could be mended: it lacks the wanted card, or holds the unwanted one."""
    held = card_at(entries, position)
    is_such = held == card or (card == ANY_DOUBLE and held % 2 == 1)
    return is_such == too_many


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
        elif what == TOTAL and total_worth(counts[seat]) != b:
            out[0] = ANY_DOUBLE
            out[1] = int(total_worth(counts[seat]) > b)
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
    reshuffled = (line, grid, line, grid, line, line, rng, 0, 0)
    return {
        "reshuffle": reshuffled,
        "deal": (*reshuffled, line, 0, line, grid),
        "deal_stack": (line, line, line, 0, rng, grid),
        "mend": (line, grid, line, grid, rng, 0),
    }


KERNELS = Kernels(
    "imagination",
    {f.__name__: f for f in (reshuffle, deal, deal_stack, mend)},
    examples,
    (Path(__file__).parent, Path(__file__).parent.parent / "core"),
    allocates=True,
    home=f"{__name__}:KERNELS",
)
