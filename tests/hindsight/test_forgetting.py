"""What forgetting cost: measured on bots whose memory is known."""

import os
from collections import Counter

import numpy as np
import pytest

import osteria
from osteria import bots
from osteria.bots.hints import REGULAR, hints_of
from osteria.bots.pizzeria.memory import Item, item_words
from osteria.hindsight import forgetting
from osteria.hindsight.forgetting import (
    LUCKS,
    NOTHING,
    PERFECT,
    Remembering,
    Watched,
    Watcher,
    can_forget,
    price_of,
    remembering,
)
from osteria.hindsight.judges import Estimate
from osteria.testing.bots import view_of

LONG = os.environ.get("OSTERIA_LONG") == "1"
LEFT, RIGHT = (1,), (2,)


def measured(name: str, game: str, seeds: range, monkeypatch: pytest.MonkeyPatch) -> float:
    """The mean memory of a bot at a table of three, as far as its moves tell."""
    if not LONG:
        monkeypatch.setenv("OSTERIA_INTERPRETED", "1")
        monkeypatch.setattr(forgetting, "LEVELS", (0.2, 0.6, 1.0))
        monkeypatch.setattr(forgetting, "STYLES", (REGULAR,))
    found = [remembering(watched(name, game, seed)).memory for seed in seeds]
    return float(np.mean(found))


def watched(name: str, game: str, seed: int) -> list[Watched]:
    """The decisions of seat 0 in a game."""
    match, watcher, found = osteria.new(game, 3, seed=seed), Watcher(game), []
    players = [bots.make(name, seed=7 * seed), *(bots.make("regular", seed=7 * seed + seat) for seat in (1, 2))]
    while (decision := match.decision) is not None:
        view = view_of(match)
        move = players[decision.seat].choose(decision, view, None)
        if decision.seat == 0 and len(decision.options) > 1:
            found.append(watcher.watch(view, move.actions, len(decision.options)))
        match.play(move)
    return found


def test_a_bot_that_forgets_is_told_from_one_that_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mamma Mia!, where all bots by rules of thumb have the same style."""
    forgetful = measured("novice:memory=0.2", "mamma-mia", range(1), monkeypatch)
    perfect = measured("regular", "mamma-mia", range(1), monkeypatch)
    assert forgetful < 0.7 < perfect


@pytest.mark.skipif(not LONG, reason="plays many games")
@pytest.mark.parametrize("game", ["mamma-mia", "sole-mio", "grande"])
def test_the_measure_orders_memories(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("novice:memory=0.2", "novice:memory=0.5", "novice:memory=0.8", "regular")
    found = [measured(name, game, range(12), monkeypatch) for name in names]
    assert found == sorted(found)
    assert found[-1] > 0.97


def decision(by_memory: dict[float, Counter[tuple[int, ...]]], played: tuple[int, ...] = LEFT) -> Watched:
    """A decision between left and right."""
    return Watched(None, played, 2, {(REGULAR, memory): chosen for memory, chosen in by_memory.items()})  # type: ignore[arg-type]


FORGETTABLE = {0.5: Counter({LEFT: LUCKS}), PERFECT: Counter({RIGHT: LUCKS})}


def test_the_likeliest_memory_is_the_measured_one() -> None:
    assert remembering([decision(FORGETTABLE)]).memory == 0.5
    assert remembering([decision(FORGETTABLE, RIGHT)]).memory == PERFECT
    assert remembering([decision(FORGETTABLE)]).support > 0


def test_without_a_difference_memory_is_called_perfect() -> None:
    assert remembering([decision({0.5: Counter({LEFT: LUCKS}), PERFECT: Counter({LEFT: LUCKS})})]).memory == PERFECT
    assert remembering([]) == Remembering(REGULAR, PERFECT, 0.0)


def test_who_remembers_everything_pays_nothing() -> None:
    watcher = Watcher("sole-mio")
    assert watcher.forgotten(decision(FORGETTABLE), Remembering(REGULAR, PERFECT, 0.0)) == NOTHING


def test_the_price_is_what_the_perfect_memory_s_move_was_ahead() -> None:
    worth = {LEFT: Estimate(0.3, 0.03), RIGHT: Estimate(0.5, 0.04)}
    assert price_of(decision(FORGETTABLE), 1.0, worth) == Estimate(pytest.approx(0.2), pytest.approx(0.05))
    assert price_of(decision(FORGETTABLE), 0.5, worth).value == pytest.approx(0.1)
    assert price_of(decision(FORGETTABLE), 0.0, worth) == Estimate(0, 0)


def test_items_are_called_by_their_number_of_that_kind() -> None:
    items = [Item(1, (2, 2)), Item(0, (0,)), Item(1, (2,)), Item(-1, (10 + 21 * 1 + 5,))]
    words = item_words(items, ("pepper", "olive"))
    assert words[:3] == ["the first to second pepper", "the first olive", "the third pepper"]
    assert words[3].startswith("the order olive/")


def test_what_was_turned_over_cannot_be_forgotten_any_more() -> None:
    items, hints = [Item(1, (2,)), Item(0, (0,)), Item(1, (2,))], hints_of("sole-mio")
    assert hints.forgotten((items, 0), ("pepper", "olive"), 0.0, 1) == ["the first pepper", "the first olive"]
    assert hints.forgotten((items, 1), ("pepper", "olive"), 0.0, 1) == ["the first olive"]
    assert hints.forgotten((items, 0), ("pepper", "olive"), 1.0, 1) == []


def test_where_everything_is_public_nothing_can_be_forgotten() -> None:
    assert can_forget("sole-mio")
    assert not can_forget("roll-for-soles")
