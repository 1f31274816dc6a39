"""The table without a terminal: lines in, lines out, and never a traceback."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from osteria import cli

Typing = Callable[[bytes], None]
QUICK = ("--bots", "random", "--seed", "3", "--players", "2")
LEFT = "You have left the table; `osteria table --resume` goes on with the game.\n"


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Typing:
    """Puts bytes into a pipe for the next command."""
    return lambda typed: monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8"))


def test_a_whole_game_is_played_by_feeding_choices(
    typing: Typing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.txt"
    typing(b"1\n" * 2000)
    assert cli.main(["table", "sole-mio", *QUICK, "--transcript", str(record)]) == 0
    played = capsys.readouterr()
    assert "win" in played.out.splitlines()[-4]
    assert "\x1b" not in played.out
    assert played.err == ""
    assert cli.main(["replay", str(record)]) == 0
    assert "win" in capsys.readouterr().out


@pytest.mark.parametrize(
    "typed", [b"", b"1", b"nonsense\n?\nhelp\nhistory\n? C-3\n", b"\xff\xfe\x00\x80\n\x07\n1\n", b"quit\n1\n"]
)
def test_the_end_of_the_input_is_the_end_of_the_game(
    typed: bytes, typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    typing(typed)
    assert cli.main(["table", "mamma-mia", *QUICK]) == 0
    left = capsys.readouterr()
    assert left.out.endswith(LEFT)
    assert left.err == ""


def test_g_3_the_own_kind_is_chosen_and_the_others_get_the_first_that_are_free(
    typing: Typing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.txt"
    typing(b"1\n" * 2000)
    wishes = ("--own", "olive", "--seat", "1", "--transcript", str(record))
    assert cli.main(["table", "mamma-mia", *QUICK, *wishes]) == 0
    assert "seats: pepper olive" in record.read_text()
    capsys.readouterr()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("mamma-mia", "--own", "anchovy"), "no own kind; the kinds are olive, pepper"),
        (("roll-for-soles", "--own", "olive"), "no own kind; this game has none"),
    ],
)
def test_g_3_what_is_no_own_kind_is_refused(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["table", *words, *QUICK]) == 2
    assert sentence in capsys.readouterr().err


def test_the_same_seed_is_the_same_game(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        typing(b"1\n" * 2000)
        assert cli.main(["table", "roll-for-soles", *QUICK, "--faces", "1,1,2,2,hook,water"]) == 0
    both = capsys.readouterr().out
    assert both[: len(both) // 2] == both[len(both) // 2 :]


@pytest.mark.parametrize(
    "words",
    [
        ("chess",),
        ("mamma-mia", "--players", "9"),
        ("mamma-mia", "--seat", "3"),
        ("mamma-mia", "--seat", "-1"),
        ("mamma-mia", "--bots", "nobody"),
        ("mamma-mia", "--bots", "random,random,random"),
        ("mamma-mia", "--memory", "perfect"),
        ("mamma-mia", "--faces", "1,1,1,1,1,1"),
        ("roll-for-soles", "--faces", "hook"),
        ("mamma-mia", "--seed", "x"),
        ("mamma-mia", "--pace", "inf"),
        ("mamma-mia", "--pace", "-1"),
        ("mamma-mia", "--transcript", "no-such-folder/game.txt"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_one_sentence(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["table", *words]) == 2
    refused = capsys.readouterr()
    assert refused.out == ""
    assert refused.err.startswith("osteria: ")
    assert refused.err.count("\n") == 1
