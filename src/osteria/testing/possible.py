"""Every world that agrees with what a viewer saw, with its exact weight: the measure of an imagination.

This knows nothing of how worlds are sampled. It deals every unseen card in every way, follows the rules, and drops a
world as soon as a move that was made would not have been legal.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

from osteria.core.events import as_seen
from osteria.core.game import Game
from osteria.play.fate import Asked
from osteria.play.stepper import Stepper
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
        follow(Stepper(game, game.fresh(trace.seats, trace.options), Asked()), trace, 0, 0, Fraction(1), found, [most])
    except TooMany:
        return {}
    total = sum(found.values())
    return {world: weight / total for world, weight in found.items()}


def follow(
    table: Stepper, trace: Trace, at: int, told: int, weight: Fraction, found: dict[World, Fraction], left: list[int]
) -> None:
    """Go on from an action of the trace, `told` events of which have happened; branch where a card was dealt unseen."""
    left[0] -= 1
    if left[0] < 0:
        raise TooMany
    for place in range(at, len(trace.actions)):
        action, options = trace.actions[place], table.legal()
        if action == UNSEEN:
            for option in options:
                branch = table.copy()
                seen = apply(branch, trace, option, told)
                if seen >= 0:
                    follow(branch, trace, place + 1, seen, weight * chance_of(table, option), found, left)
            return
        if action not in options:
            return
        if table.is_chance:
            weight *= chance_of(table, action)
        told = apply(table, trace, action, told)
        if told < 0:
            return
    found[table.states.tobytes()] += weight


def chance_of(table: Stepper, action: int) -> Fraction:
    """How likely chance takes an action."""
    kernels = table.game.kernels.best
    return Fraction(int(kernels.weight(table.states, action)), int(kernels.total(table.states)))


def apply(table: Stepper, trace: Trace, action: int, told: int) -> int:
    """One small action, and the closing of rounds; returns how many events have happened, -1 if the viewer saw others
    (what is forced is no action, but everybody sees it)."""
    rows = table.act(action) + table.close_rounds()
    seen = as_seen(table.game.events, rows, trace.viewer)
    return told + len(rows) if trace.rows[told : told + len(rows)] == seen else -1


def distance(exact: dict[World, Fraction], seen: Counter[World]) -> float:
    """The total variation distance between the exact law and what was seen; 1 if something impossible was seen."""
    count = sum(seen.values())
    if any(world not in exact for world in seen):
        return 1.0
    return sum(abs(float(share) - seen[world] / count) for world, share in exact.items()) / 2
