"""A game looked at move by move."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import osteria
from osteria import bots
from osteria.cli import main
from osteria.cli.analyse import forgetting_in_words
from osteria.games.roll_for_soles.options import SolesOptions
from osteria.hindsight.judges import Estimate, cost_of
from osteria.hindsight.roll_for_soles import Solved
from osteria.lab.analyse import Account, Analysis, Decided, analyse, total
from osteria.solve.position import position_from
from osteria.solve.store import solution_for
from osteria.testing.bots import view_of


def a_transcript(game: str = "roll-for-soles", players: int = 3, moves: int = 1000) -> str:
    match, bot = osteria.new(game, players, seed=6), bots.make("regular", seed=2)
    while match.decision is not None and moves > 0:
        view = view_of(match)
        match.play(bot.choose(view.decision, view, None))
        moves -= 1
    return match.transcript


@pytest.fixture(scope="module")
def found() -> Iterator[Analysis]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OSTERIA_INTERPRETED", "1")
        yield analyse(a_transcript(), playouts=2, seed=1)


def test_the_parts_of_an_account_add_up_to_the_result(found: Analysis) -> None:
    assert len(found.accounts) == 3
    for account in found.accounts:
        assert account.result is not None
        parts = account.start + account.own.value + account.others.value + account.luck.value
        assert parts == pytest.approx(account.result)
    assert sum(account.start for account in found.accounts) == pytest.approx(1)


def test_the_luck_of_all_decisions_is_the_luck_of_the_account(found: Analysis) -> None:
    for seat, account in enumerate(found.accounts):
        assert sum(decided.luck[seat] for decided in found.decisions) == pytest.approx(account.luck.value)
        assert account.memory == Estimate(0.0)
        assert account.remembers is None


def test_what_was_forgotten_is_told_dearest_first_of_those_who_lost_by_it() -> None:
    def decided(number: int, seat: int, lost: float, forgot: str = "the third pepper") -> Decided:
        return Decided(
            number, seat, "play", "play 1 olive", {}, Estimate(0.1), [], [], [], Estimate(lost, 0.01), forgot
        )

    def account(lost: float, error: float) -> Account:
        nothing = Estimate(0.0)
        return Account(0.5, nothing, nothing, nothing, 0.5, nothing, Estimate(lost, error), 0.4)

    decisions = [
        decided(1, 0, 0.02),
        decided(2, 1, 0.3),
        decided(3, 0, 0.041),
        decided(4, 0, 0.005),
        decided(5, 0, 0.2, ""),
    ]
    found = Analysis("sole-mio", ["pepper", "olive"], "", decisions, [account(0.06, 0.03), account(-0.1, 0.02)])
    assert forgetting_in_words(found) == [
        "3. pepper said “play 1 olive”, but had seen the third pepper go in: 0.041.",
        "1. pepper said “play 1 olive”, but had seen the third pepper go in: 0.020.",
    ]


def test_in_a_pizza_game_a_cost_is_split_into_choice_and_memory() -> None:
    found = analyse(a_transcript("mamma-mia", 2, moves=6), playouts=2, seed=1)
    assert all(account.remembers is not None for account in found.accounts)
    for seat, account in enumerate(found.accounts):
        assert account.memory.value == pytest.approx(sum(d.memory.value for d in found.decisions if d.seat == seat))


def test_every_decision_is_weighed_with_every_option(found: Analysis) -> None:
    for decided in found.decisions:
        assert decided.played in decided.options
        assert all(0 <= option.value <= 1 for option in decided.options.values())
        assert -1 <= decided.cost.value <= 1
        assert sum(decided.chances) == pytest.approx(1)


def test_a_game_that_was_broken_off_is_looked_at_as_far_as_it_went() -> None:
    found = analyse(a_transcript("mamma-mia", 2, moves=1), playouts=2, seed=1)
    assert len(found.decisions) == 1
    assert found.accounts[0].result is None


def test_luck_of_the_playouts_is_no_cost() -> None:
    rng = np.random.default_rng(3)
    costs = [cost_of(rng.integers(0, 2, (40, 6)).astype(float), 0).value for _ in range(400)]
    assert np.mean(costs) == pytest.approx(0, abs=0.02)


def test_a_cost_is_what_the_best_option_is_ahead() -> None:
    shares = np.tile([0.25, 0.75, 0.5], (10, 1))
    assert cost_of(shares, 0).value == pytest.approx(0.5)
    assert cost_of(shares, 1).value == 0


def test_errors_add_up_like_independent_ones() -> None:
    assert total([Estimate(1.0, 3.0), Estimate(2.0, 4.0)]) == Estimate(3.0, 5.0)


def test_with_a_solution_chances_are_exact() -> None:
    """The solution that ships, not one made up here: the same chances as a position looked up in it."""
    match = osteria.new("roll-for-soles", 2, seed=1)
    decision = match.decision
    assert decision is not None
    judge, view = Solved(match), view_of(match)
    solved = solution_for(SolesOptions().faces).best(position_from(view))
    for place, move in enumerate(decision.options):
        weighed = judge.weigh(view, decision.options, place)
        assert [one.value for one in weighed.chances] == [
            pytest.approx(solved[str(option)]) for option in decision.options
        ]
        assert weighed.cost == Estimate(pytest.approx(max(solved.values()) - solved[str(move)]))
        chances, effects = judge.look(match, move)
        assert chances[decision.seat] == pytest.approx(max(solved.values()))
        assert sum(chances) == pytest.approx(1)
        assert effects[decision.seat].value == pytest.approx(solved[str(move)] - max(solved.values()))
    assert max(solved.values()) > min(solved.values()), "the two moves differ, or nothing is told apart here"


def test_the_command_tells_draws_and_prints_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, picture = tmp_path / "game.txt", tmp_path / "chances.png"
    file.write_text(a_transcript(moves=5))
    assert main(["analyse", str(file), "--playouts", "2", "--plot", str(picture), "--json"]) == 0
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert told["game"] == "roll-for-soles"
    assert told["decisions"][0]["options"]
    assert picture.stat().st_size > 1000


def test_the_command_speaks_to_people_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text(a_transcript(moves=5))
    assert main(["analyse", str(file), "--playouts", "2"]) == 0
    assert "luck" in capsys.readouterr().out
    assert main(["analyse", str(file), "--playouts", "1"]) == 2
