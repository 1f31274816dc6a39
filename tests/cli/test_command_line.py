"""The command line as people meet it: words in, a sentence and an exit status out."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import pytest

from osteria import OsteriaError, cli


@pytest.fixture
def toy_command(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[..., object]], None]:
    """Makes `osteria toy` run a function of the test."""

    def install(function: Callable[..., object]) -> None:
        function.__name__ = "toy"
        monkeypatch.setitem(sys.modules, "osteria.cli.toy", SimpleNamespace(toy=function))
        monkeypatch.setattr(cli, "COMMANDS", {"Play": {"toy": "A toy."}})
        monkeypatch.setattr(cli, "exists", lambda command: command == "toy")

    return install


def osteria(*words: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    return subprocess.run([sys.executable, "-m", "osteria.cli", *words], capture_output=True, text=True, check=False)


def test_version_is_that_of_the_distribution(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == version("osteria") + "\n"


def test_help_lists_the_commands_that_exist_and_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    text = capsys.readouterr().out
    for commands in cli.COMMANDS.values():
        for command, summary in commands.items():
            assert (summary.split(":")[0][:20] in text) == cli.exists(command)


def test_help_imports_no_command() -> None:
    code = (
        "import sys; from osteria.cli import COMMANDS, main; main(['--help']);"
        "sys.exit(any(f'osteria.cli.{name}' in sys.modules for names in COMMANDS.values() for name in names))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("words", [["tabel"], ["nonsense"], ["rules"], ["rules", "chess"], ["rules", "--nonsense"]])
def test_wrong_use_is_one_sentence_and_status_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("osteria: ")
    assert output.err.count("\n") == 1


def test_a_word_that_was_nearly_a_command_is_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["rulse"])
    assert "Did you mean 'rules'?" in capsys.readouterr().err


@pytest.mark.parametrize(("returned", "status"), [(None, 0), (0, 0), (1, 1)])
def test_what_a_command_returns_is_the_exit_status(toy_command, returned: int | None, status: int) -> None:
    toy_command(lambda: returned)
    assert cli.main(["toy"]) == status


def test_an_error_of_ours_is_a_sentence(toy_command, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse() -> None:
        raise OsteriaError("the oven is closed.")

    toy_command(refuse)
    assert cli.main(["toy"]) == 2
    assert capsys.readouterr().err == "osteria: the oven is closed.\n"


def test_a_file_that_is_not_there_is_a_sentence(toy_command, capsys: pytest.CaptureFixture[str]) -> None:
    toy_command(lambda: open("no-such-file"))  # noqa: PTH123, SIM115
    assert cli.main(["toy"]) == 2
    assert capsys.readouterr().err == "osteria: no-such-file: no such file or directory.\n"


@pytest.mark.parametrize(
    ("is_checkout", "words"), [(True, "`./run --with lab toy ...`"), (False, "-m pip install matplotlib`")]
)
def test_a_missing_extra_says_what_to_install(
    is_checkout: bool,
    words: str,
    toy_command,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    if is_checkout:
        (tmp_path / ".venv").mkdir()
        for name in ("run", ".venv/whole"):
            (tmp_path / name).touch()

    def need() -> None:
        raise ModuleNotFoundError("No module named 'matplotlib.pyplot'", name="matplotlib.pyplot")

    toy_command(need)
    assert cli.main(["toy"]) == 2
    assert words in capsys.readouterr().err


def test_a_mistake_of_ours_is_not_hidden(toy_command) -> None:
    def fail() -> None:
        raise ModuleNotFoundError("No module named 'osteria.nonsense'", name="osteria.nonsense")

    toy_command(fail)
    with pytest.raises(ModuleNotFoundError):
        cli.main(["toy"])


def test_an_interrupt_is_silent(toy_command, capsys: pytest.CaptureFixture[str]) -> None:
    def wait() -> None:
        raise KeyboardInterrupt

    toy_command(wait)
    assert cli.main(["toy"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_reader_who_leaves_early_is_no_error() -> None:
    command = f"{sys.executable} -m osteria.cli rules sole-mio | head -n 1"
    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert result.returncode == 0
    assert result.stderr == ""


def test_a_full_disk_behind_standard_output_is_a_sentence() -> None:
    command = f"{sys.executable} -m osteria.cli rules sole-mio > /dev/full"
    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr == "osteria: standard output: no space left on device.\n"


def test_letters_that_cannot_be_shown_stop_nothing() -> None:
    command = [sys.executable, "-m", "osteria.cli", "rules", "sole-mio", "C-3", "--language", "de"]
    surroundings = os.environ | {"PYTHONIOENCODING": "ascii"}
    plain = subprocess.run(command, env=surroundings, capture_output=True, check=False)
    assert (plain.returncode, plain.stderr) == (0, b"")
    told = subprocess.run([*command, "--json"], env=surroundings, capture_output=True, check=True).stdout
    wide = subprocess.run([*command, "--json"], capture_output=True, check=True).stdout
    assert json.loads(told) == json.loads(wide)


def test_a_terminal_that_claims_no_width_holds_nothing_up() -> None:
    """In one process; the fuzz says such widths to every command."""
    code = (
        "import os; from osteria import cli\n"
        "for columns in ('0', '1', '-5', 'x', '²', ''):\n"
        "    os.environ['COLUMNS'] = columns; assert cli.main(['simulate', '--help']) == 0"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=200)
    assert (done.returncode, done.stderr) == (0, b"")


def test_ctrl_c_tells_what_was_kept(toy_command, capsys: pytest.CaptureFixture[str]) -> None:
    def wait() -> None:
        raise KeyboardInterrupt("stopped; 120 games are kept in x: go on with --resume x")

    toy_command(wait)
    assert cli.main(["toy"]) == 130
    assert capsys.readouterr().err == "osteria: stopped; 120 games are kept in x: go on with --resume x\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["simulate", "sole-mio", "--games", "9" * 26], "Must be <= 1000000000000"),
        (["simulate", "sole-mio", "--games", "0"], "Must be >= 1"),
        (["arena", "sole-mio", "--bots", "random,novice", "--workers", "-3"], "Must be >= 1"),
        (["arena", "sole-mio", "--bots", "random,novice", "--parquet", "/proc/nonexistent/a.pq"], "there is no folder"),
        (["arena", "sole-mio", "--bots", "random,novice", "--plot", "x.gif"], "a picture is .png"),
        (["solve", "roll-for-soles", "--plot", "x.gif"], "a picture is .png"),
        (["bench", "--seconds", "nan"], "seconds above 0"),
        (["bench", "--seconds", "-1"], "seconds above 0"),
        (["scenario"], "name the scenario files"),
    ],
)
def test_bad_values_are_refused_before_anything_begins(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(words) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert sentence.lower() in told.err.lower()
    assert told.err.startswith("osteria: ")


def test_osteria_alone_plays(toy_command, monkeypatch: pytest.MonkeyPatch) -> None:
    toy_command(lambda: None)
    monkeypatch.setattr(cli, "exists", lambda command: command in ("play", "table"))
    assert cli.completed([]) == ["play"]
    assert cli.completed(["--no-browser"]) == ["play", "--no-browser"]
    assert cli.completed(["--help"]) == ["--help"]


def test_without_a_house_osteria_alone_opens_the_terminal_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "exists", lambda command: command == "table")
    assert cli.completed([]) == ["table"]


def test_the_module_is_the_command() -> None:
    assert osteria("--version").stdout == version("osteria") + "\n"
