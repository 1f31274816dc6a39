"""A bot is handed a view of its own seat, and nothing else can be reached from it."""

import ast
import gc
from pathlib import Path
from types import FunctionType, ModuleType

import numpy as np
import pytest

import osteria
from osteria import bots
from osteria.testing.bots import check_no_peeking, view_of

PACKAGE = Path(bots.__file__).parent


@pytest.mark.parametrize("game", ["mamma-mia", "sole-mio", "grande"])
@pytest.mark.parametrize("name", ["random:seed=1", "novice:seed=1", "regular:seed=1"])
def test_worlds_that_look_alike_are_answered_alike(game: str, name: str) -> None:
    assert check_no_peeking(name, game, players=3, moves=41, every=10, seed=3) > 3


def test_the_expert_too_answers_alike_what_looks_alike() -> None:
    assert check_no_peeking("expert:playouts=4,seed=1", "mamma-mia", moves=21, every=10) > 1


def test_from_a_sealed_view_no_match_can_be_reached() -> None:
    match = osteria.new("sole-mio", 2, seed=1)
    view = view_of(match)
    assert view.decision is not None
    assert view.decision.options
    seen: set[int] = set()
    waiting: list[object] = [view]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, (type, ModuleType, FunctionType)):
            continue
        seen.add(id(thing))
        assert not isinstance(thing, osteria.Match), "a bot could look at the table itself"
        waiting.extend(gc.get_referents(thing))


def test_bots_never_import_a_match_or_how_to_make_one() -> None:
    forbidden = {"osteria.play.match", "osteria.play.new", "osteria.play.transcript", "osteria.play.fate.Seeded"}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                names = {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
                assert not names & forbidden, f"{path.name} imports {names & forbidden}"
                assert node.module != "osteria", f"{path.name}: import from the module that defines the name"


def test_the_rules_of_thumb_do_not_read_what_is_hidden() -> None:
    """The same sight, with other cards in the hands that nobody sees, gives the same move."""
    match, bot = osteria.new("grande", 4, seed=9), bots.make("regular", seed=4)
    rng = np.random.default_rng(2)
    for _ in range(60):
        view = view_of(match)
        assert view.decision is not None
        match.play(bot.choose(view.decision, view, None))
    view = view_of(match)
    chosen = bot.choose(view.decision, view, None)
    for _ in range(3):
        other = view_of(osteria.imagine(view, rng))
        assert bot.choose(other.decision, other, None) == chosen
