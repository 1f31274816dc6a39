"""The façade as design.md names it."""

import pickle

import numpy as np
import pytest

import osteria
from osteria.games import NAMES
from osteria.games import game as game_of


def test_own_kinds_may_be_fixed_by_seat() -> None:
    match = osteria.new("grande", players=["pepper", "salami"], seed=1)
    assert match.seats == ("pepper", "salami")
    assert set(match.zones()["hands"]) == {"pepper", "salami"}


@pytest.mark.parametrize(
    ("game", "players"),
    [("chess", 2), ("mamma-mia", 6), ("mamma-mia", ["olive"]), ("sole-mio", ["olive", "olive"]), ("roll-for-soles", 9)],
)
def test_a_table_that_cannot_be_is_refused_with_a_sentence(game: str, players: object) -> None:
    with pytest.raises(osteria.OsteriaError, match=r"\.$"):
        osteria.new(game, players)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", NAMES)
def test_with_ask_chance_is_a_seat_with_weights(name: str) -> None:
    match = osteria.new(name, 2, seed=osteria.ASK)
    assert match.decision.seat == osteria.CHANCE
    assert match.decision.ask == "start"
    rng = np.random.default_rng(3)
    while match.decision is not None and match.decision.seat == osteria.CHANCE:
        assert len(match.decision.weights) == len(match.decision.options)
        assert min(match.decision.weights) > 0
        match.play(match.decision.options[int(rng.integers(len(match.decision.options)))])
    again = osteria.replay(match.transcript, seed=osteria.ASK)
    assert again.zones() == match.zones()
    assert again.decision.seat == match.decision.seat


def test_errors_change_nothing_and_say_what_would_be_right() -> None:
    match = osteria.new("mamma-mia", 2, seed=1)
    before = match.transcript, match.zones()
    with pytest.raises(osteria.MalformedMove, match="play 2 olive"):
        match.play("cook the pizza")
    with pytest.raises(osteria.IllegalMove) as error:
        match.play("draw supply")
    assert error.value.clause == "MM-4"
    assert "not asked now" in str(error.value)
    assert (match.transcript, match.zones()) == before


def test_a_copy_is_independent_and_has_the_same_future() -> None:
    match = osteria.new("sole-mio", 2, seed=4)
    twin = match.copy()
    move = str(match.decision.options[0])
    match.play(move)
    assert twin.zones() != match.zones()
    twin.play(move)
    assert twin.zones() == match.zones()


@pytest.mark.parametrize("name", NAMES)
def test_a_pickled_match_goes_on_as_the_same_match(name: str) -> None:
    match = osteria.new(name, 3, seed=5)
    for _ in range(12):
        match.play(match.decision.options[-1])
    match.view(1, memory="assisted")
    twin = pickle.loads(pickle.dumps(match))
    for _ in range(12):
        move = match.decision.options[0]
        assert twin.decision.options == match.decision.options
        assert [event.words for event in twin.play(move)] == [event.words for event in match.play(move)]
    assert twin.transcript == match.transcript
    assert twin.view(1, memory="assisted") == match.view(1, memory="assisted")


@pytest.mark.parametrize("name", NAMES)
def test_a_game_travels_to_another_process_whatever_was_asked_of_it(name: str) -> None:
    match = osteria.new(name, 2, seed=1)
    match.parts(0, "assisted", {})
    assert match.rules.stack_readers
    assert pickle.loads(pickle.dumps(game_of(name))).name == name


def test_dice_faces_are_an_option_of_a_table() -> None:
    options = osteria.Options(faces=("1", "2", "2", "hook", "double", "water"))
    match = osteria.new("roll-for-soles", 2, seed=1, options=options)
    assert osteria.replay(match.transcript).options == options
    with pytest.raises(osteria.OsteriaError, match="sole"):
        osteria.new("roll-for-soles", 2, options=osteria.Options(faces=("hook",) * 6))
