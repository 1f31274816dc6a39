"""What the games tell, and what their observations show: each of these once could be wrong without a test noticing."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import osteria
from osteria.core.events import EventType, types_by_code
from osteria.core.schema import Seen
from osteria.core.wording import Speech
from osteria.games import game
from osteria.games.pizzeria import telling as t
from osteria.games.pizzeria.box import Box
from osteria.games.pizzeria.cards import CARD_COUNT, KINDS
from osteria.games.pizzeria.observe import OBSERVATION, see_oven_card
from osteria.games.pizzeria.rules import filling
from osteria.games.roll_for_soles.record import DICE, FACES
from osteria.games.roll_for_soles.telling import digit, faces_in
from osteria.play import scenario

TABLE = Speech(("pepper", "mushroom", "salami"), 1, named=("pepper", "mushroom", "salami", None))


def position(tmp_path: Path, **fields: Any) -> scenario.Table:
    """A scenario as far as its lines go."""
    import yaml

    file = tmp_path / "position.yaml"
    entry = {
        "name": "a position",
        "game": "sole-mio",
        "seats": ["pepper", "mushroom", "salami"],
        "expect": {},
        **fields,
    }
    file.write_text(yaml.safe_dump([entry]))
    table = scenario.Table(scenario.load(file)[0], fields["given"])
    table.play_all()
    return table


def observation(match: osteria.Match, viewer: int) -> Any:
    """The observation record of a viewer."""
    return match.view(viewer).observation[0]


SCORING: Mapping[str, Any] = {"phase": "scoring", "holder": "mushroom"}


def test_a_half_made_move_is_seen_by_its_maker_only(tmp_path: Path) -> None:
    """G-5: no observation of another seat changes before the last small action."""
    given = {**SCORING, "columns": {"olive": 1}, "oven": ["pepper/without-own"]}
    match = position(tmp_path, given=given).match
    way = next(move for move in match.decision.options if len(move.actions) == 2)
    before = [observation(match, viewer).tobytes() for viewer in (1, 2)]
    match.follow(way.actions[0])
    assert observation(match, 0)["picked"] == 1
    assert [observation(match, viewer).tobytes() for viewer in (1, 2)] == before
    assert match.view(None).observation[0]["picked"] == 0


def test_who_declined_is_seen_while_others_are_asked(tmp_path: Path) -> None:
    """HP-3: in the order in which they were asked."""
    given = {**SCORING, "columns": {"olive": 3}, "oven": ["pepper/four-olive"]}
    match = position(tmp_path, given=given, play=[{"pepper": "ask"}, {"mushroom": "decline"}]).match
    for viewer in (None, 0, 1, 2):
        assert match.view(viewer)["filling"]["declined"] == ["mushroom"]
        assert match.view(viewer)["filling"]["request"] == {"olive": 1}


def test_what_was_shown_against_a_bid_is_seen(tmp_path: Path) -> None:
    """SM-27: ingredients, a double counts 2."""
    given = {**SCORING, "columns": {"pepper": 3}, "hands": {"mushroom": ["double-pepper"]}, "oven": ["pepper/own-kind"]}
    match = position(tmp_path, given=given, play=[{"pepper": "settle"}, {"mushroom": "show"}]).match
    assert match.view(2)["filling"]["shown"] == 2
    assert match.view(2)["filling"]["bid"] == 3


def test_what_was_revealed_for_a_match_is_seen_also_the_first_of_all_cards(tmp_path: Path) -> None:
    """SM-29."""
    given = {**SCORING, "hands": {"pepper": ["olive"], "mushroom": ["olive", "salami"]}, "oven": ["pepper/match"]}
    match = position(tmp_path, given=given, play=[{"mushroom": "reveal olive"}]).match
    assert [match.view(viewer)["filling"]["revealed"] for viewer in (None, 0, 2)] == ["olive"] * 3


def test_of_the_open_orders_only_those_are_seen_that_are_open(tmp_path: Path) -> None:
    """G-5: what lay there before is gone from every observation."""
    given = {**SCORING, "columns": {"olive": 3}, "oven": ["pepper/four-olive"]}
    match = position(tmp_path, given=given).match
    match.stepper.states[0]["open"][1] = 7
    assert observation(match, 1)["open"].tolist()[1:] == [0, 0, 0]


def test_a_perfect_memory_knows_the_first_order_of_the_first_seat_in_the_oven() -> None:
    """G-8."""
    seen = np.zeros(1, OBSERVATION)
    see_oven_card(CARD_COUNT, seen[0])
    assert (seen[0]["oven_orders"][0], seen[0]["oven_cards"].sum()) == (1, 0)


def test_the_first_seat_is_named_when_it_helped(tmp_path: Path) -> None:
    """HP-5."""
    given = {**SCORING, "columns": {"olive": 3}, "hands": {"pepper": ["olive"]}, "oven": ["mushroom/four-olive"]}
    lines = [{"mushroom": "ask"}, {"salami": "decline"}, {"pepper": "give 1 olive"}]
    match = position(tmp_path, given=given, play=lines).match
    (filled,) = [event.seen_by(2) for event in match.events if event.name == "filled"]
    assert (filled["helper"], filled["declined"]) == ("pepper", ["salami"])


def test_nothing_is_needed_when_no_order_is_open(tmp_path: Path) -> None:
    """G-5: what an order needed is not seen once it is settled."""
    given = {**SCORING, "columns": {"olive": 4}, "oven": ["pepper/four-olive"]}
    seen = observation(position(tmp_path, given=given).match, 1)
    assert not seen["needs"].any()
    assert not seen["wants"].any()
    assert (seen["owner"], seen["open_count"]) == (-1, 0)


def test_the_questions_of_a_series_cite_its_clauses(tmp_path: Path) -> None:
    """SM-21, SM-22."""
    given = {**SCORING, "columns": {"olive": 3}, "hands": {"pepper": ["four-salami"]}, "oven": ["pepper/four-olive"]}
    asked = []
    for lines in (
        [],
        [{"pepper": "join four-salami"}],
        [{"pepper": "join four-salami"}, {"pepper": "amounts olive salami"}],
    ):
        decision = position(tmp_path, given=given, play=lines).match.decision
        assert decision is not None
        asked.append((decision.ask, decision.clause))
    assert asked == [("join", "SM-21"), ("amounts", "SM-21"), ("fill", "SM-22")]


# ------------------------------------------------------------------------------------------- numbers packed into rows


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_sixteen_of_a_kind_are_told_as_sixteen_of_that_kind(kind: int) -> None:
    words = t.EVENTS[t.ASK].words(TABLE, None, (t.ASK, 0, t.digit(kind, 16), 0, 0, 0, 0, 0))
    assert words["request"] == {KINDS[kind]: 16}


def test_every_number_that_a_digit_may_hold_comes_back() -> None:
    most = [t.DIGIT - 1 - place for place in range(CARD_COUNT)]
    packed = sum(t.digit(place, number) for place, number in enumerate(most))
    assert packed < 2**63
    assert t.digits(packed, CARD_COUNT) == most
    assert t.digits(int(np.array([packed], np.int64)[0]), CARD_COUNT) == most


@pytest.mark.parametrize("name", ["mamma-mia", "sole-mio", "grande"])
def test_no_number_of_a_box_outgrows_its_digit(name: str) -> None:
    t.check_box(game(name).box)  # type: ignore[attr-defined]
    assert max(filling.BIG_PIZZA, 2 * 7) < t.DIGIT


def test_a_box_that_would_outgrow_a_digit_is_refused_when_it_is_declared() -> None:
    with pytest.raises(TypeError, match="64 ingredients of a kind do not fit"):
        t.check_box(Box({2: 60}, {2: 2}, 0, 5, 2, 2, True, False, "SM"))


def test_event_codes_have_no_holes() -> None:
    with pytest.raises(TypeError, match="without holes"):
        types_by_code({2: EventType("odd", t.ALL, {})})


def test_an_event_says_who_may_know_it() -> None:
    with pytest.raises(TypeError, match="nobody may know an event"):
        EventType("odd", Seen.MOVER, {})


def test_every_reason_has_a_clause_and_every_move_says_of_what() -> None:
    for kind in t.EVENTS.values():
        assert kind.clauses or kind.of or kind.name in ("short", "filled", "failed")
    assert {kind.name for kind in t.EVENTS.values() if kind.of is None}.isdisjoint({"move", "deal"})


@given(st.lists(st.sampled_from(range(len(FACES))), max_size=DICE))
def test_dice_that_travel_as_one_number_are_the_same_dice(faces: list[int]) -> None:
    packed = sum(digit(face, count) for face, count in Counter(faces).items())
    assert list(faces_in(packed)) == sorted(faces)
