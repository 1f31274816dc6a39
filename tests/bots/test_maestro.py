"""The player that learned: it knows its options, chooses from its view alone, and its weights are a small file."""

import itertools

import numpy as np
import pytest

import osteria
from osteria import bots
from osteria.bots.compact_view import compact
from osteria.bots.hints import LEARNED as LEARNED_WEIGHTS
from osteria.bots.hints import PLAYOUTS, hints_of
from osteria.bots.maestro import pizzeria
from osteria.bots.maestro.maestro import Describer, Maestro
from osteria.bots.maestro.network import FOLDER, Network, network_of, weights_of
from osteria.bots.maestro.searching import SearchingMaestro
from osteria.bots.maestro.summary.pizzeria import summarise
from osteria.bots.pizzeria.playouts import lead
from osteria.games import game as game_of
from osteria.testing.bots import check_no_peeking, view_of

LEARNED = sorted(file.stem for file in FOLDER.glob("*.npz"))
MOST_BYTES = 1 << 20


@pytest.mark.parametrize(("game", "players", "most"), [("mamma-mia", 2, 99), ("sole-mio", 2, 400), ("grande", 4, 60)])
def test_every_option_is_described_once(game: str, players: int, most: int) -> None:
    match, regular, describer = osteria.new(game, players, seed=3), bots.make("regular", seed=1), Describer(game)
    asked = set[str]()
    for _ in range(most):
        if match.decision is None:
            break
        view = view_of(match)
        thumb = regular.choose(view.decision, view, None)
        seen = describer.look(compact(view), thumb.actions)
        found = [seen.actions(place) for place in range(len(seen.moves))]
        assert sorted(found) == sorted(option.actions for option in view.decision.options)
        assert [found[place] for place in np.flatnonzero(seen.rows[:, -1])] == [thumb.actions]
        asked.add(str(view.decision.ask))
        match.play(thumb)
    assert {"play", "order", "draw"} <= asked


@pytest.mark.parametrize("game", LEARNED)
def test_worlds_that_look_alike_are_answered_alike(game: str) -> None:
    assert check_no_peeking("maestro:seed=1", game, players=3, moves=41, every=10, seed=3) > 3


@pytest.mark.parametrize("game", LEARNED)
def test_the_same_view_and_seed_are_answered_alike(game: str) -> None:
    match, regular = osteria.new(game, 2, seed=8), bots.make("regular", seed=1)
    for _ in range(12):
        view = view_of(match)
        first, second = (bots.make("maestro", seed=7).choose(view.decision, view, None) for _ in range(2))
        assert first == second
        assert first in view.decision.options
        match.play(regular.choose(view.decision, view, None))


@pytest.mark.parametrize("game", LEARNED)
def test_the_weights_are_a_small_file_that_fits_what_is_described(game: str) -> None:
    assert weights_of(game).stat().st_size < MOST_BYTES
    sizes = [weights.shape for weights, _ in network_of(game).layers]
    assert sizes[0][0] == summarise(np.zeros((1, pizzeria.FEATURES + 1), np.int8)).shape[1]
    assert sizes[-1][1] == 1
    assert all(before[1] == after[0] for before, after in itertools.pairwise(sizes))
    assert all(np.isfinite(part).all() for layer in network_of(game).layers for part in layer)


@pytest.mark.parametrize("game", LEARNED)
def test_with_a_budget_it_searches_and_keeps_to_it(game: str) -> None:
    view, bot = view_of(osteria.new(game, 2, seed=8)), bots.make("maestro:playouts=20", seed=7)
    assert bot.choose(view.decision, view, None) in view.decision.options
    assert 0 < bot.playouts <= 20
    assert bots.make("maestro:playouts=20", seed=7).choose(view.decision, view, None) == bot.choose(
        view.decision, view, None
    )


def test_a_search_begins_with_what_was_learned() -> None:
    view = view_of(osteria.new("sole-mio", 2, seed=8))
    options = list(view.decision.options)
    seen, values = Maestro(seed=7).opinion(compact(view))
    worth = {seen.actions(place): value for place, value in enumerate(values)}
    known = np.array([worth[option.actions] - worth[options[0].actions] for option in options]) / 10
    for trust in (0, 1, 2):
        bot = SearchingMaestro(playouts=40, trust=trust, seed=7)
        assert np.allclose(bot._prior(view, options), trust * known, atol=1e-6)
    assert np.ptp(known) > 0


def test_with_a_budget_worlds_that_look_alike_are_answered_alike() -> None:
    assert check_no_peeking("maestro:playouts=8,seed=1", "sole-mio", players=2, moves=21, every=10, seed=3) > 1


@pytest.mark.parametrize(("game", "more"), [("mamma-mia", "hand_orders"), ("grande", "stack")])
def test_who_takes_more_into_the_next_round_is_ahead(game: str, more: str) -> None:
    """SM-12, GR-6: what was learned of the end of a round counts until the last one."""
    table = game_of(game).fresh(game_of(game).seats(2), game_of(game).options())[0]
    table["round"], table["holder"], table["baker"] = 1, -1, -1
    learned, plain = (hints_of(game).weights[player][game][0] for player in (LEARNED_WEIGHTS, PLAYOUTS))
    table["stack"] = table["hand_orders"] = 0
    table[more][0] = 0b11
    assert lead(table, 0, learned) > 0.5 > lead(table, 1, learned)
    assert lead(table, 0, plain) == 0.5
    table["round"] = table["rounds"]
    assert lead(table, 0, learned) == 0.5


def test_it_sits_down_only_where_it_has_learned() -> None:
    assert not bots.can_play("maestro", "roll-for-soles")
    assert all(bots.can_play("maestro", game) for game in LEARNED)
    match = osteria.new("roll-for-soles", 2, seed=1)
    view = view_of(match)
    with pytest.raises(osteria.OsteriaError, match="has not learned roll-for-soles"):
        Maestro().choose(view.decision, view, None)


def test_a_network_is_kept_and_read(tmp_path) -> None:
    layers = tuple((np.full((2, 3), 0.5, np.float32), np.ones(3, np.float32)) for _ in range(1))
    Network((*layers, (np.ones((3, 1), np.float32), np.zeros(1, np.float32)))).keep(tmp_path / "n.npz")
    found = Network.kept(tmp_path / "n.npz").values(np.array([[1, 1], [-9, 0]], np.int8))
    assert found.tolist() == [6.0, 0.0]
