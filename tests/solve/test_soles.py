"""The solution itself: its equations, its bounds, and positions whose chance is known."""

import os
import random

import numpy as np
import pytest
from plain_rules import turn_value

from osteria import OsteriaError
from osteria.solve.position import Position
from osteria.solve.soles import Solution, enclose, solve, sweep
from osteria.solve.store import starts
from osteria.solve.turn import KERNELS, tables

NO_HOOK = ("1", "1", "2", "2", "double", "water")


def test_the_values_are_chances(solution: Solution) -> None:
    assert np.all((solution.values >= 0) & (solution.values <= 1))


def test_a_sweep_over_all_positions_changes_none(solution: Solution) -> None:
    assert solution.residual <= 1e-12
    assert np.abs(sweep(solution.dice, solution.values) - solution.values).max() == solution.residual


def test_the_rules_read_forwards_give_the_same_chances(solution: Solution, is_long: bool) -> None:
    scores = [(0, 0), (0, 79), (79, 0), (39, 40), (40, 39), (30, 45), (10, 60)]
    scores += [(own, other) for own in range(20, 80) for other in range(80 - own)] if is_long else []
    look_up = lambda own, other: float(solution.values[own, other])  # noqa: E731
    for own, other in scores if is_long else scores[1:]:
        value = turn_value(solution.faces, 80, own, other, look_up)
        assert value == pytest.approx(look_up(own, other), abs=1e-12)


@pytest.mark.parametrize(
    "dice", ["1 1 2 2 double water", "1 2 hook hook hook water", "1 hook hook double double double"]
)
def test_all_chances_of_a_small_game_satisfy_the_rules_read_forwards(dice: str) -> None:
    faces = tuple(dice.split())
    small = solve(faces, points=9)
    look_up = lambda own, other: float(small.values[own, other])  # noqa: E731
    for own in range(9):
        for other in range(9 - own):
            assert turn_value(faces, 9, own, other, look_up) == pytest.approx(look_up(own, other), abs=1e-12)


def test_what_is_shipped_is_what_solving_finds(solution: Solution) -> None:
    assert solution.origin == "shipped"
    fresh = solve()
    assert fresh.states == 856_440
    assert fresh.residual <= 1e-12
    assert np.abs(fresh.values - solution.values)[starts(80)].max() < 1e-11


def test_bounds_from_both_sides_enclose_the_values(solution: Solution, is_long: bool) -> None:
    small = solve(points=20)
    for found, points in ((small, 20), (solution, 80))[: 1 + is_long]:
        low, high = enclose(points=points, width=1e-11)
        inside = starts(points)
        assert np.all(low[inside] <= found.values[inside] + 1e-12)
        assert np.all(found.values[inside] <= high[inside] + 1e-12)


def test_every_start_of_the_iteration_leads_to_the_same_values() -> None:
    small = solve(points=12)
    for start in (0.0, 1.0):
        values = np.full((13, 13), start)
        for _ in range(400):
            values = sweep(small.dice, values)
        assert np.abs(values - small.values)[starts(12)].max() < 1e-12


def test_with_one_point_the_first_sole_wins() -> None:
    assert solve(points=1).first_player == pytest.approx(16 / 17, abs=1e-12)


def test_dice_that_never_miss_let_the_first_player_take_all() -> None:
    assert solve(["1"] * 6).first_player == 1.0


def test_without_hooks_more_than_half_of_the_points_has_won() -> None:
    values = solve(NO_HOOK, points=40).values
    own, other = starts(40)
    assert np.all(values[own, other][own > 20] > 1.0 - 1e-12)
    assert np.all(values[own, other][other > 20] < 1e-12)


def test_a_point_of_the_other_player_s_is_better_one_s_own(solution: Solution) -> None:
    for found in (solution, solve(NO_HOOK, points=40)):
        own, other = starts(found.points)
        own, other = own[other > 0], other[other > 0]
        assert np.all(found.values[own + 1, other - 1] >= found.values[own, other] - 1e-12)


def test_a_position_is_worth_its_best_move(solution: Solution) -> None:
    for position in some_positions(200):
        moves = solution.best(position)
        assert list(moves.values()) == sorted(moves.values(), reverse=True)
        assert solution.value(position) == max(moves.values())
        assert solution.choose(position) == next(iter(moves))


def test_securing_is_worth_what_the_other_player_leaves(solution: Solution) -> None:
    for position in some_positions(200):
        score = position.own + position.net
        supplies = (position.other, score) if position.turn else (score, position.other)
        after = Position(position.middle, supplies, turn=1 - position.turn)
        assert solution.best(position)["secure"] == pytest.approx(1 - solution.value(after), abs=1e-15)


