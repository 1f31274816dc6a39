"""Training: labels by playouts, a network that learns them, and a command that goes on where it stopped."""

import sys

import numpy as np
import pytest

from osteria.bots.maestro.pizzeria import FEATURES, STAGE
from osteria.bots.maestro.summary.pizzeria import summarise
from osteria.core.errors import OsteriaError
from osteria.games import game
from osteria.games.pizzeria import record as r
from osteria.lab.learn import course as courses
from osteria.lab.learn import labels as labelling
from osteria.lab.learn import training
from osteria.lab.learn.course import Course, Subject, learn, torch_trainer
from osteria.lab.learn.labels import AnyTeacher, Labels, Teacher
from osteria.lab.learn.leaves import LeafTeacher
from osteria.lab.learn.pizzeria import round_ends
from osteria.lab.learn.training import Judged, batch, split, train
from osteria.lab.wordless import WordlessTable


def made_up(width: int) -> Labels:
    """Decisions between three options each, whose worth is mostly the first numbers that describe them."""
    rng = np.random.default_rng(3)
    rows = rng.integers(0, 9, (1200, width)).astype(np.int8)
    rows[:, -1] = np.tile([1, 0, 0], 400)
    values = 0.02 * rows[:, 0] - 0.01 * rows[:, 1] + rng.normal(0, 0.01, 1200)
    return Labels(rows, values.astype(np.float32), np.arange(0, 1200, 3))


def label_some(monkeypatch: pytest.MonkeyPatch, kind: type[AnyTeacher]) -> AnyTeacher:
    """The first decisions of a game, with one playout of every option."""
    monkeypatch.setattr(labelling, "EACH", 1)
    table = WordlessTable(game("mamma-mia"), 5, 2)
    teacher = kind(table, np.random.default_rng(5))
    while len(teacher.values) < 3:
        table.go_on([teacher, teacher])
    return teacher


def test_the_options_of_a_decision_are_described_and_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    teacher = label_some(monkeypatch, Teacher)
    width = summarise(np.zeros((1, FEATURES + 1), np.int8)).shape[1]
    for rows, values in zip(teacher.rows, teacher.values, strict=True):
        assert rows.shape == (len(values), width)
        assert len(values) > 1
        assert rows[:, -1].sum() == 1
        assert ((values >= 0) & (values <= 1)).all()
    again = label_some(monkeypatch, Teacher)
    assert all(np.array_equal(*pair) for pair in zip(teacher.rows, again.rows, strict=True))
    assert all(np.array_equal(*pair) for pair in zip(teacher.values, again.values, strict=True))


def test_leaves_are_tables_at_which_a_turn_begins_and_what_came_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    teacher = label_some(monkeypatch, LeafTeacher)
    assert len(teacher.leaves) == len(teacher.worth) == 3
    for rows, worth, values in zip(teacher.leaves, teacher.worth, teacher.values, strict=True):
        assert rows.shape == (len(worth), FEATURES)
        assert 0 < len(worth) <= len(values)
        assert (rows[:, STAGE + r.PLAY] == 1).all()
        assert ((worth >= 0) & (worth <= 1)).all()


def test_a_tiny_training_learns_and_is_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "BATCH", 32)
    monkeypatch.setattr(training, "TOGETHER", 1)
    heard: list[Judged] = []
    first = train(made_up(12), seed=1, hidden=(16,), epochs=4, heard=lambda _, judged: heard.append(judged))
    assert heard[-1].loss < heard[0].loss
    assert heard[-1].gain > 0.02
    second = train(made_up(12), seed=1, hidden=(16,), epochs=4)
    for one, other in zip(first.layers, second.layers, strict=True):
        assert np.array_equal(one[0], other[0])
        assert np.array_equal(one[1], other[1])


def test_a_table_alone_is_learned_as_it_is() -> None:
    found, values = np.array([3.0, 1.0, 2.0], np.float32), np.array([1.0, 1.0, 1.0], np.float32)
    alone, shares = training.errors(found, values, np.arange(3))
    assert alone.tolist() == [2.0, 0.0, 1.0]
    together, _ = training.errors(found, values, np.array([0]))
    assert together.tolist() == [1.0, -1.0, 0.0]
    assert np.isclose(shares.sum(), 1)


def test_it_is_judged_by_decisions_that_it_was_not_trained_on() -> None:
    taught, held = split(made_up(12))
    assert not set(taught) & set(held)
    assert len(taught) + len(held) == 400
    assert held.tolist() == list(range(64))


def test_a_batch_holds_whole_decisions() -> None:
    labels = made_up(12)
    rows, values, starts = batch(labels, np.array([0, 2]))
    chosen = [0, 1, 2, 6, 7, 8]
    assert np.array_equal(rows, labels.rows[chosen].astype(np.float32))
    assert np.allclose(values, 10 * labels.values[chosen])
    assert starts.tolist() == [0, 3]


def test_a_run_that_was_broken_off_goes_on(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    labels = made_up(20)

    def one_part(game, first, count, seed):
        asked.append(first)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return labels

    monkeypatch.setattr(courses, "compile_for", lambda game: None)
    subject = Subject("some", "learned", one_part, (8,))
    course = Course("mamma-mia", tmp_path, parts=2, games=3, subject=subject)
    with pytest.raises(KeyboardInterrupt):
        learn(course)
    first, second = (learn(course) for _ in range(2))
    assert asked == [0, 3, 3]
    assert (tmp_path / "learned.npz").exists()
    assert np.array_equal(first.layers[0][0], second.layers[0][0])
    both = Labels.kept(course.files)
    assert len(both.starts) == 2 * len(labels.starts)
    assert both.starts[len(labels.starts)] == len(labels.values)


def test_without_pytorch_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "osteria.lab.learn.torch_training", raising=False)
    with pytest.raises(OsteriaError, match="needs PyTorch"):
        torch_trainer()


def test_every_number_of_players_is_learned() -> None:
    assert set(labelling.PLAYERS) == {2, 3, 4, 5}


def test_what_is_taken_along_is_fitted_in_orders() -> None:
    """An order more in hand, made up to be worth half a delivered one."""
    rng = np.random.default_rng(1)
    games = []
    for _ in range(200):
        has = rng.integers(0, 5, (2, 4))
        games.append(([(1, has.tolist())], (2 * has[:, 0] + has[:, 1]).tolist()))
    assert np.allclose(round_ends.fit(games, 1), [2, 1, 0, 0], atol=1e-9)


def test_a_game_is_noted_at_the_end_of_every_round_but_the_last() -> None:
    noted, end = round_ends.play("mamma-mia", 2, 3)
    assert [rounds for rounds, _ in noted] == [2, 1]
    assert all(len(has) == 2 and len(has[0]) == len(round_ends.TAKEN) for _, has in noted)
    assert all(after >= before[0] for after, before in zip(end, noted[-1][1], strict=True))
    assert all(sum(seat[-1] for seat in has) == 1 for _, has in noted)


def test_pytorch_learns_the_same() -> None:
    pytest.importorskip("torch")
    torch_training = torch_trainer()
    heard: list[Judged] = []
    network = torch_training.train(made_up(12), seed=1, hidden=(16,), epochs=40, heard=lambda _, j: heard.append(j))
    assert heard[-1].loss < heard[0].loss
    assert [weights.shape for weights, _ in network.layers] == [(12, 16), (16, 1)]
