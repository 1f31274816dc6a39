"""A scenario in which something is spoiled is answered by a sentence or a verdict, never by a crash."""

import copy
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from citations import SCENARIOS

import osteria
from osteria.play import scenario

SPOILED = 4000 if os.environ.get("OSTERIA_LONG") else 200
ODD_VALUES = [
    *(None, 0, -1, 300, 1.5, True, "", "olive", "sole-mio", "nonsense", "pepper/mista", "9" * 30),
    *([], {}, ["x"], {"x": 1}, {"olive": -1}, {"olive": 999}, ["olive"] * 50, [1, 2], [[]], [{}]),
    *({"pepper": ["olive"]}, {"pepper": None}, {"pepper": "olive"}, {1: 2}),
]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to everything inside a value."""
    if path:
        yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield from places(part, (*path, key))


def spoil(entry: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The scenario with one odd value, one thing left out, or one thing under another name."""
    spoiled = copy.deepcopy(entry)
    *path, key = rng.choice(list(places(spoiled)))
    part = spoiled
    for step in path:
        part = part[step]
    way = rng.random()
    if way < 0.7 or isinstance(part, list):
        part[key] = copy.deepcopy(rng.choice(ODD_VALUES))
    elif way < 0.85:
        del part[key]
    else:
        part[rng.choice(["zzz", "columns", "hands", "supply", 3, None])] = part.pop(key)
    return spoiled


def answer(file: Path) -> str:
    """What the runner says: the sentence of an error, or how the verdicts came out."""
    try:
        return f"{file.name}: {[scenario.run(entry).holds for entry in scenario.load(file)]}"
    except osteria.ScenarioError as error:
        return str(error).removeprefix(f"{file.parent}/")


@pytest.mark.parametrize("seed", range(SPOILED // 20))
def test_a_spoiled_scenario_is_answered_by_a_sentence_or_a_verdict(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    entries = yaml.safe_load(rng.choice(SCENARIOS).read_text())
    file = tmp_path / "spoiled.yaml"
    for _ in range(20):
        file.write_text(yaml.safe_dump([spoil(rng.choice(entries), rng)]))
        assert answer(file).startswith("spoiled.yaml: ")


@pytest.mark.parametrize(
    ("game", "given", "sentence"),
    [
        ("mamma-mia", {"hands": {"pepper": ["double-olive"]}}, "there are no doubles in this game"),
        ("mamma-mia", {"oven": ["double-olive"]}, "there are no doubles in this game"),
        ("sole-mio", {"holder": "pepper", "supply": ["olive", "sole-mio"]}, "there is one of it"),
        ("sole-mio", {"hands": {"pepper": ["match"]}, "orders": {"pepper": ["match"]}}, "there is one of each order"),
        ("sole-mio", {"hands": {"pepper": ["mista"]}}, "no order mista in this game"),
    ],
)
def test_a_table_that_cannot_be_is_refused(game: str, given: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    entry = {"name": "x", "cites": ["G-2"], "game": game, "seats": ["pepper", "olive"], "given": given, "expect": {}}
    file = tmp_path / "impossible.yaml"
    file.write_text(yaml.safe_dump([entry]))
    assert sentence in answer(file)
