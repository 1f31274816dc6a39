"""What the rules of thumb foresee, and how the expert decides when it has seen enough."""

import numpy as np
import pytest

import osteria
from osteria import bots
from osteria.bots import expert
from osteria.bots.hints import END, hints_of
from osteria.bots.pizzeria.hints import BY_GAME
from osteria.bots.pizzeria.outlook import foresee, forget
from osteria.bots.pizzeria.scratch import SCRATCH
from osteria.testing.bots import view_of

MOSTLY = 0.8
"""A claim on cards of the hand is kept from look to look, where a new look might choose other cards of the same kind."""


def is_foreseen_alike(match: osteria.Match, seat: int, kept: np.void) -> bool:
    """Whether a seat that goes on from its last look foresees what it would anew."""
    anew = np.zeros(1, SCRATCH)[0]
    forget(anew)
    for work in (kept, anew):
        foresee(match.stepper.states[0], seat, BY_GAME[match.game], work)
    return all((kept[part] == anew[part]).all() for part in ("columns", "spare"))


@pytest.mark.parametrize("game", BY_GAME)
def test_a_look_that_goes_on_mostly_foresees_what_a_new_look_does(game: str) -> None:
    match, bot, kept = osteria.new(game, 2, seed=6), bots.make("regular", seed=6), np.zeros(2, SCRATCH)
    for work in kept:
        forget(work)
    alike = []
    while match.decision is not None:
        view, seat = view_of(match), match.decision.seat
        if match.decision.ask in ("play", "order"):
            alike.append(is_foreseen_alike(match, seat, kept[seat]))
        match.play(bot.choose(view.decision, view, None))
    assert sum(alike) > MOSTLY * len(alike)


def test_an_option_is_clearly_best_only_far_beyond_the_noise() -> None:
    rng = np.random.default_rng(1)
    noise = rng.normal(0, 1, (500, 3))
    assert not expert.is_settled(noise)
    assert expert.is_settled(noise + np.array([0, 1, 0]))
    assert not expert.is_settled(noise + np.array([0, 1, 1]))
    assert not expert.is_settled(np.zeros((10, 2)))


@pytest.mark.parametrize(
    ("game", "players", "round_"), [("roll-for-soles", 2, END), ("roll-for-soles", 3, 1), ("grande", 2, 1)]
)
def test_playouts_go_as_far_as_is_said(game: str, players: int, round_: int) -> None:
    assert hints_of(game).horizon(view_of(osteria.new(game, players, seed=1))) == round_
