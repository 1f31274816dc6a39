"""Every command and program of the README, the docs and the examples is there, takes what it is given, and runs."""

import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from osteria import cli

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```", re.MULTILINE | re.DOTALL)
ELSEWHERE = (
    "docker",
    "curl",
    "pip",
    "npm",
    "cd",
    "git",
    "HOUSE=",
    "JSON=",
    "T=",
    "KEY=",
    "CARD=",
    "npx",
    "wrk",
    "createdb",
    "sudo",
    "nats-server",
)
"""What is no command of ours."""
SMALL = {"--games": "4", "--playouts": "2", "--seconds": "0.01", "--verify": "20", "--pace": "0"}
RUN = ("rules", "scenario", "simulate", "arena", "replay", "solve")
"""Commands that end by themselves within seconds, with small numbers; of the others the arguments are looked at."""
HEAVY = ("--with", "--limits", "--epsilon", "--players 3", "--on", "expert", "--plot")

sys.path.insert(0, str(ROOT / "docs"))
pytestmark = pytest.mark.timeout(1200)
"""A first game may have to wait for the compiler."""


def commands_of(page: Path) -> list[str]:
    """The lines of a page that somebody may type, without remarks; a line that ends in a backslash goes on."""
    blocks = [text.replace("\\\n", " ") for kind, text in BLOCK.findall(page.read_text()) if kind == "sh"]
    lines = [re.sub(r"\s+#.*$", "", line).strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def examples() -> list[str]:
    """The commands that the examples' own first words show."""
    heads = [path.read_text().split('"""')[1] for path in sorted((ROOT / "examples").glob("*.py"))]
    return [line.strip() for head in heads for line in head.splitlines() if "./run " in line or "osteria " in line[:40]]


ALL = sorted({line for page in PAGES for line in commands_of(page)} | {line for line in examples() if "--" in line})
OURS = [
    line for line in ALL if re.search(r"(?:^|\s)(?:\./run|osteria)(?:\s|$)", line) and not line.startswith(ELSEWHERE)
]


def words_of(line: str) -> list[str]:
    """The words after `./run` or `osteria`, without extras."""
    words = shlex.split(line.removesuffix("&"))
    start = next(place for place, word in enumerate(words) if word in ("./run", "osteria"))
    words = words[start + 1 :]
    while words[:1] == ["--with"]:
        words = words[2:]
    return words


@pytest.mark.parametrize("line", OURS)
def test_a_command_of_the_docs_takes_what_it_is_given(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = words_of(line)
    if not words or words[0].startswith("-"):
        return
    assert cli.unknown_command(words[0]) is None, line
    monkeypatch.chdir(tmp_path)
    if not {"--help", "-h"} & {*words}:
        cli.build_app(words[0]).parse_args(words, print_error=False, exit_on_error=False)


@pytest.mark.parametrize(
    "line", [line for line in ALL if "examples/" in line or "benchmarks/" in line or "tools/" in line]
)
def test_a_program_of_the_docs_is_there(line: str) -> None:
    for name in re.findall(r"(?:examples|benchmarks|tools|docs)/[\w/]+(?:\.\w+)?", line):
        assert (ROOT / name).exists(), line


def is_quick(line: str) -> bool:
    words = words_of(line)
    return bool(words) and words[0] in RUN and not any(sign in line for sign in HEAVY)


@pytest.mark.parametrize("line", [line for line in OURS if is_quick(line)])
def test_a_command_of_the_docs_does_what_it_says(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = small(words_of(line))
    (tmp_path / "scenarios").symlink_to(ROOT / "scenarios")
    (tmp_path / "hasty.py").write_text(python_of(ROOT / "docs/first-bot.md")[0])
    (tmp_path / "game.txt").write_text(game_text())
    files = [str(path) for word in words for path in (sorted(tmp_path.glob(word)) if "*" in word else [word])]
    monkeypatch.chdir(tmp_path)
    for folder in (tmp_path, ROOT / "examples"):
        monkeypatch.syspath_prepend(folder)
    status = cli.main(files)
    told = capsys.readouterr()
    assert status == 0, (line, told.err)
    assert told.out


def small(words: list[str]) -> list[str]:
    """The same with small numbers."""
    given = [SMALL.get(words[place - 1], word) if place else word for place, word in enumerate(words)]
    if given[0] in ("simulate", "arena") and "--games" not in given:
        given += ["--games", SMALL["--games"]]
    return given


def game_text() -> str:
    import osteria

    match = osteria.new("roll-for-soles", 2, seed=1)
    while match.decision is not None:
        match.play(match.decision.options[0])
    return match.transcript


# --- programs --------------------------------------------------------------------------------------------------------


def python_of(page: Path) -> list[str]:
    """The programs of a page; what is shown as a dialogue is for doctest."""
    return [text for kind, text in BLOCK.findall(page.read_text()) if kind == "python" and not text.startswith(">>>")]


SPOKEN = ("docs/python.md", "docs/transcripts.md", "docs/first-bot.md", "docs/first-agent.md")


@pytest.mark.parametrize("name", SPOKEN)
def test_the_programs_of_a_page_run(name: str, tmp_path: Path) -> None:
    text = "\n".join(python_of(ROOT / name))
    text = text.replace("4096", "16").replace("range(1000)", "range(3)").replace('"regular"', '"random"')
    done = subprocess.run([sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["tables-of-ids.md", "views.md"])
def test_the_tables_of_a_page_are_those_of_the_code(name: str) -> None:
    text = (ROOT / "docs" / name).read_text()
    assert import_module("tables").filled(text) == text, "python docs/tables.py"


def test_the_notebook_runs_and_draws() -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(ROOT / "examples/first_look.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=280, kernel_name="python3").execute()
    pictures = [one for cell in notebook.cells for one in cell.get("outputs", []) if "image/png" in one.get("data", {})]
    assert pictures


def test_decisions_are_written_and_asked(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    table = tmp_path / "decisions.parquet"
    words = ["simulate", "roll-for-soles", "--bots", "novice", "--games", "25", "--seed", "1", "--parquet", str(table)]
    assert cli.main(words) == 0
    command = [sys.executable, ROOT / "examples/decisions_duckdb.py", str(table)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "25" in told.splitlines()[1].split()


# --- a release -------------------------------------------------------------------------------------------------------


def test_a_package_index_would_take_the_description(tmp_path: Path) -> None:
    hatch_metadata = load("hatch_metadata")
    text = (ROOT / "README.md").read_text()
    absolute = hatch_metadata.linked(text, "https://example.org/osteria", "v1")
    assert "](https://example.org/osteria/raw/v1/docs/screenshots/" in absolute
    assert not re.findall(r"\]\((?!https://|#)", absolute)
    bare = hatch_metadata.linked(text, "", "v1")
    assert "![" not in bare
    assert not re.findall(r"\]\((?!https?://|#)", bare)


def load(name: str) -> object:
    sys.path.insert(0, str(ROOT))
    return import_module(name)