def test_both_seats_have_the_same_chances(solution: Solution) -> None:
    for position in some_positions(100):
        mirrored = Position(
            position.middle, position.supplies[::-1], 1 - position.turn, position.net, position.dice, position.rolled
        )
        assert solution.value(mirrored) == solution.value(position)


def test_rolling_is_worth_the_mean_of_the_rolls(solution: Solution) -> None:
    from osteria.solve.dice import rolls

    position = Position(40, (15, 17), turn=1, net=8, dice=("double",), ask="roll")
    mean = sum(
        chance * solution.value(Position(40, (15, 17), turn=1, net=8, dice=("double",), rolled=roll))
        for roll, chance in rolls(solution.faces, 3).items()
    )
    assert mean == pytest.approx(solution.value(position), abs=1e-14)


def test_a_hook_offers_both_sources_and_no_hook_none(solution: Solution) -> None:
    hook = Position(60, (10, 10), turn=1, rolled=("1", "2", "hook", "double"))
    assert set(solution.best(hook)) == {"from middle", "from seat 0"}
    assert set(solution.best(Position(60, (10, 10), turn=1, rolled=("1", "2", "2", "double")))) == {"secure", "roll"}
    assert set(solution.best(Position(70, (0, 10), turn=1, rolled=("1", "2", "hook", "double")))) == {"secure", "roll"}


def test_the_last_points_of_the_middle_are_left_alone_by_who_would_lose(solution: Solution) -> None:
    position = Position(1, (20, 59), turn=0, rolled=("1", "hook", "water", "water"))
    moves = solution.best(position)
    assert moves["from middle"] == 0.0
    assert moves["from seat 1"] > 0.0


def test_who_would_win_takes_the_last_points_of_the_middle(solution: Solution) -> None:
    position = Position(1, (45, 34), turn=0, rolled=("1", "hook", "water", "water"))
    assert solution.best(position)["from middle"] == 1.0


def test_nothing_is_asked_after_a_roll_without_soles_or_after_the_end(solution: Solution) -> None:
    missed = Position(60, (10, 10), rolled=("hook", "hook", "double", "water"))
    assert solution.best(missed) == {}
    assert solution.value(missed) == pytest.approx(1 - solution.value(Position(60, (10, 10), turn=1)), abs=1e-13)
    over = Position(2, (40, 38), rolled=("1", "1", "2", "2"))
    assert (solution.best(over), solution.value(over)) == ({}, 1.0)
    assert solution.value(Position(0, (40, 40))) == 0.5


def test_a_position_of_another_game_is_refused(solution: Solution) -> None:
    with pytest.raises(OsteriaError, match="86 points"):
        solution.best(Position(60, (10, 10), net=6))


def test_the_figures_of_the_documentation(solution: Solution) -> None:
    assert f"{solution.first_player:.8f}" == "0.53147522"
    nets = {" ".join(dice): net for dice, net in solution.smallest_nets().items()}
    assert nets == {
        "": 48, "water": 29, "water water": 10, "water water water": 1, "double": 43, "double water": 19,
        "double water water": 4, "double double": 31, "double double water": 9, "double double double": 17,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("faces", "first_player"),
    [("1,2,2,hook,double,water", "0.53685438"), ("1,2,hook,double,double,water", "0.52543253")],
)
@pytest.mark.skipif(not os.environ.get("OSTERIA_LONG"), reason="solves twice")
def test_the_first_player_s_chance_with_other_dice(faces: str, first_player: str) -> None:
    found = solve(faces.split(","))
    assert f"{found.first_player:.8f}" == first_player
    assert found.residual <= 1e-12


def test_interpreted_kernels_give_the_same_numbers() -> None:
    small = solve(points=7)
    dice = small.dice
    arguments = small.points, small.values, dice.first, dice.outcome, dice.weight, dice.blank
    for own in range(7):
        compiled, interpreted = tables(7), tables(7)
        KERNELS.compiled().turn(own, *arguments, tables(7), compiled)
        KERNELS.interpreted.turn(own, *arguments, tables(7), interpreted)
        assert np.array_equal(compiled, interpreted)


def some_positions(number: int) -> list[Position]:
    """Positions in which a player secures or rolls, any score, net and dice."""
    rng, found = random.Random(1), []
    for _ in range(number):
        middle, own, other = rng.randint(1, 60), rng.randint(0, 9), rng.randint(0, 9)
        blue = tuple(rng.choice(("double", "water")) for _ in range(rng.randint(0, 3)))
        found.append(Position(middle, (own, other), rng.randint(0, 1), 80 - middle - own - other, blue))
    return found
