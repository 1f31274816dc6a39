"""Comparing the options of a decision by their playouts, as kernels: the same choice on every machine, also in the page.

In all of them `shares[world, option]` is the seat's share of the win and `leads` how far it was ahead, NaN where an option did
not meet a world; `met` worlds were met; `win` is how much winning counts beside being ahead; `alive` is 1 for the options that
are left.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from osteria.core.kernel import Kernels, kernel
from osteria.core.schema import Table
from osteria.core.stream import draw_below, open_stream, playout_key

DOUBT = 0.5
"""Standard errors by which an option must be better than the rules of thumb's own."""
BEST, WORST, DEAD = 2.0, -1.0, -2.0
"""Better and worse than every mean: those are from 0 to 1."""
PICKING = 1
"""What a stream of random numbers is for; worlds are drawn from another one."""


@kernel
def start_streams(seed: int, first: int, streams: Table) -> None:
    """Entry: the key of the stream of chance of each world's playouts, the first of them with this number."""
    for place in range(streams.shape[0]):
        streams[place] = playout_key(seed, first + place)


@kernel
def pick_some(seed: int, count: int, rng: Table, out: Table) -> None:
    """Entry: as many of so many places as `out` has room for, in their order, each as likely as any other."""
    open_stream(rng, 0, seed, 0, PICKING)
    picked = 0
    for place in range(count):
        if draw_below(rng, 0, count - place) < out.shape[0] - picked:
            out[picked] = place
            picked += 1


@kernel
def worth(shares: Table, leads: Table, world: int, option: int, win: float) -> float:
    """What a playout is worth."""
    return win * float(shares[world, option]) + (1.0 - win) * float(leads[world, option])


@kernel
def mean_of(shares: Table, leads: Table, met: int, option: int, win: float) -> float:
    """The mean of an option over the worlds it met; no playout is the worst."""
    total = 0.0
    count = 0
    for world in range(met):
        value = worth(shares, leads, world, option, win)
        if value == value:
            total += value
            count += 1
    return total / count if count > 0 else WORST


@kernel
def drop_worse_half(shares: Table, leads: Table, met: int, win: float, alive: Table, means: Table) -> None:
    """Entry: keep the better half of the options that are alive, and the first. `means` is scratch."""
    living = 0
    for option in range(alive.shape[0]):
        living += int(alive[option])
        means[option] = mean_of(shares, leads, met, option, win) if alive[option] == 1 else DEAD
    means[0] = BEST
    for option in range(alive.shape[0]):
        if is_behind(means, option, (living + 1) // 2):
            alive[option] = 0


@kernel
def is_behind(means: Table, option: int, places: int) -> bool:
    """Whether an option is not among the first so many; of equal ones the first is ahead."""
    ahead = 0
    for other in range(means.shape[0]):
        if means[other] > means[option] or (means[other] == means[option] and other < option):
            ahead += 1
    return ahead >= places


@kernel
def best_option(shares: Table, leads: Table, met: int, win: float, alive: Table) -> int:
    """Entry: the best option that is alive; the first one unless another is better beyond doubt, world by world."""
    best = 0
    most = 0.0
    for option in range(1, alive.shape[0]):
        if alive[option] == 1:
            gain = sure_gain(shares, leads, met, win, option)
            if gain > most:
                best = option
                most = gain
    return best


@kernel
def sure_gain(shares: Table, leads: Table, met: int, win: float, option: int) -> float:
    """By how much an option is better than the first one in the worlds that both met, less what is doubtful of it."""
    total = 0.0
    count = 0
    for world in range(met):
        gain = worth(shares, leads, world, option, win) - worth(shares, leads, world, 0, win)
        if gain == gain:
            total += gain
            count += 1
    if count < 2:
        return 0.0
    mean = total / count
    squares = 0.0
    for world in range(met):
        gain = worth(shares, leads, world, option, win) - worth(shares, leads, world, 0, win)
        if gain == gain:
            squares += (gain - mean) * (gain - mean)
    return mean - DOUBT * sqrt(squares / (count - 1)) / sqrt(float(count))


def examples() -> Mapping[str, tuple[Any, ...]]:
    """Arguments of the types that each entry is compiled for."""
    line, floats, means = np.zeros(2, np.int64), np.zeros((1, 1)), np.zeros(1)
    return {
        "start_streams": (0, 0, line),
        "pick_some": (0, 0, line, line),
        "drop_worse_half": (floats, floats, 0, 0.0, line, means),
        "best_option": (floats, floats, 0, 0.0, line),
    }


KERNELS = Kernels(
    "comparing",
    {f.__name__: f for f in (start_streams, pick_some, drop_worse_half, best_option)},
    examples,
    (Path(__file__), Path(__file__).parent.parent / "core"),
    home=f"{__name__}:KERNELS",
)
