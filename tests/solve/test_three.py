"""Three at the net: the strategy, and what leaving it could gain, against the engine's own moves."""

from typing import Any

import numpy as np
import pytest

import osteria
from osteria.bots import make
from osteria.core.errors import OsteriaError
from osteria.games import game
from osteria.play.fate import Asked
from osteria.play.match import Match
from osteria.solve import store
from osteria.solve.deviation import KEPT, LEFT, against, deviation, settle
from osteria.solve.position import Position, position_from
from osteria.solve.soles import unwatched
from osteria.solve.three import Strategy, refine, solve, unknown
from osteria.solve.three_turn import share_of

SOLES = game("roll-for-soles")
SEATS = range(3)


@pytest.fixture(scope="module")
def small() -> Strategy:
    """A game of 14 points."""
    return solve(points=14)


def test_nobody_gains_by_leaving_the_strategy(small: Strategy) -> None:
    found = deviation(small)
    assert sum(found.values) == pytest.approx(1.0)
    assert all(-1e-8 <= gain <= 1e-5 for gain in found.gains)
    assert found.epsilon == max(found.gains) <= found.worst < 1e-3
    assert found.residual <= 1e-8


def test_a_worse_strategy_would_be_noticed(small: Strategy) -> None:
    careless = np.indices(small.guide.shape)[0] / small.points
    assert deviation(Strategy(small.dice, careless)).epsilon > 0.001


def test_sweeps_keep_the_sum_of_chances(small: Strategy) -> None:
    new = refine(small.dice, unknown(14), small.width)
    inside = new[0] > 0
    assert np.allclose(new.sum(axis=0)[inside], 1.0)


def test_threads_change_nothing(small: Strategy) -> None:
    values = unknown(14)
    assert np.array_equal(refine(small.dice, values, 0.001, threads=1), refine(small.dice, values, 0.001, threads=2))


def test_who_plays_by_the_strategy_s_own_guide_gets_its_value(small: Strategy) -> None:
    assert against(small, small.guide) == pytest.approx(deviation(small).values, abs=1e-7)


def test_a_habit_cannot_win_more_than_the_best_response(small: Strategy) -> None:
    habit = np.indices(small.guide.shape)[0] / small.points
    best, _ = settle(small, LEFT, unknown(14), 1, unwatched)
    for chance, most in zip(against(small, habit), best[:, 0, 0, 0], strict=True):
        assert chance <= most + 1e-8


def test_the_engine_s_own_transitions_have_the_same_values_and_best_responses(is_long: bool) -> None:
    """Value iteration over what the engine offers, in which the strategy is only asked for its weights."""
    points = 6 if is_long else 3
    strategy = solve(points=points)
    graph = Graph(points, strategy)
    kept, _ = settle(strategy, KEPT, unknown(points), 1, unwatched)
    left, _ = settle(strategy, LEFT, kept, 1, unwatched)
    for deviator, expected in ((None, kept), *((seat, left) for seat in SEATS)):
        values = graph.values(deviator)
        for seat in SEATS if deviator is None else [deviator]:
            assert values[graph.start][seat] == pytest.approx(expected[seat, 0, 0, 0], abs=1e-7)
    assert len(graph.followers) > 300


class Graph:
    """Every position that can be reached from a table of three with few points, where it leads, and how likely."""

    def __init__(self, points: int, strategy: Strategy) -> None:
        options, seats = osteria.Options(faces=strategy.faces), SOLES.seats(3)
        states = SOLES.place(seats, options, {"middle": points, "turn": 0})
        first = Match(SOLES, seats, options, states, Asked())
        self.strategy, self.start = strategy, key_of(first)
        self.followers: dict[str, tuple[int, list[str], np.ndarray[Any, Any]]] = {}
        self.ends: dict[str, list[float]] = {}
        waiting = [first]
        while waiting:
            self._explore(waiting.pop(), waiting)

    def _explore(self, match: Match, waiting: list[Match]) -> None:
        key, decision = key_of(match), match.decision
        if key in self.followers or key in self.ends:
            return
        if decision is None:
            assert match.outcome is not None
            self.ends[key] = [match.outcome.share(seat) for seat in SEATS]
            return
        after = [follower(match, move) for move in decision.options]
        self.followers[key] = decision.seat, [key_of(other) for other in after], self._weights(match)
        waiting += after

    def _weights(self, match: Match) -> np.ndarray[Any, Any]:
        assert match.decision is not None
        if match.decision.seat == osteria.CHANCE:
            return np.array(match.decision.weights) / sum(match.decision.weights or [])
        weights = self.strategy.weights(position_from(match.view(None)))
        if not weights:
            return np.ones(1)
        return np.array([weights[str(move)] for move in match.decision.options])

    def values(self, deviator: int | None) -> dict[str, np.ndarray[Any, Any]]:
        """The chances of all seats if one of them takes whatever is best for it and the others play the strategy."""
        found = {key: np.full(3, 1 / 3) for key in self.followers} | {k: np.array(v) for k, v in self.ends.items()}
        for _ in range(120):
            for key, (seat, after, weights) in self.followers.items():
                options = np.array([found[follower] for follower in after])
                best = seat == deviator and seat is not None
                found[key] = options[options[:, seat].argmax()] if best else weights @ options
        return found


