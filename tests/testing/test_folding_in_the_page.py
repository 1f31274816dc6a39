"""The fold of the page (web/src/game/fold.ts), under Node, has every zone right for everybody after every action."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from osteria.core.events import Words
from osteria.core.game import SET, SETS
from osteria.games import NAMES, game
from osteria.testing.folding import told_and_seen

WEB = Path(__file__).resolve().parents[2] / "web"
STEPS = 100_000 if os.environ.get("OSTERIA_LONG") == "1" else 5_000
Spoil = Callable[[Words], Words]


@pytest.fixture(scope="module")
def node() -> str:
    program = shutil.which("node")
    assert program, "Node is not here: ./test --setup brings it"
    return program


def tables(name: str) -> list[tuple[int, int]]:
    """How many play, and how many steps there: a game of each number, most of the steps at the smallest tables."""
    rules = game(name)
    return [(rules.fewest, STEPS), *((players, 1) for players in range(rules.fewest + 1, rules.most + 1))]


def frames(name: str, spoil: Spoil, at: list[tuple[int, int]]) -> Iterator[str]:
    """Lines for web/scripts/follow.ts."""
    sets = [zone for zone, kind in game(name).zone_kinds.items() if kind in (SET, SETS)]
    for players, most in at:
        for step in told_and_seen(game(name), players, most, seed=players):
            for frame in step:
                seat, memory = frame.viewer
                events = frame.events and [spoil(event) for event in frame.events]
                viewer = f"{name} for {players}, seat {seat}, {memory}"
                yield json.dumps({"viewer": viewer, "events": events, "view": frame.view, "sets": sets})


def write(file: str, steps: int) -> None:
    """Frames of all games at their smallest tables, for whoever asks Node more than once."""
    lines = (f"{line}\n" for name in NAMES for line in frames(name, dict, [(game(name).fewest, steps)]))
    with Path(file).open("w", encoding="utf-8") as out:
        out.writelines(lines)


def follow(node: str, lines: Iterator[str]) -> str:
    """What Node says to these frames: how many it compared, or what differs."""
    command = [node, "scripts/follow.ts"]
    with subprocess.Popen(command, cwd=WEB, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.writelines(f"{line}\n" for line in lines)
            process.stdin.close()
        except BrokenPipeError:
            process.stdin = None
        return process.stdout.read().strip()


@pytest.mark.parametrize("name", NAMES)
def test_the_page_that_follows_the_moves_has_every_zone_right(node: str, name: str) -> None:
    viewers = 2 * (game(name).fewest + 1)
    said = follow(node, frames(name, dict, tables(name)))
    assert said.isdecimal(), said
    assert int(said) >= STEPS * viewers


@pytest.mark.parametrize("name", NAMES)
def test_the_page_notices_one_card_or_point_too_many(node: str, name: str) -> None:
    moves = iter(range(1_000_000))

    def spoil(event: Words) -> Words:
        if "from" not in event or next(moves) != 100:
            return event
        what = {"what": {card: n + 1 for card, n in event["what"].items()}} if "what" in event else {}
        return event | {"count": event["count"] + 1} | what

    assert "folded" in follow(node, frames(name, spoil, tables(name)))


@pytest.mark.parametrize("name", NAMES)
def test_the_page_notices_a_turn_that_is_not_told(node: str, name: str) -> None:
    said = follow(node, frames(name, lambda event: {} if event["event"] == "turn" else event, tables(name)))
    assert "turn: folded" in said
