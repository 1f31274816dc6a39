"""What the dice can bring: every outcome of a roll that makes a difference, with its chance.

The four dice are alike, so what lies aside is two numbers, double-ups and waters: ten sets, because one die at least is
always left (RS-10). A set has an index, its place in `ASIDES`.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from osteria.core.kernel import kernel
from osteria.games.roll_for_soles.game import checked_faces
from osteria.games.roll_for_soles.options import SolesOptions
from osteria.games.roll_for_soles.record import DICE, DOUBLE, FACES, WATER, Soles

SOLES = {"1": 1, "2": 2}
BLUE = ("double", "water")
DEFAULT = SolesOptions().faces

ASIDES = tuple((doubles, waters) for doubles in range(DICE) for waters in range(DICE - doubles))
ASIDE = {pair: index for index, pair in enumerate(ASIDES)}
ASIDE_OF = np.array([[ASIDE.get((doubles, waters), -1) for waters in range(DICE)] for doubles in range(DICE)])
"""The same for kernels, by double-ups and waters."""

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Dice:
    """Four alike dice and the outcomes of rolling what is left of them, by what lies aside.

    Attributes:
        faces: the six faces, in the fixed order.
        first: `first[aside]` to `first[aside + 1]` are that set's rows in `outcome` and `weight`.
        outcome: haul (RS-5), what lies aside afterwards (RS-10), and 1 if a hook was rolled.
        weight: the chance of each row.
        blank: by what lies aside, the chance of a roll without any sole (RS-4).
    """

    faces: tuple[str, ...]
    first: Integers
    outcome: Integers
    weight: Floats
    blank: Floats

    @property
    def arrays(self) -> tuple[Integers, Integers, Floats, Floats]:
        """What kernels are given of them."""
        return self.first, self.outcome, self.weight, self.blank


@kernel
def blue_aside(s: Soles) -> int:
    """RS-10: the index of the blue dice that lie aside if the player rolls on: those just rolled, too."""
    aside, rolled = s["aside"], s["rolled"]
    return int(ASIDE_OF[int(aside[DOUBLE]) + int(rolled[DOUBLE]), int(aside[WATER]) + int(rolled[WATER])])


def six_faces(faces: Sequence[str]) -> tuple[str, ...]:
    """RS-2: the six faces in the fixed order, since their order on the die means nothing."""
    return tuple(FACES[face] for face in sorted(checked_faces(faces)))


def soles_on(dice: Iterable[str]) -> int:
    """RS-5: the soles that dice show."""
    return sum(SOLES.get(face, 0) for face in dice)


def aside_of(dice: Sequence[str]) -> int:
    """The index of the blue dice among these."""
    return ASIDE[dice.count("double"), dice.count("water")]


def left(aside: int) -> int:
    """How many dice are still rolled when this set lies aside."""
    return DICE - sum(ASIDES[aside])


def rolls(faces: Sequence[str], number: int) -> dict[tuple[str, ...], float]:
    """Every different roll of some dice, faces in the fixed order, and its chance."""
    sides = Counter(faces)
    found = {}
    for roll in itertools.combinations_with_replacement(sorted(sides, key=FACES.index), number):
        arrangements = factorial(number) // prod(factorial(times) for times in Counter(roll).values())
        found[roll] = arrangements * prod(sides[face] for face in roll) / len(faces) ** number
    return found


def outcomes(faces: Sequence[str], aside: int) -> tuple[dict[tuple[int, int, int], float], float]:
    """What can come of rolling on: (haul, aside afterwards, hook) with its chance, and the chance of no sole."""
    doubles, waters = ASIDES[aside]
    found: Counter[tuple[int, int, int]] = Counter()
    blank = 0.0
    for roll, chance in rolls(faces, left(aside)).items():
        if not soles_on(roll):
            blank += chance
            continue
        blue = doubles + roll.count("double"), waters + roll.count("water")
        found[soles_on(roll) << blue[0], ASIDE[blue], int("hook" in roll)] += chance  # type: ignore[assignment]
    return dict(sorted(found.items())), blank


def dice_with(faces: Sequence[str]) -> Dice:
    """The dice with these six faces, ready for the kernels."""
    chosen = six_faces(faces)
    tables = [outcomes(chosen, aside) for aside in range(len(ASIDES))]
    rows = [row for found, _ in tables for row in found.items()]
    return Dice(
        faces=chosen,
        first=np.cumsum([0] + [len(found) for found, _ in tables], dtype=np.int64),
        outcome=np.array([outcome for outcome, _ in rows], dtype=np.int64),
        weight=np.array([chance for _, chance in rows]),
        blank=np.array([blank for _, blank in tables]),
    )
