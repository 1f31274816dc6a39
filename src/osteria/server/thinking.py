"""What runs in a worker process: one bot, asked for one move."""

import multiprocessing
import os
import signal
import threading
from functools import cache

import osteria
from osteria import bots
from osteria.play.view import View


def get_ready() -> None:
    """A worker ends with its house, not by the keyboard; it yields to the house where both want the processor."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A house that was killed cannot end its workers: they notice by themselves."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def think(level: str, view: View, seconds: float) -> str:
    """A bot's move, in words."""
    decision = view.decision
    assert decision is not None
    return str(_bot(level).choose(decision, view, seconds))


@cache
def _bot(level: str) -> bots.Bot:
    return bots.make(level)


def warm_up(level: str, game: str) -> None:
    """Lets a bot think once before it counts: what it compiles or computes at first use is then there."""
    match = osteria.new(game, seed=0)
    decision = match.decision
    if decision is not None:
        _bot(level).choose(decision, match.view(decision.seat, "assisted"), 0.01)
