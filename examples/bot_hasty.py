"""A bot in twenty lines: it plays as many cards as it can, puts in every order, and never gives up.

PYTHONPATH=examples osteria arena mamma-mia --bots bot_hasty:Hasty,random --games 20
"""

from osteria import Decision, Move, View
from osteria.bots import Clock

LIKED = ("play", "order ", "draw orders", "join", "add", "way", "ask", "give 1", "show", "match", "from seat", "roll")


class Hasty:
    def choose(self, decision: Decision, view: View, clock: Clock) -> Move:
        return max(decision.options, key=self.value)

    def value(self, move: Move) -> tuple[int, int]:
        liked = any(str(move).startswith(word) for word in LIKED)
        cards = sum(int(word) for word in str(move).split() if word.isdecimal())
        return int(liked), cards
