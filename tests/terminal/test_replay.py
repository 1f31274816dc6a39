"""Transcripts told again."""

import io
import json
import random
from pathlib import Path

import pytest

import osteria
from osteria import cli


def finished(game: str, players: int) -> osteria.Match:
    match, rng = osteria.new(game, players, seed=11), random.Random(11)
    while match.decision is not None:
        match.play(rng.choice(match.decision.options))
    return match


@pytest.fixture(scope="module")
def game() -> osteria.Match:
    return finished("sole-mio", 2)


@pytest.fixture
def file(game: osteria.Match, tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(game.transcript, encoding="utf-8")
    return path


def test_a_game_is_told_move_by_move_to_its_end(
    file: Path, game: osteria.Match, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["replay", str(file)]) == 0
    told = capsys.readouterr().out
    assert f"\n{game.moves:>4}  " in told
    assert "Turned up:" in told
    assert f"After {game.moves} of {game.moves} moves" in told
    assert "win" in told


def test_roll_for_soles_is_told_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "soles.txt"
    path.write_text(finished("roll-for-soles", 3).transcript, encoding="utf-8")
    assert cli.main(["replay", str(path)]) == 0
    told = capsys.readouterr().out
    assert "rolls" in told
    assert "in the net" in told


@pytest.mark.parametrize("at", [0, 1, 20, 60])
def test_a_position_is_shown_as_it_was(
    at: int, file: Path, game: osteria.Match, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["replay", str(file), "--at", str(at), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    head, _, moves = game.transcript.partition("---\n")
    there = osteria.replay(head + "---\n" + "\n".join(moves.splitlines()[:at]), seed=osteria.ASK)
    assert found["zones"] == there.zones()
    assert (found["at"], found["moves"]) == (at, game.moves)
    assert found["outcome"] is None


def test_a_position_in_words_says_what_is_asked(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(file), "--at", "3"]) == 0
    assert "The game is not over; chance is asked: deal." in capsys.readouterr().out


def test_a_position_that_is_not_there_is_wrong_use(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(file), "--at", "99999"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda text: text.replace("chance: deal", "chance: steal", 1), "Line 6:"),
        (lambda text: text.replace("draw supply", "draw straws", 1), "Line "),
        (lambda text: text.replace("---\n", ""), "---"),
        (lambda text: text.replace("sole-mio", "chess", 1), "chess"),
        (lambda _text: "", "---"),
    ],
)
def test_a_broken_transcript_is_told_with_its_line(
    spoil, says: str, game: osteria.Match, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(spoil(game.transcript)))
    assert cli.main(["replay", "-", "--json"]) == 1
    output = capsys.readouterr()
    assert says in json.loads(output.out)["error"]
    assert output.err.startswith("osteria: ")


def test_a_file_that_is_no_text_is_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "picture.txt"
    path.write_bytes(b"\xff\xfe\x00\x01")
    assert cli.main(["replay", str(path)]) == 2
    assert "no text" in capsys.readouterr().err
