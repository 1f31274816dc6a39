"""The bot that every other must beat."""

from __future__ import annotations

from osteria.bots.bot import Clock
from osteria.bots.seeds import Seeds
from osteria.core.decision import Decision, Move
from osteria.play.view import View


class RandomBot:
    """Chooses any legal move, all alike.

    Args:
        seed: with the same seed and the same view it makes the same choice.
    """

    def __init__(self, *, seed: int | None = None) -> None:
        self._seeds = Seeds(seed)

    def choose(self, decision: Decision, view: View, clock: Clock) -> Move:
        """Any option."""
        return decision.options[int(self._seeds.of(view).integers(len(decision.options)))]
