"""Roll for Soles with three players: a strategy that none of them can leave with more than a measured gain.

With three, what is best depends on whom the others favour, and best answers to best answers go round in circles: whoever does
not care from which of two players to take decides between them. So a player here does not take the best move blindly, but
mixes those within `width` of it (see `three_turn.py`): then play changes little when chances change little, sweeps settle, and
the gain that the mixing leaves is far smaller than the width. `deviation.py` measures it.

The strategy is one number for each score at the start of a turn: the chance of the third player, who has just moved. From
these a mover works out the turn (171,700 numbers with 100 points; 42,667,450 states).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

import numpy as np

from osteria.core.errors import OsteriaError
from osteria.games.roll_for_soles.record import MIDDLE
from osteria.solve.dice import ASIDES, DEFAULT, Dice, Floats, Integers, dice_with
from osteria.solve.position import Position, haul, lying_aside, may_choose_source, settled
from osteria.solve.soles import Watch, unwatched
from osteria.solve.three_turn import FOLLOWS, KERNELS, ROLES, SETS, WORTH, scratch, share_of, tables

POINTS = MIDDLE[3]
"""RS-1: the points of a table for three."""
WIDTH = 0.001
"""Moves that cost less than this are mixed. Half of it goes round in circles in a few positions, ten times it gives away more."""
STEPS = np.iinfo(np.uint16).max
"""A strategy's numbers are whole multiples of one part in so many, before and after it was kept in a file."""
TOLERANCE = 1e-6
MOST_SWEEPS = 120
WHOLE_STEPS = 30
BY_GUIDE = np.array([[0, FOLLOWS], [1, FOLLOWS], [2, FOLLOWS]])
"""The plans of a solving sweep: the guide is the mover's own chance; the next one's and the third's beside it."""

SPARE: list[Floats] = []
"""Memory for tables of a turn that no thread uses now: to have it made anew would take as long as to fill it."""


