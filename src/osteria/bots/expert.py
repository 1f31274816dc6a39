"""The expert: tries its options in imagined worlds, and lets rules of thumb play them out."""

from __future__ import annotations

from math import ceil, log2
from time import perf_counter

import numpy as np
import numpy.typing as npt

from osteria.bots.bot import Bot, Clock
from osteria.bots.comparing import KERNELS
from osteria.bots.hints import PLAYOUTS as BY_PLAYOUTS
from osteria.bots.hints import Floats, hints_of
from osteria.bots.rules_of_thumb import RulesOfThumb
from osteria.bots.search import Search, imagined, kernels_for
from osteria.bots.seeds import Seeds
from osteria.core.decision import Decision, Move
from osteria.core.errors import OsteriaError
from osteria.core.schema import Table
from osteria.play.view import View

PLAYOUTS = 200
"""Without a budget of its own and without a clock."""
EACH = 8
"""Playouts for each option, at least; with fewer, fewer options are tried."""
FEWEST_WORLDS, WORLDS = 4, 48
LOOK = 64
"""With a clock: worlds between two looks whether options are clearly worse than the best; they get no more time."""
FEWEST_LEFT = 2
"""Options that are not halved any more: the first, and what is compared with it."""
CERTAINTY = 4.0
"""Standard errors that make an option clearly better than another."""


