import os
from random import Random

import pytest
from plain_rules import Chooser, play

from osteria.lab.limits import fixed_limits_on
from osteria.lab.pool import Here
from osteria.solve.policies import OPTIMAL, Policy, against_optimal, best_limit
from osteria.solve.position import Position
from osteria.solve.soles import Solution, solve


@pytest.fixture(scope="module")
def small() -> Solution:
    """A game of 20 points."""
    return solve(points=20)


def test_optimal_play_against_itself_keeps_its_value(small: Solution) -> None:
    result = against_optimal(small, OPTIMAL)
    assert result.first == pytest.approx(small.first_player, abs=1e-8)
    assert result.loss == pytest.approx(0.0, abs=1e-8)


def test_no_fixed_limit_gains_anything() -> None:
    results = fixed_limits_on(Here(), solve(points=12), "best")
    assert all(result.loss > 0 for result in results.values())
    assert results[best_limit(results)].loss == min(result.loss for result in results.values())


def test_choosing_the_source_freely_loses_no_more_than_a_fixed_rule(small: Solution) -> None:
    for limit in (1, 5, 10):
        free, fixed = (against_optimal(small, Policy(limit, source)) for source in ("best", "other"))
        assert free.loss <= fixed.loss + 1e-9


def test_the_exact_chances_of_a_fixed_limit_are_those_of_played_games(small: Solution, is_long: bool) -> None:
    games = 200_000 if is_long else 3_000
    result = against_optimal(small, Policy(8, "other"))
    rng, error = Random(5), 0.5 / games**0.5
    first = sum(play(small.faces, 20, (secure_at(8), optimal(small)), rng) for _ in range(games)) / games
    second = sum(1 - play(small.faces, 20, (optimal(small), secure_at(8)), rng) for _ in range(games)) / games
    assert abs(first - result.first) <= 3 * error
    assert abs(second - result.second) <= 3 * error


@pytest.mark.skipif(not os.environ.get("OSTERIA_LONG"), reason="solves many times")
def test_the_figures_of_the_documentation(solution: Solution) -> None:
    results = fixed_limits_on(Here(), solution, "best")
    assert f"{results[10].loss:.4f}" == "0.1869"
    assert (best_limit(results), f"{results[13].loss:.4f}") == (13, "0.1551")


def secure_at(limit: int) -> Chooser:
    """A player who takes from the other player and secures from a net of `limit` on."""

    def choose(ask: str, table: dict[str, object]) -> str:
        if ask == "source":
            return "from other"
        return "secure" if int(str(table["net"])) >= limit else "roll"

    return choose


def optimal(solution: Solution) -> Chooser:
    """A player who asks the solution."""

    def choose(ask: str, table: dict[str, object]) -> str:
        return str(solution.choose(Position(**table, ask=ask)))  # type: ignore[arg-type]

    return choose
