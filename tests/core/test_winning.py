"""G-7: ties, once for outcomes, drivers and playouts."""

import random

import pytest

import osteria
from osteria.core.decision import best_of
from osteria.games import NAMES, game
from osteria.games.pizzeria.kernels import share_of as pizza_share
from osteria.games.roll_for_soles.kernels import share_of as soles_share


def test_most_score_then_most_tiebreak_wins_and_level_seats_share() -> None:
    rng = random.Random(7)
    for _ in range(500):
        seats = rng.randint(2, 8)
        score = tuple(rng.randint(0, 2) for _ in range(seats))
        tiebreak = tuple(rng.randint(0, 2) for _ in range(seats))
        outcome = best_of(score, tiebreak)
        top = max(zip(score, tiebreak, strict=True))
        assert outcome.winners == tuple(seat for seat in range(seats) if (score[seat], tiebreak[seat]) == top)
        assert sum(outcome.share(seat) for seat in range(seats)) == pytest.approx(1)


@pytest.mark.parametrize("name", NAMES)
def test_playouts_share_a_win_as_outcomes_do(name: str) -> None:
    rng = random.Random(name)
    share_of = soles_share if name == "roll-for-soles" else pizza_share
    states = osteria.new(name, 4, seed=3).stepper.states
    for _ in range(60):
        s = states[0]
        s["ask"] = game(name).over
        for seat in range(4):
            if name == "roll-for-soles":
                s["supplies"][seat] = rng.randint(0, 2)
            else:
                s["delivered"][seat] = rng.choice((0, 1, 3))
                s["hands"][seat] = 0
                s["hands"][seat, 0] = rng.randint(0, 1)
        outcome = game(name).outcome(s)
        assert [share_of(s, seat) for seat in range(4)] == [outcome.share(seat) for seat in range(4)]
