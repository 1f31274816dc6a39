"""The bot that every other must beat."""

from __future__ import annotations

from osteria.bots.sight import PIZZA_GAMES
from osteria.bots.thumb import ThumbBot
from osteria.bots.worlds import soles_playouts
from osteria.bots.worlds.weights import AT_RANDOM


class RandomBot(ThumbBot):
    """Chooses any legal move; where a move is made of several parts, any part after the other.

    Args:
        seed: with the same seed and the same view it makes the same choice.
    """

    def __init__(self, *, seed: int | None = None) -> None:
        weights = dict.fromkeys(PIZZA_GAMES, AT_RANDOM)
        super().__init__({**weights, "roll-for-soles": soles_playouts.AT_RANDOM}, 1.0, seed)
