"""The bot that every other must beat."""

from __future__ import annotations

from osteria.bots.habits import AT_RANDOM
from osteria.bots.thumb import ThumbBot


class RandomBot(ThumbBot):
    """Chooses any legal move; where a move is made of several parts, any part after the other.

    Args:
        seed: with the same seed and the same view it makes the same choice.
    """

    def __init__(self, *, seed: int | None = None) -> None:
        super().__init__(AT_RANDOM, 1.0, seed)
