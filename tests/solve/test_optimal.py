"""The bot `optimal`."""

import os
import time

import numpy as np
import pytest

import osteria
from osteria.bots import make
from osteria.bots.bot import Bot
from osteria.bots.roll_for_soles.optimal import clearly_best
from osteria.games import game
from osteria.solve import crowd
from osteria.solve.position import position_from
from osteria.solve.soles import Solution


def play(bots: list[Bot], seed: int, faces: str = "1,1,2,hook,double,water") -> osteria.Match:
    """One game; a bot sees nothing but its view."""
    options = osteria.Options(faces=tuple(faces.split(",")))
    match = osteria.new("roll-for-soles", len(bots), seed=seed, options=options)
    while (decision := match.decision) is not None:
        view = match.view(decision.seat, memory="assisted")
        match.play(bots[decision.seat].choose(decision, view, None))
    return match


def test_with_two_players_it_makes_the_move_of_the_solution(solution: Solution) -> None:
    match, bot = osteria.new("roll-for-soles", seed=3), make("optimal")
    while (decision := match.decision) is not None:
        view = match.view(decision.seat)
        move = bot.choose(decision, view, None)
        assert str(move) == solution.choose(position_from(view))
        match.play(move)


def test_it_beats_chance_by_far_with_two_players() -> None:
    shares = [outcome_of(play([make("optimal"), make("random", seed=seed)], seed)) for seed in range(40)]
    assert sum(shares) > 32


@pytest.mark.parametrize("players", [3, 5, 8])
def test_with_more_players_it_only_makes_legal_moves(players: int) -> None:
    bots = [make("optimal", playouts=20, seed=seat) for seat in range(players)]
    assert play(bots, seed=players).outcome is not None


def test_it_plays_with_other_dice() -> None:
    bots = [make("optimal", playouts=20, seed=1) for _ in range(3)]
    assert play(bots, seed=1, faces="2,2,hook,hook,double,double").outcome is not None


def test_the_same_seed_makes_the_same_choices() -> None:
    games = [play([make("optimal", playouts=50, seed=seat) for seat in range(3)], seed=5) for _ in range(2)]
    assert games[0].transcript == games[1].transcript


def test_it_never_plays_more_playouts_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []

    def count(table: object, actions: list[int], seat: int, playouts: int, rng: object) -> np.ndarray:
        counted.append(playouts * len(actions))
        return np.zeros(len(actions))

    monkeypatch.setattr("osteria.bots.roll_for_soles.optimal.chances", count)
    for playouts in (1, 2, 7, 999):
        match, bot = osteria.new("roll-for-soles", 4, seed=2), make("optimal", playouts=playouts)
        for _ in range(10):
            counted.clear()
            assert match.decision is not None
            match.play(bot.choose(match.decision, match.view(match.decision.seat), None))
            assert sum(counted) <= playouts


def test_it_keeps_to_the_clock() -> None:
    match, bot = osteria.new("roll-for-soles", 4, seed=2), make("optimal", playouts=10**9)
    crowd.KERNELS.compiled()
    assert match.decision is not None
    start = time.perf_counter()
    bot.choose(match.decision, match.view(match.decision.seat), 0.05)
    assert time.perf_counter() - start < 5


@pytest.mark.skipif(not os.environ.get("OSTERIA_LONG"), reason="plays many games")
def test_playouts_beat_the_rule_of_thumb_they_are_made_of() -> None:
    bots = [make("optimal", playouts=1000, seed=1), make("optimal", playouts=1), make("optimal", playouts=1)]
    shares = [outcome_of(play(bots, seed)) for seed in range(600)]
    assert np.mean(shares) > 1 / 3 + np.std(shares) / np.sqrt(len(shares))


def test_without_a_clear_winner_among_playouts_the_rule_decides() -> None:
    assert clearly_best(np.array([0.50, 0.52]), played=100, by_rule=0) == 0
    assert clearly_best(np.array([0.50, 0.52]), played=10_000, by_rule=0) == 1
    assert clearly_best(np.array([0.0, 0.0]), played=0, by_rule=1) == 1


def test_the_rule_takes_the_last_points_only_to_win() -> None:
    rules = game("roll-for-soles")
    for supplies, source in (({0: 20, 1: 30, 2: 5}, "from seat 1"), ({0: 30, 1: 20, 2: 5}, "from middle")):
        states = rules.place(rules.seats(3), osteria.Options(), {"turn": 0, "middle": 1, "supplies": supplies})
        rules.kernels.interpreted.step(states, rules.read(states[0], "dice 1 1 hook water")[0], None)
        assert rules.say(states[0], int(states[0]["ask"]), (crowd.action_by_rule(states[0]),)) == source


def test_other_games_are_refused() -> None:
    match = osteria.new("sole-mio", 3, seed=1)
    assert match.decision is not None
    with pytest.raises(osteria.OsteriaError, match="Roll for Soles only"):
        make("optimal").choose(match.decision, match.view(match.decision.seat), None)


@pytest.mark.parametrize("playouts", [0, -1, 1.5, "many"])
def test_a_budget_that_is_none_is_refused(playouts: object) -> None:
    with pytest.raises(osteria.OsteriaError):
        make("optimal", playouts=playouts)


def outcome_of(match: osteria.Match) -> float:
    """The share of the win of seat 0."""
    assert match.outcome is not None
    return match.outcome.share(0)
