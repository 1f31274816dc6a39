"""Whether a deal of the unseen cards agrees with what was seen of hands while the game went on."""

from __future__ import annotations

from osteria.core.kernel import kernel
from osteria.core.schema import Table
from osteria.core.unseen import AT_LEAST, CARDS, CHANGED, DEALT, EXACTLY, LEFTOVER, SEATS, TOTAL, WORTH, Unseen

UNDEALT = -1
"""As an owner: nobody was dealt the card at this position; it lies in the supply."""
LATER = -2
"""Nobody in its round: the card was shuffled again and may have been dealt later."""


@kernel
def card_at(u: Unseen, position: int) -> int:
    """The type of the card at a position; a card left over from an earlier shuffle is looked up there."""
    entry = int(u["entries"][position])
    while entry >= LEFTOVER:
        entry = int(u["entries"][entry - LEFTOVER])
    return entry


@kernel
def exchange(cells: Table, one: int, other: int) -> None:
    """Two cells exchange their numbers."""
    number = cells[one]
    cells[one] = cells[other]
    cells[other] = number


@kernel
def empty_hands(u: Unseen) -> None:
    """Before anything was dealt."""
    for seat in range(SEATS):
        for card in range(CARDS):
            u["counts"][seat, card] = 0


@kernel
def follow_step(u: Unseen, what: int, seat: int, a: int, b: int) -> int:
    """Lead a hand through a step; returns how far the deal is from what was seen then."""
    counts = u["counts"][seat]
    if what == DEALT:
        card = card_at(u, a)
        counts[card] += 1
        return int(u["fixed"][a] >= 0 and u["fixed"][a] != card)
    if what == CHANGED:
        counts[a] += b
        return max(0, -max(int(counts[a]), b))
    return shortage(what, a, b, counts)


@kernel
def violations(u: Unseen, most: int) -> int:
    """How far a deal is from what was seen; stops counting above `most`."""
    empty_hands(u)
    wrong = 0
    for row in range(u["step_count"]):
        step = u["steps"][row]
        wrong += follow_step(u, int(step[0]), int(step[1]), int(step[2]), int(step[3]))
        if wrong > most:
            return wrong
    return wrong


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
def is_hand_possible(u: Unseen, seat: int) -> bool:
    """Whether the cards of one seat, step by step, agree with what was seen of it while the game went on.

    SPEED: this is asked for every exchange; by `follow_step` worlds take a quarter longer.
    """
    for card in range(CARDS):
        u["counts"][seat, card] = 0
    for row in range(u["bounds"][seat], u["bounds"][seat + 1]):
        what = int(u["by_seat"][row, 0])
        a = int(u["by_seat"][row, 2])
        b = int(u["by_seat"][row, 3])
        if what == DEALT:
            card = card_at(u, a)
            u["counts"][seat, card] += 1
            if u["fixed"][a] >= 0 and u["fixed"][a] != card:
                return False
        elif what == CHANGED:
            u["counts"][seat, a] += b
            if u["counts"][seat, a] < 0:
                return False
        elif what != TOTAL and shortage(what, a, b, u["counts"][seat]) > 0:
            return False
    return True


@kernel
def stays_possible(u: Unseen, one: int, other: int) -> bool:
    """Whether everything that was seen is still possible after an exchange; only hands that changed are looked at."""
    first = int(u["owners"][one])
    second = int(u["owners"][other])
    if first == LATER or second == LATER:
        for seat in range(SEATS):
            if not is_hand_possible(u, seat):
                return False
        return True
    if first >= 0 and not is_hand_possible(u, first):
        return False
    return second < 0 or second == first or is_hand_possible(u, second)


@kernel
def is_counted_right(u: Unseen) -> bool:
    """Whether the hands of a finished game are worth what everybody counted out."""
    worth = 0
    for row in range(u["step_count"]):
        what = int(u["by_seat"][row, 0])
        if row == 0 or u["by_seat"][row, 1] != u["by_seat"][row - 1, 1]:
            worth = 0
        if what == DEALT:
            worth += 1 + card_at(u, int(u["by_seat"][row, 2])) % 2
        elif what == CHANGED:
            worth += int(u["by_seat"][row, 3]) * (1 + int(u["by_seat"][row, 2]) % 2)
        elif what == TOTAL and worth != u["by_seat"][row, 3]:
            return False
    return True
