"""Players: each chooses a move from what its seat may see, and is handed nothing else.

>>> from osteria import bots
>>> bot = bots.make("expert", playouts=200, seed=1)
>>> bot.choose(view.decision, view, None)  # doctest: +SKIP
Move('play 2 olive')
"""

from osteria.bots.bot import Bot, Clock
from osteria.bots.data_view import data_only
from osteria.bots.naming import NAMES, SEARCHING, can_play, known, make, split_names

__all__ = ["NAMES", "SEARCHING", "Bot", "Clock", "can_play", "data_only", "known", "make", "split_names"]
