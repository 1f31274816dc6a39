"""What follows a move within a turn: foretold by a decision, then compared with what is really asked."""

import random
from typing import Any

import pytest

import osteria
from osteria.bots.data_view import data_only
from osteria.games import NAMES
from osteria.games import game as game_of
from osteria.play.fate import Asked
from osteria.play.match import Match

Table = dict[str, Any]
HAPPENINGS = {"turn-over", "open", "gather", "deal", "pass", "round-end", "over"}


def walk(decision: osteria.Decision, asked: Table, then: list[Table]) -> None:
    """The tables of a view say what `follows` says, as deep as they go."""
    assert (asked["ask"], asked["clause"]) == (decision.ask, decision.clause)
    assert asked["options"] == [str(move) for move in decision.options]
    for move, place in zip(decision.options, asked["follows"] or (), strict=False):
        after = decision.follows(move)
        assert (after is None) == (place is None)
        if after is not None:
            assert after.seat == decision.seat
            walk(after, then[place], then)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", NAMES)
def test_what_follows_is_what_is_asked_and_nothing_happens_in_between(name: str, players: int) -> None:
    rng = random.Random(f"{name} {players}")
    for number in range(2):
        match = osteria.new(name, players, seed=number)
        while match.decision is not None:
            before, move = match.decision, rng.choice(match.decision.options)
            foretold, lines = before.follows(move), match.moves
            events = {event.name for event in match.play(move)}
            happened = match.moves > lines + 1 or events & HAPPENINGS
            now = match.decision
            if foretold is not None:
                assert not happened
                assert (now.seat, now.ask, now.clause, now.options) == (
                    before.seat, foretold.ask, foretold.clause, foretold.options
                )  # fmt: skip
            else:
                assert now is None or now.seat != before.seat or happened


@pytest.mark.parametrize("name", NAMES)
def test_the_view_has_the_same_as_shared_tables(name: str) -> None:
    rng = random.Random(name)
    match = osteria.new(name, 3, seed=5)
    while match.decision is not None:
        decision = match.decision
        asked = match.view(decision.seat)["decision"]
        walk(decision, asked, asked["then"])
        assert len({str(entry) for entry in asked["then"]}) == len(asked["then"])
        others = match.view((decision.seat + 1) % 3)["decision"]
        assert set(others) == {"seat", "ask"}
        match.play(rng.choice(decision.options))


def test_a_turn_is_composed_from_the_tables() -> None:
    match = osteria.new("sole-mio", ["pepper", "salami"], seed=3)
    said, asked = [], match.view(match.decision.seat)["decision"]
    then, place = asked["then"], 0
    while place is not None:
        said.append(asked["options"][-1])
        place = asked["follows"][-1]
        asked = then[place] if place is not None else asked
    assert [move.split()[0] for move in said] == ["play", "no", "draw"]
    for move in said:
        match.play(move)


def placed(name: str, seats: tuple[str, ...], **given: Any) -> osteria.Match:
    """A match that begins where a scenario would."""
    rules = game_of(name)
    states = rules.place(seats, rules.options(), given)
    rules.begin(states)
    return Match(rules, seats, rules.options(), states, Asked())


def test_a_chain_of_wants_ends_open_and_stays_small() -> None:
    table = {"phase": "scoring", "holder": "salami", "columns": {"olive": 3}, "oven": ["pepper/bombastica"]}
    match = placed("grande", ("pepper", "salami"), **table)
    asked = match.view(0)["decision"]
    assert "want olive" in asked["options"]
    assert len(asked["then"]) < 80
    assert any(entry["follows"] is None for entry in asked["then"])
    assert None not in [entry["options"] for entry in asked["then"]]


def test_cards_that_are_added_in_any_order_lead_to_the_same_question() -> None:
    table = {"phase": "scoring", "holder": "salami", "columns": {"olive": 4}, "oven": ["pepper/mista"]}
    hand = {"pepper": ["pepper", "mushroom", "salami", "pineapple"]}
    match = placed("grande", ("pepper", "salami"), hands=hand, **table)
    asked = match.view(0)["decision"]
    assert [entry["follows"] for entry in asked["then"]].count(None) == 0
    assert len(asked["then"]) == 2**4 - 1 - 1  # every part of the four but none and all


def test_what_is_no_option_has_no_follower() -> None:
    match = osteria.new("mamma-mia", 2, seed=1)
    with pytest.raises(osteria.IllegalMove, match="none of the options"):
        match.decision.follows("play 7 pineapple")


def test_a_decision_stays_what_it_was_when_the_match_moves_on() -> None:
    match, twin = (osteria.new("grande", 3, seed=8) for _ in range(2))
    old, view = match.decision, match.view(match.decision.seat)
    match.play(match.decision.options[0])
    assert old.options == twin.decision.options
    assert view["decision"] == twin.view(twin.decision.seat)["decision"]


@pytest.mark.parametrize("name", NAMES)
def test_a_view_of_data_alone_foretells_the_same(name: str) -> None:
    match = osteria.new(name, 3, seed=2)
    decision, copied = match.decision, data_only(match.view(match.decision.seat, "assisted")).decision
    for move in decision.options:
        one, other = decision.follows(move), copied.follows(move)
        assert (one is None) == (other is None)
        if one is not None:
            assert (one.ask, [str(m) for m in one.options]) == (other.ask, [str(m) for m in other.options])