def follower(match: Match, move: osteria.Move) -> Match:
    """The match after a move."""
    after = match.copy()
    after.play(move)
    return after


def key_of(match: Match) -> str:
    """What tells positions apart."""
    return repr((match.zones(), match.decision.ask if match.decision else None))


def test_moves_that_cost_more_than_the_width_are_never_chosen(small: Strategy) -> None:
    for net in range(1, 7):
        for following in range(4):
            here = Position(middle=small.points - 4 - following - net, supplies=(2, following, 2), turn=0, net=net)
            chances, weights = small.chances(here), small.weights(here)
            assert sum(weights.values()) == pytest.approx(1.0)
            best = max(chances.values())
            assert all(weights[move] == 0 or best - chances[move] < small.width for move in chances)


def test_a_question_in_the_middle_of_a_game_does_not_depend_on_questions_before_it(small: Strategy) -> None:
    here = Position(middle=6, supplies=(2, 1, 3), turn=1, net=2, rolled=("1", "1", "hook", "water"))
    fresh = Strategy(small.dice, small.guide)
    small.chances(Position(middle=2, supplies=(5, 1, 5), turn=1, net=1))
    assert small.chances(here) == fresh.chances(here)
    assert set(fresh.chances(here)) == {"from middle", "from seat 0", "from seat 2"}


@pytest.mark.parametrize(
    ("points", "shares"), [((3, 2, 1), (1, 0, 0)), ((2, 2, 1), (0.5, 0.5, 0)), ((2, 2, 2), (1 / 3, 1 / 3, 1 / 3))]
)
def test_most_points_win_and_equals_share(points: tuple[int, int, int], shares: tuple[float, float, float]) -> None:
    """RS-12, G-7."""
    assert tuple(share_of(role, *points) for role in SEATS) == shares


def test_positions_of_other_games_are_refused(small: Strategy) -> None:
    with pytest.raises(OsteriaError, match="three players"):
        small.chances(Position(middle=10, supplies=(2, 2)))
    with pytest.raises(OsteriaError, match="points"):
        small.chances(Position(middle=10, supplies=(2, 2, 1)))
    with pytest.raises(OsteriaError, match="1 to 100"):
        solve(points=101)


def test_optimal_plays_the_strategy_with_three(monkeypatch: pytest.MonkeyPatch, small: Strategy) -> None:
    monkeypatch.setattr("osteria.bots.roll_for_soles.optimal.stored_strategy", lambda faces, points: small)
    options, seats = osteria.Options(faces=small.faces), SOLES.seats(3)
    states = SOLES.place(seats, options, {"middle": small.points, "turn": 0})
    for seed in range(5):
        match = Match(SOLES, seats, options, states.copy(), Asked())
        rng, bot = np.random.default_rng(seed), make("optimal", seed=seed)
        while (decision := match.decision) is not None:
            if decision.seat == osteria.CHANCE:
                weights = np.array(decision.weights) / sum(decision.weights or [])
                match.play(decision.options[rng.choice(len(weights), p=weights)])
                continue
            view = match.view(decision.seat)
            chosen = bot.choose(decision, view, None)
            assert small.weights(position_from(view)).get(str(chosen), 1.0) > 0
            match.play(chosen)


def test_the_shipped_strategy_is_small_and_answers_at_once() -> None:
    strategy = store.stored_strategy()
    assert strategy is not None
    assert strategy.origin == "shipped"
    assert (store.SHIPPED / store.strategy_name(strategy.faces, strategy.points)).stat().st_size < 350_000
    here = Position(middle=54, supplies=(10, 10, 10), turn=2, net=16, dice=("double",))
    assert set(strategy.weights(here)) == {"roll", "secure"}
    assert max(strategy.weights(here), key=strategy.weights(here).__getitem__) == "roll"
