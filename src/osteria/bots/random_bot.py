"""The bot that every other must beat."""

from __future__ import annotations

from osteria.bots.hints import RANDOM
from osteria.bots.rules_of_thumb import RulesOfThumb


class RandomBot(RulesOfThumb):
    """Chooses any legal move; where a move is made of several parts, any part after the other.

    Args:
        seed: with the same seed and the same view it makes the same choice.
    """

    def __init__(self, *, seed: int | None = None) -> None:
        super().__init__(RANDOM, 1.0, seed)
