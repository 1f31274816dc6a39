"""The bot that every other must beat."""

from __future__ import annotations

from osteria.bots.bot import Clock
from osteria.bots.hints import RANDOM, hints_for
from osteria.bots.rules_of_thumb import RulesOfThumb
from osteria.core.decision import Decision, Move
from osteria.play.view import View


class RandomBot(RulesOfThumb):
    """Chooses any legal move; where a move is made of several parts, any part after the other.

    Args:
        seed: with the same seed and the same view it makes the same choice.
    """

    def __init__(self, *, seed: int | None = None) -> None:
        super().__init__(RANDOM, 1.0, seed)

    def choose(self, decision: Decision, view: View, clock: Clock) -> Move:
        """Any option; where a game has hints, by their compiled kernel."""
        if hints_for(view.game):
            return super().choose(decision, view, clock)
        rng = self._seeds.generator(len(view.trace.actions) if view.trace else 0)
        left, place = list(decision.options), 0
        while len(left) > 1:
            parts = sorted({move.actions[place] for move in left})
            part = parts[int(rng.integers(len(parts)))]
            left, place = [move for move in left if move.actions[place] == part], place + 1
        return left[0]
