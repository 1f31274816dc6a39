"""The rules of the four games, and the registry through which everybody else finds them."""

from __future__ import annotations

from importlib import import_module

from osteria.core.errors import OsteriaError
from osteria.core.game import Game

REGISTRY = {
    "mamma-mia": "osteria.games.mamma_mia:MammaMia",
    "sole-mio": "osteria.games.sole_mio:SoleMio",
    "grande": "osteria.games.grande:Grande",
    "roll-for-soles": "osteria.games.roll_for_soles.game:RollForSoles",
}
NAMES = tuple(REGISTRY)
_games: dict[str, Game] = {}


def game(name: str) -> Game:
    """The game of that name; a sentence (OsteriaError) that lists the names if there is none."""
    if name not in _games:
        if name not in REGISTRY:
            raise OsteriaError(f"There is no game “{name}”; there are {', '.join(NAMES)}.")
        module, cls = REGISTRY[name].split(":")
        _games[name] = getattr(import_module(module), cls)()
    return _games[name]
