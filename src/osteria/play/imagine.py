"""Imagined worlds: matches made from what a viewer has seen and nothing else."""

from __future__ import annotations

import numpy as np

from osteria.core.errors import OsteriaError
from osteria.core.events import WIDTH
from osteria.core.schema import Table
from osteria.core.unseen import UNSEEN
from osteria.games import game as game_of
from osteria.play.fate import Drawn
from osteria.play.match import Match
from osteria.play.reshuffle import KERNELS
from osteria.play.trace import Trace
from osteria.play.view import View

SEEDS = 2**53
"""Seeds are below this: whole numbers that every program can hold."""


class Imagination:
    """Draws worlds that a viewer cannot tell from the true one, one after the other.

    Args:
        view: an assisted view.
        seed: where the worlds are drawn from: the same worlds for the same seed and view, also in the page.
    """

    def __init__(self, view: View, seed: int) -> None:
        if view.trace is None:
            raise OsteriaError("Worlds are imagined from an assisted view: view(seat, memory='assisted').")
        self.trace, self.game = view.trace, game_of(view.trace.game)
        self.unseen = unseen_of(self.trace)
        if KERNELS.best.begin(self.unseen, seed) != 0:
            raise OsteriaError("What was seen contradicts itself: no deal agrees with it.")

    def deals(self, count: int) -> Table:
        """The actions of so many new worlds, a row each."""
        worlds = np.repeat(np.array([self.trace.actions], np.int64), count, 0)
        KERNELS.best.deal(self.unseen, self.game.deal_base, self.game.order_base, worlds)
        return worlds

    def actions(self) -> list[int]:
        """The actions of a new world: what was seen, and a card for every deal that was not."""
        found: list[int] = self.deals(1)[0].tolist()
        return found

    def match(self, rng: np.random.Generator) -> Match:
        """A new world as a match; its future is drawn from the generator."""
        trace = self.trace
        match = Match(self.game, trace.seats, trace.options, fresh_for(trace), Drawn(rng.integers))
        for action in self.actions():
            match.follow(action)
        match.run_on()
        return match

    def worlds(self, count: int) -> Table:
        """So many new worlds, as records."""
        states = np.repeat(fresh_for(self.trace), count)
        quiet = self.game.kernels.best.quiet
        for number, actions in enumerate(self.deals(count)):
            quiet(states[number : number + 1], actions, *self.game.close)
        return states


def unseen_of(trace: Trace) -> Table:
    """What a viewer has not seen, as an array of one record."""
    unseen, viewer = np.zeros(1, UNSEEN), -1 if trace.viewer is None else trace.viewer
    rows = np.array(trace.rows, np.int64).reshape(-1, WIDTH)
    chance = np.array(trace.chance, np.int64)
    game_of(trace.game).kernels.best.unseen(fresh_for(trace), viewer, rows, chance, unseen)
    return unseen


def fresh_for(trace: Trace) -> Table:
    """The table of a trace before anything was drawn."""
    return game_of(trace.game).fresh(trace.seats, trace.options)


def imagine(view: View, rng: np.random.Generator) -> Match:
    """A match that the viewer cannot tell from the true one: what is hidden is re-dealt, weighted by chance,
    consistently with everything the viewer has seen. Its future is drawn from `rng`."""
    KERNELS.hurry()
    return Imagination(view, int(rng.integers(SEEDS))).match(rng)


__all__ = ["Imagination", "imagine"]
