"""Exact optimal play of Roll for Soles for two players.

A value is the chance to win of the player in turn; a tie is half a win. Stored is one value for each score at the start
of a turn (3,240 with 80 points); what happens within a turn is worked out from these when it is asked (`turn.py`).

The game has cycles: a turn may catch nothing, and points taken from the other player go back to the middle when the net
is lost. So the values are found by iteration, and one sweep works out every position of the game once. There is only
one solution: whatever both players do, every roll may show nothing but soles, without hook, and then points leave the
middle for good within the turn or the game ends; so every game ends with certainty, and the sweeps contract.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from osteria.core.errors import OsteriaError
from osteria.games.roll_for_soles.record import MIDDLE
from osteria.solve.dice import ASIDES, DEFAULT, Dice, Floats, dice_with
from osteria.solve.position import Position, haul, lying_aside, may_choose_source, settled
from osteria.solve.turn import KERNELS, at_the_end, tables

POINTS = MIDDLE[2]
"""RS-1: the points of a table for two."""
MOST_POINTS = 200
TOLERANCE = 1e-13
MOST_SWEEPS = 10_000
"""Rounding may keep sweeps above a very small tolerance for ever; the slowest dice need 1,400 sweeps for 1e-13."""
REMEMBERED = 10
"""How many earlier sweeps the extrapolation looks back on. SPEED: 28 sweeps instead of 58 with the default dice."""

Step = Callable[[Floats], Floats]
Watch = Callable[[int, float], None]


class Solution:
    """Optimal play with these dice.

    Attributes:
        dice: the dice.
        points: all points of the game.
        values: `values[own, other]`, the chance to win at the start of a turn.
        origin: "solved" (now), "shipped" (with the package) or "kept" (solved earlier on this machine).
        seconds: what it took to solve or to load.
        sweeps: over all positions, to solve; 0 if it was loaded.
    """

    def __init__(
        self, dice: Dice, values: Floats, *, origin: str = "solved", seconds: float = 0.0, sweeps: int = 0
    ) -> None:
        self.dice, self.values, self.points = dice, values, len(values) - 1
        self.origin, self.seconds, self.sweeps = origin, seconds, sweeps
        self._turns: dict[int, Floats] = {}

    @property
    def faces(self) -> tuple[str, ...]:
        """The six faces of each die, in the fixed order."""
        return self.dice.faces

    @property
    def first_player(self) -> float:
        """The chance to win of the player who begins."""
        return float(self.values[0, 0])

    @property
    def states(self) -> int:
        """Positions whose chance a sweep works out, the same for both seats: scores at the start of a turn, and
        (score, net, dice aside) where the player secures or rolls. Sources are chosen in between."""
        starts = self.points * (self.points + 1) // 2
        nets = starts * (self.points + 2) // 3 - starts
        return starts + nets * len(ASIDES)

    @cached_property
    def residual(self) -> float:
        """The Bellman residual: how much one more sweep over all positions would change any of them at most. Within a
        turn chances are worked out from the values exactly, so it is the change at the starts of turns."""
        return float(np.abs(sweep(self.dice, self.values) - self.values).max())

    def value(self, position: Position) -> float:
        """The chance to win of the player in turn, with optimal play on both sides."""
        here = settled(self._of_this_game(position))
        if not here.middle:
            return at_the_end(here.own + here.net, here.other)
        if here.asked == "roll":
            return self._rolling(here.own, here.other, here.net, lying_aside(here))
        if here.asked == "source" and not may_choose_source(here):
            return 1.0 - float(self.values[here.other, here.own])
        return max(self._moves(here).values())

    def best(self, position: Position) -> dict[str, float]:
        """Every move that may be chosen, with its chance to win, best first; empty where nothing is asked.

        Dice just rolled that leave no choice of source are hauled first, from the middle.
        """
        here = settled(self._of_this_game(position))
        if not here.middle or here.asked == "roll" or (here.asked == "source" and not may_choose_source(here)):
            return {}
        return dict(sorted(self._moves(here).items(), key=lambda move: -move[1]))

    def choose(self, position: Position) -> str | None:
        """The best move, or None where nothing is asked. Of equals: `secure`, and `from middle`."""
        return next(iter(self.best(position)), None)

    def smallest_nets(self, own: int = 0, other: int = 0) -> dict[tuple[str, ...], int | None]:
        """For every set of dice aside the smallest net that optimal play secures, at a score at the start of a turn;
        None where it secures none."""
        return {
            ("double",) * doubles + ("water",) * waters: self._smallest_net(own, other, aside)
            for aside, (doubles, waters) in enumerate(ASIDES)
        }

    def _smallest_net(self, own: int, other: int, aside: int) -> int | None:
        for net in range(1, self.points - own - other):
            if 1.0 - self.values[other, own + net] >= self._rolling(own, other, net, aside):
                return net
        return None

    def _rolling(self, own: int, other: int, net: int, aside: int) -> float:
        if own not in self._turns:
            self._turns[own] = play_turn(self.dice, self.values, own)
        return float(self._turns[own][net, other, aside])

    def _moves(self, here: Position) -> dict[str, float]:
        own, other, net, aside = here.own, here.other, here.net, lying_aside(here)
        if here.asked == "again":
            secured = 1.0 - float(self.values[other, own + net])
            return {"secure": secured, "roll": self._rolling(own, other, net, aside)}
        caught, stolen = min(haul(here), here.middle), min(haul(here), other)
        return {
            "from middle": self._hauled(own, other, net + caught, aside),
            f"from seat {1 - here.turn}": self._hauled(own, other - stolen, net + stolen, aside),
        }

    def _hauled(self, own: int, other: int, net: int, aside: int) -> float:
        if own + other + net == self.points:
            return at_the_end(own + net, other)
        return max(1.0 - float(self.values[other, own + net]), self._rolling(own, other, net, aside))

    def _of_this_game(self, position: Position) -> Position:
        if len(position.supplies) != 2:
            raise OsteriaError(f"This is the solution for two players, not for {len(position.supplies)}.")
        if position.points != self.points:
            raise OsteriaError(f"The position has {position.points} points, the game that was solved {self.points}.")
        return position


def solve(
    faces: Sequence[str] = DEFAULT, *, points: int = POINTS, tolerance: float = TOLERANCE, watch: Watch | None = None
) -> Solution:
    """Solve the game with these dice, now.

    Args:
        faces: the six faces of each die.
        points: all points of the game.
        tolerance: sweeps end when none changes a value by more.
        watch: called after every sweep with its number and the largest change.
    """
    dice = dice_with(faces)
    if not 1 <= points <= MOST_POINTS:
        raise OsteriaError(f"A game of 1 to {MOST_POINTS} points can be solved, not one of {points}.")
    KERNELS.compiled()
    start = time.perf_counter()
    values, sweeps = iterate(lambda values: refine(dice, values), unknown(points), tolerance, watch or unwatched)
    return Solution(dice, values, seconds=time.perf_counter() - start, sweeps=sweeps)


def iterate(step: Step, values: Floats, tolerance: float, watch: Watch) -> tuple[Floats, int]:
    """Repeat a sweep with extrapolation until it changes no value by more than `tolerance`; also how many it took."""
    sweeps, change = 0, np.inf
    before: list[Floats] = []
    after: list[Floats] = []
    while change > tolerance and sweeps < MOST_SWEEPS:
        before.append(values)
        after.append(step(values))
        last, change = change, float(np.abs(after[-1] - before[-1]).max())
        # A sweep that undoes progress means the extrapolation crossed into other moves: forget what was before them.
        keep = 1 if change > 2 * last else REMEMBERED
        before, after, sweeps = before[-keep:], after[-keep:], sweeps + 1
        watch(sweeps, change)
        values = extrapolate(before, after) if change > tolerance else after[-1]
    return values, sweeps


def extrapolate(before: Sequence[Floats], after: Sequence[Floats]) -> Floats:
    """Anderson's extrapolation: combine the last sweeps so that, if sweeps were linear, the next changed least."""
    if len(after) == 1:
        return after[0].copy()
    found = np.array([values.ravel() for values in after])
    changes = found - np.array([values.ravel() for values in before])
    mix = np.linalg.lstsq(np.diff(changes, axis=0).T, changes[-1], rcond=1e-10)[0]
    mixed: Floats = np.clip(found[-1] - mix @ np.diff(found, axis=0), 0.0, 1.0)
    return mixed.reshape(after[0].shape)