class Expert:
    """Searches: every option is played out in imagined worlds that agree with everything its seat has seen, the worse
    half of the options is dropped again and again, and the rules of thumb's own move is kept unless another is better.

    Args:
        playouts: so many for each decision, never more. A playout is played to the end of the round
            or of another stretch that the game's hints name, or of the game.
        seconds: for each decision, instead; overrun by one batch at most, one playout of every option.
        seed: with the same seed, the same view and a budget of playouts it makes the same choice.
    """

    player = BY_PLAYOUTS
    """Whose weights everybody has in its playouts."""

    def __init__(self, *, playouts: int | None = None, seconds: float | None = None, seed: int | None = None) -> None:
        if playouts is not None and (not isinstance(playouts, int) or playouts < 1):
            raise OsteriaError(f"A budget of playouts is a whole number from 1, not {playouts!r}.")
        if seconds is not None and (not isinstance(seconds, (int, float)) or seconds <= 0):
            raise OsteriaError(f"A budget of seconds is a number above 0, not {seconds!r}.")
        self._budget, self._seconds = playouts, seconds
        self._seeds = Seeds(seed)
        self._careful: Bot = RulesOfThumb(BY_PLAYOUTS, 1.0, seed)
        self.playouts = 0
        """Of the last decision."""

    def choose(self, decision: Decision, view: View, clock: Clock) -> Move:
        """The option that did best."""
        start, self.playouts = perf_counter(), 0
        first = self._careful.choose(decision, view, clock)
        seconds = self._time(clock)
        if len(decision.options) == 1 or (clock is not None and not is_ready(view.game)):
            return first
        playouts = self._playouts(seconds)
        options = self._candidates(decision, first, view, playouts)
        if len(options) == 1:
            return first
        hints, seed = hints_of(view.game), self._seeds.search(moves_of(view))
        win, worlds = hints.win_weight(view), self._imagine(view, seed, worlds_for(playouts, len(options)), seconds)
        search = self._search(view, options, seed, worlds, seconds)
        search.prior = self._prior(view, options)
        alive = halve(search, win, playouts, None if seconds is None else start + seconds)
        self.playouts = search.playouts
        return options[int(KERNELS.best.best_option(search.shares, search.leads, search.met, win, alive))]

    def _imagine(self, view: View, seed: int, count: int, seconds: float | None) -> Table:
        """So many worlds to try the options in; so many seconds are there for the decision."""
        return imagined(view, seed, count)

    def _search(self, view: View, options: list[Move], seed: int, worlds: Table, seconds: float | None) -> Search:
        """What plays the options out."""
        return Search(view, options, seed, worlds, hints_of(view.game).horizon(view), self.player)

    def _prior(self, view: View, options: list[Move]) -> Floats:
        """How far each option is ahead by what is known without a playout: nothing."""
        return np.zeros(len(options))

    def _time(self, clock: Clock) -> float | None:
        given = [seconds for seconds in (self._seconds, clock) if seconds is not None]
        return min(given) if given else None

    def _playouts(self, seconds: float | None) -> int | None:
        return PLAYOUTS if seconds is None and self._budget is None else self._budget

    def _candidates(self, decision: Decision, first: Move, view: View, playouts: int | None) -> list[Move]:
        """The rules of thumb's own move first, then as many others as the budget can tell apart."""
        others = [option for option in decision.options if option != first]
        if playouts is not None and len(others) + 1 > playouts // EACH:
            places = np.zeros(max(2, playouts // EACH) - 1, np.int64)
            KERNELS.best.pick_some(self._seeds.search(moves_of(view)), len(others), np.zeros(2, np.int64), places)
            others = [others[place] for place in places]
        return [first, *others] if playouts is None or playouts >= 2 else [first]


def moves_of(view: View) -> int:
    """How many small actions the viewer saw."""
    return len(view.trace.actions) if view.trace else 0


def is_ready(game: str) -> bool:
    """Whether the playouts are compiled; if not, they will be soon."""
    for kernels in kernels_for(game):
        kernels.hurry()
    return all(kernels.is_compiled for kernels in kernels_for(game))


def worlds_for(playouts: int | None, options: int) -> int:
    """How many worlds to imagine: a playout is cheaper than a world."""
    return WORLDS if playouts is None else max(FEWEST_WORLDS, min(WORLDS, playouts // options))


def halve(search: Search, win: float, playouts: int | None, deadline: float | None) -> Table:
    """Sequential halving: everybody plays, the worse half is dropped, until two are left (which may be sooner, where some are
    clearly worse); returns who is alive.

    The first option stays to the end, so that the others can be compared with it world by world.
    """
    alive, means = np.ones(len(search.moves), np.int64), np.zeros(len(search.moves))
    stages = max(1, ceil(log2(len(alive))))
    start = perf_counter()
    for stage in range(stages):
        if playouts is not None:
            count = (playouts - search.playouts) // (stages - stage) // int(alive.sum())
            play_in_time(search, alive, count, deadline)
        elif deadline is not None:
            play_until(search, win, alive, start + (deadline - start) * (stage + 1) / stages)
        if stage < stages - 1 and alive.sum() > FEWEST_LEFT:
            KERNELS.best.drop_worse_half(search.shares, search.leads, search.met, win, alive, means)
    return alive


def play_in_time(search: Search, alive: Table, count: int, deadline: float | None) -> None:
    """So many worlds for each option, or until the deadline."""
    if deadline is None:
        search.play(alive, count)
        return
    for _ in range(count):
        if perf_counter() >= deadline:
            return
        search.play(alive, 1)


def play_until(search: Search, win: float, alive: Table, deadline: float) -> None:
    """World after world until the deadline or until one option is clearly the best; one at least before anything is
    judged. Options that are clearly worse get no more time, but for the first."""
    while search.met == 0 or perf_counter() < deadline:
        search.play(alive, 1)
        if search.met % LOOK == 0:
            places = np.flatnonzero(alive)
            is_worse = clearly_worse(values(search, win)[:, places])
            if is_worse.sum() == len(places) - 1:
                return
            alive[places[is_worse]] = 0
            alive[0] = 1


def clearly_worse(found: Floats) -> npt.NDArray[np.bool_]:
    """Which options are worse than the best one beyond reasonable doubt, world by world."""
    met = found[~np.isnan(found).any(axis=1)]
    behind = met[:, [int(met.mean(axis=0).argmax())]] - met
    errors = behind.std(axis=0, ddof=1) / np.sqrt(len(met))
    return np.asarray(behind.mean(axis=0) > CERTAINTY * errors)


def values(search: Search, win: float) -> Floats:
    """What the playouts are worth."""
    return win * search.shares[: search.met] + (1 - win) * search.leads[: search.met]
