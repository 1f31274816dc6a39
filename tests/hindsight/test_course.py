"""The chance to win over a game: one row a step, the same however it is asked for."""

import pytest

import osteria
from osteria import bots
from osteria.hindsight.course import Course
from osteria.testing.bots import view_of


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTERIA_INTERPRETED", "1")


def a_game(players: int, moves: int = 1000, game: str = "roll-for-soles") -> str:
    match, bot = osteria.new(game, players, seed=6), bots.make("random", seed=2)
    while match.decision is not None and moves > 0:
        view = view_of(match)
        match.play(bot.choose(view.decision, view, None))
        moves -= 1
    return match.transcript


def all_steps(course: Course) -> list[list[float]]:
    return [course.chances(step) for step in range(course.steps)]


def test_there_is_a_row_for_the_deal_and_one_for_each_move() -> None:
    text = a_game(3)
    course = Course(text, playouts=2, seed=1)
    moves = [line for line in text.partition("---\n")[2].splitlines() if not line.startswith("chance")]
    assert course.steps == len(moves) + 1
    assert all(sum(row) == pytest.approx(1) for row in all_steps(course))


def test_the_last_row_is_the_result() -> None:
    text = a_game(3)
    course, outcome = Course(text, playouts=2, seed=1), osteria.replay(text).outcome
    assert outcome is not None
    assert course.chances(course.steps - 1) == [outcome.share(seat) for seat in range(3)]


def test_a_step_is_the_same_in_whatever_order_steps_are_asked_for() -> None:
    text = a_game(3)
    forwards = all_steps(Course(text, playouts=4, seed=1))
    course = Course(text, playouts=4, seed=1)
    for step in (7, 2, 7, course.steps - 1, 0):
        assert course.chances(step) == forwards[step]
    assert all_steps(Course(text, playouts=4, seed=2)) != forwards


def test_two_players_of_roll_for_soles_are_exact_with_the_dice_that_are_solved() -> None:
    course = Course(a_game(2, moves=4), playouts=0, seed=1)
    assert course.is_exact
    assert course.chances(0) == course.chances(0)
    assert sum(course.chances(0)) == pytest.approx(1)
    other = osteria.new(
        "roll-for-soles", 2, seed=1, options=osteria.Options(faces=("1", "1", "1", "2", "hook", "water"))
    )
    assert not Course(other.transcript, playouts=2, seed=1).is_exact


def test_a_pizza_game_is_played_on_from_its_middle() -> None:
    course = Course(a_game(2, 20, "mamma-mia"), playouts=1, seed=1)
    assert not course.is_exact
    assert sum(course.chances(20)) == pytest.approx(1)
