"""Every world that agrees with what a viewer saw, with its exact weight: the measure of an imagination.

This knows nothing of how worlds are sampled. It deals every unseen card in every way, follows the rules, and drops a
world as soon as a move that was made would not have been legal.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np

from osteria.core.game import Game
from osteria.core.schema import Table
from osteria.play.match import MOST_OPTIONS
from osteria.play.trace import UNSEEN, Trace
from osteria.play.view import View

World = bytes


def possible_worlds(game: Game, view: View) -> dict[World, Fraction]:
    """The probability of every world (as the bytes of its record) given an assisted view."""
    trace = view.trace
    assert trace is not None
    found: Counter[World] = Counter()
    follow(game, trace, game.fresh(trace.seats, trace.options), 0, Fraction(1), found)
    total = sum(found.values())
    return {world: weight / total for world, weight in found.items()}


def follow(game: Game, trace: Trace, states: Table, at: int, weight: Fraction, found: Counter[World]) -> None:
    """Go on from an action of the trace; branch where a card was dealt unseen."""
    kernels, chance = game.kernels.best, set(trace.chance)
    for place in range(at, len(trace.actions)):
        action = trace.actions[place]
        options = legal(game, states)
        if action == UNSEEN:
            total = kernels.total(states)
            for option in options:
                branch = states.copy()
                likely = weight * Fraction(int(kernels.weight(states, option)), int(total))
                apply(game, branch, option)
                follow(game, trace, branch, place + 1, likely, found)
            return
        if action not in options:
            return
        if place in chance:
            weight *= Fraction(int(kernels.weight(states, action)), int(kernels.total(states)))
        apply(game, states, action)
    found[states.tobytes()] += weight  # type: ignore[assignment]


def legal(game: Game, states: Table) -> list[int]:
    """The small actions that may be taken."""
    out = np.empty(MOST_OPTIONS, np.int64)
    listed: list[int] = out[: game.kernels.best.legal(states, out)].tolist()
    return listed


def apply(game: Game, states: Table, action: int) -> None:
    """One small action; rounds that end are closed."""
    game.kernels.best.quiet(states, np.array([action]), *game.close)


def distance(exact: dict[World, Fraction], seen: Counter[World]) -> float:
    """The total variation distance between the exact law and what was seen; 1 if something impossible was seen."""
    count = sum(seen.values())
    if any(world not in exact for world in seen):
        return 1.0
    return sum(abs(float(share) - seen[world] / count) for world, share in exact.items()) / 2