class Strategy:
    """How to play with three.

    Attributes:
        dice: the dice.
        points: all points of the game.
        guide: `guide[third, mover, next]` by their points at the start of a turn: the chance to win of the third.
        width: moves that cost less than this are mixed.
        origin: "solved" (now), "shipped" (with the package) or "kept" (solved earlier on this machine).
        seconds: what it took to solve or to load.
        sweeps: over all positions, to solve; 0 if it was loaded.
    """

    def __init__(
        self, dice: Dice, guide: Floats, width: float = WIDTH, *,
        origin: str = "solved", seconds: float = 0.0, sweeps: int = 0,
    ) -> None:  # fmt: skip
        self.dice, self.guide, self.width, self.points = dice, guide, width, len(guide) - 1
        self.origin, self.seconds, self.sweeps = origin, seconds, sweeps
        self._own, self._turn = -1, tables(1, 0, 0, 0)

    @property
    def faces(self) -> tuple[str, ...]:
        """The six faces of each die, in the fixed order."""
        return self.dice.faces

    @property
    def states(self) -> int:
        """Positions that a sweep works out: scores at the start of a turn, and (score, net, dice aside) where the mover
        secures or rolls."""
        starts = self.points * (self.points + 1) * (self.points + 2) // 6
        nets = starts * (self.points + 3) // 4 - starts
        return starts + nets * len(ASIDES)

    def chances(self, position: Position) -> dict[str, float]:
        """Every move that may be chosen with the mover's chance to win if all play the strategy, best first; empty where
        nothing is asked. Dice just rolled that leave no choice of source are hauled first, from the middle."""
        here = settled(self._of_this_game(position))
        if not here.middle or here.asked == "roll" or (here.asked == "source" and not may_choose_source(here)):
            return {}
        found = self._again(here) if here.asked == "again" else self._sources(here)
        return dict(sorted(found.items(), key=lambda move: -move[1]))

    def weights(self, position: Position) -> dict[str, float]:
        """Every move that may be chosen with how likely the strategy chooses it."""
        found = self.chances(position)
        near = {move: max(0.0, chance - max(found.values()) + self.width) for move, chance in found.items()}
        return {move: weight / sum(near.values()) for move, weight in near.items()}

    def smallest_nets(self, supplies: tuple[int, int, int] = (0, 0, 0)) -> dict[tuple[str, ...], int | None]:
        """For every set of dice aside the smallest net that seat 0 would rather secure than roll; None where it secures
        none."""
        return {
            ("double",) * doubles + ("water",) * waters: self._smallest_net(supplies, aside)
            for aside, (doubles, waters) in enumerate(ASIDES)
        }

    def _smallest_net(self, supplies: tuple[int, int, int], aside: int) -> int | None:
        own, following, third = supplies
        for net in range(1, self.points - sum(supplies)):
            if self.guide[own + net, following, third] >= self._rolling(own, net, following, third, aside):
                return net
        return None

    def _again(self, here: Position) -> dict[str, float]:
        following, third = here.others
        rolled = self._rolling(here.own, here.net, following, third, lying_aside(here))
        return {"secure": float(self.guide[here.own + here.net, following, third]), "roll": rolled}

    def _sources(self, here: Position) -> dict[str, float]:
        own, net, (following, third), aside = here.own, here.net, here.others, lying_aside(here)
        turn, worth = self._turn_from(own, following, third), haul(here)
        caught, first, second = min(worth, here.middle), min(worth, following), min(worth, third)
        hauled = partial(self._hauled, turn, own, aside)
        found = {"from middle": hauled(net + caught, following, third)}
        if first:
            found[f"from seat {(here.turn + 1) % ROLES}"] = hauled(net + first, following - first, third)
        if second:
            found[f"from seat {(here.turn + 2) % ROLES}"] = hauled(net + second, following, third - second)
        return found

    def _hauled(self, turn: Floats, own: int, aside: int, net: int, following: int, third: int) -> float:
        if own + net + following + third == self.points:
            return share_of(0, own + net, following, third)
        return float(turn[0, net, aside, following, third])

    def _rolling(self, own: int, net: int, following: int, third: int, aside: int) -> float:
        turn, lines = self._turn_from(own, following, third), scratch(third + 1)
        narrow = np.ascontiguousarray(turn[..., : third + 1])
        KERNELS.compiled().roll_on(
            own, net, following, aside, self.points, self.width, self.guide[None], BY_GUIDE[:1],
            *self.dice.arrays, narrow, lines,
        )  # fmt: skip
        return float(lines[WORTH, third])

    def _turn_from(self, own: int, following: int, third: int) -> Floats:
        """The tables of a turn that reach up to these points of the others, who only lose points while it lasts."""
        _, _, _, most, last = self._turn.shape
        if own != self._own or following >= most or third >= last:
            self._own, self._turn = own, tables(1, self.points - own, following + 1, third + 1)
            play_turn(self.dice, self.guide[None], BY_GUIDE[:1], self.width, own, self._turn)
        return self._turn

    def _of_this_game(self, position: Position) -> Position:
        if len(position.supplies) != ROLES:
            raise OsteriaError(f"This is the strategy for three players, not for {len(position.supplies)}.")
        if position.points != self.points:
            raise OsteriaError(f"The position has {position.points} points, the game that was solved {self.points}.")
        return position


