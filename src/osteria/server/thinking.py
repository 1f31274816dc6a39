"""What runs in a worker process: one bot, asked for one move."""

import os
import random
import signal
from functools import cache
from typing import Any

from osteria.play.view import View


def get_ready() -> None:
    """A worker ends with its house, not by the keyboard; it yields to the house where both want the processor."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)


def think(level: str, view: View, seconds: float, seed: int) -> str:
    """A bot's move, in words."""
    decision = view.decision
    assert decision is not None
    if level == "random":
        return str(random.Random(seed).choice(decision.options))
    return str(_bot(level).choose(decision, view, seconds))


@cache
def is_bot(level: str, game: str) -> bool:
    """Whether this installation has a bot of this name for a game."""
    if level == "optimal" and game != "roll-for-soles":
        return False
    try:
        from osteria import bots
    except ImportError:
        return False
    return level in bots.NAMES


@cache
def _bot(level: str) -> Any:
    from osteria import bots

    return bots.make(level)
