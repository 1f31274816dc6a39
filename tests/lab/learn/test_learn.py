"""Training: labels by playouts, a network that learns them, and a command that goes on where it stopped."""

import numpy as np
import pytest

from osteria.bots.maestro.network import Network
from osteria.bots.maestro.pizzeria import FEATURES
from osteria.games import game
from osteria.lab.learn import __main__ as command
from osteria.lab.learn import labels as labelling
from osteria.lab.learn import training
from osteria.lab.learn.labels import Labels, Teacher
from osteria.lab.learn.training import Judged, batch, train
from osteria.lab.wordless import WordlessTable


def made_up(width: int) -> Labels:
    """Decisions between three options each, whose worth is mostly the first numbers that describe them."""
    rng = np.random.default_rng(3)
    rows = rng.integers(0, 9, (1200, width)).astype(np.int8)
    rows[:, -1] = np.tile([1, 0, 0], 400)
    values = 0.02 * rows[:, 0] - 0.01 * rows[:, 1] + rng.normal(0, 0.01, 1200)
    return Labels(rows, values.astype(np.float32), np.arange(0, 1200, 3))


def label_some(monkeypatch: pytest.MonkeyPatch, student: Network | None) -> Teacher:
    """The first decisions of a game, with one playout of every option."""
    monkeypatch.setattr(labelling, "EACH", 1)
    table = WordlessTable(game("mamma-mia"), 5, 2)
    teacher = Teacher(table, student, np.random.default_rng(5))
    while len(teacher.values) < 3:
        table.go_on([teacher, teacher])
    return teacher


def test_the_options_of_a_decision_are_described_and_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    teacher = label_some(monkeypatch, None)
    for rows, values in zip(teacher.rows, teacher.values, strict=True):
        assert rows.shape == (len(values), FEATURES + 1)
        assert len(values) > 1
        assert rows[:, -1].sum() == 1
        assert ((values >= 0) & (values <= 1)).all()
    again = label_some(monkeypatch, None)
    assert all(np.array_equal(*pair) for pair in zip(teacher.rows, again.rows, strict=True))
    assert all(np.array_equal(*pair) for pair in zip(teacher.values, again.values, strict=True))


def test_a_tiny_training_learns_and_is_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "BATCH", 32)
    heard: list[Judged] = []
    first = train(made_up(12), seed=1, epochs=4, heard=lambda _, judged: heard.append(judged))
    assert heard[-1].loss < heard[0].loss / 2
    assert heard[-1].regret < heard[-1].of_thumb / 2
    second = train(made_up(12), seed=1, epochs=4)
    for one, other in zip(first.layers, second.layers, strict=True):
        assert np.array_equal(one[0], other[0])
        assert np.array_equal(one[1], other[1])


def test_a_batch_holds_whole_decisions() -> None:
    labels = made_up(12)
    rows, values, starts = batch(labels, np.array([0, 2]))
    chosen = [0, 1, 2, 6, 7, 8]
    assert np.array_equal(rows, labels.rows[chosen].astype(np.float32))
    assert np.allclose(values, 10 * labels.values[chosen])
    assert starts.tolist() == [0, 3]


def test_a_run_that_was_broken_off_goes_on(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    labels = made_up(FEATURES + 1)

    def one_part(game, first, count, seed, student):
        asked.append(first)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return labels

    monkeypatch.setattr(command, "label_games", one_part)
    monkeypatch.setattr(command, "compile_for", lambda game: None)
    with pytest.raises(KeyboardInterrupt):
        command.learn("mamma-mia", tmp_path, seed=1, rounds=1, parts=2, games=3)
    for _ in range(2):
        command.learn("mamma-mia", tmp_path, seed=1, rounds=1, parts=2, games=3)
    assert asked == [0, 3, 3]
    both = Labels.kept([tmp_path / "labels-000.npz", tmp_path / "labels-001.npz"], "mamma-mia")
    assert len(both.starts) == 2 * len(labels.starts)
    assert both.starts[len(labels.starts)] == len(labels.values)


def test_every_number_of_players_is_learned() -> None:
    assert set(labelling.PLAYERS) == {2, 3, 4, 5}
