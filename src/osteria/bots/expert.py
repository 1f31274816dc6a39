"""The expert: tries its options in imagined worlds, and lets rules of thumb play them out."""

from __future__ import annotations

from math import ceil, log2
from time import perf_counter

import numpy as np

from osteria.bots.bot import Clock
from osteria.bots.hints import PLAYOUTS as BY_PLAYOUTS
from osteria.bots.hints import Floats, hints_of
from osteria.bots.rules_of_thumb import RulesOfThumb
from osteria.bots.search import Search, kernels_for
from osteria.bots.seeds import Seeds
from osteria.core.decision import Decision, Move
from osteria.core.errors import OsteriaError
from osteria.core.schema import Table
from osteria.games import game as game_of
from osteria.play.view import View

PLAYOUTS = 200
"""Without a budget of its own and without a clock."""
EACH = 8
"""Playouts for each option, at least; with fewer, fewer options are tried."""
WORLDS = 48
DOUBT = 0.5
"""Standard errors by which an option must be better than the rules of thumb's own."""
LOOK = 64
"""With a clock: worlds between two looks whether one option is clearly the best; then time is saved."""
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

    def __init__(self, *, playouts: int | None = None, seconds: float | None = None, seed: int | None = None) -> None:
        if playouts is not None and (not isinstance(playouts, int) or playouts < 1):
            raise OsteriaError(f"A budget of playouts is a whole number from 1, not {playouts!r}.")
        if seconds is not None and (not isinstance(seconds, (int, float)) or seconds <= 0):
            raise OsteriaError(f"A budget of seconds is a number above 0, not {seconds!r}.")
        self._budget, self._seconds = playouts, seconds
        self._seeds, self._careful = Seeds(seed), RulesOfThumb(BY_PLAYOUTS, 1.0, seed)
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
        rng = self._seeds.generator(moves_of(view))
        search = Search(view, options, rng, hints_of(view.game).horizon(view), worlds_for(playouts, len(options)))
        alive = halve(search, view, playouts, None if seconds is None else start + seconds)
        self.playouts = search.playouts
        return options[best_of(values(search, view), alive)]

    def _time(self, clock: Clock) -> float | None:
        given = [seconds for seconds in (self._seconds, clock) if seconds is not None]
        return min(given) if given else None

    def _playouts(self, seconds: float | None) -> int | None:
        return PLAYOUTS if seconds is None and self._budget is None else self._budget

    def _candidates(self, decision: Decision, first: Move, view: View, playouts: int | None) -> list[Move]:
        """The rules of thumb's own move first, then as many others as the budget can tell apart."""
        others = [option for option in decision.options if option != first]
        if playouts is not None and len(others) + 1 > playouts // EACH:
            shuffled = self._seeds.generator(moves_of(view)).permutation(len(others))
            others = [others[place] for place in sorted(shuffled[: max(0, max(2, playouts // EACH) - 1)])]
        return [first, *others] if playouts is None or playouts >= 2 else [first]


def moves_of(view: View) -> int:
    """How many small actions the viewer saw."""
    return len(view.trace.actions) if view.trace else 0


def is_ready(game: str) -> bool:
    """Whether the playouts are compiled; if not, they will be soon."""
    playouts, rules, reshuffle = kernels_for(game)
    for kernels in (playouts, rules, reshuffle):
        kernels.hurry()
    return playouts.is_compiled and rules.is_compiled and (reshuffle.is_compiled or not game_of(game).hides)


def worlds_for(playouts: int | None, options: int) -> int:
    """How many worlds to imagine: a playout is cheaper than a world."""
    return WORLDS if playouts is None else max(4, min(WORLDS, playouts // options))


def halve(search: Search, view: View, playouts: int | None, deadline: float | None) -> Table:
    """Sequential halving: everybody plays, the worse half is dropped, until two are left; returns who is alive.

    The first option stays to the end, so that the others can be compared with it world by world.
    """
    alive = np.ones(search.moves.shape[0], np.int64)
    stages = max(1, ceil(log2(len(alive))))
    start = perf_counter()
    for stage in range(stages):
        if playouts is not None:
            count = (playouts - search.playouts) // (stages - stage) // int(alive.sum())
            play_in_time(search, alive, count, deadline)
        elif deadline is not None:
            play_until(search, view, alive, start + (deadline - start) * (stage + 1) / stages)
        if stage < stages - 1:
            drop_worse_half(search, view, alive)
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


def play_until(search: Search, view: View, alive: Table, deadline: float) -> None:
    """World after world until the deadline or until one option is clearly the best; one at least before anything is
    judged."""
    while search.met == 0 or perf_counter() < deadline:
        search.play(alive, 1)
        if search.met % LOOK == 0 and is_settled(values(search, view)[:, alive == 1]):
            return


def is_settled(found: Floats) -> bool:
    """Whether one of the options is better than every other beyond reasonable doubt, world by world."""
    met = found[~np.isnan(found).any(axis=1)]
    behind = met[:, [int(met.mean(axis=0).argmax())]] - met
    errors = behind.std(axis=0, ddof=1) / np.sqrt(len(met))
    return bool((behind.mean(axis=0) > CERTAINTY * errors).sum() == met.shape[1] - 1)


def drop_worse_half(search: Search, view: View, alive: Table) -> None:
    """Keep the better half of the options, and the first."""
    means = means_of(values(search, view))
    means[alive == 0] = -np.inf
    means[0] = np.inf
    keep = (int(alive.sum()) + 1) // 2
    order = np.argsort(-means, kind="stable")
    alive[order[keep:]] = 0


def values(search: Search, view: View) -> Floats:
    """What the playouts are worth."""
    return hints_of(view.game).values(view, search.shares[: search.met], search.leads[: search.met])


def best_of(found: Floats, alive: Table) -> int:
    """The best option that is alive; the first one unless another is better beyond doubt, world by world."""
    best, most = 0, 0.0
    for option in np.flatnonzero(alive):
        both = found[:, option] - found[:, 0]
        both = both[~np.isnan(both)]
        if option != 0 and len(both) > 1:
            gain = float(both.mean() - DOUBT * both.std(ddof=1) / np.sqrt(len(both)))
            if gain > most:
                best, most = int(option), gain
    return best


def means_of(found: Floats) -> Floats:
    """The mean of each option over the worlds it met; no playout is the worst."""
    count = (~np.isnan(found)).sum(axis=0)
    return np.asarray(np.where(count > 0, np.nansum(found, axis=0) / np.maximum(1, count), -np.inf))
