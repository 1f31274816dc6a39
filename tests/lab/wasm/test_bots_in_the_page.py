"""Bots in the page: whole games of theirs replay in Python to the same transcript, every viewer is told and sees the same in both
memories at every step, and Python's bots make the same moves."""

from __future__ import annotations

import hashlib
import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import osteria
from osteria.bots import make
from osteria.games import game as game_of
from osteria.play.fate import seed_bytes
from osteria.play.view import MEMORIES

GAMES_EACH = 50 if os.environ.get("OSTERIA_LONG") == "1" else 2
BOTS = "scripts/bots.ts"
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
    given = json.dumps(wishes)
    for place, played in enumerate(json.loads(node(BOTS, modules, given=given))):
        wished, text = wishes[place], played["text"]
        replayed = osteria.replay(text)
        assert replayed.outcome is not None
        assert replayed.transcript == text
        again = PlayedAgain(wished, list(replayed.lines()))
        for step, seen in enumerate(again.steps()):
            if digest(seen) != played["seen"][step]:
                assert node(BOTS, modules, str(place), str(step), given=given).strip() == seen
        assert again.match.transcript == text
        assert len(played["seen"]) == again.seen


def test_optimal_plays_for_two_in_the_page_as_in_python(
    modules: Path, node: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OSTERIA_INTERPRETED")
    tables = [("optimal", "optimal"), ("regular", "optimal"), ("optimal", "random")] * (20 if GAMES_EACH > 2 else 1)
    wishes = [
        {"game": "roll-for-soles", "seats": 2, "bots": bots, "luck": ["", ""], "deal": number}
        for number, bots in enumerate(tables)
    ]
    games = json.loads(node(BOTS, modules, given=json.dumps(wishes)))
    for wished, played in zip(wishes, games, strict=True):
        told = osteria.replay(played["text"])
        best, match = make("optimal"), osteria.new("roll-for-soles", 2, seed=osteria.ASK)
        for _, move in told.lines():
            decision = match.decision
            assert decision is not None
            if decision.seat != osteria.CHANCE and wished["bots"][decision.seat] == "optimal":
                assert str(best.choose(decision, match.view(decision.seat, "assisted"), None)) == move
            match.play(move)
        assert match.outcome is not None


def bot(level: str, seed: int) -> Any:
    return make(level, seed=seed, playouts=PLAYOUTS) if level == "expert" else make(level, seed=seed)


class PlayedAgain:
    """The same table with Python's bots, dealt as it was told."""

    def __init__(self, wished: dict[str, Any], lines: list[tuple[str, str]]) -> None:
        self.match, self.lines = osteria.new(wished["game"], wished["seats"], seed=osteria.ASK), lines
        self.bots = [bot(level, seed) for level, seed in zip(wished["bots"], wished["seeds"], strict=True)]
        self.seen = self.told = 0

    def steps(self) -> Iterator[str]:
        """What every viewer was told and sees, whenever somebody is asked, and at the end."""
        for who, move in self.lines:
            if who == "chance":
                self.match.play(move)
                continue
            yield self._look()
            decision = self.match.decision
            assert decision is not None
            self.match.play(self.bots[decision.seat].choose(decision, self.match.view(decision.seat, "assisted"), None))
        yield self._look()

    def _look(self) -> str:
        events, self.told = self.match.events[self.told :], len(self.match.events)
        self.seen += 1
        viewers = (None, *range(self.match.players))
        return text_of(
            [[[e.seen_by(v) for e in events], *(view(self.match, v, memory) for memory in MEMORIES)] for v in viewers]
        )


def view(match: osteria.Match, viewer: int | None, memory: str) -> dict[str, Any]:
    """Without `ahead`, which the page does not work out, and the history: events are compared as they happen."""
    seen = match.view(viewer, memory)
    seen._words["ahead"] = None
    return {key: word for key, word in seen.items() if key != "history"}


def text_of(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
