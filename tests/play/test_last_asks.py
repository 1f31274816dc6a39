"""Where a game says that nothing is asked after an answer, trying every answer finds the same."""

import random

import pytest

from osteria import new
from osteria.games import NAMES, game


@pytest.mark.parametrize("name", NAMES)
def test_nothing_follows_an_answer_that_a_game_calls_the_last(name, monkeypatch):
    kind, met = type(game(name)), 0
    words = {kind.asks[ask] for ask in kind.last_asks}
    monkeypatch.setattr(kind, "last_asks", frozenset())
    for seed in range(4):
        match, chooser = new(name, 3, seed=seed), random.Random(seed)
        while (asked := match.decision) is not None:
            if asked.ask in words:
                met += 1
                assert [asked.follows(move) for move in asked.options] == [None] * len(asked.options)
            match.play(chooser.choice(asked.options))
    assert met > 0 or not words