def sweep(dice: Dice, values: Floats) -> Floats:
    """Work out every position of the game once from the values at the starts of turns; returns those values anew."""
    new, points = values.copy(), len(values) - 1
    for own in range(points - 1, -1, -1):
        new[own, : points - own] = play_turn(dice, values, own)[0, : points - own, 0]
    return new


def refine(dice: Dice, values: Floats) -> Floats:
    """The same, but each row is used as soon as it is known, which converges faster."""
    new, points = values.copy(), len(values) - 1
    for own in range(points - 1, -1, -1):
        new[own, : points - own] = play_turn(dice, new, own)[0, : points - own, 0]
    return new


def play_turn(dice: Dice, values: Floats, own: int, chances: Floats | None = None) -> Floats:
    """The chance to win by rolling, `[net, other's points, aside]`, in a turn of a player with `own` points.

    `chances`, if given, is filled with the better of rolling and securing.
    """
    points = len(values) - 1
    rolling = tables(points - own)
    better = tables(points - own) if chances is None else chances
    KERNELS.compiled().turn(own, points, values, *dice.arrays, better, rolling)
    return rolling


def unknown(points: int) -> Floats:
    """Values to begin with."""
    return np.full((points + 1, points + 1), 0.5)


def unwatched(sweep: int, change: float) -> None:
    """Nobody watches."""


def enclose(faces: Sequence[str] = DEFAULT, *, points: int = POINTS, width: float = 1e-11) -> tuple[Floats, Floats]:
    """A proof of the values: bounds from below and above, nowhere further apart than `width`.

    The more the other player may hope for, the less is left: from bounds of one player's chances a sweep makes
    bounds of the other's. Starting from 0 and 1, without extrapolation, each pair lies within the one before.
    """
    dice = dice_with(faces)
    low, high = np.zeros((points + 1, points + 1)), np.ones((points + 1, points + 1))
    high[np.add.outer(np.arange(points + 1), np.arange(points + 1)) >= points] = 0.0
    while (high - low).max() > width:
        low, high = sweep(dice, high), sweep(dice, low)
    return low, high
