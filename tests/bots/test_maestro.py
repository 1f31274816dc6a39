"""The player that learned: it knows its options, chooses from its view alone, and its weights are a small file."""

import itertools

import numpy as np
import pytest

import osteria
from osteria import bots
from osteria.bots.compact_view import compact
from osteria.bots.maestro import pizzeria
from osteria.bots.maestro.maestro import Describer, Maestro
from osteria.bots.maestro.network import FOLDER, Network, network_of, weights_of
from osteria.bots.maestro.summary.pizzeria import summarise
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
