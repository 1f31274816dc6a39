"""The page says what Python says: views of every seat in both memories, events, options and refusals, at every step."""

from __future__ import annotations

import hashlib
import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import osteria
from osteria.core.game import ALLOWED
from osteria.games import game as game_of
from osteria.play.match import Match

GAMES_EACH = 200 if os.environ.get("OSTERIA_LONG") == "1" else 2
EVERY = 4
"""Whole views, with all that may follow a question, are compared so often; web/scripts/retell.ts has the same number."""
RETELL = "scripts/retell.ts"


@pytest.mark.parametrize("name", ["mamma-mia", "sole-mio", "grande", "roll-for-soles"])
def test_the_page_says_what_python_says(name: str, modules: Path, node: Callable[..., str]) -> None:
    game = game_of(name)
    tables = range(game.fewest, game.most + 1)
    for players in tables:
        games = [play(name, players, seed) for seed in range(-(-GAMES_EACH // len(tables)))]
        sent = [{"moves": moves, "tried": tried} for moves, tried, _ in games]
        given = json.dumps({"game": name, "players": players, "games": sent})
        told = json.loads(node(RETELL, modules, given=given))
        for place, (_, _, texts) in enumerate(games):
            for step, text in enumerate(texts):
                if digest(text) != told[place][step]:
                    assert node(RETELL, modules, str(place), str(step), given=given).strip() == text
            assert len(texts) == len(told[place])


def play(name: str, players: int, seed: int) -> tuple[list[list[int]], list[list[int]], list[str]]:
    """A random game: its moves, small actions that were tried after each of them, and what is said of it then."""
    rng, match = random.Random(f"{name} {players} {seed}"), osteria.new(name, players, seed=osteria.ASK)
    moves, tried, texts, seen = list[list[int]](), list[list[int]](), list[str](), dict[str, set[int]]()
    while (decision := match.decision) is not None:
        move = rng.choice(decision.options)
        before = len(match.rows)
        match.play(move)
        moves.append(list(move.actions))
        known = seen.setdefault(match.decision.ask, set()) if match.decision else set[int]()
        known |= {option.actions[0] for option in match.decision.options} if match.decision else set()
        tried.append(rng.sample(sorted(known), min(3, len(known))))
        texts.append(said(match, before, len(texts), tried[-1]))
    return moves, tried, texts


def said(match: Match, before: int, step: int, tried: list[int]) -> str:
    viewers = (None, *range(match.players))
    ends = match.decision is None
    return text_of(
        [
            match.zones(),
            [
                [
                    [event.seen_by(viewer) for event in match.events[before:]],
                    view(match, viewer) if step % EVERY == 0 else shown(match, viewer, 0),
                    shown(match, viewer, 1),
                ]
                for viewer in viewers
            ],
            view(match, 0, "assisted") if ends else [str(option) for option in match.decision.options],  # type: ignore[union-attr]
            [refusal(match, action) for action in tried],
        ]
    )


def view(match: Match, viewer: int | None, memory: str = "authentic") -> dict[str, Any]:
    """Without `ahead`, which the page does not work out."""
    return match.view(viewer, memory).words | {"ahead": None}


def shown(match: Match, viewer: int | None, assisted: int) -> dict[str, Any]:
    seen = match.stepper.observe(-1 if viewer is None else viewer, assisted)
    return match.rules.view(seen[0], viewer)


def refusal(match: Match, action: int) -> dict[str, str] | None:
    rules, s = match.rules, match.stepper.states[0]
    code = rules.code_of(s, action)
    if code == ALLOWED:
        return None
    why = rules.because(s, code, rules.wording.about(action))
    return {"sentence": why.sentence, "clause": why.clause}


def text_of(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
