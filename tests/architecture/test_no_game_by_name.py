"""A game is one folder: outside of rooms that say so in their path nobody knows a game by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from source import PACKAGE, ROOT, modules, project_files

from osteria import law
from osteria.games import FIRST, game

LAYERS = ("core", "play", "bots", "hindsight", "lab", "envs", "server", "terminal", "testing", "cli")
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


# ------------------------------------------------------------------------------------------------------ the page

PAGE = ROOT / "web" / "src"
DATA = {
    "drawings/props.ts": "a picture a game",
    "game/pace.ts": "an event that is called like the card",
    "game/view.ts": "the games in the order of the menu",
    "guide/course.ts": "the steps of every lesson",
    "rules/Picture.svelte": "pictures of the rules, with the card",
    "rules/panels.ts": "which pictures explain a game, and which clauses each of them draws",
    "wire/protocol.ts": "generated",
}
"""Files that have something to say of every game: a row each. Nothing is decided there by a name."""
CONDITION = re.compile(r"[=!]==?\s*WORD|WORD\s*[=!]==?|case\s+WORD\s*:|WORD\s+in\s|(includes|startsWith|has)\(\s*WORD")
"""Something is compared with a word, or looked for."""


def page_files() -> list[Path]:
    """Every source file of the page but the catalogues of words."""
    return [
        path
        for path in project_files()
        if path.is_relative_to(PAGE) and path.suffix in (".ts", ".svelte") and "words" not in path.parts
    ]


def known_to_the_page() -> re.Pattern[str]:
    """A game's name or the id of a clause, as a string."""
    clauses = {clause for name in FIRST for clause in law.clauses(name)}
    return re.compile("|".join(rf"""["'`]{re.escape(word)}["'`]""" for word in sorted({*FIRST, *clauses})))


def test_no_file_of_the_page_knows_a_game_or_a_clause_but_those_with_a_row_for_each() -> None:
    word = known_to_the_page()
    guilty = {
        f"{path.relative_to(PAGE).as_posix()}: {found.group()}"
        for path in page_files()
        if path.relative_to(PAGE).as_posix() not in DATA
        for found in word.finditer(path.read_text(encoding="utf-8"))
    }
    assert not guilty, f"ask protocol/tables.json or the view: {sorted(guilty)}"


def conditions_on_a_name(text: str) -> list[str]:
    """Where a text decides something by a game's name, a family's, or a clause."""
    marked = known_to_the_page().sub("WORD", text)
    return [found.group() for found in CONDITION.finditer(marked)]


def test_no_condition_of_the_page_names_a_game_or_a_clause() -> None:
    guilty = {
        path.relative_to(PAGE).as_posix(): found
        for path in page_files()
        if (found := conditions_on_a_name(path.read_text(encoding="utf-8")))
    }
    assert not guilty


@pytest.mark.parametrize(
    "line",
    [
        'if (view.game === "grande") return;',
        'const soles = "roll-for-soles" == game;',
        'case "mamma-mia":',
        '{#if clause !== "MM-7"}',
        '["x", "y"].includes("SM-4")',
        "game === 'sole-mio' ? 1 : 2",
    ],
)
def test_such_a_condition_would_be_found(line: str) -> None:
    assert conditions_on_a_name(line)


def test_every_file_with_a_row_for_each_game_still_has_one() -> None:
    word = known_to_the_page()
    assert all(word.search((PAGE / path).read_text(encoding="utf-8")) for path in DATA)
