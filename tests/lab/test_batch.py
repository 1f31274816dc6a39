"""Many games at once: the same games whatever the batch size and the threads, and nothing ever lost."""

import numpy as np
import pytest

from osteria.core.errors import OsteriaError
from osteria.core.stream import draw_below, open_stream
from osteria.games import NAMES, game
from osteria.lab.batch import Batch, checked_games, random_games
from osteria.lab.playing import Workplace, kernels_for
from osteria.play.driving import FAULTY


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_the_same_whatever_is_played_beside_it(name: str) -> None:
    whole = random_games(name, 3, 3, 5)
    parts = [random_games(name, 3, 1, 5, first=first) for first in range(3)]
    assert whole.decisions == sum(part.decisions for part in parts)
    assert np.array_equal(whole.score_counts, sum(part.score_counts for part in parts))
    assert np.array_equal(whole.win_counts, random_games(name, 3, 3, 5, threads=3).win_counts)


@pytest.mark.parametrize("name", NAMES)
def test_wins_add_up_to_one_a_game_and_decisions_to_what_was_asked(name: str) -> None:
    tally = random_games(name, 3, 2, 1)
    assert tally.wins.sum() == pytest.approx(1)
    assert sum(tally.asked.values()) == tally.decisions
    assert tally.shortest <= tally.decisions / 2 <= tally.longest


@pytest.mark.parametrize("name", NAMES)
def test_no_card_is_ever_lost_or_made(name: str) -> None:
    for players in (2, game(name).most):
        found = checked_games(name, players, 1, 9)
        assert found.faulty == 0
        assert found.first is None
        assert found.actions > 3


@pytest.mark.parametrize(("name", "field"), [("grande", "columns"), ("roll-for-soles", "supplies")])
def test_a_card_too_many_is_found(name: str, field: str) -> None:
    rules = game(name)
    fresh = rules.fresh(rules.seats(2), rules.options())
    work = Workplace(rules, 2, fresh)
    kernels = kernels_for(rules).interpreted
    broken = fresh.copy()
    broken[0][field][0] += 1
    assert kernels.playouts(*work.arguments(1, 0, 1, 1)) is None
    assert work.found[FAULTY] == 0
    assert rules.kernels.rules["faults_in"](broken[0], fresh[0]) > 0


@pytest.mark.parametrize("name", NAMES)
def test_a_place_of_a_batch_depends_on_the_seed_and_its_number_alone(name: str) -> None:
    small, large = Batch(name, 2, 2, 3), Batch(name, 2, 5, 3, threads=2)
    for _ in range(40):
        assert small.observations.tobytes() == large.observations[:2].tobytes()
        assert np.array_equal(small.masks, large.masks[:2])
        small.step(small.picks)
        large.step(large.picks)


def test_a_game_that_ends_pays_the_win_and_is_dealt_anew() -> None:
    batch = Batch("roll-for-soles", 2, 3, 3)
    ended = 0
    for _ in range(200):
        _, masks, rewards, dones = batch.step(batch.picks)
        ended += int(dones.sum())
        assert np.allclose(rewards.sum(axis=1), dones)
        assert masks.any(axis=1).all()
    assert ended > 0


def test_past_max_turns_a_game_is_cut_off() -> None:
    batch = Batch("roll-for-soles", 2, 4, 3, max_turns=2)
    cut = 0
    for _ in range(60):
        batch.step(batch.picks)
        assert not (batch.cut & ~batch.dones).any()
        cut += int(batch.cut.sum())
    assert cut > 0


def test_with_a_seat_nobody_else_is_asked() -> None:
    batch = Batch("mamma-mia", 3, 3, 3, seat=1)
    for _ in range(30):
        assert (batch.seats == 1).all()
        batch.step(batch.picks)


def test_an_action_that_the_mask_forbids_changes_nothing() -> None:
    batch = Batch("mamma-mia", 2, 2, 3)
    before = batch.observations.tobytes()
    wrong = batch.picks.copy()
    wrong[1] = int(np.flatnonzero(~batch.masks[1])[0])
    with pytest.raises(OsteriaError, match="game 1"):
        batch.step(wrong)
    with pytest.raises(OsteriaError, match="one action for each"):
        batch.step(wrong[:1])
    assert batch.observations.tobytes() == before


def test_a_stream_is_even_and_another_for_every_game() -> None:
    cells = np.zeros((2, 2), np.int64)
    open_stream(cells[0], 0, 7, 1, 0)
    open_stream(cells[1], 0, 7, 2, 0)
    draws = np.array([[draw_below(row, 0, 6) for _ in range(6000)] for row in cells])
    assert (np.abs(np.bincount(draws.ravel(), minlength=6) - 2000) < 200).all()
    assert (draws[0] == draws[1]).mean() < 0.2
