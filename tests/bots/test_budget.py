"""Budgets: playouts are never exceeded, seconds by one batch at most."""

import pytest

import osteria
from osteria import bots
from osteria.bots import expert as module
from osteria.bots.search import Search
from osteria.testing.bots import view_of


class Watch:
    """A clock that moves only when something is played."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, batch: float) -> None:
        self.now, self.batches = 0.0, 0
        play = Search.play

        def played(search: Search, alive, count: int) -> None:
            play(search, alive, count)
            self.now += batch * count
            self.batches += 1

        monkeypatch.setattr(Search, "play", played)
        monkeypatch.setattr(module, "perf_counter", lambda: self.now)


def a_choice(players: int = 3) -> osteria.View:
    match = osteria.new("roll-for-soles", players, seed=3)
    while match.decision is not None and match.decision.ask != "source":
        match.play("secure")
    return view_of(match)


@pytest.mark.parametrize("playouts", [1, 2, 3, 7, 20, 101])
def test_playouts_are_never_exceeded(playouts: int) -> None:
    view, bot = a_choice(), bots.make("expert", playouts=playouts, seed=1)
    assert bot.choose(view.decision, view, None) in view.decision.options
    assert bot.playouts <= playouts
    assert playouts < 20 or bot.playouts > playouts // 2


@pytest.mark.parametrize("seconds", [0.5, 2.0, 7.0])
def test_seconds_are_overrun_by_one_batch_at_most(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    view, bot, watch = a_choice(), bots.make("expert", seconds=seconds, seed=1), Watch(monkeypatch, batch=1.0)
    bot.choose(view.decision, view, None)
    assert watch.now <= seconds + 1.0
    assert watch.batches >= 1


def test_a_clock_bounds_a_budget_of_playouts_too(monkeypatch: pytest.MonkeyPatch) -> None:
    view, bot, watch = a_choice(), bots.make("expert", playouts=1000, seed=1), Watch(monkeypatch, batch=1.0)
    monkeypatch.setattr(module, "is_ready", lambda game: True)
    bot.choose(view.decision, view, 3.0)
    assert watch.now <= 4.0


def test_with_a_clock_nobody_waits_for_the_compiler() -> None:
    view, bot = a_choice(), bots.make("expert", seed=1)
    regular = bots.make("regular", seed=1)
    assert bot.choose(view.decision, view, 0.2) == regular.choose(view.decision, view, None)


def test_the_same_seed_makes_the_same_choice() -> None:
    view = a_choice()
    first, second = (bots.make("expert", playouts=30, seed=8).choose(view.decision, view, None) for _ in range(2))
    assert first == second
