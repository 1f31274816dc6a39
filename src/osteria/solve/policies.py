"""How other ways to play fare: exact chances of players who secure at a fixed net."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from osteria.solve.dice import Floats
from osteria.solve.soles import Solution, iterate, play_turn, unknown, unwatched
from osteria.solve.turn import BEST, KERNELS, LIKE_GUIDE, OTHER, tables

SETTLED = 1e-10
"""Chances of fixed policies are swept until none changes by more."""


@dataclass(frozen=True)
class Policy:
    """A way to play.

    Attributes:
        limit: the net from which on it secures; 0: it plays optimally.
        source: where the haul of a roll with a hook comes from, where there is a choice: "best" (what wins this player
            most often against optimal play, given the limit) or "other" (always the other player).
    """

    limit: int = 0
    source: str = "best"


OPTIMAL = Policy()


@dataclass(frozen=True)
class Result:
    """What a policy achieves against optimal play.

    Attributes:
        first: its chance to win when it begins.
        second: its chance to win when the optimal player begins.
    """

    first: float
    second: float

    @property
    def loss(self) -> float:
        """What it gives away by not playing optimally: half a win less its mean over who begins."""
        return 0.5 - (self.first + self.second) / 2


def against_optimal(solution: Solution, policy: Policy) -> Result:
    """The exact chances of a policy against optimal play, by sweeping over all positions of both players."""
    guides = [chances_of(solution, own) for own in range(solution.points)]

    def reply(theirs: Floats) -> Floats:
        """The optimal player's chances, once the policy has answered to what they were."""
        return answer(solution, guides, OPTIMAL, answer(solution, guides, policy, theirs))

    theirs, _ = iterate(reply, unknown(solution.points), SETTLED, unwatched)
    mine = answer(solution, guides, policy, theirs)
    return Result(first=float(mine[0, 0]), second=1.0 - float(theirs[0, 0]))


def until_it_rises(results: Iterable[tuple[int, Result]], watch: Callable[[str], None]) -> dict[int, Result]:
    """Results by limit, from 1 on, until the loss is a quarter above the least one found: it falls and then rises with the
    limit, but for ripples of a few hundredths of it. The rest is not even asked for. `watch` is told how far it is."""
    found: dict[int, Result] = {}
    for limit, result in results:
        found[limit] = result
        best = best_limit(found)
        watch(f"at {limit}: loses {found[limit].loss:.4f}")
        if limit > best and found[limit].loss > 1.25 * found[best].loss:
            break
    return found


def best_limit(results: Mapping[int, Result]) -> int:
    """The limit that loses least."""
    return min(results, key=lambda limit: results[limit].loss)


def answer(solution: Solution, guides: Sequence[Floats], policy: Policy, theirs: Floats) -> Floats:
    """A player's chances at the start of every turn, given the other player's chances at the start of theirs."""
    dice, points, new = solution.dice, solution.points, np.zeros_like(theirs)
    chances, start = tables(points), np.zeros(points + 1)
    source = LIKE_GUIDE if policy == OPTIMAL else {"best": BEST, "other": OTHER}[policy.source]
    for own in range(points):
        KERNELS.compiled().turn_by_rule(
            own, points, policy.limit, source, theirs, *dice.arrays, solution.values, guides[own], chances, start
        )  # fmt: skip
        new[own, : points - own] = start[: points - own]
    return new


def chances_of(solution: Solution, own: int) -> Floats:
    """`[net, other's points, aside]`: the chance to win by the better of securing and rolling, with optimal play."""
    chances = tables(solution.points - own)
    play_turn(solution.dice, solution.values, own, chances)
    return chances
