"""Credit where it is due: who made the games, as the rulebooks name them.

The facts stand in `credits.json` and nowhere else: `osteria rules`, the browser table, the list of the rules and NOTICE
show them.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

_NAMED = ("authors", "illustrators", "development", "thanks", "publishers", "distributors")


@dataclass(frozen=True, slots=True)
class Credits:
    """Who made a game and for whom. What its rulebook does not name is empty or None.

    Attributes:
        thanks: whom the author thanks for contributing.
        players: the fewest and the most.
        age: recommended from this age on.
    """

    title: str
    authors: tuple[str, ...]
    illustrators: tuple[str, ...]
    development: tuple[str, ...]
    thanks: tuple[str, ...]
    publishers: tuple[str, ...]
    distributors: tuple[str, ...]
    year: int | None
    players: tuple[int, int]
    age: int | None


def credits_of(game: str) -> Credits:
    """The credits of a game; an unknown game is a KeyError."""
    facts: dict[str, Any] = _read()["games"][game]
    lists = {key: tuple(value) for key, value in facts.items() if isinstance(value, list)}
    return Credits(**{**facts, **lists})


def credit_lines(game: str, language: str) -> tuple[str, ...]:
    """The credits of a game as short lines, such as “Author: Uwe Rosenberg”, in one of the languages of the law."""
    one, words = credits_of(game), _read()["words"][language]
    lines = [f"{words[field]}: {', '.join(getattr(one, field))}" for field in _NAMED if getattr(one, field)]
    players = words["players"].format(fewest=one.players[0], most=one.players[1])
    ages = [words["age"].format(age=one.age)] if one.age else []
    return (*lines, *([str(one.year)] if one.year else []), ", ".join([players, *ages]))


@cache
def _read() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((files(__package__) / "credits.json").read_text(encoding="utf-8"))
    return found
