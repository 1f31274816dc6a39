"""The solution against the ordinary engine: its moves, its rules, its games."""

from typing import Any

import numpy as np
import pytest

import osteria
from osteria.games import game
from osteria.play.fate import Asked
from osteria.play.match import Match
from osteria.solve.position import position_from
from osteria.solve.soles import Solution, solve
from osteria.solve.verify import verify

SOLES = game("roll-for-soles")


def test_games_played_through_the_engine_agree_with_the_value(solution: Solution, is_long: bool) -> None:
    check = verify(solution, 3_000_000 if is_long else 50_000, seed=1)
    assert check.holds
    assert check.error == pytest.approx(0.5 / check.games**0.5, rel=0.05)


def test_other_dice_agree_too(is_long: bool) -> None:
    points, games = (80, 1_000_000) if is_long else (20, 20_000)
    for faces in ("1,2,2,hook,double,water", "1,2,hook,double,double,water", "1,hook,hook,double,water,water"):
        assert verify(solve(faces.split(","), points=points), games, seed=2).holds


def test_a_wrong_value_would_be_noticed(solution: Solution) -> None:
    values = solution.values.copy()
    values[0, 0] += 0.03
    assert not verify(Solution(solution.dice, values), 20_000, seed=1).holds


def test_the_same_seed_plays_the_same_games(solution: Solution) -> None:
    assert verify(solution, 1_000, seed=9) == verify(solution, 1_000, seed=9)
    assert verify(solution, 1_000, seed=9) != verify(solution, 1_000, seed=10)


def test_at_a_table_the_solution_only_names_moves_that_are_options(solution: Solution) -> None:
    for seed in range(20):
        match = osteria.new("roll-for-soles", seed=seed)
        while match.decision is not None:
            view = match.view(match.decision.seat)
            position = position_from(view)
            assert set(solution.best(position)) == {str(move) for move in match.decision.options}
            assert position.asked == match.decision.ask
            match.play(solution.choose(position) or "")


def test_the_engine_s_own_transitions_have_the_same_values(is_long: bool) -> None:
    """Value iteration over what the engine offers, knowing nothing of soles, dice or points."""
    points = 8 if is_long else 3
    small = solve(points=points)
    graph = Graph(points, small.faces)
    for _ in range(60):
        graph.sweep()
    assert len(graph.positions) > 400
    for key, match in graph.asked.items():
        position = position_from(match.view(None))
        value = small.value(position)
        assert graph.values[key] == pytest.approx(value if position.turn == 0 else 1 - value, abs=1e-9)


class Graph:
    """Every position that can be reached from a table with few points, and where it leads."""

    def __init__(self, points: int, faces: tuple[str, ...]) -> None:
        options, seats = osteria.Options(faces=faces), SOLES.seats(2)
        states = SOLES.place(seats, options, {"middle": points, "turn": 0})
        start = Match(SOLES, seats, options, states, Asked())
        self.positions: dict[str, tuple[int, list[str], np.ndarray[Any, Any]]] = {}
        self.asked: dict[str, Match] = {}
        self.values: dict[str, float] = {}
        waiting = [start]
        while waiting:
            self._explore(waiting.pop(), waiting)

    def _explore(self, match: Match, waiting: list[Match]) -> None:
        key, decision = key_of(match), match.decision
        if key in self.values:
            return
        self.values[key] = 0.5
        if decision is None:
            assert match.outcome is not None
            self.values[key] = match.outcome.share(0)
            return
        followers = [follower(match, move) for move in decision.options]
        weights = np.array(decision.weights or [0]) / sum(decision.weights or [1])
        self.positions[key] = decision.seat, [key_of(other) for other in followers], weights
        if decision.seat != osteria.CHANCE:
            self.asked[key] = match
        waiting += followers

    def sweep(self) -> None:
        """Seat 0 takes the best for itself, seat 1 the worst for seat 0, chance the mean."""
        for key, (seat, followers, weights) in self.positions.items():
            found = [self.values[follower] for follower in followers]
            if seat == osteria.CHANCE:
                self.values[key] = float(weights @ found)
            else:
                self.values[key] = max(found) if seat == 0 else min(found)


def follower(match: Match, move: osteria.Move) -> Match:
    """The match after a move."""
    after = match.copy()
    after.play(move)
    return after


def key_of(match: Match) -> str:
    """What tells positions apart."""
    ask = match.decision.ask if match.decision else None
    return repr((match.zones(), ask))
