"""A game is one folder: outside of rooms that say so in their path nobody knows a game by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from source import PACKAGE, modules

from osteria.games import FIRST, game

LAYERS = ("core", "play", "bots", "lab", "envs", "server", "terminal", "testing", "cli")
ROOMS = ("pizzeria", "roll_for_soles")
"""Folders and files of a family of games, wherever they are; each is optional."""
EXCEPT = {
    "bots/naming.py": "names the built-in bots; one of them lives in a room",
    "cli/__init__.py": "names the commands; one of them is the solver's",
    "cli/solve.py": "the command of the solver, which is a room itself",
    "cli/solve_three.py": "the same",
}


def names() -> re.Pattern[str]:
    """Every way in which a game is called: its name, its title, its folder."""
    words = {*FIRST, *(game(name).title for name in FIRST), *(game(name).kernels.name for name in FIRST)}
    words |= {name.replace("-", "_") for name in FIRST}
    return re.compile("|".join(rf"(?<![\w-]){re.escape(word)}(?![\w-])" for word in sorted(words)))


def is_in_a_room(path: Path) -> bool:
    return any(part in ROOMS for part in (*path.relative_to(PACKAGE).parts, path.stem))


@pytest.mark.parametrize("layer", LAYERS)
def test_no_module_outside_of_the_named_rooms_contains_a_games_name(layer: str) -> None:
    name = names()
    guilty = {
        f"{path.relative_to(PACKAGE).as_posix()}: {found.group()}"
        for path in modules(layer)
        if not is_in_a_room(path) and path.relative_to(PACKAGE).as_posix() not in EXCEPT
        for found in name.finditer(path.read_text(encoding="utf-8"))
    }
    assert not guilty, f"known through the registry only: {sorted(guilty)}"


def test_every_exception_is_still_needed() -> None:
    name = names()
    assert all(name.search((PACKAGE / path).read_text(encoding="utf-8")) for path in EXCEPT)
