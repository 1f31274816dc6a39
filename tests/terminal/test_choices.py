"""What may be typed for a choice."""

from itertools import permutations

import pytest
from rich.console import Console

from osteria import MalformedMove, Move
from osteria.terminal.choices import Choices
from osteria.terminal.plain import drawing_of

KINDS = ("olive", "pepper", "mushroom", "salami", "pineapple")
PLAYS = ("play 1 olive", "play 2 olive", "play 1 olive 1 double-olive", "play 1 pepper", "play 1 pineapple")


def choices(*moves: str) -> Choices:
    return Choices([Move(move, (place,)) for place, move in enumerate(moves)], "pepper", drawing_of("sole-mio"))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1", "play 1 olive"),
        ("5", "play 1 pineapple"),
        ("play 1 olive", "play 1 olive"),
        ("PLAY  2  OLIVE", "play 2 olive"),
        ("p 2 ol", "play 2 olive"),
        ("2", "play 2 olive"),
        ("2 o", "play 2 olive"),
        ("1 p", "play 1 pepper"),
        ("1 a", "play 1 pineapple"),
        ("1 pi", "play 1 pineapple"),
        ("1 o 1 oo", "play 1 olive 1 double-olive"),
        ("1 o 1", "play 1 olive 1 double-olive"),
    ],
)
def test_a_number_the_notation_or_enough_of_it(typed: str, meant: str) -> None:
    assert str(choices(*PLAYS).meant(typed)) == meant


def test_words_that_fit_several_choices_narrow_the_list() -> None:
    listed = choices(*PLAYS)
    with pytest.raises(MalformedMove, match="several"):
        listed.meant("play 1 o")
    assert listed.shown == [1, 3]
    assert listed.leafed("")
    assert listed.shown == [1, 2, 3, 4, 5]


def test_words_that_fit_nothing_are_left_to_the_rules() -> None:
    assert choices(*PLAYS).meant("play 3 salami") == "play 3 salami"


def test_a_number_too_high_is_told() -> None:
    with pytest.raises(MalformedMove, match="1 to 5"):
        choices(*PLAYS).meant("6")


def test_a_hundred_and_twenty_ways_come_in_pages() -> None:
    ways = choices(*(f"way {' '.join(kinds)}" for kinds in permutations(KINDS, 4)))
    console = Console(width=80, record=True, file=None)
    with console.capture() as shown:
        console.print(ways.draw())
    assert "1 to 24 of 120" in shown.get()
    assert ways.leafed("more")
    with console.capture() as shown:
        console.print(ways.draw())
    assert "25 to 48 of 120" in shown.get()
    with pytest.raises(MalformedMove):
        ways.meant("s a")
    assert len(ways.shown) == 6
    assert str(ways.meant("s a f o")) == "way salami pineapple mushroom olive"