def solve(
    faces: Sequence[str] = DEFAULT, *, points: int = POINTS, width: float = WIDTH, tolerance: float = TOLERANCE,
    threads: int = 1, watch: Watch = unwatched,
) -> Strategy:  # fmt: skip
    """Work out a strategy with these dice, now: ten minutes of one core, half a gigabyte a thread.

    Args:
        faces: the six faces of each die.
        points: all points of the game.
        width: moves that cost less than this are mixed.
        tolerance: sweeps end when none changes a chance by more, or after MOST_SWEEPS.
        threads: how many work at once.
        watch: called after every sweep with its number and the largest change.
    """
    if not 1 <= points <= POINTS:
        raise OsteriaError(f"A game of 1 to {POINTS} points can be worked out for three players, not one of {points}.")
    dice, start = dice_with(faces), time.perf_counter()
    KERNELS.compiled()
    values, sweeps, change = unknown(points), 0, np.inf
    while change > tolerance and sweeps < MOST_SWEEPS:
        new = refine(dice, values, width, threads)
        change, sweeps = float(np.abs(new - values).max()), sweeps + 1
        values += step_size(sweeps) * (new - values)
        watch(sweeps, change)
    seconds = time.perf_counter() - start
    return Strategy(dice, rounded(values[ROLES - 1]), width, seconds=seconds, sweeps=sweeps)


def step_size(sweeps: int) -> float:
    """How far to go towards what a sweep finds: all the way at first, then less and less, since in a few positions whole
    steps still go to and fro between two ways to play."""
    return 1.0 if sweeps <= WHOLE_STEPS else WHOLE_STEPS / sweeps


def refine(dice: Dice, values: Floats, width: float, threads: int = 1) -> Floats:
    """The chances of all three roles at the starts of turns, if everybody plays one turn by `values` and what follows is
    worth that."""
    return sweep(dice, passed_on(values), BY_GUIDE, width, threads)


def rounded(guide: Floats) -> Floats:
    """A guide as it is kept in a file."""
    nearest: Floats = np.round(guide * STEPS) / STEPS
    return nearest


def passed_on(values: Floats) -> Floats:
    """For each role what it looks up when the turn has passed: the mover is third then, the next one moves."""
    return np.ascontiguousarray(np.roll(values, 1, axis=0))


def unknown(points: int) -> Floats:
    """Chances to begin with: a third for everybody at every start of a turn, and 0 where there is none."""
    return np.where(starts(points), 1 / ROLES, np.zeros((ROLES, 1, 1, 1)))


def starts(points: int) -> np.ndarray[tuple[int, int, int], np.dtype[np.bool_]]:
    """The scores at which a turn can start: something is left in the middle."""
    found: np.ndarray[tuple[int, int, int], np.dtype[np.bool_]] = np.indices((points + 1,) * ROLES).sum(axis=0) < points
    return found


def sweep(dice: Dice, looked_up: Floats, plans: Integers, width: float, threads: int = 1) -> Floats:
    """Work out every turn of the game once; returns `[plan, third, mover, next]`, the chance of every plan's role at the
    start of a turn. `looked_up[plan]` is what the plan gets when the turn has passed; plan 0 is the guide."""
    points = looked_up.shape[-1] - 1
    new = np.zeros((len(plans), points + 1, points + 1, points + 1))

    def fill(own: int) -> None:
        left, memory = points - own, spare_memory(len(plans), points)
        table = memory[: len(plans) * left**3 * SETS].reshape(len(plans), left, SETS, left, left)
        new[:, :left, own, :left] = play_turn(dice, looked_up, plans, width, own, table).transpose(0, 2, 1)
        SPARE.append(memory)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(fill, range(points)))
    return new


def play_turn(dice: Dice, looked_up: Floats, plans: Integers, width: float, own: int, table: Floats) -> Floats:
    """Fill the tables of a turn of a mover with `own` points; returns the chances at its start, `[plan, next, third]`."""
    points = looked_up.shape[-1] - 1
    start, lines = np.zeros((len(plans), *table.shape[-2:])), scratch(table.shape[-1])
    KERNELS.compiled().turn(own, points, width, looked_up, plans, *dice.arrays, table, start, lines)
    return start


def spare_memory(plans: int, points: int) -> Floats:
    """Memory for the largest turn, used before or new."""
    wanted = plans * points**3 * SETS
    with suppress(IndexError):
        while True:
            memory = SPARE.pop()
            if memory.size >= wanted:
                return memory
    return np.zeros(wanted)
