"""G-5: imagined worlds follow the exact law: compared with every world there is, on small boxes."""

import os
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from osteria.core.errors import OsteriaError
from osteria.core.game import Game
from osteria.core.unseen import ANY, CHANGED, DEALT, NOT_DEALT, UNSEEN, add_position, add_step
from osteria.games import grande, mamma_mia, sole_mio
from osteria.games.pizzeria.box import Box
from osteria.games.pizzeria.cards import FOUR, MATCH, MISTA, MONOTONI, NORMALE, OWN_KIND, SOLE_MIO, TWO_DOUBLES
from osteria.play.fate import Seeded
from osteria.play.imagine import Imagination
from osteria.play.match import Match
from osteria.play.new import new
from osteria.play.reshuffle import KERNELS
from osteria.play.view import View
from osteria.testing import distance, possible_worlds

LONG = os.environ.get("OSTERIA_LONG") == "1"
SAMPLES = 20_000 if LONG else 2_000
MOST_WORLDS = 400


def bits(*orders: int) -> int:
    return sum(1 << order for order in orders)


def tiny(base: type[Game], singles: int, doubles: int, orders: int, ingredients: int) -> Game:
    """A game of the same rules with so few cards that every world can be listed."""
    old: Box = base.box  # type: ignore[attr-defined]
    box = Box({2: singles}, {2: doubles}, orders, ingredients, 1, old.rounds, old.has_card, old.removes, old.section)
    return type(f"Tiny{base.__name__}", (base,), {"box": box})()


FOURS = bits(*(FOUR + kind for kind in range(5)))
GAMES = {
    "mamma-mia": tiny(mamma_mia.MammaMia, 2, 0, bits(NORMALE, NORMALE + 1, NORMALE + 2, MISTA, MONOTONI), 3),
    "sole-mio": tiny(sole_mio.SoleMio, 1, 1, FOURS | bits(OWN_KIND, MATCH, TWO_DOUBLES), 2),
    "grande": tiny(grande.Grande, 1, 1, bits(MISTA, OWN_KIND, MATCH, SOLE_MIO, FOUR + 3, FOUR + 4), 2),
}


def position(rules: Game, number: int) -> Match:
    """A random position of a tiny game."""
    rng = random.Random(f"{rules.name} {number}")
    seats = rules.seats(2)
    match = Match(rules, seats, rules.options(), rules.fresh(seats, rules.options()), Seeded(number))
    match.run_on()
    for _ in range(rng.randrange(3, 60)):
        if match.decision is None:
            break
        match.play(rng.choice(match.decision.options))
    return match


def worlds_of(rules: Game, view: View, monkeypatch: pytest.MonkeyPatch, count: int) -> Counter[bytes]:
    import osteria.play.imagine as imagining

    monkeypatch.setattr(imagining, "game_of", lambda name: rules)
    return Counter(world.tobytes() for world in Imagination(view, seed=1).worlds(count))


def noise(exact: dict[bytes, Fraction], count: int) -> float:
    """How far an exact sampler would be on average: the sum of the standard deviations of the cells, halved."""
    shares = np.array([float(share) for share in exact.values()])
    return float(np.sqrt(2 / np.pi) * np.sqrt(shares * (1 - shares) / count).sum() / 2)


@pytest.mark.parametrize("name", GAMES)
def test_imagined_worlds_have_exactly_the_right_law(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, looked_at, number = GAMES[name], 0, 0
    rules.kernels.compiled()
    while looked_at < (30 if LONG else 4):
        number += 1
        match = position(rules, number)
        view = match.view(number % 2, memory="assisted")
        exact = possible_worlds(rules, view)
        if not 2 <= len(exact) <= MOST_WORLDS:
            continue
        assert match.stepper.states.tobytes() in exact
        looked_at += 1
        seen = worlds_of(rules, view, monkeypatch, SAMPLES)
        found, expected = distance(exact, seen), noise(exact, SAMPLES)
        print(f"{name} {number}: {len(exact)} worlds, distance {found:.4f}, an exact sampler has {expected:.4f}")
        assert found < 2.5 * expected + 0.01


def test_every_possible_world_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = GAMES["sole-mio"]
    numbers = iter(range(1, 1000))
    exact: dict[bytes, Fraction] = {}
    while len(exact) < 5:
        view = position(rules, next(numbers)).view(0, memory="assisted")
        exact = possible_worlds(rules, view)
    likely = {world for world, share in exact.items() if share > Fraction(1, 300)}
    assert likely <= set(worlds_of(rules, view, monkeypatch, SAMPLES))


def test_what_contradicts_itself_is_said_to_and_not_guessed_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cards of which one was dealt, seen to leave the hand twice."""
    unseen = np.zeros(1, UNSEEN)
    u = unseen[0]
    for action, card in ((0, 0), (NOT_DEALT, 2)):
        u["entries"][add_position(u, 0, ANY, action)] = card
    for step in ((DEALT, 0, 0, 0), (CHANGED, 0, 0, -1), (CHANGED, 0, 2, -1)):
        add_step(u, *step)
    monkeypatch.setattr("osteria.play.imagine.unseen_of", lambda trace: unseen)
    KERNELS.compiled()
    with pytest.raises(OsteriaError, match="contradicts itself"):
        Imagination(new("mamma-mia", 2, seed=1).view(0, memory="assisted"), seed=1)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_worlds_come_from_a_seed_interpreted_and_compiled(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = GAMES[name]
    for number in range(1, 4):
        view = position(rules, number).view(number % 2, memory="assisted")
        seen = []
        for way in ("interpreted", "compiled"):
            for kernels in (KERNELS, rules.kernels):
                best = kernels.interpreted if way == "interpreted" else kernels.compiled()
                monkeypatch.setattr(kernels, "best", best)
            seen.append(list(worlds_of(rules, view, monkeypatch, 8).items()))
        assert seen[0] == seen[1]
