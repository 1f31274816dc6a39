"""What forgetting cost: measured on bots whose memory is known."""

import os
from collections import Counter
from dataclasses import replace
from itertools import count

import numpy as np
import pytest

import osteria
from osteria import bots
from osteria.bots.hints import REGULAR, Sighting, hints_of
from osteria.bots.pizzeria.memory import Item, sightings
from osteria.hindsight import forgetting
from osteria.hindsight.course import Course
from osteria.hindsight.forgetting import (
    LUCKS,
    PERFECT,
    Noticed,
    Remembering,
    Watched,
    can_forget,
    dearest,
    forgetful,
    manners_of,
    remembering,
)
from osteria.hindsight.judges import Estimate, Playouts, Weighed, total
from osteria.testing.bots import view_of

LONG = os.environ.get("OSTERIA_LONG") == "1"
LEFT, RIGHT = (1,), (2,)
ANY = Estimate(0.5, 0.1)


def played(name: str, game: str, seed: int) -> tuple[str, list[int]]:
    """A game of a bot at seat 0 with two who remember everything: its transcript, and the steps that seat 0 led to."""
    match, steps = osteria.new(game, 3, seed=seed), []
    players = [bots.make(name, seed=7 * seed), *(bots.make("regular", seed=7 * seed + seat) for seat in (1, 2))]
    for step in count(1):
        if (decision := match.decision) is None:
            return match.transcript, steps
        if decision.seat == 0:
            steps.append(step)
        match.play(players[decision.seat].choose(decision, view_of(match), None))
    raise AssertionError("unreachable")


def measured(name: str, game: str, seed: int, playouts: int) -> tuple[float, Estimate]:
    """The memory of seat 0 as far as its moves tell, and what forgetting cost it."""
    text, steps = played(name, game, seed)
    course = Course(text, playouts, seed)
    noticed = [found for step in steps if (found := course.noticed(step))]
    manner = manners_of(noticed)[0]
    return manner.memory, total([one.price(manner) for one in noticed])


