"""Lessons: the deal that the script needs, legal moves only, and what the person is told comes true."""

import pytest

import osteria
from osteria.core.lesson import Lesson
from osteria.games import FIRST
from osteria.games import game as game_of

LESSONS = list({lesson.game: lesson for name in FIRST if (lesson := game_of(name).lesson)}.values())


def begin(lesson: Lesson) -> osteria.Match:
    kinds = game_of(lesson.game).seat_words
    return osteria.new(lesson.game, list(lesson.seats) if kinds else len(lesson.seats), seed=lesson.seed)


def play(lesson: Lesson, count: int | None = None) -> osteria.Match:
    match = begin(lesson)
    for who, move in lesson.moves[:count]:
        assert match.rules.who(match.stepper.states[0], match.decision.seat) == who
        match.play(move)
    return match


def test_every_game_has_a_lesson_or_one_of_its_family():
    assert [game_of(name).lesson.game for name in FIRST] == ["mamma-mia", "mamma-mia", "mamma-mia", "roll-for-soles"]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.game)
def test_the_script_is_legal_and_the_game_goes_on_after_it(lesson):
    assert play(lesson).decision is not None


def test_the_pizza_lesson_is_dealt_as_its_sentences_say():
    lesson = game_of("mamma-mia").lesson
    match = begin(lesson)
    hand = sorted(match.zones()["hands"]["pepper"])
    assert hand == sorted(["salami", "salami", "olive", "olive", "mushroom", "pepper", "normale-salami"])
    filled = [
        event.words for event in play(lesson).events if event.name == "filled" and event.words["seat"] == "pepper"
    ]
    assert [event["order"] for event in filled] == ["normale-salami", "normale-olive"]


def test_the_order_that_is_short_of_an_olive_can_be_completed_or_given_up():
    lesson = game_of("mamma-mia").lesson
    at = lesson.moves.index(("pepper", "add olive"))
    assert {str(option) for option in play(lesson, at).decision.options} == {"add olive", "give up"}


def test_the_dice_of_the_soles_lesson_fall_as_its_sentences_say():
    lesson = game_of("roll-for-soles").lesson
    rolled = [play(lesson, count).zones() for count in range(len(lesson.moves))]
    assert [(zones["turn"], zones["net"]) for zones in rolled] == [(0, 4), (0, 10), (1, 5), (2, 5), (0, 0), (0, 2)]
    assert rolled[0]["middle"] == 96
    assert [str(option) for option in play(lesson, 4).decision.options] == ["from middle", "from seat 2"]
