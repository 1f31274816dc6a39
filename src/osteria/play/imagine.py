"""Imagined worlds: a match made from what a viewer has seen and nothing else."""

from __future__ import annotations

import numpy as np

from osteria.core.errors import OsteriaError
from osteria.games import game as game_of
from osteria.play.fate import Drawn
from osteria.play.match import Match
from osteria.play.view import View


def imagine(view: View, rng: np.random.Generator) -> Match:
    """A match that the viewer cannot tell from the true one: what is hidden is re-dealt, weighted by chance,
    consistently with everything the viewer has seen. Its future is drawn from `rng`."""
    trace = view.trace
    if trace is None:
        raise OsteriaError("Worlds are imagined from an assisted view: view(seat, memory='assisted').")
    game = game_of(trace.game)
    match = Match(game, trace.seats, trace.options, game.fresh(trace.seats, trace.options), Drawn(rng))
    for action in game.redeal(trace.actions, match._states, trace.viewer, rng):
        match._follow(action)
    match._run_on()
    return match