def test_a_bot_that_forgets_is_told_from_one_that_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mamma Mia!, where all bots by rules of thumb have the same style."""
    monkeypatch.setenv("OSTERIA_INTERPRETED", "1")
    monkeypatch.setattr(forgetting, "LEVELS", (0.2, 0.6, 1.0))
    monkeypatch.setattr(forgetting, "STYLES", (REGULAR,))
    monkeypatch.setattr(forgetting, "LUCKS", 4)
    monkeypatch.setattr(Playouts, "weigh", lambda self, view, options, played: Weighed([ANY] * len(options), ANY))
    forgetful, _ = measured("novice:memory=0.2", "mamma-mia", 0, playouts=1)
    perfect, price = measured("regular", "mamma-mia", 0, playouts=1)
    assert forgetful < 0.7 < perfect
    assert price == Estimate(0.0, 0.0)


@pytest.mark.skipif(not LONG, reason="plays and looks back at many games")
@pytest.mark.parametrize("game", ["mamma-mia", "sole-mio", "grande"])
def test_the_measure_orders_memories(game: str) -> None:
    names = ("novice:memory=0.2", "novice:memory=0.5", "novice:memory=0.8", "regular")
    found = {name: [measured(name, game, seed, playouts=100) for seed in range(12)] for name in names}
    memories = [float(np.mean([memory for memory, _ in found[name]])) for name in names]
    assert memories == sorted(memories)
    assert memories[-1] > 0.97
    assert abs(total([price for _, price in found["regular"]]).value) < 0.01
    assert total([price for _, price in found[names[0]]]).value > 0.1


def decision(by_memory: dict[float, Counter[tuple[int, ...]]], played: tuple[int, ...] = LEFT) -> Watched:
    """A decision between left and right."""
    return Watched(None, played, 2, {(REGULAR, memory): chosen for memory, chosen in by_memory.items()})  # type: ignore[arg-type]


FORGETTABLE = {0.5: Counter({LEFT: LUCKS}), PERFECT: Counter({RIGHT: LUCKS})}


WORTH = {LEFT: Estimate(0.3, 0.03), RIGHT: Estimate(0.5, 0.04)}


def noticed(by_memory: dict[float, Counter[tuple[int, ...]]], played: tuple[int, ...] = LEFT, seat: int = 0) -> Noticed:
    return decision(by_memory, played).noticed(1, seat, WORTH)


def test_the_likeliest_memory_is_the_measured_one() -> None:
    assert remembering([noticed(FORGETTABLE)]).memory == 0.5
    assert remembering([noticed(FORGETTABLE, RIGHT)]).memory == PERFECT
    assert remembering([noticed(FORGETTABLE)]).support > 0


def test_without_a_difference_memory_is_called_perfect() -> None:
    same = {0.5: Counter({LEFT: LUCKS}), PERFECT: Counter({LEFT: LUCKS})}
    assert remembering([noticed(same)]).memory == PERFECT
    assert remembering([]) == Remembering(REGULAR, PERFECT, 0.0)


def test_who_remembers_everything_pays_nothing() -> None:
    assert noticed(FORGETTABLE).price(Remembering(REGULAR, PERFECT, 0.0)) == Estimate(0.0, 0.0)


def test_the_price_is_what_the_perfect_memory_s_move_was_ahead() -> None:
    one, manner = noticed(FORGETTABLE), Remembering(REGULAR, 0.5, 1.0)
    assert one.ahead == Estimate(pytest.approx(0.2), pytest.approx(0.05))
    chance = one.forgotten(manner)
    assert 0.9 < chance < 1
    assert one.price(manner) == Estimate(pytest.approx(0.2 * chance), pytest.approx(0.05 * chance))


def test_a_seat_is_called_forgetful_only_if_its_loss_is_clear_of_chance() -> None:
    """Its moves tell a memory of a half all the same; what they cost is a gain, or may be luck."""
    clear, gain = noticed(FORGETTABLE), replace(noticed(FORGETTABLE, seat=1), ahead=Estimate(-0.2, 0.05))
    doubtful = replace(noticed(FORGETTABLE, seat=2), ahead=Estimate(0.2, 0.15))
    assert list(forgetful([clear, gain, doubtful])) == [0]
    assert set(manners_of([clear, gain, doubtful])) == {0, 1, 2}


def test_the_dearest_moves_come_first_and_what_is_not_worth_a_word_is_left_out() -> None:
    manners = {0: Remembering(REGULAR, 0.5, 1.0)}
    prices = (0.1, 0.3, 0.005, 0.2)
    found = [replace(noticed(FORGETTABLE), number=n, ahead=Estimate(ahead, 0.01)) for n, ahead in enumerate(prices)]
    assert [one.number for one in dearest(found, manners, 10)] == [1, 3, 0]
    assert [one.number for one in dearest(found, manners, 1)] == [1]
    assert dearest([noticed(FORGETTABLE, seat=3)], manners, 10) == []


def test_what_was_forgotten_is_named_at_its_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTERIA_INTERPRETED", "1")
    text, steps = played("novice:memory=0.2", "mamma-mia", 0)
    named = [Course(text, 1, 1).forgot(step, Remembering(REGULAR, 0.2, 1.0)) for step in steps[8:11]]
    assert any(isinstance(one, Sighting) for one in named)


def test_items_are_called_by_their_number_of_that_kind() -> None:
    items = [Item(1, (2, 2)), Item(0, (0,)), Item(1, (2,)), Item(-1, (10 + 21 * 1 + 5,))]
    found = sightings(items, ("pepper", "olive"))
    assert [str(one) for one in found[:3]] == ["the first to second pepper", "the first olive", "the third pepper"]
    assert str(found[3]).startswith("the order olive/")
    assert str(Sighting("olive", 7, 7)) == "the 7th olive"


def test_what_was_turned_over_cannot_be_forgotten_any_more() -> None:
    items, hints = [Item(1, (2,)), Item(0, (0,)), Item(1, (2,))], hints_of("sole-mio")
    assert hints.forgotten((items, 0), ("pepper", "olive"), 0.0, 1) == [
        Sighting("pepper", 1, 1),
        Sighting("olive", 1, 1),
    ]
    assert hints.forgotten((items, 1), ("pepper", "olive"), 0.0, 1) == [Sighting("olive", 1, 1)]
    assert hints.forgotten((items, 0), ("pepper", "olive"), 1.0, 1) == []


def test_where_everything_is_public_nothing_can_be_forgotten() -> None:
    assert can_forget("sole-mio")
    assert not can_forget("roll-for-soles")
