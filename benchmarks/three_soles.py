"""Three at the net, worked out and measured: `PYTHONPATH=src python benchmarks/three_soles.py FOLDER [part ...]`.

Parts: last (the strategy, written into FOLDER, and its epsilon), curve (the same after so many sweeps, by width), proof (bounds
from below and above instead of extrapolation), habits (what other ways to play lose against two who play the strategy), dice
(other dice). Prints one JSON line a figure. Uses all cores: about half an hour of one core for each width of the curve.
"""

import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from gpu_run import stand_in_for_the_installed_package

THREADS = os.cpu_count() or 1
MOMENTS = (5, 8, 12, 16, 20, 25, 30, 40, 60, 90, 120)
"""Sweeps after which epsilon is measured."""


def say(**figures: object) -> None:
    print(json.dumps(figures), flush=True)


def last(folder: Path) -> None:
    """The strategy alone, without the curve that leads to it."""
    curve(folder, (0.001,), curved=False)


def curve(folder: Path, widths: tuple[float, ...] = (0.001, 0.0003), *, curved: bool = True) -> None:
    from osteria.solve.dice import DEFAULT, dice_with
    from osteria.solve.store import keep_strategy, kept
    from osteria.solve.three import POINTS, WIDTH, Strategy, refine, rounded, step_size, unknown

    dice = dice_with(DEFAULT)
    for width in widths:
        values, change, start, snapshots = unknown(POINTS), 1.0, time.perf_counter(), []
        for sweeps in range(1, MOMENTS[-1] + 1):
            new = refine(dice, values, width, THREADS)
            change = float(np.abs(new - values).max())
            values += step_size(sweeps) * (new - values)
            done = change < 1e-6 or sweeps == MOMENTS[-1]
            if done or sweeps in MOMENTS:
                figures = {"width": width, "sweeps": sweeps, "seconds": time.perf_counter() - start, "change": change}
                say(**figures, threads=THREADS)
                snapshots.append((figures, Strategy(dice, rounded(values[2]), width)))
            if done:
                break
        keep_strategy(snapshots[-1][1], folder)
        if width == WIDTH:
            keep_strategy(snapshots[-1][1], kept())
        say(width=width, nets={" ".join(aside): net for aside, net in snapshots[-1][1].smallest_nets().items()})
        for figures, strategy in reversed(snapshots if curved else snapshots[-1:]):
            measure(figures, strategy)


def measure(figures: dict[str, object], strategy: object) -> None:
    from osteria.solve.deviation import deviation

    start, sweeps = time.perf_counter(), []
    found = deviation(strategy, threads=THREADS, watch=lambda number, change: sweeps.append(change))  # type: ignore[arg-type]
    say(**figures, epsilon=found.epsilon, gains=found.gains, worst=found.worst, values=found.values,
        residual=found.residual, measured_in=time.perf_counter() - start, measuring_sweeps=len(sweeps))  # fmt: skip


def proof(folder: Path) -> None:
    """Sweeps without extrapolation: values only rise from 0, best responses only fall from 1."""
    from osteria.solve.deviation import KEPT, LEFT
    from osteria.solve.store import strategy_for
    from osteria.solve.three import passed_on, starts, sweep

    strategy = strategy_for()
    inside = starts(strategy.points)
    bounds = {}
    for name, plans, value in (("value", KEPT, 0.0), ("response", LEFT, 1.0)):
        values, change, sweeps = np.where(inside, value, np.zeros((3, 1, 1, 1))), 1.0, 0
        while change > 1e-9 and sweeps < 400:
            looked_up = np.concatenate([strategy.guide[None], passed_on(values)])
            new = sweep(strategy.dice, looked_up, plans, strategy.width, THREADS)[1:]
            change, values, sweeps = float(np.abs(new - values).max()), new, sweeps + 1
        bounds[name] = values
        say(bound=name, sweeps=sweeps, change=change, first=values[:, 0, 0, 0].tolist())
    gains = bounds["response"] - bounds["value"]
    say(epsilon_at_most=float(gains[:, 0, 0, 0].max()), worst_at_most=float(gains.max()))


def habits(folder: Path) -> None:
    from osteria.solve.deviation import against, deviation
    from osteria.solve.soles import solve as solve_two
    from osteria.solve.store import strategy_for

    strategy = strategy_for()
    points = strategy.points
    third, mover, following = np.indices((points + 1,) * 3)
    richest, poorest = np.maximum(mover, following), np.minimum(mover, following)
    with ThreadPoolExecutor(THREADS) as pool:
        two = list(pool.map(lambda total: solve_two(points=total, tolerance=1e-9).values, range(1, points + 1)))
    duel = np.zeros(third.shape)
    for total in range(1, points + 1):
        here = (third + mover + following < points) & (poorest == points - total)
        duel[here] = 1.0 - two[total - 1][richest[here], third[here]]
    own = deviation(strategy, threads=THREADS).values
    guides = {
        "points": third / points,
        "lead over the richest": (third - richest) / (2 * points) + 0.5,
        "the richest as in a duel": duel,
    }
    for name, guide in guides.items():
        found = against(strategy, np.clip(guide, 0, 1), threads=THREADS)
        say(habit=name, chances=found, loss=float(np.mean(own) - np.mean(found)))


def dice(folder: Path) -> None:
    from osteria.solve.deviation import deviation
    from osteria.solve.three import solve

    for faces in ("1,2,2,hook,double,water", "1,2,hook,double,double,water"):
        strategy = solve(faces.split(","), threads=THREADS)
        found = deviation(strategy, threads=THREADS)
        say(faces=faces, sweeps=strategy.sweeps, seconds=strategy.seconds, epsilon=found.epsilon, worst=found.worst,
            values=found.values)  # fmt: skip


if __name__ == "__main__":
    stand_in_for_the_installed_package()
    chosen = sys.argv[2:] or ["curve", "proof", "habits", "dice"]
    for part in chosen:
        {"last": last, "curve": curve, "proof": proof, "habits": habits, "dice": dice}[part](Path(sys.argv[1]))
