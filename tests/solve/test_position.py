import pytest

from osteria import OsteriaError
from osteria.solve.position import Position, position_from, read_position


def test_a_position_is_read_from_words() -> None:
    found = read_position("middle=54, supplies=10/10,turn=1,net=6,dice=double/water")
    assert found == Position(54, (10, 10), 1, 6, ("double", "water"))
    assert (found.points, found.asked) == (80, "again")


def test_dice_just_rolled_wait_for_their_source_unless_said_otherwise() -> None:
    rolled = "middle=60,supplies=10/10,net=0,rolled=1/2/hook/water"
    assert read_position(rolled).asked == "source"
    assert read_position("middle=57,supplies=10/10,net=3,rolled=1/2/hook/water,ask=again").asked == "again"


def test_an_empty_net_means_the_start_of_a_turn() -> None:
    assert read_position("middle=80").asked == "roll"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "supplies=1/2",
        "middle",
        "middle=",
        "middle=-1",
        "middle=ten",
        "middle=²",
        "fish=2",
        "middle=80,supplies=1",
        "middle=80,supplies=1/2/3",
        "middle=80,turn=2",
        "middle=70,net=10,dice=hook",
        "middle=70,net=10,dice=fish",
        "middle=70,net=10,dice=water/water/water/water",
        "middle=80,dice=water",
        "middle=80,rolled=1/1",
        "middle=80,ask=source",
        "middle=80,ask=again",
        "middle=80,ask=nothing",
        "middle=80,rolled=1/1/1/1,ask=roll",
        "middle=70,net=10,rolled=hook/hook/hook/hook,ask=again",
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(OsteriaError, match=r"\.$"):
        read_position(text)


def test_a_face_that_the_dice_do_not_have_is_refused() -> None:
    with pytest.raises(OsteriaError, match="they have 1 hook"):
        read_position("middle=70,net=10,dice=double", ("1", "1", "hook", "hook", "hook", "hook"))


def test_a_view_of_four_players_is_no_position_that_is_solved() -> None:
    with pytest.raises(OsteriaError):
        position_from({"supplies": {0: 1, 1: 2, 2: 3, 3: 4}})


def test_the_others_are_told_from_the_next_to_move_on() -> None:
    assert Position(middle=1, supplies=(1, 2, 3), turn=1).others == (3, 1)
