"""What a player could gain by leaving the strategy for three while the two others keep to it: exactly, by best response.

Against two players whose play is fixed the third has an ordinary problem of chance and own decisions. It is solved as the game
for two is: by sweeps over all positions, in each of which the deviating player takes whatever is best, until nothing changes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from osteria.solve.dice import Floats, Integers
from osteria.solve.soles import Watch, iterate, unwatched
from osteria.solve.three import BY_GUIDE, Strategy, passed_on, starts, sweep, unknown
from osteria.solve.three_turn import DEVIATES, FOLLOWS, ROLES

KEPT = np.array([[0, FOLLOWS], [0, FOLLOWS], [1, FOLLOWS], [2, FOLLOWS]])
LEFT = np.array([[0, FOLLOWS], [0, DEVIATES], [1, FOLLOWS], [2, FOLLOWS]])
"""The plans of a sweep: the guide, by which the others play, and the player in question in each of the three roles."""
SETTLED = 1e-8
"""Chances are swept until none changes by more."""


@dataclass(frozen=True)
class Deviation:
    """What the strategy is worth and what leaving it would bring.

    Attributes:
        values: the chance to win of the first, second and third player when all play the strategy.
        gains: what each of them could gain at most by another way to play against the two others.
        worst: the same at the start of any turn of any position, also of those that are never reached.
        residual: by how much one more sweep changes any chance of the two.
    """

    values: tuple[float, float, float]
    gains: tuple[float, float, float]
    worst: float
    residual: float

    @property
    def epsilon(self) -> float:
        """The most any one player could gain."""
        return max(self.gains)


def deviation(strategy: Strategy, *, threads: int = 1, watch: Watch = unwatched) -> Deviation:
    """Measure a strategy: its values and the best responses to it."""
    kept, first = settle(strategy, KEPT, unknown(strategy.points), threads, watch)
    left, second = settle(strategy, LEFT, kept, threads, watch)
    gains = left - kept
    return Deviation(
        values=(float(kept[0, 0, 0, 0]), float(kept[1, 0, 0, 0]), float(kept[2, 0, 0, 0])),
        gains=(float(gains[0, 0, 0, 0]), float(gains[1, 0, 0, 0]), float(gains[2, 0, 0, 0])),
        worst=float(gains.max()),
        residual=max(first, second),
    )


def settle(strategy: Strategy, plans: Integers, values: Floats, threads: int, watch: Watch) -> tuple[Floats, float]:
    """The chances of a player in every role, by the plans, against two who play the strategy; and the last change."""
    inside, changes = starts(strategy.points), [np.inf]

    def step(packed: Floats) -> Floats:
        looked_up = np.concatenate([strategy.guide[None], passed_on(unpacked(packed, inside))])
        found: Floats = sweep(strategy.dice, looked_up, plans, strategy.width, threads)[1:, inside]
        return found

    def told(sweeps: int, change: float) -> None:
        changes.append(change)
        watch(sweeps, change)

    packed, _ = iterate(step, values[:, inside], SETTLED, told)
    return unpacked(packed, inside), changes[-1]


def unpacked(packed: Floats, inside: np.ndarray[tuple[int, int, int], np.dtype[np.bool_]]) -> Floats:
    """Chances at the starts of turns as a table."""
    values = np.zeros((ROLES, *inside.shape))
    values[:, inside] = packed
    return values


def against(strategy: Strategy, habit: Floats, *, threads: int = 1, watch: Watch = unwatched) -> tuple[float, ...]:
    """The chances to win of a player, as first, second and third, who plays by another guide against two who play the
    strategy: exactly, by sweeps.

    Args:
        strategy: how the two others play.
        habit: a guide (`Strategy.guide`): what the player strives for at the end of a turn.
        threads: how many work at once.
        watch: called after every sweep with its number and the largest change.
    """
    inside = starts(strategy.points)

    def step(packed: Floats) -> Floats:
        later = passed_on(unpacked(packed, inside))
        own = sweep(strategy.dice, np.stack([habit, later[0]]), KEPT[:2], strategy.width, threads)[1:]
        looked_up = np.concatenate([strategy.guide[None], later[1:]])
        found: Floats = np.concatenate([own, sweep(strategy.dice, looked_up, BY_GUIDE, strategy.width, threads)[1:]])
        return found[:, inside]

    packed, _ = iterate(step, unknown(strategy.points)[:, inside], SETTLED, watch)
    return tuple(float(chance) for chance in packed[:, 0])
