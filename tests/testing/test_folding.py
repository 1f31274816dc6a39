"""Moves suffice: a fold that knows no rule has every zone right, for everybody, after every action."""

import os

import pytest

from osteria.core.fold import Folded, Piles, put, take
from osteria.games import NAMES, game
from osteria.games.pizzeria import telling
from osteria.testing import check_fold

LONG = os.environ.get("OSTERIA_LONG") == "1"
STEPS = int(os.environ.get("OSTERIA_STEPS") or (300_000 if LONG else 10_000))
MANY = 5
"""Tables with more seats have more viewers, not more that can go wrong: most steps are at small ones."""


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    for name in NAMES:
        game(name).kernels.compiled()


@pytest.mark.parametrize("name", NAMES)
def test_whoever_follows_the_moves_has_every_zone_right(name: str) -> None:
    tables = range(game(name).fewest, game(name).most + 1)
    steps = sum(check_fold(name, players, STEPS // 20 if players >= MANY else 1, seed=1) for players in tables)
    while steps < STEPS:
        steps += check_fold(name, 2 + steps % 2, 1, seed=steps)
    assert steps >= STEPS


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lost", ["move", "turn"])
def test_a_move_that_is_not_told_is_noticed(name: str, lost: str) -> None:
    with pytest.raises(AssertionError, match="folded"):
        check_fold(name, 3, 2_000, seed=1, told=lambda events: [event for event in events if event["event"] != lost])


def test_a_fold_needs_no_more_than_some_zones() -> None:
    fold = Folded({"columns": {"olive": 1}})
    fold.hear(
        {"event": "turn-over", "from": "oven", "to": "columns", "of": "ingredients", "count": 1, "what": {"olive": 1}}
    )
    fold.hear({"event": "round-end", "now": {"phase": "scoring", "oven/top": None}})
    assert fold.view == {"columns": {"olive": 2}}


def test_what_left_unseen_was_the_oldest_or_everything() -> None:
    assert take(["mista", "match"], "orders", None, 1) == ["match"]
    assert take({"olive": 2, "salami": 1}, "ingredients", None, 3) == {}
    assert put({"ingredients": 2, "orders": 1}, "orders", None, 1) == {"ingredients": 2, "orders": 2}


def test_piles_follow_rows_with_cards_that_nobody_named() -> None:
    hand = telling.HAND + 1
    piles = Piles(telling.EVENTS, (hand, telling.OVEN))
    piles.hear((telling.DEAL, 1, -1, telling.SUPPLY, hand, 1, 0, 0))
    assert piles[hand] == [-1]
    piles.hear((telling.MOVE, 1, 4, hand, telling.OVEN, 1, 0, 0))
    assert (piles[hand], piles[telling.OVEN]) == ([], [4])
