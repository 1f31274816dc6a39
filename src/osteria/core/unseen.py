"""What a viewer has not seen, as one record: which cards could have been dealt where.

A family's rules fill it in from what a viewer saw happen (`core.family.read_unseen`); `play.reshuffle` draws worlds from it
without knowing the game. A *position* is one place in one shuffle of the common stack (a pool). It holds a card by its type, or
(pool of a later round) a card that was left over at a position of an earlier one, written as `LEFTOVER + position`.
"""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from osteria.core.kernel import kernel
from osteria.core.schema import Seen, Table, dtype_of, number, numbers, table

# What a hand must allow, step by step.
DEALT, CHANGED, EXACTLY, AT_LEAST, WORTH, TOTAL = range(6)
NOT_DEALT = -1
ANY = -1
LEFTOVER = 1000

SEATS, CARDS = 8, 10
POOLS = 4
POSITIONS = 256
"""BOUND: three shuffles of at most 70 cards."""
STEPS = 8192
"""BOUND: at most 210 deals, and in each of 105 scored orders fewer than 60 steps: 8 cards added, each with 5 kinds that the hand
must have been worth, and all of them taken back."""
DRAWS = 32
"""BOUND: a seat's own stack is a mask of 32 bits."""
LINE, HANDS = (POSITIONS,), (SEATS, CARDS)


class Unseen(TypedDict):
    """Everything that a viewer has not seen; from `rng` on, what `play.reshuffle` works out of it."""

    size: Annotated[int, number("how many positions there are; those of a pool follow each other")]
    pools: Annotated[Table, numbers(LINE, "for each position, its pool")]
    entries: Annotated[Table, numbers(LINE, "for each position, a card; a pool's positions hold all its cards, anyhow")]
    fixed: Annotated[Table, numbers(LINE, "for each position, the type this viewer saw there, or ANY")]
    actions: Annotated[Table, numbers(LINE, "for each position, which action dealt it, or NOT_DEALT")]
    step_count: Annotated[int, number("how many steps there are")]
    steps: Annotated[Table, table("i2", (STEPS, 4), Seen.NOBODY, "what was seen of hands, in its order: `add_step`")]
    stacks: Annotated[
        Table, numbers((SEATS,), "of each seat's own stack the cards whose place is not known, a bit each")
    ]
    draws: Annotated[Table, numbers((SEATS,), "how many of them were drawn unseen")]
    places: Annotated[Table, numbers((SEATS, DRAWS), "which actions drew them")]
    dated: Annotated[Table, numbers((SEATS,), "how many of those were seen later")]
    dated_cards: Annotated[Table, numbers((SEATS, DRAWS), "which cards those are, the nearest deadline first")]
    deadlines: Annotated[Table, numbers((SEATS, DRAWS), "each was among the first so many of those draws")]

    rng: Annotated[Table, numbers((2,), "where worlds are drawn from (`core.stream`)")]
    pool_first: Annotated[Table, numbers((POOLS,), "where a pool begins")]
    pool_size: Annotated[Table, numbers((POOLS,), "how many positions it has")]
    loose: Annotated[int, number("how many positions may change their cards")]
    loose_positions: Annotated[Table, numbers(LINE, "those positions, pool by pool")]
    loose_first: Annotated[Table, numbers((POOLS,), "where a pool begins among them")]
    loose_size: Annotated[Table, numbers((POOLS,), "how many of them it has")]
    by_seat: Annotated[Table, table("i2", (STEPS, 4), Seen.NOBODY, "the steps, seat by seat")]
    bounds: Annotated[Table, numbers((SEATS + 1,), "where the steps of a seat begin there")]
    owners: Annotated[Table, numbers(LINE, "for each position, the seat that was dealt its card")]
    first: Annotated[Table, numbers(LINE, "a deal that agrees with everything that was seen")]
    counts: Annotated[Table, numbers(HANDS, "scratch: cards in hands")]
    wrong: Annotated[Table, numbers((4,), "scratch: a wrong card, whether it is too many, and two positions")]
    left: Annotated[Table, numbers(LINE, "scratch: cards of the pools that have no position yet")]
    held: Annotated[Table, numbers((SEATS, POSITIONS), "scratch: positions dealt to a seat that have no card yet")]
    held_count: Annotated[Table, numbers((SEATS,), "scratch: how many those are")]
    known: Annotated[Table, numbers(HANDS, "scratch: cards in hands that were placed there")]
    stack: Annotated[Table, numbers((DRAWS,), "scratch: the cards of one own stack")]


UNSEEN: Any = dtype_of(Unseen)


@kernel
def add_position(u: Unseen, pool: int, fixed: int, action: int) -> int:
    """A place of a shuffle, what this viewer saw there (or ANY), and the action that dealt it (or NOT_DEALT)."""
    position = u["size"]
    u["pools"][position] = pool
    u["fixed"][position] = fixed
    u["actions"][position] = action
    u["size"] += 1
    return int(position)


@kernel
def add_step(u: Unseen, what: int, seat: int, a: int, b: int) -> None:
    """What was seen of a hand: DEALT position a: the seat takes the card; CHANGED card a by b: it is seen to leave or to come
    back; EXACTLY, AT_LEAST b of card a; WORTH at least b ingredients of kind a; TOTAL exactly b ingredients of all kinds."""
    row = u["step_count"]
    u["steps"][row, 0] = what
    u["steps"][row, 1] = seat
    u["steps"][row, 2] = a
    u["steps"][row, 3] = b
    u["step_count"] += 1


@kernel
def add_draw(u: Unseen, seat: int, action: int) -> None:
    """An action drew a card of a seat's own stack, unseen."""
    u["places"][seat, u["draws"][seat]] = action
    u["draws"][seat] += 1


@kernel
def add_deadline(u: Unseen, seat: int, card: int) -> None:
    """A card of a seat's own stack is seen: it was among the draws so far. Deadlines come nearest first by themselves."""
    place = u["dated"][seat]
    u["dated_cards"][seat, place] = card
    u["deadlines"][seat, place] = u["draws"][seat]
    u["dated"][seat] += 1
