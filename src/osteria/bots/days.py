"""How bots play the deal of a day: alike for everybody, in every house and in the page."""

from __future__ import annotations

import hashlib

from osteria.bots.bot import Bot
from osteria.bots.naming import SEARCHING, make
from osteria.core.game import Game

PLAYERS = 3
"""At the table, where the game allows it: a person in seat 0, and bots."""
PLAYOUTS = 200
"""For every decision of a bot that searches: never more or fewer, whatever the machine."""
SEED_BYTES = 7


def players_of_a_day(game: Game) -> int:
    """How many play the deal of a day."""
    return max(game.fewest, min(PLAYERS, game.most))


def bot_seed(seed: bytes, seat: int) -> int:
    """The seed of the bot in a seat: follows from the day's, so nobody knows it before the day is over."""
    return int.from_bytes(hashlib.sha256(seed + f"bot {seat}".encode()).digest()[:SEED_BYTES])


def bot_of_a_day(level: str, seed: int) -> Bot:
    """A bot that makes the same move for the same view and seed, wherever and whenever it is asked."""
    return make(level, seed=seed, **({"playouts": PLAYOUTS} if level in SEARCHING else {}))
