"""The table of Roll for Soles as one record, and the numbers that stand for its words."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Annotated, TypedDict

import numpy as np

from osteria.core.schema import Seen, Table, dtype_of, scalar, table

FACES = ("1", "2", "hook", "double", "water")
ONE, TWO, HOOK, DOUBLE, WATER = range(5)
MOST_PLAYERS = 8
SIDES = 6
DICE = 4

MIDDLE = {2: 80, 3: 100, 4: 120, 5: 140, 6: 160, 7: 160, 8: 160}
"""RS-1: points in the middle by the number of players."""

# What is asked.
START, ROLL, SOURCE, AGAIN, OVER = range(1, 6)

# Small actions: append only.
FROM_MIDDLE = 0
FROM_SEAT = 1
SECURE = 9
ROLL_AGAIN = 10
START_SEAT = 11
ROLLED = 19

# BOUND: 5 faces on 1 to 4 dice make 5 + 15 + 35 + 70 = 125 different rolls (RS-2).
ROLLS = [roll for dice in range(1, DICE + 1) for roll in combinations_with_replacement(range(5), dice)]
ACTIONS = ROLLED + len(ROLLS)
ROLL_COUNTS = np.array([[roll.count(face) for face in range(5)] for roll in ROLLS], np.int8)
"""How often each face shows, by roll."""
ROLL_OF_COUNTS = np.zeros(5**5, np.int8)
"""The roll by its counts as digits of a number in base 5."""
for _roll, _counts in enumerate(ROLL_COUNTS):
    ROLL_OF_COUNTS[sum(int(count) * 5**face for face, count in enumerate(_counts))] = _roll
ROLL_ORDERS = np.array(
    [
        int(np.prod(range(1, len(roll) + 1))) // int(np.prod([np.prod(range(1, roll.count(f) + 1)) for f in range(5)]))
        for roll in ROLLS
    ],
    np.int64,
)
"""In how many orders of the dice each roll can fall."""

PUBLIC = Seen.EVERYBODY


class Soles(TypedDict):
    """The whole table; RS-13: everything is public."""

    players: Annotated[int, scalar(PUBLIC, "number of seats")]
    ask: Annotated[int, scalar(PUBLIC, "what is asked")]
    seat: Annotated[int, scalar(PUBLIC, "who is asked; -1 is chance")]
    turn: Annotated[int, scalar(PUBLIC, "whose turn it is; -1 before the start")]
    middle: Annotated[int, scalar(PUBLIC, "points in the middle")]
    net: Annotated[int, scalar(PUBLIC, "points in the net")]
    supplies: Annotated[Table, table("i4", (MOST_PLAYERS,), PUBLIC, "points by seat")]
    faces: Annotated[Table, table("i1", (SIDES,), PUBLIC, "the faces of each die")]
    rolled: Annotated[Table, table("i1", (5,), PUBLIC, "the dice just rolled, by face")]
    aside: Annotated[Table, table("i1", (5,), PUBLIC, "the dice set aside, by face")]


RECORD = dtype_of(Soles)
