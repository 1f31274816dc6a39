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


def test_an_option_is_clearly_worse_only_far_beyond_the_noise() -> None:
    rng = np.random.default_rng(1)
    noise = rng.normal(0, 1, (500, 3))
    assert not expert.clearly_worse(noise).any()
    assert expert.clearly_worse(noise + np.array([0, 1, 0])).tolist() == [True, False, True]
    assert expert.clearly_worse(noise + np.array([0, 1, 1])).tolist() == [True, False, False]
    assert not expert.clearly_worse(np.zeros((10, 2))).any()


class Worths:
    """A search in which every option is worth the same in all worlds, but for some noise."""

    def __init__(self, worths: list[float]) -> None:
        self.moves, self.worths, self.rng = np.zeros((len(worths), 1)), np.array(worths), np.random.default_rng(2)
        self.shares = self.leads = np.full((5000, len(worths)), np.nan)
        self.met = self.playouts = 0
        self.asked = np.zeros(len(worths), np.int64)

    def play(self, alive, count: int) -> None:
        found = self.worths + self.rng.normal(0, 0.02, (count, len(self.worths)))
        self.leads[self.met : self.met + count] = np.where(alive == 1, found, np.nan)
        self.met += count
        self.playouts += count * int(alive.sum())
        self.asked += count * alive


def test_who_is_clearly_worse_gets_no_more_time_and_the_rest_is_compared_to_the_end(monkeypatch) -> None:
    ticks = iter(np.arange(0, 10, 0.001))
    monkeypatch.setattr(expert, "perf_counter", lambda: float(next(ticks)))
    search = Worths([0.5, 0.1, 0.502, 0.1, 0.1, 0.501, 0.1, 0.1])
    alive = expert.halve(search, 0.0, None, 3.0)
    assert search.asked[1] == search.asked[7] == expert.LOOK
    assert search.asked[0] == search.met > 1000
    assert alive[0] == 1
    assert alive.sum() > 1, "nothing is left to compare the first option with"


@pytest.mark.parametrize(
    ("game", "players", "round_"), [("roll-for-soles", 2, END), ("roll-for-soles", 3, 1), ("grande", 2, 1)]
)
def test_playouts_go_as_far_as_is_said(game: str, players: int, round_: int) -> None:
    assert hints_of(game).horizon(view_of(osteria.new(game, players, seed=1))) == round_
