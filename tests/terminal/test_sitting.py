"""Whole games at the table, in this process: what is told agrees with what lies there."""

import io
import random

import pytest
from rich.console import Console

import osteria
from osteria import bots
from osteria.terminal.opponents import Opponents
from osteria.terminal.pizzeria.asking import QUESTIONS
from osteria.terminal.plain import drawing_of
from osteria.terminal.screen import Leave, Screen
from osteria.terminal.table import Sitting

PIZZA = ("mamma-mia", "sole-mio", "grande")


def play_blindly(game: str, players: int, seed: int, memory: str = "authentic", width: int = 100) -> str:
    """A whole game in which the person answers every question with one of the first choices."""
    rng = random.Random(seed)
    typed = io.StringIO("".join(f"{rng.choice((1, 1, 2, 3))}\n" for _ in range(4000)))
    paper = io.StringIO()
    match = osteria.new(game, players, seed=seed)
    others = {seat: bots.make("random", seed=seed + seat) for seat in range(1, players)}
    screen = Screen(typed, Console(file=paper, width=width), {})
    Sitting(match, 0, memory, Opponents(others, 0.0), screen).play_through()
    assert match.outcome is not None
    return paper.getvalue()


@pytest.mark.parametrize("game", PIZZA)
def test_forty_columns_break_no_word_of_the_table(game: str) -> None:
    rows = play_blindly(game, 4, seed=2, width=40).splitlines()
    heads = [place for place, row in enumerate(rows) if row.split() == ["ingr", "ord", "stk", "done"]]
    assert heads
    kinds = {"olive", "pepper", "mushroom", "salami"}
    for head in heads:
        seats = rows[head + 1 : head + 5]
        assert {word for row in seats for word in row.split()} >= kinds, seats


def test_every_step_of_the_scoring_is_told() -> None:
    told = play_blindly("grande", 2, seed=2)
    assert "Turned up:" in told
    assert "Filled:" in told
    assert "Not filled:" in told
    assert "Missing:" in told
    assert "The game is over." in told


@pytest.mark.parametrize(("game", "players"), [("mamma-mia", 2), ("roll-for-soles", 8)])
def test_assisted_memory_plays_through(game: str, players: int) -> None:
    assert "over" in play_blindly(game, players, seed=4, memory="assisted")


def test_leaving_raises_before_anything_is_played() -> None:
    match = osteria.new("mamma-mia", 2, seed=1)
    screen = Screen(io.StringIO("quit\n"), Console(file=io.StringIO()), {})
    sitting = Sitting(match, match.decision.seat, "authentic", Opponents({}, 0.0), screen)
    before = match.moves
    with pytest.raises(Leave):
        sitting.play_through()
    assert match.moves == before


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", PIZZA)
def test_the_columns_and_piles_that_are_told_are_those_on_the_table(game: str, seed: int) -> None:
    """Pages within one move are drawn from events alone: they must end where the view is."""
    match, rng, drawing = osteria.new(game, 3, seed=seed), random.Random(seed), drawing_of(game)
    story = drawing.story(drawing.voices(match.seats, None))
    story.hear(event.seen_by(None) for event in match.events)
    steps = 0
    while match.decision is not None:
        story.hear(event.seen_by(None) for event in match.play(rng.choice(match.decision.options)))
        view = match.view(None)
        if view["phase"] == "scoring":
            steps += 1
            assert story._table.view["columns"] == view["columns"]
            told = story._table.view["delivered"]
            assert {seat: sorted(pile) for seat, pile in told.items()} == {
                seat: sorted(pile) for seat, pile in view["delivered"].items()
            }
    assert steps > 5


@pytest.mark.parametrize("game", [*PIZZA, "roll-for-soles"])
def test_every_question_is_put_in_a_sentence(game: str) -> None:
    asked, drawing = set(), drawing_of(game)
    for seed in range(2):
        match, rng = osteria.new(game, 3, seed=seed), random.Random(seed)
        while (decision := match.decision) is not None:
            if decision.ask not in asked or decision.ask == "fill":
                view = match.view(decision.seat)
                sentence = drawing.question(view, drawing.voices(match.seats, match.seats[decision.seat])).plain
                assert sentence[0].isupper() or sentence.startswith((" ", "seat"))
                assert sentence.endswith(("?", "."))
                asked.add(decision.ask)
            match.play(rng.choice(decision.options))
    assert asked <= {*QUESTIONS, "source", "again"}
