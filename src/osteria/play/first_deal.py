"""A first deal of the unseen cards that agrees with everything that was seen: a guess, mended until nothing is wrong."""

from __future__ import annotations

from osteria.core.kernel import kernel
from osteria.core.schema import Table
from osteria.core.stream import draw_below
from osteria.core.unseen import ANY, AT_LEAST, CARDS, CHANGED, DEALT, EXACTLY, SEATS, TOTAL, WORTH, Unseen
from osteria.play.possible_hands import card_at, empty_hands, exchange, follow_step, total_worth, violations

ANY_DOUBLE = 100
"""As a wanted or unwanted card: a double, of whichever kind."""
TAKEN = -2
"""A card of a pool that has its position."""
MUCH = 1 << 30


# ------------------------------------------------------------------------------------------------------------ Guessing


@kernel
def guess(u: Unseen) -> None:
    """Deal so that most of what was seen is possible: cards that the viewer saw dealt lie where they were, and every card that
    left a hand is dealt to it before."""
    clear(u)
    for position in range(u["size"]):
        if u["fixed"][position] != ANY:
            take(u, position, int(u["fixed"][position]))
    for row in range(u["step_count"]):
        seat = int(u["steps"][row, 1])
        if u["steps"][row, 0] == DEALT:
            hold(u, seat, int(u["steps"][row, 2]))
        else:
            explain(u, int(u["steps"][row, 0]), seat, int(u["steps"][row, 2]), int(u["steps"][row, 3]))
    for position in range(u["size"]):
        if u["entries"][position] == ANY:
            take_any(u, position)


@kernel
def clear(u: Unseen) -> None:
    """Take all cards from their positions, and shuffle each pool."""
    for position in range(u["size"]):
        u["left"][position] = u["entries"][position]
        u["entries"][position] = ANY
    for position in range(u["size"]):
        pool = u["pools"][position]
        rest = int(u["pool_first"][pool] + u["pool_size"][pool]) - position
        exchange(u["left"], position, position + draw_below(u["rng"], 0, rest))
    for seat in range(SEATS):
        u["held_count"][seat] = 0
        for card in range(CARDS):
            u["known"][seat, card] = 0


@kernel
def take(u: Unseen, position: int, card: int) -> bool:
    """Put a card of its pool at a position, if there is one left."""
    pool = u["pools"][position]
    for place in range(u["pool_first"][pool], u["pool_first"][pool] + u["pool_size"][pool]):
        if u["left"][place] == card:
            u["left"][place] = TAKEN
            u["entries"][position] = card
            return True
    return False


@kernel
def take_any(u: Unseen, position: int) -> None:
    """Put the next card of its pool at a position."""
    place = int(u["pool_first"][u["pools"][position]])
    while u["left"][place] == TAKEN:
        place += 1
    u["entries"][position] = u["left"][place]
    u["left"][place] = TAKEN


@kernel
def hold(u: Unseen, seat: int, position: int) -> None:
    """A seat was dealt a card; if it is not known, its position waits for one, somewhere among the others."""
    if u["entries"][position] == ANY:
        count = int(u["held_count"][seat])
        u["held"][seat, count] = position
        exchange(u["held"][seat], count, draw_below(u["rng"], 0, count + 1))
        u["held_count"][seat] += 1


@kernel
def explain(u: Unseen, what: int, seat: int, card: int, count: int) -> None:
    """Give a hand the cards that a step says were in it."""
    wanted = 0
    if what == CHANGED:
        wanted = -count
    elif what == AT_LEAST or what == EXACTLY:
        wanted = count
    for _ in range(wanted - int(u["known"][seat, card])):
        give(u, seat, card)
    if what == CHANGED:
        u["known"][seat, card] = max(0, int(u["known"][seat, card]) + count)


@kernel
def give(u: Unseen, seat: int, card: int) -> None:
    """Put a card at a position of a seat that waits for one."""
    for place in range(u["held_count"][seat]):
        if take(u, int(u["held"][seat, place]), card):
            u["held_count"][seat] -= 1
            for later in range(place, u["held_count"][seat]):
                u["held"][seat, later] = u["held"][seat, later + 1]
            u["known"][seat, card] += 1
            return


# ------------------------------------------------------------------------------------------------------------- Mending


@kernel
def is_wrong_card(u: Unseen, position: int, card: int, too_many: bool) -> bool:
    """Whether a position could be mended: it lacks the wanted card, or holds the unwanted one."""
    held = card_at(u, position)
    is_such = held == card or (card == ANY_DOUBLE and held % 2 == 1)
    return is_such == too_many


@kernel
def first_wrong(u: Unseen, out: Table) -> int:
    """The first step that a deal contradicts; out: its wanted card, and whether that card is too many."""
    empty_hands(u)
    for row in range(u["step_count"]):
        step = u["steps"][row]
        what, seat, a, b = int(step[0]), int(step[1]), int(step[2]), int(step[3])
        if follow_step(u, what, seat, a, b) > 0:
            counts = u["counts"][seat]
            out[0] = a
            out[1] = int(what == EXACTLY and counts[a] > b)
            if what == DEALT:
                out[0] = u["fixed"][a]
            elif what == WORTH:
                out[0] = 2 * a
            elif what == TOTAL:
                out[0] = ANY_DOUBLE
                out[1] = int(total_worth(counts) > b)
            return row
    return -1


@kernel
def best_exchange(u: Unseen, row: int, out: Table) -> int:
    """The exchange that mends a wrong step best: a card of that seat, dealt before it, for one of the same pool.
    out: the card and whether it is too many; then the two positions. Returns what would be wrong after it."""
    least = MUCH
    ties = 0
    for before in range(row + 1):
        one = int(u["steps"][before, 2])
        if u["steps"][before, 0] != DEALT or u["steps"][before, 1] != u["steps"][row, 1]:
            continue
        if not is_wrong_card(u, one, out[0], out[1] == 1):
            continue
        pool = u["pools"][one]
        for other in range(u["pool_first"][pool], u["pool_first"][pool] + u["pool_size"][pool]):
            if is_wrong_card(u, other, out[0], out[1] == 1):
                continue
            exchange(u["entries"], one, other)
            wrong = violations(u, least)
            exchange(u["entries"], one, other)
            ties = 1 if wrong < least else ties + int(wrong == least)
            if wrong < least or (wrong == least and draw_below(u["rng"], 0, ties) == 0):
                least = wrong
                out[2] = one
                out[3] = other
    return least


@kernel
def mend(u: Unseen, tries: int) -> int:
    """Exchange cards until nothing is wrong, always the first wrong step and the exchange that mends most; where none mends, any
    exchange, to get away. Returns what is wrong at the end."""
    out = u["wrong"]
    wrong = violations(u, MUCH)
    for _ in range(tries):
        row = first_wrong(u, out)
        if row < 0:
            return 0
        least = best_exchange(u, row, out)
        if least >= wrong:
            out[2] = draw_below(u["rng"], 0, u["size"])
            pool = u["pools"][out[2]]
            out[3] = u["pool_first"][pool] + draw_below(u["rng"], 0, u["pool_size"][pool])
        exchange(u["entries"], out[2], out[3])
        wrong = violations(u, MUCH)
    return wrong
