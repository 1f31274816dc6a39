"""A new match."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from operator import index
from typing import Any

from osteria.core.errors import OsteriaError
from osteria.core.game import Options
from osteria.games import game as game_of
from osteria.play.fate import Seed, fate_of
from osteria.play.match import Match


def new(
    game: str,
    players: int | Sequence[Hashable] = 2,
    *,
    seed: Seed = None,
    options: Options | Mapping[str, Any] | None = None,
) -> Match:
    """A new match, dealt and ready: the decision is a person's (with seed=ASK: chance is asked too).

    Args:
        game: its name, one of `osteria.games.names()`.
        players: how many, or the own kinds by seat (["pepper", "salami"]).
        seed: an int or bytes; left out, 32 bytes from the operating system; ASK: chance is asked.
        options: what the table chooses about the rules: the game's own type, or plain data ({"faces": [...]}).
    """
    rules = game_of(game)
    seats, chosen = rules.seats(_checked(players)), rules.options(options)
    match = Match(rules, seats, chosen, rules.fresh(seats, chosen), fate_of(seed))
    match.run_on()
    return match


def _checked(players: int | Sequence[Hashable]) -> int | Sequence[Hashable]:
    """A number of players or the words for their seats; a sentence for anything else."""
    if isinstance(players, Sequence):
        return players
    try:
        return index(players)
    except TypeError:
        raise OsteriaError(f"Players are a whole number, or a list of own kinds, not {players!r}.") from None
