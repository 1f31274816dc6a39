"""Past days in the page: a seed deals the same cards and dice as in Python, and equal play gives an equal game."""

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
from osteria.bots.days import PLAYOUTS, bot_of_a_day, bot_seed, players_of_a_day
from osteria.games import game as game_of
from osteria.lab.wasm.pack import families
from osteria.server.tables.fair import check

GAMES = ("mamma-mia", "sole-mio", "grande", "roll-for-soles")
IS_LONG = os.environ.get("OSTERIA_LONG") == "1"
SEEDS = 40 if IS_LONG else 4
"""For every game and number of players."""
EVE = "2026-11-15"


def seed_of(*words: Any) -> bytes:
    return hashlib.sha256(repr(words).encode()).digest()


def deals(name: str) -> list[dict[str, Any]]:
    """Tables of every size, with any own kinds."""
    game, wishes = game_of(name), []
    for players in range(game.fewest, game.most + 1):
        for number in range(SEEDS):
            rng = random.Random(f"{name} {players} {number}")
            seats = rng.sample(game.own_kinds, players) if game.own_kinds else players
            wishes.append({"game": name, "seats": seats, "seed": seed_of(name, players, number).hex()})
    return wishes


def test_what_the_page_deals_from_is_what_the_games_declare(modules: Path) -> None:
    index = json.loads((modules / "index.json").read_text())
    for family, games in families().items():
        loaded = json.loads((modules / index["families"][family]["words"]).read_text())["stacks"]
        for game in games:
            assert loaded == json.loads(json.dumps(game.stacks_data()))
            assert index["games"][game.name]["day"] == {"players": players_of_a_day(game), "playouts": PLAYOUTS}


@pytest.mark.parametrize("name", GAMES)
def test_a_seed_deals_the_same_game_in_the_page_as_in_python(
    name: str, modules: Path, node: Callable[..., str]
) -> None:
    wishes = deals(name)
    texts = json.loads(node("scripts/deals.ts", modules, given=json.dumps(wishes)))
    for wish, text in zip(wishes, texts, strict=True):
        match = osteria.new(name, wish["seats"], seed=bytes.fromhex(wish["seed"]))
        while match.decision is not None:
            options = match.decision.options
            match.play(options[(len(match.lines()) * 7 + 3) % len(options)])
        assert match.transcript == text


def in_python(name: str, seed: bytes, bot: str) -> osteria.Match:
    """The day as a house plays it, for a person who makes the move that the number of the question says."""
    match, question = osteria.new(name, players_of_a_day(game_of(name)), seed=seed), 0
    bots = [bot_of_a_day(bot, bot_seed(seed, seat)) for seat in range(len(match.seats))]
    while (decision := match.decision) is not None:
        view = match.view(decision.seat, "assisted")
        number = (question * 7 + 3) % len(decision.options)
        match.play(bots[decision.seat].choose(decision, view, None) if decision.seat else decision.options[number])
        question += 1
    return match


BOTS = [(name, "expert") for name in (GAMES if IS_LONG else ("sole-mio", "roll-for-soles"))]


@pytest.mark.parametrize(("name", "bot"), [*BOTS, ("mamma-mia", "regular"), ("grande", "novice")])
def test_equal_play_gives_an_equal_game_in_the_page_and_python_verifies_it(
    name: str, bot: str, modules: Path, node: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OSTERIA_INTERPRETED")  # the modules were made from what is compiled: it is there
    seed = seed_of(name, bot)
    wish = {"game": name, "day": EVE, "seed": seed.hex(), "bot": bot, "name": "Ada"}
    [text] = json.loads(node("scripts/day.ts", modules, given=json.dumps([wish])))
    assert osteria.replay(text, seed=seed).transcript == in_python(name, seed, bot).transcript
    (tmp_path / "game.txt").write_text(text)
    assert check(str(tmp_path / "game.txt")).is_fair


REFUSED = {
    "day.open": {"day": "2999-01-01"},
    "day.unknown": {"day": "yesterday"},
    "bot.unknown": {"bot": "maestro"},
}


def test_what_is_no_past_day_is_refused(modules: Path, node: Callable[..., str]) -> None:
    good = {"game": "roll-for-soles", "day": EVE, "seed": "ab" * 32, "bot": "random", "name": ""}
    bad = [good | wrong for wrong in (*REFUSED.values(), {"game": "chess"}, {"seed": "AB"}, {"day": "2026-13-99"})]
    assert json.loads(node("scripts/day.ts", modules, given=json.dumps(bad))) == [*REFUSED, *["day.unknown"] * 3]
