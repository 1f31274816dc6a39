"""The best player of Roll for Soles: exact with two players, within a measured epsilon with three, by playouts with more."""

from __future__ import annotations

import time
from zlib import crc32

import numpy as np

from osteria.bots.bot import Clock
from osteria.bots.seeds import Seeds
from osteria.core.decision import Decision, Move
from osteria.core.errors import OsteriaError
from osteria.core.kernel import compiler_is_there
from osteria.games.roll_for_soles.record import FACES
from osteria.play.view import View
from osteria.solve.crowd import action_by_rule, chances
from osteria.solve.dice import Floats, six_faces
from osteria.solve.position import position_from
from osteria.solve.store import solution_for, stored_strategy

BATCH = 100
"""Playouts of each move between two looks at the clock."""


class Optimal:
    """Plays Roll for Soles, and no other game: with two players a move that no other beats, with three the strategy of
    `solve/three.py` where it is known for the dice, with more the move that wins most playouts.

    Args:
        playouts: where the game is not solved, how many to spend on a decision, shared among the moves.
        seed: with the same seed and the same view it makes the same choice.
    """

    def __init__(self, *, playouts: int = 4000, seed: int | None = None) -> None:
        if isinstance(playouts, bool) or not isinstance(playouts, int) or playouts < 1:
            raise OsteriaError(f"The bot “optimal” needs a number of playouts from 1 on, not {playouts!r}.")
        self._playouts, self._seed = playouts, Seeds(seed).number

    def choose(self, decision: Decision, view: View, clock: Clock) -> Move:
        """The best option."""
        if view.game != "roll-for-soles":
            raise OsteriaError(f"The bot “optimal” plays Roll for Soles only, not {view.game}.")
        if len(decision.options) == 1:
            return decision.options[0]
        if len(view["seats"]) == 2:
            return best_of_two(decision, view)
        return self._of_three(decision, view) or self._best_of_many(decision, view, clock)

    def _of_three(self, decision: Decision, view: View) -> Move | None:
        """A move of the strategy for three, by its weights; None where there is no such strategy."""
        if len(view["seats"]) != 3 or not compiler_is_there():
            return None
        position = position_from(view)
        strategy = stored_strategy(faces_of(view), position.points)
        if strategy is None:
            return None
        moves, weights = zip(*strategy.weights(position).items(), strict=True)
        chosen = self._rng(view).choice(len(moves), p=weights)
        return next(move for move in decision.options if str(move) == moves[chosen])

    def _rng(self, view: View) -> np.random.Generator:
        return np.random.default_rng([self._seed, crc32(view.observation.tobytes())])

    def _best_of_many(self, decision: Decision, view: View, clock: Clock) -> Move:
        end = time.perf_counter() + (np.inf if clock is None else clock)
        actions = [move.actions[0] for move in decision.options]
        rng = self._rng(view)
        wins, played, left = np.zeros(len(actions)), 0, self._playouts // len(actions)
        while played < left and (played == 0 or time.perf_counter() < end):
            batch = min(BATCH, left - played)
            wins += batch * chances(view.observation, actions, decision.seat, batch, rng)
            played += batch
        by_rule = actions.index(action_by_rule(view.observation[0]))
        return decision.options[clearly_best(wins / max(1, played), played, by_rule)]


def clearly_best(means: Floats, played: int, by_rule: int) -> int:
    """The move with the highest mean share of the win, if it is ahead of the rule's by more than the error of their
    difference; else the rule's: noise must not undo what the rule gets right."""
    best = int(means.argmax())
    error = np.sqrt(sum(means[place] * (1 - means[place]) for place in (best, by_rule)) / max(1, played))
    return best if means[best] - means[by_rule] > error else by_rule


def best_of_two(decision: Decision, view: View) -> Move:
    """RS-13: everything is public, so what a seat sees is the position that was solved."""
    position = position_from(view)
    best = solution_for(faces_of(view), points=position.points).choose(position)
    return next(move for move in decision.options if str(move) == best)


def faces_of(view: View) -> tuple[str, ...]:
    """The six faces of each die, in the fixed order."""
    return six_faces([FACES[face] for face in view.observation[0]["faces"]])


class ByPlayouts(Optimal):
    """What `optimal` does where a game is not solved, at every table of three or more: for comparisons."""

    def _of_three(self, decision: Decision, view: View) -> Move | None:
        return None
