"""A game as a package of its own: built from docs/first-game.md, installed beside Osteria, it plays everywhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PIG = ROOT / "examples" / "pig"
PAGE = (ROOT / "docs" / "first-game.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"`([\w./]+)`\n\n```(?:python|toml)\n(.*?)\n```\n", re.DOTALL)


def files_of_the_page() -> dict[str, str]:
    """The files that somebody has who follows the page: a block goes on where the last one of its file ended."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, text in BLOCK.findall(PAGE):
        found[name].append(text)
    return {name: _joined(parts) for name, parts in found.items()}


def _joined(parts: list[str]) -> str:
    """Two empty lines before whatever begins at the left edge, none inside of it."""
    return "".join(("\n\n\n" if part[0] not in " \t" else "\n") * bool(n) + part for n, part in enumerate(parts)) + "\n"


@pytest.fixture(scope="session")
def beside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process in which the package of the page is installed beside Osteria."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
    for name, text in files_of_the_page().items():
        (source / name).parent.mkdir(exist_ok=True)
        (source / name).write_text(text, encoding="utf-8")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*install, "--target", str(target), str(source)], check=True, capture_output=True)
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(target), str(ROOT / "src")]), "OSTERIA_INTERPRETED": "1"}


def run(environment: dict[str, str], code: str) -> str:
    """What a program prints."""
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_page_builds_the_package_of_the_examples() -> None:
    kept = {
        path.relative_to(PIG).as_posix(): path.read_text() for path in PIG.rglob("*") if path.suffix in (".py", ".toml")
    }
    assert files_of_the_page() == kept


def test_the_suites_of_the_page_hold(beside: dict[str, str]) -> None:
    code = re.findall(r"^```python\n(from osteria\.testing.*?)\n```", PAGE, re.DOTALL | re.MULTILINE)[0]
    run(beside, code)


def test_the_commands_of_the_page_run(beside: dict[str, str]) -> None:
    commands = re.findall(r"^\$ osteria (.*)$", PAGE, re.MULTILINE)
    assert len(commands) == 3
    for command in commands:
        done = subprocess.run(
            [sys.executable, "-m", "osteria.cli", *command.split()],
            env=beside, input="roll\nhold\n" * 200, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{command}: {done.stderr}"


def test_the_terminal_tells_it_in_its_own_words(beside: dict[str, str]) -> None:
    table = [
        sys.executable,
        "-m",
        "osteria.cli",
        "table",
        "pig",
        "--players",
        "2",
        "--bots",
        "search:playouts=8",
        "--seed",
        "1",
    ]
    done = subprocess.run(table, env=beside, input="roll\nhold\n" * 300, capture_output=True, text=True, check=True)
    assert "Roll again, or hold what the turn has brought?" in done.stdout
    assert "100 points, the game is won." in done.stdout


ENVIRONMENTS = """
import numpy as np
import pyspiel
import osteria.envs.openspiel
from osteria import envs

rng = np.random.default_rng(1)
env = envs.gymnasium_env("pig", 2, bots="random")
seen, _ = env.reset(seed=1)
over = False
while not over:
    seen, reward, over, cut, _ = env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    over = over or cut
assert reward in (0.0, 1.0)
table = envs.pettingzoo_env("pig", 3)
table.reset(seed=2)
for agent in table.agent_iter():
    seen, _, over, cut, _ = table.last()
    table.step(None if over or cut else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
state = pyspiel.load_game("osteria_pig(players=2)").new_initial_state()
while not state.is_terminal():
    state.apply_action(int(rng.choice(state.legal_actions())))
print(sum(state.returns()))
"""


def test_the_environments_step_it(beside: dict[str, str]) -> None:
    pytest.importorskip("pyspiel")
    assert float(run(beside, ENVIRONMENTS)) == 1.0


FOLDED = """
import random
import osteria
from osteria.core.fold import Folded

match, rng = osteria.new("pig", 3, seed=4), random.Random(4)
folded, told = Folded(match.view(1).words), len(match.events)
while match.decision is not None:
    match.play(rng.choice(match.decision.options))
    for event in match.events[told:]:
        folded.hear(event.seen_by(1))
    told = len(match.events)
    view = match.view(1)
    assert all(folded.view[zone] == view[zone] for zone in ("phase", "turn", "total", "points")), (folded.view, view.words)
print(told)
"""


def test_its_events_tell_every_zone(beside: dict[str, str]) -> None:
    assert int(run(beside, FOLDED)) > 50


MANY = """
import sys
import numpy as np
from osteria.games import game
from osteria.lab import cuda, gpu
from osteria.lab.batch import Batch, checked_games, random_games
from pretend_gpu import PretendGpu

assert checked_games("pig", 2, 3, 1).faulty == 0
batch = Batch("pig", 3, 4, 1)
batch.step(batch.picks.copy())
pretend = PretendGpu()
cuda._cuda = cuda._gpu = lambda: pretend
cuda.THREADS["playouts"] = cuda.THREADS["advance"] = 32
games, decisions = gpu.final_states("pig", 2, 4, 7)
tally = random_games("pig", 2, 4, 7)
assert decisions == tally.decisions, (decisions, tally.decisions)
print(decisions)
"""


def test_batches_and_the_stand_in_of_a_gpu_play_the_same_games(beside: dict[str, str]) -> None:
    environment = beside | {"PYTHONPATH": os.pathsep.join([beside["PYTHONPATH"], str(ROOT / "tests" / "lab")])}
    assert int(run(environment, MANY)) > 50


def test_adding_it_touches_nothing_but_its_folder_and_its_page() -> None:
    """No file outside of examples/pig, its page, its tests and the log of changes knows that there is such a game."""
    known = (
        "examples/pig/",
        "docs/first-game.md",
        "docs/index.md",
        "tests/examples/",
        "CHANGELOG.md",
        "benchmarks/",
        "docs/speed.md",
    )
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    sources = [
        name for name in listed if name.startswith(("src/", "web/src/", "protocol/")) and not name.startswith(known)
    ]
    word = re.compile(r"\bpig\b|\bPIG-", re.IGNORECASE)
    guilty = [
        name for name in sources if (ROOT / name).is_file() and word.search((ROOT / name).read_text(errors="ignore"))
    ]
    assert guilty == ["src/osteria/lab/bench.py"] or not guilty, guilty
