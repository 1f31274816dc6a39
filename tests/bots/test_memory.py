"""How players remember the oven, and how they forget."""

import numpy as np
import pytest

import osteria
from osteria import bots
from osteria.bots.pizzeria.memory import Item, Memory, oven_items
from osteria.testing.bots import view_of

KINDS = 5


def an_oven(items: int, seed: int) -> list[Item]:
    rng = np.random.default_rng(seed)
    return [Item(int(kind), (2 * int(kind),)) for kind in rng.integers(0, KINDS, items)]


def share_remembered(level: float, items: int = 30, players: int = 150) -> float:
    kept = [sum(Memory(level, seed).keeps(an_oven(items, seed))) / items for seed in range(players)]
    return float(np.mean(kept))


@pytest.mark.parametrize("level", [0.2, 0.3, 0.5, 0.7, 0.9])
def test_a_level_means_that_about_so_much_is_remembered(level: float) -> None:
    assert share_remembered(level) == pytest.approx(level, abs=0.1)


def test_a_perfect_memory_keeps_everything_and_none_keeps_the_top_card() -> None:
    oven = an_oven(25, 1)
    assert all(Memory(1.0, 1).keeps(oven))
    assert Memory(0.0, 1).keeps(oven) == [False] * 24 + [True]


def test_what_is_older_is_forgotten_more_often() -> None:
    memory, oven = Memory(0.5, 1), an_oven(30, 2)
    chances = [memory.chances(oven)[place] for place in (0, 10, 20, 29)]
    assert chances == sorted(chances)
    assert chances[-1] == 1.0


def test_like_things_interfere() -> None:
    olive, salami = Item(0, (0,)), Item(3, (6,))
    memory = Memory(0.5, 1)
    assert memory.chances([olive] + [olive] * 9)[0] < memory.chances([olive] + [salami] * 9)[0]


def test_what_is_forgotten_stays_forgotten() -> None:
    memory, oven = Memory(0.4, 7), an_oven(40, 3)
    lost: set[int] = set()
    for size in range(1, len(oven) + 1):
        keeps = memory.keeps(oven[:size])
        back = {place for place in lost if keeps[place]} - {size - 1}
        assert not back
        lost |= {place for place in range(size - 1) if not keeps[place]}


def test_only_so_much_is_held_at_once() -> None:
    assert sum(Memory(0.1, 3).keeps(an_oven(200, 1))) <= 6


@pytest.mark.parametrize("game", ["mamma-mia", "grande"])
def test_a_perfect_memory_knows_the_oven_card_by_card(game: str) -> None:
    match, bot, memory = osteria.new(game, 3, seed=4), bots.make("regular", seed=1), Memory()
    rounds = set()
    while match.decision is not None:
        view = view_of(match)
        assert view.decision is not None
        assert view.trace is not None
        items, turned = oven_items(view.trace.rows)
        s = match.stepper.states[0]
        first = int(s["cursor"]) if view["phase"] == "scoring" else 0
        assert memory.oven(items, turned) == s["oven"][first : s["oven_size"]].tolist()
        rounds.add((view["round"], view["phase"]))
        match.play(bot.choose(view.decision, view, None))
    assert len(rounds) == 6
