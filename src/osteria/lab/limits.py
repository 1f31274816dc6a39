"""What players lose who secure at a fixed net, worked out on many cores or machines."""

from __future__ import annotations

from collections.abc import Callable

from osteria.lab.pool import Pool, in_order
from osteria.solve.policies import Policy, Result, against_optimal, until_it_rises
from osteria.solve.soles import Solution
from osteria.solve.store import solution_for

Task = tuple[tuple[str, ...], int, str, int]


def fixed_limits_on(
    pool: Pool, solution: Solution, source: str, watch: Callable[[str], None] = lambda state: None
) -> dict[int, Result]:
    """What players achieve who secure at 1, at 2, and so on; the same to the last bit wherever it is worked out."""
    tasks = ((tuple(solution.faces), solution.points, source, limit) for limit in range(1, solution.points))
    found = in_order(pool.map(result_at, tasks), lambda result: result[0], first=1)
    return until_it_rises(found, watch)


def result_at(task: Task) -> tuple[int, Result]:
    """The result of one limit; may run on another machine, which solves the game for itself, once."""
    faces, points, source, limit = task
    return limit, against_optimal(solution_for(faces, points=points), Policy(limit, source))
