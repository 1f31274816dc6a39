"""Osteria: four table games, by the book.

>>> import osteria
>>> match = osteria.new("roll-for-soles", players=2, seed=7)
>>> match.decision.ask in ("source", "again")
True
"""

from importlib.metadata import version

from osteria.core.decision import CHANCE, Decision, Move, Outcome
from osteria.core.errors import IllegalMove, MalformedMove, OsteriaError, ScenarioError, TranscriptError
from osteria.core.events import Event
from osteria.games.roll_for_soles.options import SolesOptions as Options
from osteria.play.fate import ASK
from osteria.play.imagine import imagine
from osteria.play.match import Match
from osteria.play.new import new
from osteria.play.transcript import replay
from osteria.play.view import View

__all__ = [
    "ASK",
    "CHANCE",
    "Decision",
    "Event",
    "IllegalMove",
    "MalformedMove",
    "Match",
    "Move",
    "Options",
    "OsteriaError",
    "Outcome",
    "ScenarioError",
    "TranscriptError",
    "View",
    "imagine",
    "new",
    "replay",
]
__version__ = version("osteria")
