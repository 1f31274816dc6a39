"""Whatever is typed, whatever lies in the files and the environment: a result or a sentence, never a traceback."""

import inspect
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import osteria
from osteria import cli
from osteria.lab.pool import Here

sys.path.insert(0, str(Path(__file__).parent))

# What lies in the folder of the `folder` fixture before any command has written there.
FILES = (
    *("soles.txt", "short.txt", "cut.txt", "wrong.txt", "head.txt", "empty", "deep.yaml", "deep.json", "list.yaml"),
    *("half.yaml", "odd.yaml", "deal.json", "backup.jsonl", "binary", "a folder", "arena", "good.yaml"),
)
CALLS = 100_000 if os.environ.get("OSTERIA_LONG") else int(os.environ.get("OSTERIA_CALLS", "3300"))
COMMANDS = [name for names in cli.COMMANDS.values() for name in names if cli.exists(name)]
EACH = -(-CALLS // len(COMMANDS))
STATUSES = {0, 1, 2, 130}
pytestmark = pytest.mark.timeout(7200 if os.environ.get("OSTERIA_LONG") else 1200)
MANY = settings(max_examples=EACH, deadline=None, database=None, suppress_health_check=list(HealthCheck))

NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "4",
    "7",
    "-1",
    "-3",
    "2.5",
    "nan",
    "inf",
    "1e400",
    "9" * 26,
    "0x10",
    "",
    "ü",
    "٣",
    "1_0",
)
WORDS = (
    "",
    "-",
    "--",
    "x",
    "ü🍕",
    "a b",
    "[bold]",
    "{}",
    "%s",
    "\\",
    "'",
    "--json",
    "-h",
    "../..",
    "\u202e",
    "x" * 300,
)
GAMES = ("mamma-mia", "sole-mio", "grande", "roll-for-soles", "chess", "SOLE-MIO")
BOTS = (
    *(
        "random,novice",
        "random,random",
        ":x,random",
        "random",
        ",,,",
        "novice:memory=0.5,random",
        "expert:playouts=",
        "a:b:c",
    ),
    *(
        "optimal,random",
        "random,odd_bots:Silent",
        "odd_bots:Needy,random",
        "odd_bots:Broken,random",
        "json:loads,random",
    ),
    *(
        "odd_bots:plain,random",
        "odd_bots:Rude,random",
        "odd_bots:NOTHING,random",
        "random,odd_bots:Cheeky",
        "builtins:int,random",
    ),
    *(
        "random,odd_bots:Speechless",
        "novice:memory=x,random",
        "random:seed=1e999,novice",
        "..:a,random",
        "odd_bots:,random",
    ),
)
OTHERS = {
    "language": ("en", "de", "it", "nl", "fr"),
    "clause": ("C-3", "c-3", "G-1", "SM-" + "9" * 3, "C", "-3"),
    "memory": ("authentic", "assisted", "none"),
    "faces": ("1,1,2,hook,double,water", "1,2", "1,2,2,hook,double,water", ",,,,,", "1,1,1,1,1,1"),
    "ask": (
        "middle=54,supplies=10/10,turn=0,net=6,dice=double",
        "middle=",
        "=",
        "middle=999,supplies=1/1,turn=9",
        "dice=x",
    ),
    "database": (
        "sqlite:///FOLDER/a.sqlite3",
        "sqlite:////proc/nonexistent/a",
        "mysql://x",
        "nonsense",
        "postgresql://nobody@127.0.0.1:1/x",
    ),
    "log_level": ("debug", "loud"),
    "on": ("here", "ray://", "moon", "ray:///", "processes"),
}
VARIABLES = {
    "OSTERIA_PORT": ("0", "x", "99999999", "-1"),
    "OSTERIA_RATE": ("nonsense", "", "1/second"),
    "OSTERIA_WORKERS": ("0", "1", "-1", "x"),
    "OSTERIA_DATA": ("", "/proc/nonexistent/x", "FOLDER"),
    "OSTERIA_THINK": ("nan", "-1", "0.1"),
    "OSTERIA_LOG_LEVEL": ("loud", "info"),
    "OSTERIA_DATABASE": ("nonsense", ""),
    "COLUMNS": ("1", "0", "40", "-5", "x", "9999"),
    "TERM": ("dumb", "", "xterm-256color"),
    "NO_COLOR": ("1",),
    "LANG": ("C", "de_DE.UTF-8"),
}


