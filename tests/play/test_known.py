"""Events are kept once for tables with the same words."""

import random

import pytest

import osteria
from osteria.games import NAMES, game
from osteria.play import known


def played(name, seed):
    rng, match = random.Random(seed), osteria.new(name, 3, seed=seed)
    while match.decision is not None:
        match.play(rng.choice(match.decision.options))
    return match


@pytest.mark.parametrize("name", NAMES)
def test_what_happens_at_two_tables_alike_is_one_object(name):
    one, other = played(name, 1), played(name, 2)
    assert {id(event) for event in one.events} & {id(event) for event in other.events}
    assert [event.row for event in one.events] == list(one.rows)


@pytest.mark.parametrize("name", NAMES)
def test_however_few_are_kept_the_same_is_told(name, monkeypatch):
    wanted = [event.words for event in played(name, 3).events]
    monkeypatch.setattr(known, "MOST_KNOWN", 5)
    monkeypatch.setattr("osteria.play.match.known_at", lambda *words: kept.append(known.Known(*words)) or kept[-1])
    kept: list[known.Known] = []
    assert [event.words for event in played(name, 3).events] == wanted
    assert all(len(one._events) <= 5 for one in kept)


def test_tables_with_other_words_share_nothing():
    one, other = (osteria.new("sole-mio", seats, seed=4) for seats in (["pepper", "salami"], ["salami", "pepper"]))
    assert not {id(event) for event in one.events} & {id(event) for event in other.events}
    assert game("sole-mio").names(one.stepper.record) != game("sole-mio").names(other.stepper.record)
