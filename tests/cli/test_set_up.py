"""The two commands at the root of a checkout, and what they lean on."""

import os
import shutil
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = [ROOT / "run", ROOT / "test", ROOT / "tools" / "environment.sh", ROOT / "tools" / "lock"]

sys.path.insert(0, str(ROOT / "tools"))
checks = import_module("checks")
environment = import_module("environment")


def call(*command: str, **surroundings: str) -> subprocess.CompletedProcess[str]:
    """A command at the root of the checkout."""
    env = os.environ | surroundings
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def must_be_set_up() -> None:
    """Without this a test would fill the environment that it runs in."""
    if call(
        "sh", "-c", f'root="{ROOT}"; . tools/environment.sh; packages=$(packages_stamp); has_packages run'
    ).returncode:
        pytest.fail("the locks have changed since .venv was filled: ./test --setup")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_are_plain_sh(script: Path) -> None:
    shell = shutil.which("dash") or "sh"
    assert call(shell, "-n", str(script)).returncode == 0


@pytest.mark.parametrize("name", ["run", "test", ".ci/run", "tools/lock"])
def test_commands_can_be_called(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK)


def test_a_second_run_is_quick() -> None:
    """What ./run adds to the command itself: two checksums, far below a second."""
    must_be_set_up()
    started = time.monotonic()
    done = call("sh", "-c", f'root="{ROOT}"; . tools/environment.sh; ready run')
    assert done.returncode == 0
    assert done.stderr == ""
    assert time.monotonic() - started < 1


def test_run_finds_its_checkout_from_anywhere(tmp_path: Path) -> None:
    command = [str(ROOT / "run"), "--version"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == call(sys.executable, "-m", "osteria.cli", "--version").stdout


def test_without_a_python_there_is_a_sentence(tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    for name in ("run", "tools", "requirements", "pyproject.toml"):
        whole = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        whole(ROOT / name, checkout / name)
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("cat", "cksum", "dirname", "env"):
        (tools / name).symlink_to(shutil.which(name) or name)
    command = [shutil.which("sh") or "sh", str(checkout / "run"), "rules"]
    done = subprocess.run(command, env={"PATH": str(tools)}, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("osteria: Osteria needs Python 3.11 or newer, and there is no python3 here.\n")


def test_an_unknown_part_is_a_sentence() -> None:
    done = call(sys.executable, "tools/checks.py", "nonsense")
    assert done.returncode == 2
    assert done.stderr.startswith("osteria: ./test does not know nonsense; its parts are format, lint, types")


def test_the_closing_line_counts_every_test(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text('<testsuites><testsuite tests="7" failures="1" errors="1" skipped="2"/></testsuites>')
    assert checks.counts(report, 1) == (3, 2, 2)


def test_a_run_that_broke_down_counts_as_a_failure(tmp_path: Path) -> None:
    assert checks.counts(tmp_path / "never-written.xml", 3) == (0, 1, 0)
    report = tmp_path / "report.xml"
    report.write_text('<testsuites><testsuite tests="4" failures="0" errors="0" skipped="0"/></testsuites>')
    assert checks.counts(report, 2) == (4, 1, 0)


@pytest.mark.parametrize(
    ("name", "second", "sum_of_it"),
    [("browser", (1, 1, 0), (6, 1, 1)), ("browser", (0, 0, 0), (5, 2, 0)), ("engine", (2, 0, 0), (5, 2, 0))],
)
def test_what_waits_for_others_is_tried_once_more_and_said_so(
    monkeypatch: pytest.MonkeyPatch, name: str, second: tuple[int, int, int], sum_of_it: tuple[int, int, int]
) -> None:
    runs = iter([(5, 2, 0), second])
    monkeypatch.setattr(checks, "run_pytest", lambda *words: next(runs))
    tally = checks.Tally()
    checks.pytest(tally, name, "tests/x")
    assert (tally.passed, tally.failed, tally.again) == sum_of_it


def test_every_test_folder_belongs_to_a_part() -> None:
    covered = {folder for folders, _ in checks.PYTEST_PARTS.values() for folder in folders}
    present = {path.name for path in (ROOT / "tests").iterdir() if any(path.rglob("test_*.py"))}
    assert present <= covered, f"./test would not run tests/{present - covered}"


def test_a_later_environment_serves_an_earlier_level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "VENV", tmp_path)
    environment.mark("whole", str(ROOT))
    environment.mark("has-test", "1 2")
    assert environment.has_packages("run", "1 2")
    assert environment.has_packages("test", "1 2")
    assert not environment.has_packages("run", "3 4")
    environment.mark("has-run", "3 4")
    assert environment.has_packages("web", "3 4")
    assert not environment.has_packages("web", "3 4", ("lab",)), "an extra has a mark of its own"


def test_the_registry_of_pip_is_the_registry_of_uv(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UV_DEFAULT_INDEX", raising=False)
    monkeypatch.delenv("UV_INDEX_URL", raising=False)
    monkeypatch.setenv("PIP_INDEX_URL", "http://registry.invalid/simple")
    assert environment.registry() == {"UV_DEFAULT_INDEX": "http://registry.invalid/simple"}
    monkeypatch.setenv("UV_DEFAULT_INDEX", "http://other.invalid/simple")
    assert environment.registry() == {}
