import json
from pathlib import Path
from typing import Any

import pytest

from osteria import cli


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """What `osteria solve roll-for-soles ... --json` prints last."""
    assert cli.main(["solve", "roll-for-soles", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return found


def test_it_tells_value_residual_states_and_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "--players", "2", "--faces", "1,1,1,1,1,1", "--verify", "1000", "--seed", "4")
    assert found["first_player"] == 1.0
    assert found["residual"] <= 1e-9
    assert found["states"] == 856_440
    assert found["seconds"] > 0
    assert found["verify"]["games"] == 1000
    assert found["verify"]["holds"]


def test_it_answers_for_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "--ask", "middle=54,supplies=10/10,turn=0,net=6,dice=double")
    assert found["ask"]["best"] == "roll"
    assert found["ask"]["moves"] == pytest.approx({"roll": 0.60659390, "secure": 0.49867550}, abs=1e-8)
    found = told(capsys, "--ask", "middle=60,supplies=10/10,turn=0,rolled=1/2/hook/double")
    assert list(found["ask"]["moves"]) == ["from seat 1", "from middle"]


def test_a_position_with_other_points_than_a_table_is_answered_for_a_game_of_so_many(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = told(capsys, "--ask", "middle=6,supplies=1/1,turn=0,net=2,dice=double")
    assert found["points"] == 10
    assert set(found["ask"]["moves"]) == {"roll", "secure"}


def test_for_people_it_prints_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", "roll-for-soles", "--ask", "middle=54,supplies=10/10,net=6,dice=double"]) == 0
    output = capsys.readouterr().out
    assert "The first player wins 0.53147522." in output
    assert "roll         0.60659390  best" in output


def test_it_draws_the_policy(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert told(capsys, "--ask", "middle=10", "--plot", str(tmp_path / "policy.png"))["plot"]
    assert (tmp_path / "policy.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "words",
    [
        ["mamma-mia"],
        ["roll-for-soles", "--players", "4"],
        ["roll-for-soles", "--players", "3", "--limits"],
        ["roll-for-soles", "--players", "3", "--ask", "middle=10,supplies=1/1"],
        ["roll-for-soles", "--players", "3", "--ask", "middle=1000"],
        ["roll-for-soles", "--epsilon"],
        ["roll-for-soles", "--faces", "1,2"],
        ["roll-for-soles", "--faces", "hook,hook,hook,hook,hook,hook"],
        ["roll-for-soles", "--ask", "middle=1000"],
        ["roll-for-soles", "--ask", "nonsense"],
        ["roll-for-soles", "--verify", "0"],
    ],
)
def test_wrong_use_is_one_sentence_and_status_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", *words]) == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith("osteria: ")


def test_it_tells_what_fixed_limits_lose(capsys: pytest.CaptureFixture[str]) -> None:
    limits = told(capsys, "--ask", "middle=10", "--limits")["limits"]
    for source in ("best", "other"):
        losses = limits[source]["loss"]
        assert losses[str(limits[source]["best_limit"])] == min(losses.values()) > 0
    assert cli.main(["solve", "roll-for-soles", "--ask", "middle=10", "--limits"]) == 0
    assert "least" in capsys.readouterr().out


def test_for_three_it_tells_how_often_each_move_is_chosen_and_what_leaving_it_gains(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["--players", "3", "--ask", "middle=6,supplies=1/2/1,turn=1,net=2,dice=double", "--epsilon"]
    found = told(capsys, *words)
    assert set(found["ask"]["moves"]) == set(found["ask"]["weights"]) == {"roll", "secure"}
    assert sum(found["ask"]["weights"].values()) == pytest.approx(1.0)
    assert 0 <= found["epsilon"] < 0.0001
    assert cli.main(["solve", "roll-for-soles", *words]) == 0
    assert "Nobody can gain more than" in capsys.readouterr().out
