"""What others' choices tell of their hands: worlds are weighed from what a seat has seen, and stay worlds that agree with it."""

from itertools import pairwise

import numpy as np
import pytest

import osteria
from osteria import bots
from osteria.bots.compact_view import compact
from osteria.bots.hints import hints_of
from osteria.bots.maestro import inference
from osteria.bots.maestro.inference import Inference, chosen_places, log_chances, others_choices, place_of, shifted
from osteria.bots.maestro.maestro import Maestro, Outlook
from osteria.bots.maestro.pizzeria import noted_at
from osteria.play.imagine import Imagination
from osteria.testing.bots import check_no_peeking, view_of


@pytest.fixture(autouse=True)
def few_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpreted, every look at a choice takes its time."""
    monkeypatch.setattr(inference, "LAST", 2)
    monkeypatch.setattr(inference, "CANDIDATES", 1)


def after(game: str, moves: int, players: int = 2) -> osteria.Match:
    """A match in which the rules of thumb made so many moves."""
    match, regular = osteria.new(game, players, seed=5), bots.make("regular", seed=1)
    for _ in range(moves):
        view = view_of(match)
        match.play(regular.choose(view.decision, view, None))
    return match


def truth_of(match: osteria.Match) -> np.ndarray:
    """All small actions: a card that one seat did not see was seen by another."""
    return np.max([match.view(seat, memory="assisted").trace.actions for seat in range(match.players)], axis=0)


def test_worlds_that_look_alike_are_answered_alike() -> None:
    assert check_no_peeking("maestro:playouts=8,infer=1,seed=1", "sole-mio", players=2, moves=11, every=5, seed=3) > 1


def test_the_choices_of_all_others_are_found_where_they_were_made() -> None:
    match = after("sole-mio", 99, players=3)
    view, truth = view_of(match), truth_of(match)
    found = others_choices(view.trace, truth)
    names = {match.who(seat): seat for seat in range(3)}
    made = [(names[who], move) for who, move in match.lines() if who in names and names[who] != view.seat]
    assert [choice.seat for choice in found] == [seat for seat, _ in made]
    assert any(choice.end - choice.first > 1 for choice in found), "a move of several parts is one choice"
    assert all(one.end <= other.first for one, other in pairwise(found))
    assert not {place for choice in found for place in range(choice.first, choice.end)} & set(view.trace.chance)


@pytest.mark.parametrize("game", ["mamma-mia", "sole-mio", "grande"])
def test_a_table_tells_what_lies_in_the_oven_as_who_looked_on_knows_it(game: str) -> None:
    match, regular, hints, asked = (
        osteria.new(game, 3, seed=5),
        bots.make("regular", seed=1),
        hints_of(game),
        set[str](),
    )
    while match.decision is not None and len(match.lines()) < 400:
        view = view_of(match)
        known = hints.remembered(compact(view).noted, 1.0, 0)
        assert hints.remembered(noted_at(match.stepper.states[0]), 1.0, 0) == known
        asked.add(str(view.decision.ask))
        match.play(regular.choose(view.decision, view, None))
    assert "play" in asked
    assert len(asked) > 3, "also while the oven is turned over"


def test_in_the_true_world_another_seat_has_the_options_that_it_had(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Outlook] = []
    monkeypatch.setattr(inference, "log_chances", lambda _, seen, made: looked.extend(seen) or np.zeros(len(made)))
    match, before = after("sole-mio", 20), after("sole-mio", 19)
    assert before.decision is not None
    viewer = 1 - before.decision.seat
    view = match.view(viewer, memory="assisted")
    choice = others_choices(view.trace, truth_of(match))[-1]
    states, _ = Inference(Maestro(seed=1)).weigh(view.trace, truth_of(match)[None], [choice])
    assert states[0].tobytes() == match.stepper.states[0].tobytes()
    found = [looked[0].actions(place) for place in range(len(looked[0].moves))]
    assert sorted(found) == sorted(option.actions for option in before.decision.options)


def test_weighing_changes_no_world_and_hears_every_choice() -> None:
    view, weigher = view_of(after("sole-mio", 25)), Inference(Maestro(seed=1))
    deals, again = Imagination(view, 7).deals(3), Imagination(view, 7)
    choices = others_choices(view.trace, deals[0])[-2:]
    states, weights = weigher.weigh(view.trace, deals, choices)
    assert states.tobytes() == again.worlds(3).tobytes()
    each = [weigher.weigh(view.trace, deals, [choice])[1] for choice in choices]
    assert np.allclose(weights, sum(each))
    assert (weights < 0).all()


def test_before_anybody_else_chose_all_worlds_weigh_alike() -> None:
    view = view_of(osteria.new("sole-mio", 2, seed=8))
    _, weights = Inference(Maestro(seed=1)).weigh(view.trace, Imagination(view, 7).deals(4), [])
    assert weights.tolist() == [0.0] * 4


def test_when_the_time_is_up_the_rest_is_imagined_without_weighing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inference, "BATCH", 2)
    weighed: list[int] = []
    weigh = Inference.weigh

    def noting(self, trace, deals, choices):
        weighed.append(len(deals))
        return weigh(self, trace, deals, choices)

    monkeypatch.setattr(Inference, "weigh", noting)
    view, weigher = view_of(after("sole-mio", 25)), Inference(Maestro(seed=1))
    assert len(weigher.worlds(view, 7, 6, seconds=1e-9)) == 6
    assert weighed == [2], "one batch is weighed, however little time there is"
    assert len(weigher.worlds(view, 7, 3)) == 3
    assert sum(weighed[1:]) == 3 * inference.CANDIDATES


def outlook(own: int, options: int) -> Outlook:
    """Options of one small action each."""
    rows = np.zeros((options, 3), np.int8)
    rows[own, -1] = 1
    return Outlook(np.arange(options)[:, None], rows)


def test_chances_are_those_of_a_player_who_prefers_better_options() -> None:
    values = np.array([0.0, 0.5, 0.1, 0.0, 0.0], np.float32)
    seen = [outlook(own=0, options=3), outlook(own=1, options=2)]
    first = np.exp([log_chances(values, seen, [made, 0])[0] for made in range(3)])
    second = np.exp([log_chances(values, seen, [0, made])[1] for made in range(2)])
    assert first.sum() == pytest.approx(1)
    assert second.sum() == pytest.approx(1)
    assert first[1] > first[0] > first[2], "the best, then the rules of thumb's own"
    assert second[1] > second[0] > inference.WHIM / 2


def test_an_option_is_found_by_its_small_actions() -> None:
    moves = np.array([[4, -1], [5, 1], [5, 2]])
    seen = Outlook(moves, np.zeros((3, 1), np.int8))
    assert [place_of(seen, np.array(made)) for made in ([4], [5, 1], [5, 2])] == [0, 1, 2]


def test_worlds_are_kept_as_often_as_they_are_likely_also_among_the_first() -> None:
    chances = np.array([1.0, 0.0, 3.0, 4.0])
    for count in (16, 64, 512):
        kept = np.bincount(chosen_places(chances, count), minlength=4) / count
        assert np.abs(kept - chances / 8).max() < 2 / count + 0.05
        assert kept[1] == 0
    assert len(set(chosen_places(np.ones(8), 8).tolist())) > 5
    assert np.exp(shifted(np.array([-2000.0, -2001.0]))).tolist() == [1.0, pytest.approx(np.exp(-1))]


def test_whether_it_infers_is_said_by_one_or_nought() -> None:
    view = view_of(after("sole-mio", 9))
    assert bots.make("maestro:playouts=8,infer=1", seed=1).choose(view.decision, view, None) in view.decision.options
    with pytest.raises(osteria.OsteriaError, match="Whether the maestro infers hands is 1 or 0, not 'yes'"):
        bots.make("maestro:playouts=8,infer=yes")


def test_with_a_clock_nothing_is_weighed_before_descriptions_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    view, bot = view_of(after("sole-mio", 9)), bots.make("maestro:playouts=8,infer=1", seed=1)
    monkeypatch.setattr(Inference, "worlds", lambda *_: pytest.fail("there is no time for that"))
    assert len(bot._imagine(view, 1, 3, seconds=0.2)) == 3
