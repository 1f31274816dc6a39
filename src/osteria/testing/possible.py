"""Every world that agrees with what a viewer saw, with its exact weight: the measure of an imagination.

This knows nothing of how worlds are sampled. It deals every unseen card in every way, follows the rules, and drops a
world as soon as a move that was made would not have been legal.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np

from osteria.core.events import as_seen, new_log, rows_of
from osteria.core.family import MOST_LEGAL
from osteria.core.game import Game
from osteria.core.schema import Table, duplicate
from osteria.play.trace import UNSEEN, Trace
from osteria.play.view import View

World = bytes


class TooMany(Exception):
    """There are too many worlds to list."""


def possible_worlds(game: Game, view: View, most: int = 1000) -> dict[World, Fraction]:
    """The probability of every world (as the bytes of its record) given an assisted view.

    Empty if there are more ways to deal the unseen cards than `most`: then nobody should wait for all of them.
    """
    trace = view.trace
    assert trace is not None
    found: dict[World, Fraction] = defaultdict(Fraction)
    try:
        follow(game, trace, game.fresh(trace.seats, trace.options), 0, 0, Fraction(1), found, [most])
    except TooMany:
        return {}
    total = sum(found.values())
    return {world: weight / total for world, weight in found.items()}


def follow(
    game: Game,
    trace: Trace,
    states: Table,
    at: int,
    told: int,
    weight: Fraction,
    found: dict[World, Fraction],
    left: list[int],
) -> None:
    """Go on from an action of the trace, `told` events of which have happened; branch where a card was dealt unseen."""
    kernels, chance = game.kernels.best, set(trace.chance)
    left[0] -= 1
    if left[0] < 0:
        raise TooMany
    for place in range(at, len(trace.actions)):
        action = trace.actions[place]
        options = legal(game, states)
        if action == UNSEEN:
            for option in options:
                branch = duplicate(states)
                likely = weight * Fraction(int(kernels.weight(states, option)), int(kernels.total(states)))
                seen = apply(game, trace, branch, option, told)
                if seen >= 0:
                    follow(game, trace, branch, place + 1, seen, likely, found, left)
            return
        if action not in options:
            return
        if place in chance:
            weight *= Fraction(int(kernels.weight(states, action)), int(kernels.total(states)))
        told = apply(game, trace, states, action, told)
        if told < 0:
            return
    found[states.tobytes()] += weight


def legal(game: Game, states: Table) -> list[int]:
    """The small actions that may be taken."""
    out = np.empty(MOST_LEGAL, np.int64)
    listed: list[int] = out[: game.kernels.best.legal(states, out)].tolist()
    return listed


def apply(game: Game, trace: Trace, states: Table, action: int, told: int) -> int:
    """One small action, and the closing of rounds; returns how many events have happened, -1 if the viewer saw others
    (what is forced is no action, but everybody sees it)."""
    log, (closing, close) = new_log(), game.close
    ask = game.kernels.best.step(states, action, log)
    rows = rows_of(log)
    while ask == closing:
        ask = game.kernels.best.step(states, close, log)
        rows += rows_of(log)
    seen = as_seen(game.events, rows, trace.viewer)
    return told + len(rows) if trace.rows[told : told + len(rows)] == seen else -1


def distance(exact: dict[World, Fraction], seen: Counter[World]) -> float:
    """The total variation distance between the exact law and what was seen; 1 if something impossible was seen."""
    count = sum(seen.values())
    if any(world not in exact for world in seen):
        return 1.0
    return sum(abs(float(share) - seen[world] / count) for world, share in exact.items()) / 2
