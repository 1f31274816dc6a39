"""Playouts that end with what a table is worth, and time that is kept for decisions that are not clear."""

import numpy as np
import pytest

import osteria
from osteria import bots
from osteria.bots.hints import LEARNED as LEARNED_WEIGHTS
from osteria.bots.hints import hints_of
from osteria.bots.maestro import searching
from osteria.bots.maestro.cutting import CutSearch, layers_of, values_of
from osteria.bots.maestro.network import FOLDER, Network
from osteria.bots.maestro.pizzeria import FEATURES
from osteria.bots.maestro.savings import MOST, Savings
from osteria.bots.maestro.searching import SearchingMaestro
from osteria.bots.maestro.values.pizzeria import NEVER, valued
from osteria.bots.search import Search, imagined
from osteria.play.match import Match
from osteria.testing.bots import check_no_peeking, view_of

GAMES = sorted(file.stem for file in (FOLDER / "values").glob("*.npz"))
WORLDS = 12


def after(game: str, moves: int, players: int = 2) -> Match:
    match, regular = osteria.new(game, players, seed=4), bots.make("regular", seed=1)
    for _ in range(moves):
        view = view_of(match)
        match.play(regular.choose(view.decision, view, None))
    return match


def searched(game: str, turns: int | None) -> Search:
    """A few worlds met by all options; playouts end after so many turns, None: with the round."""
    view = view_of(after(game, 9))
    options, worlds, last = list(view.decision.options), imagined(view, 5, 4), hints_of(game).horizon(view)
    if turns is None:
        search = Search(view, options, 5, worlds, last, LEARNED_WEIGHTS)
    else:
        search = CutSearch(view, options, 5, worlds, last, turns)
    search.play(np.ones(len(options), np.int64), WORLDS)
    return search


@pytest.mark.parametrize("game", GAMES)
def test_a_cut_that_never_comes_changes_nothing(game: str) -> None:
    whole, cut = searched(game, None), searched(game, NEVER)
    assert np.array_equal(whole.leads[:WORLDS], cut.leads[:WORLDS])
    assert np.array_equal(whole.shares[:WORLDS], cut.shares[:WORLDS])


@pytest.mark.parametrize("game", GAMES)
def test_playouts_that_are_cut_end_with_what_the_table_is_worth(game: str) -> None:
    whole, cut = searched(game, None), searched(game, 1)
    found = cut.leads[:WORLDS]
    assert np.array_equal(found, cut.shares[:WORLDS])
    assert ((found >= 0) & (found <= 1)).all()
    assert not np.array_equal(found, whole.leads[:WORLDS])
    assert found.std(axis=0).mean() < whole.leads[:WORLDS].std(axis=0).mean(), "what was learned is no less noisy"


@pytest.mark.parametrize("game", GAMES)
def test_the_kernel_says_what_the_network_says(game: str) -> None:
    rng = np.random.default_rng(7)
    rows = (rng.integers(-3, 9, (40, FEATURES)) * (rng.random((40, FEATURES)) < 0.3)).astype(np.int8)
    layers = layers_of(game)
    room = [np.zeros(layer.shape[1], np.float32) for layer in layers[:-1]]
    wanted = (Network.kept(values_of(game)).values(rows) / 10).clip(0, 1)
    assert np.allclose([valued(row, *layers, *room) for row in rows], wanted, atol=1e-3)
    assert np.ptp(wanted) > 0


def test_worlds_that_look_alike_are_answered_alike() -> None:
    assert check_no_peeking("maestro:playouts=8,cut=2,seed=1", "sole-mio", players=2, moves=21, every=10, seed=3) > 1


def test_a_cut_is_a_number_of_turns_where_tables_were_learned(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    for wrong in (-1, 0.5, "yes"):
        with pytest.raises(osteria.OsteriaError, match="a whole number of turns, or 0 for never"):
            bots.make(f"maestro:playouts=8,cut={wrong}")
    view = view_of(after("sole-mio", 2))
    monkeypatch.setattr(searching, "values_of", lambda game: tmp_path / game)
    with pytest.raises(osteria.OsteriaError, match="has not learned what tables of sole-mio are worth"):
        bots.make("maestro:playouts=20,cut=2", seed=1).choose(view.decision, view, None)


# ------------------------------------------------------------------------------------------------------------ time


def test_what_a_clear_decision_leaves_is_there_for_others_of_the_game() -> None:
    savings = Savings(1.0)
    assert savings.allowed(3) == 1.0
    savings.spend(0.2)
    assert savings.allowed(5) == pytest.approx(1.2)
    for _ in range(20):
        savings.spend(0.0)
    assert savings.allowed(9) == MOST
    assert savings.allowed(2) == 1.0, "another game has begun"


def test_however_hard_its_decisions_are_a_game_takes_no_longer_than_they_may_on_average() -> None:
    rng, savings, spent = np.random.default_rng(1), Savings(1.0), 0.0
    for number in range(1, 400):
        allowed = savings.allowed(number)
        took = allowed if rng.random() < 0.7 else 0.1 * allowed
        savings.spend(took)
        spent += took
        assert spent <= number + 1e-9
    assert spent > 370


def test_a_search_may_take_what_was_saved_and_a_table_s_clock_still_bounds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float | None] = []
    monkeypatch.setattr(SearchingMaestro, "_playouts", lambda _, seconds: given.append(seconds) or 8)
    monkeypatch.setattr("osteria.bots.expert.is_ready", lambda game: True)
    view, bot = view_of(after("sole-mio", 3)), SearchingMaestro(seconds=0.5, seed=1)
    bot._savings.spend(-3.5)
    bot.choose(view.decision, view, None)
    bot.choose(view.decision, view, 0.4)
    assert given[0] == pytest.approx(1.5)
    assert given[1] == 0.4
