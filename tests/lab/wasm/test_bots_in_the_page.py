"""Bots in the page: whole games of theirs replay in Python to the same transcript, and Python's bots make the same moves."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import osteria
from osteria.bots import make
from osteria.games import game as game_of
from osteria.play.fate import seed_bytes

GAMES_EACH = 50 if os.environ.get("OSTERIA_LONG") == "1" else 2
LEVELS = ("random", "novice", "regular", "expert")
PLAYOUTS = 40
"""Of the expert; it has other options than Python's if it is off by one."""


def wish(name: str, number: int) -> dict[str, Any]:
    """A table of bots, drawn from a number."""
    rng, game = random.Random(f"{name} {number}"), game_of(name)
    players = rng.randint(game.fewest, game.most)
    kinds = rng.sample(game.own_kinds, players) if game.own_kinds else players
    seeds = [rng.randrange(10**6) for _ in range(players)]
    return {
        "game": name,
        "seats": kinds,
        "bots": [rng.choice(LEVELS[1:]) if number else LEVELS[-1 - seat % 4] for seat in range(players)],
        "luck": [seed_bytes(seed).hex() for seed in seeds],
        "deal": number,
        "playouts": PLAYOUTS,
        "seeds": seeds,
    }


@pytest.mark.parametrize("name", ["mamma-mia", "sole-mio", "grande", "roll-for-soles"])
def test_bots_in_the_page_choose_as_in_python(
    name: str, modules: Path, node: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OSTERIA_INTERPRETED")  # the modules were made from what is compiled: it is there
    wishes = [wish(name, number) for number in range(GAMES_EACH)]
    texts = json.loads(node("scripts/bots.ts", modules, given=json.dumps(wishes)))
    for wished, text in zip(wishes, texts, strict=True):
        replayed = osteria.replay(text)
        assert replayed.outcome is not None
        assert replayed.transcript == text
        bots = [bot(level, seed) for level, seed in zip(wished["bots"], wished["seeds"], strict=True)]
        assert played_again(name, wished["seats"], bots, replayed) == text


def bot(level: str, seed: int) -> Any:
    return make(level, seed=seed, playouts=PLAYOUTS) if level == "expert" else make(level, seed=seed)


def played_again(name: str, seats: Any, bots: list[Any], told: osteria.Match) -> str:
    """The transcript of the same table with Python's bots, dealt as it was told."""
    match, lines = osteria.new(name, seats, seed=osteria.ASK), list(told.lines())
    for who, move in lines:
        decision = match.decision
        assert decision is not None
        if who == "chance":
            match.play(move)
        else:
            view = match.view(decision.seat, "assisted")
            match.play(bots[decision.seat].choose(decision, view, None))
    return match.transcript
