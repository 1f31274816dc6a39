from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_rules import falls

from osteria import OsteriaError
from osteria.solve.dice import ASIDES, FACES, dice_with, left, outcomes, six_faces

some_faces = st.lists(st.sampled_from(FACES), min_size=6, max_size=6).filter(lambda faces: {"1", "2"} & set(faces))


@settings(deadline=None)
@given(some_faces)
def test_the_chances_of_every_roll_add_up_to_one(faces: list[str]) -> None:
    dice = dice_with(faces)
    for aside in range(len(ASIDES)):
        rows = slice(dice.first[aside], dice.first[aside + 1])
        assert dice.weight[rows].sum() + dice.blank[aside] == pytest.approx(1.0, abs=1e-14)


@settings(deadline=None)
@given(some_faces, st.integers(0, len(ASIDES) - 1))
def test_outcomes_are_those_of_dice_thrown_one_by_one(faces: list[str], aside: int) -> None:
    found, blank = outcomes(faces, aside)
    doubles, waters = ASIDES[aside]
    counted: dict[tuple[int, int, int], Fraction] = {}
    for fall, chance in falls(tuple(faces), left(aside)).items():
        soles = fall.count("1") + 2 * fall.count("2")
        if soles:
            blue = doubles + fall.count("double"), waters + fall.count("water")
            key = soles * 2 ** blue[0], ASIDES.index(blue), int("hook" in fall)
            counted[key] = counted.get(key, Fraction(0)) + chance
    assert found.keys() == counted.keys()
    assert all(found[key] == pytest.approx(float(counted[key]), abs=1e-14) for key in found)
    assert blank == pytest.approx(float(1 - sum(counted.values())), abs=1e-14)


def test_the_order_of_the_faces_means_nothing() -> None:
    assert six_faces(["water", "1", "double", "2", "hook", "1"]) == ("1", "1", "2", "hook", "double", "water")


@pytest.mark.parametrize("faces", [["1"] * 5, ["hook"] * 6, ["1"] * 5 + ["fish"]])
def test_dice_that_cannot_be_are_refused(faces: list[str]) -> None:
    with pytest.raises(OsteriaError):
        dice_with(faces)
