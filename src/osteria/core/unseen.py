"""What a viewer has not seen, as data: which cards could have been dealt where.

A game fills this in from what a viewer saw happen; `play.imagine` samples from it without knowing the game.
"""

from __future__ import annotations

from dataclasses import dataclass, field

# What a hand must allow, step by step.
DEALT, CHANGED, EXACTLY, AT_LEAST, WORTH, TOTAL = range(6)
NOT_DEALT = -1
ANY = -1


@dataclass
class OwnStack:
    """A shuffled stack that one seat alone draws from, every card of it different.

    Attributes:
        unseen: the cards whose place nobody but the seat may know.
        places: which of the trace's actions drew one of them, unseen.
        deadlines: (card, n): the card was later seen to have been among the first n of those draws.
    """

    unseen: list[int]
    places: list[int] = field(default_factory=list)
    deadlines: list[tuple[int, int]] = field(default_factory=list)


@dataclass
class Unseen:
    """Everything that a viewer has not seen.

    A *position* is one place in one shuffle of the common stack (a pool). It holds a card by its type, or (pool of a later
    round) a card that was left over at a position of an earlier one, written as `LEFTOVER + position`.

    Attributes:
        pools: for each position, its pool.
        entries: for each position, a card; a pool's positions hold all its cards, in no particular order.
        fixed: for each position, the type this viewer saw there, or ANY.
        actions: for each position, the index of the action that dealt it, or NOT_DEALT.
        steps: (what, seat, a, b) in the order in which they happened:
            DEALT position: the seat takes the card; CHANGED card by b: it is seen to leave or to come back;
            EXACTLY, AT_LEAST b of a card; WORTH at least b ingredients of a kind; TOTAL exactly b ingredients of all kinds.
        stacks: the stacks that single seats draw from.
    """

    pools: list[int] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)
    fixed: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    steps: list[tuple[int, int, int, int]] = field(default_factory=list)
    stacks: list[OwnStack] = field(default_factory=list)


LEFTOVER = 1000
