"""`ahead`: what a waiting seat would be asked if its turn came now, from what it can see."""

import random

import numpy as np
import pytest

import osteria
from osteria.games import NAMES
from osteria.play.ahead import tables


def test_it_is_what_is_asked_when_the_turn_comes() -> None:
    compared = whole = 0
    for name, players in (("mamma-mia", 2), ("sole-mio", 3), ("grande", 4)):
        rng = random.Random(name)
        match = osteria.new(name, players, seed=3)
        foretold: dict[int, tuple] = {}
        while match.decision is not None:
            asked = match.decision
            view = match.view(asked.seat)
            assert view["ahead"] is None, "who is asked has the question itself"
            ahead, hand, had_supply = foretold.pop(asked.seat, (None, None, None))
            if asked.ask == "play" and ahead and hand == view["hands"][view["seat"]]:
                assert ahead["options"] == view["decision"]["options"]
                compared += 1
                if had_supply == (view["supply"] > 0):
                    assert ahead == view["decision"]
                    whole += 1
            match.play(rng.choice(asked.options))
            for seat in range(players):
                words = match.view(seat).words
                if words["ahead"] is not None:
                    foretold[seat] = words["ahead"], words["hands"][words["seat"]], words["supply"] > 0
    assert compared > 100
    assert whole > compared * 0.8


@pytest.mark.parametrize("name", NAMES)
def test_a_question_that_was_told_ahead_is_the_question_itself(name: str) -> None:
    rng = random.Random(name)
    match = osteria.new(name, 3, seed=5)
    while match.decision is not None:
        asked, question = match.view(match.decision.seat)["decision"], match._question
        assert asked["options"] == [str(move) for move in match.decision.options]
        assert {key: asked[key] for key in ("follows", "then")} == tables(question)
        assert asked["clause"] == match.decision.clause
        match.play(rng.choice(match.decision.options))


@pytest.mark.parametrize("name", NAMES)
def test_a_match_after_a_move_leaves_the_one_before_as_it_was(name: str) -> None:
    rng, match = random.Random(name), osteria.new(name, 3, seed=6)
    for _ in range(60):
        if match.decision is None:
            break
        move, before = rng.choice(match.decision.options), match.transcript
        after, events = match.after(str(move))
        assert match.transcript == before
        assert match.play(move) == events
        assert match.transcript == after.transcript
        match = after


@pytest.mark.parametrize("name", NAMES)
def test_it_hangs_on_nothing_that_the_seat_cannot_see(name: str) -> None:
    rng, chance, found = random.Random(1), np.random.default_rng(1), 0
    for seed in range(4):
        match = osteria.new(name, 3, seed=seed)
        for _ in range(rng.randint(3, 40)):
            if match.decision is not None:
                match.play(rng.choice(match.decision.options))
        if match.decision is None:
            continue
        for seat in range(3):
            ahead = match.view(seat)["ahead"]
            assert ahead == match.imagine(seat, chance).view(seat)["ahead"]
            found += ahead is not None
    assert found > 0 or not osteria.games.game(name).hides


def test_spectators_and_seats_without_a_choice_have_none() -> None:
    match = osteria.new("sole-mio", 3, seed=1)
    assert match.view(None)["ahead"] is None
    while match.decision is not None and match.zones()["phase"] == "turn":
        match.play(match.decision.options[0])
    assert all(match.view(seat)["ahead"] is None for seat in range(3))
