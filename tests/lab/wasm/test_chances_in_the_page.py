"""The chance to win over a finished game: the page finds on its own device what Python finds."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import osteria
from osteria.hindsight.course import Course

PLAYOUTS = 8
EVERY = 1 if os.environ.get("OSTERIA_LONG") == "1" else 12
"""Steps that Python works out, too: one in so many."""


def finished(name: str, players: int) -> str:
    match, rng = osteria.new(name, players, seed=3), random.Random(name)
    while match.decision is not None:
        match.play(rng.choice(match.decision.options))
    return match.transcript


@pytest.mark.parametrize(("name", "players"), [("mamma-mia", 2), ("sole-mio", 3), ("grande", 2), ("roll-for-soles", 3)])
def test_the_page_finds_the_chances_that_python_finds(
    name: str, players: int, modules: Path, node: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OSTERIA_INTERPRETED")  # the modules were made from what is compiled: it is there
    text = finished(name, players)
    (rows,) = json.loads(
        node("scripts/chances.ts", modules, given=json.dumps([{"text": text, "playouts": PLAYOUTS, "seed": 5}]))
    )
    course = Course(text, PLAYOUTS, 5)
    assert len(rows) == course.steps
    for step in sorted({*range(0, course.steps, EVERY), course.steps - 1}):
        assert rows[step] == pytest.approx(course.chances(step), abs=1e-4), step