def a_game() -> osteria.Match:
    """A whole game, played anyhow."""
    match = osteria.new("roll-for-soles", 2, seed=3)
    while match.decision is not None:
        match.play(match.decision.options[0])
    return match


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of every kind, good and bad."""
    place = tmp_path_factory.mktemp("fuzz")
    match = a_game()
    short = osteria.new("sole-mio", 2, seed=3)
    texts = {
        "soles.txt": match.transcript,
        "short.txt": short.transcript,
        "cut.txt": match.transcript[: len(match.transcript) // 2 + 3],
        "wrong.txt": match.transcript.replace("secure", "roll"),
        "head.txt": "osteria: 1\n---\n",
        "empty": "",
        "deep.yaml": "[" * 100_000,
        "deep.json": '{"a":' * 50_000,
        "list.yaml": "- 1\n- name: x\n",
        "half.yaml": "- name: x\n  game: sole-mio\n  seats: 7\n  expect: {columns: 3}\n",
        "odd.yaml": "- name: x\n  game: sole-mio\n  seats: [pepper, olive]\n  given: {oven: [x], hands: 5}\n  expect: {}\n",
        "deal.json": '{"table": 1, "commitment": [], "seed": "zz", "transcript": {}}',
        "backup.jsonl": '{"osteria-backup": 1}\n{"in": "house", "nonsense": 1}\n',
    }
    for name, text in texts.items():
        (place / name).write_text(text)
    (place / "binary").write_bytes(bytes(range(256)) * 40)
    (place / "a folder").mkdir()
    (place / "arena").mkdir()
    (place / "arena" / "plan.json").write_text('{"game": ')
    good = Path(__file__).resolve().parents[2] / "scenarios"
    (place / "good.yaml").write_bytes(next(good.glob("*.yaml")).read_bytes())
    assert {path.name for path in place.iterdir()} == set(FILES)
    return place


@pytest.fixture(autouse=True, scope="module")
def _quick(folder: Path) -> Iterator[None]:
    """What takes minutes, or waits for people, is left out: its arguments are looked at all the same."""
    solution = import_module("osteria.solve.store").solution_for(("1", "1", "2", "hook", "double", "water"))
    stand_ins: dict[str, Any] = {
        "osteria.server.running.run": _look_at_config,
        "osteria.server.local.run": _look_at_config,
        "osteria.cli.bench.measure": lambda seconds: [],
        "osteria.envs.peers.measure": lambda seconds: [],
        "osteria.lab.pool.Processes": lambda workers: Here(),
        **{f"osteria.{place}.bench.compile_seconds": dict for place in ("cli", "lab")},
        **{f"osteria.{place}.bench.first_decision_seconds": lambda: 0.1 for place in ("cli", "lab")},
        **{f"osteria.{place}.bench.reference": lambda seconds: 1.0 for place in ("cli", "lab")},
        "osteria.cli.solve.solve_now": lambda faces, **more: solution,
        "osteria.cli.solve.solution_for": lambda faces, **more: solution,
        "osteria.cli.solve.keep": lambda *words: None,
        "osteria.cli.solve.fixed_limits_on": lambda *words: {},
        "osteria.cli.solve.best_limit": lambda found: 0,
        "osteria.cli.solve.solve_three": lambda *words, **more: 0,
        "osteria.cli.analyse.look_at": _look_at_transcript,
        "osteria.cli.wasm.pack": lambda target, told: target.mkdir(parents=True, exist_ok=True),
        "osteria.lab.wasm.page.ready_modules": lambda: folder / "arena",
    }
    patches = [patch(name, stand_in) for name, stand_in in stand_ins.items()]
    before = Path.cwd()
    os.chdir(folder)
    for one in patches:
        one.start()
    yield
    for one in patches:
        one.stop()
    os.chdir(before)


def _look_at_config(config: Any, started: Any = None) -> int:
    """A house that opens its settings and nothing else."""
    from osteria.server.running import set_up_logs

    set_up_logs(config.log_level)
    return 0 if config.folder is not None and config.levels is not None else 1


def _look_at_transcript(text: str, playouts: int, seed: int, heard: Any = None) -> Any:
    """An analysis of very little."""
    from osteria.lab.analyse import analyse

    match = osteria.replay(text, seed=osteria.ASK)
    lines = match.transcript.splitlines()
    few = next((place for place, line in enumerate(lines) if line.startswith(("seat", "pepper", "olive"))), len(lines))
    return analyse("\n".join(lines[: few + 1]) + "\n", min(playouts, 2), seed, heard)


def values_for(name: str, kind: str, folder: Path) -> st.SearchStrategy[str]:
    """What somebody might say for an argument."""
    files = [
        *(str(folder / name) for name in FILES),
        "/proc/nonexistent/a.png",
        "/dev/null",
        "new.png",
        "new.svg",
        "x.gif",
    ]
    fitting: tuple[str, ...] = OTHERS.get(name, ())
    if name == "game":
        fitting = (*GAMES, *GAMES[:4], *files, "http://127.0.0.1:1/t/abcdefghijkl", "http://[", "https://127.0.0.1:1/")
    elif name == "bots":
        fitting = BOTS
    elif "Path" in kind or name in ("file", "files", "transcript", "data", "resume", "csv", "parquet"):
        fitting = tuple(files)
    elif "int" in kind or "float" in kind or name in ("games", "seed", "workers", "playouts", "players", "seconds"):
        fitting = NUMBERS
    fitting = tuple(word.replace("FOLDER", str(folder)) for word in fitting)
    return st.sampled_from(fitting * 4 + WORDS + NUMBERS) if fitting else st.sampled_from(WORDS + NUMBERS)


@st.composite
def calls(draw: st.DrawFn, command: str, folder: Path) -> tuple[list[str], dict[str, str], str]:
    """Words after `osteria`, an environment, and what is typed at it."""
    function = getattr(import_module(f"osteria.cli.{command}"), command)
    words = [command]
    for name, parameter in inspect.signature(function).parameters.items():
        kind = str(parameter.annotation)
        is_option = parameter.kind is parameter.KEYWORD_ONLY
        if not draw(st.booleans() if is_option else st.sampled_from([True, True, True, False])):
            continue
        if is_option and kind in ("bool", "<class 'bool'>"):
            words.append(f"--{name.replace('_', '-')}")
        else:
            value = draw(values_for(name, kind, folder))
            words += [f"--{name.replace('_', '-')}", value] if is_option else [value]
    words += draw(st.lists(st.sampled_from((*WORDS, "--nonsense")), max_size=1))
    chosen = draw(st.lists(st.sampled_from(sorted(VARIABLES)), max_size=2, unique=True))
    environment = {name: draw(st.sampled_from(VARIABLES[name])).replace("FOLDER", str(folder)) for name in chosen}
    typed = draw(st.sampled_from(["", "1\n1\n1\n", "?\nhelp\nquit\n", "ü\n\n-1\n999\n", "quit\n"]))
    return words, environment, typed


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_answers_or_says_a_sentence(command: str, folder: Path) -> None:
    @MANY
    @given(calls(command, folder))
    def look(call: tuple[list[str], dict[str, str], str]) -> None:
        check(*call)

    look()


def check(words: list[str], environment: dict[str, str], typed: str) -> None:
    """One call in this process: a status, at most a sentence, and JSON where it was asked for."""
    out, err = _Stream(), _Stream()
    surroundings = {"OSTERIA_DATA": str(Path.cwd() / "data"), "OSTERIA_PACE": "0"} | environment
    with (
        patch.dict(os.environ, surroundings),
        patch.object(sys, "stdin", io.StringIO(typed)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        status = cli.main(limited(words))
    assert status in STATUSES, (words, status)
    told = err.getvalue()
    assert "Traceback" not in told, (words, told)
    if status == 2:
        assert any(line.startswith("osteria: ") for line in told.splitlines()), (words, told)
    if status == 0 and words[-1] == "--json" and not {"-h", "--"} & set(words):
        json.loads(out.getvalue().splitlines()[-1])


def limited(words: list[str]) -> list[str]:
    """The same words, where they ask for little work, so that many calls fit into a test."""
    if words[0] in ("arena", "simulate") and "--games" not in words:
        return [*words[:2], "--games", "4", *words[2:]]
    if words[0] == "table":
        return [*words[:1], "--bots", "random", *words[1:]] if "--bots" not in words else words
    return words


class _Stream(io.StringIO):
    """A stream that nobody sees, with the descriptor that some code asks for."""

    encoding = "utf-8"  # type: ignore[assignment]

    def reconfigure(self, **settings: Any) -> None:
        """Takes every letter already."""


# --- the same with whole processes -----------------------------------------------------------------------------------


def run(words: list[str], **how: Any) -> subprocess.CompletedProcess[bytes]:
    env = os.environ | how.pop("env", {})
    return subprocess.run(
        [sys.executable, "-m", "osteria.cli", *words], env=env, capture_output=True, check=False, timeout=120, **how
    )


@pytest.mark.parametrize(
    ("words", "more"),
    [
        (["analyse", "binary"], {}),
        (["verify", "binary"], {}),
        (["restore", "binary"], {}),
        (["scenario", "deep.yaml"], {}),
        (["replay", "wrong.txt"], {}),
        (["serve"], {"env": {"OSTERIA_RATE": "nonsense"}}),
        (["serve", "--port", "99999"], {}),
        (["export", "--database", "sqlite:///mistyped.sqlite3"], {}),
        (["arena", "sole-mio", "--bots", "random,novice", "--games", "2", "--resume", "arena"], {}),
        (["simulate", "sole-mio", "--games", "5"], {"env": {"PYTHONIOENCODING": "ascii"}}),
        (["table", "sole-mio", "--seed", "1"], {"input": b"\xff\xfe\n"}),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_whole_processes_print_no_traceback_either(words: list[str], more: dict[str, Any], folder: Path) -> None:
    done = run(words, cwd=folder, **more)
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    assert done.returncode in STATUSES, (words, done.returncode)
    assert not (folder / "mistyped.sqlite3").exists()


@pytest.mark.parametrize(
    "words", [["rules", "sole-mio"], ["simulate", "sole-mio", "--games", "9"], ["--help"], ["replay", "soles.txt"]]
)
def test_a_reader_who_leaves_early_is_no_error_of_any_command(words: list[str], folder: Path) -> None:
    (folder / "soles.txt").write_text(a_game().transcript)
    command = " ".join([sys.executable, "-m", "osteria.cli", *words]) + " | head -n 1; exit ${PIPESTATUS[0]}"
    done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
