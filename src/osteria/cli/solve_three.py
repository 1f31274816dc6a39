"""`osteria solve --players 3`: a strategy for three, what it says about a position, and how much leaving it could gain."""

import os
from typing import Any

from osteria.cli.printing import logged, print_json, spinning
from osteria.solve.deviation import deviation
from osteria.solve.position import read_position
from osteria.solve.store import strategy_for
from osteria.solve.three import POINTS, Strategy

SMALL = 40
"""Games of so few points are worked out within seconds."""


def solve_three(faces: tuple[str, ...], *, ask: str | None, epsilon: bool, json: bool) -> int:
    """Print the strategy for three, for a position or at the start, and if wanted its epsilon."""
    position = read_position(ask, faces, players=3) if ask is not None else None
    points = position.points if position else POINTS
    if points != POINTS:
        logged().print(
            f"This position has {points} points, a table for three {POINTS}: answered for a game of {points}."
        )
    strategy = _worked_out(faces, points)
    told = _about(strategy)
    if position:
        told["ask"] = {"moves": strategy.chances(position), "weights": strategy.weights(position)}
    if epsilon:
        told |= _measured(strategy)
    print_json(told) if json else _print(told)
    return 0


def _worked_out(faces: tuple[str, ...], points: int) -> Strategy:
    with spinning("working out a strategy for three (ten minutes of one core, once)") as update:
        watch = lambda sweep, change: update(f"sweep {sweep}, largest change {change:.1e}")  # noqa: E731
        return strategy_for(faces, points=points, threads=_threads(points), watch=watch)


def _threads(points: int) -> int:
    return 1 if points <= SMALL else os.cpu_count() or 1


def _measured(strategy: Strategy) -> dict[str, Any]:
    with spinning("measuring what leaving it could gain (some minutes)") as update:
        watch = lambda sweep, change: update(f"sweep {sweep}, largest change {change:.1e}")  # noqa: E731
        found = deviation(strategy, threads=_threads(strategy.points), watch=watch)
    return {
        "values": found.values,
        "gains": found.gains,
        "epsilon": found.epsilon,
        "worst": found.worst,
        "residual": found.residual,
    }


def _about(strategy: Strategy) -> dict[str, Any]:
    return {
        "game": "roll-for-soles",
        "players": 3,
        "faces": list(strategy.faces),
        "points": strategy.points,
        "width": strategy.width,
        "states": strategy.states,
        "sweeps": strategy.sweeps,
        "seconds": strategy.seconds,
        "origin": strategy.origin,
        "smallest_nets": {" ".join(dice): net for dice, net in strategy.smallest_nets().items()},
    }


def _print(told: dict[str, Any]) -> None:
    print(f"Roll for Soles, 3 players, dice {' '.join(told['faces'])}, {told['points']} points")
    how = f"{told['sweeps']} sweeps" if told["sweeps"] else told["origin"]
    print(f"{told['states']:,} states, {told['seconds']:.2f} s ({how}).")
    if "ask" in told:
        for move, chance in told["ask"]["moves"].items():
            print(f"  {move:<12} wins {chance:.6f}  chosen {told['ask']['weights'][move]:.3f}")
    else:
        print("\nThe smallest net to secure at 0-0-0, by the dice aside:")
        for dice, net in told["smallest_nets"].items():
            print(f"  {dice or 'none':<20} {'always roll' if net is None else net}")
    if "epsilon" in told:
        _print_epsilon(told)


def _print_epsilon(told: dict[str, Any]) -> None:
    chances = ", ".join(f"{chance:.6f}" for chance in told["values"])
    print(f"\nFirst, second and third player win {chances} when all play it.")
    print(f"Nobody can gain more than {told['epsilon']:.2e} by playing otherwise (anywhere: {told['worst']:.2e}).")
