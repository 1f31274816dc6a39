"""What Ray costs a game: the same expert games here and on a cluster of this machine, in turns, by processor time.

    ./run --with ray ...                                 (once, so that .venv has Ray)
    .venv/bin/python benchmarks/ray_overhead.py --games 24 --rounds 3

Counted are the processes that play and the one that hands out (`work`), and apart from them Ray's own (`ray`: object store,
scheduler and the like), which also use time while nobody plays. `seconds` is wall-clock time: of use on a quiet machine only.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

import psutil
import ray

from osteria.lab.arena import Game, play_arena
from osteria.lab.pool import Here
from osteria.lab.ray_pool import RayPool
from osteria.lab.seating import Plan

WORKER = "ray::"


def main() -> None:
    asked = arguments().parse_args()
    plan = Plan(asked.game, 2, ("expert", "regular"), asked.games, 1)
    pools: dict[str, Any] = {"here": Here()}
    for cores in asked.cores:
        pools[f"ray {cores}"] = cores
    rows = []
    expected = play_arena(plan, Here())
    for number in range(asked.rounds):
        for name, pool in pools.items():
            rows.append({"round": number, "on": name, **measured(plan, pool, expected)})
            print(json.dumps(rows[-1]), flush=True)
    print(json.dumps(summed_up(rows)))


def arguments() -> argparse.ArgumentParser:
    known = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known.add_argument("--game", default="sole-mio")
    known.add_argument("--games", type=int, default=24)
    known.add_argument("--rounds", type=int, default=3)
    known.add_argument("--cores", type=int, nargs="+", default=[1, 2], help="clusters of so many cores")
    return known


def measured(plan: Plan, pool: Any, expected: list[Game]) -> dict[str, float]:
    """Processor and wall-clock seconds of one arena; what it found must be what was found before."""
    if isinstance(pool, Here):
        return timed(lambda: play_arena(plan, pool) == expected)
    ray.init("local", num_cpus=pool, include_dashboard=False, log_to_driver=False, object_store_memory=100_000_000)
    try:
        there = RayPool()
        play_arena(Plan(plan.game, 2, plan.bots, 2 * pool, 2), there)  # its processes start and load the rules
        return timed(lambda: play_arena(plan, there) == expected)
    finally:
        ray.shutdown()


def timed(is_right: Callable[[], bool]) -> dict[str, float]:
    before, started = used(), time.perf_counter()
    assert is_right(), "another result"
    seconds, after = time.perf_counter() - started, used()
    return {"seconds": seconds, "work": after[0] - before[0], "ray": after[1] - before[1]}


def used() -> tuple[float, float]:
    """Processor seconds so far: of this process and those that play, and of Ray's own."""
    work, own = own_time(psutil.Process()), 0.0
    for process in psutil.Process().children(recursive=True):
        try:
            if process.cmdline()[0].startswith(WORKER):
                work += own_time(process)
            else:
                own += own_time(process)
        except (psutil.NoSuchProcess, IndexError):
            continue
    return work, own


def own_time(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def summed_up(rows: list[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """By place the middle of each figure, and what a game costs over one here."""
    found = {}
    for name in dict.fromkeys(row["on"] for row in rows):
        mine = [row for row in rows if row["on"] == name]
        found[name] = {key: sorted(row[key] for row in mine)[len(mine) // 2] for key in ("seconds", "work", "ray")}
    for figures in found.values():
        figures["over here"] = figures["work"] / found["here"]["work"] - 1
    return found


if __name__ == "__main__":
    main()
