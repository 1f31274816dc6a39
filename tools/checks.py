"""Runs every check, part by part, and sums up: python tools/checks.py [--setup] [--long] [--list] [PART...].

Each part runs in a process of its own (a browser test leaves an event loop behind; a compiled kernel leaves memory).
Ends with one line, `N passed, M failed`, where a check without tests of its own counts as one; the status is 0 only
when nothing failed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

from environment import ROOT, SYSTEM_PACKAGES, VENV, WEB, missing_system_packages, surroundings

SHARED_SCENARIOS = ROOT.parent / "shared" / "scenarios"
TWO_AT_ONCE = ("-n", "2", "--dist", "worksteal")
LONG_LIMIT_S = "7200"
IN_REAL_TIME = ("house", "terminal", "browser")
"""Parts whose tests wait for other processes, which a machine that others use may hold up for long."""
MOST_AGAIN = 3
"""Of these parts so many failures are tried once more, alone; what passes then is named in the sum."""
LONG_RUNS = {"--mutants": "mutants", "--leaks": "leaks"}
"""Runs of their own, by the module that does them."""
COMPILE_ALL = """
from osteria.bots.compile import families as bots
from osteria.core.compile import compile_all
from osteria.games import NAMES, game
from osteria.games.compile import families as rules
from osteria.lab.playing import kernels_for
batches = {kernels.name: kernels for kernels in map(kernels_for, map(game, NAMES))}
compile_all([*rules().values(), *bots().values(), *batches.values()], ())
"""

# What pytest runs, each line in one process: the part's name, its folders under tests/, and how.
PYTEST_PARTS = {
    "architecture": (("architecture",), ()),
    "engine": (("core", "games", "play", "testing", "law", "cli"), TWO_AT_ONCE),
    "bots": (("solve", "bots", "hindsight", "lab"), TWO_AT_ONCE),
    "envs": (("envs", "examples"), TWO_AT_ONCE),
    "house": (("server",), TWO_AT_ONCE),
    "terminal": (("terminal",), TWO_AT_ONCE),
    "browser": (("browser",), TWO_AT_ONCE),
}
# What the system must have before a part makes sense.
SYSTEM_NEEDS = {"house": ("postgresql", "nats-server"), "browser": ("chromium",)}


@dataclass
class Tally:
    """What has been counted so far."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    again: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, name: str, passed: int, failed: int, skipped: int = 0) -> None:
        """Count a part; one that failed is named at the end."""
        self.passed += passed
        self.failed += failed
        self.skipped += skipped
        if failed:
            self.failures.append(name)


def announce(name: str, what: str) -> None:
    """Say what is being run."""
    print(f"\n=== {name}: {what}", flush=True)


def check(tally: Tally, name: str, what: str, *command: str | Path, cwd: Path = ROOT) -> None:
    """A check that passes or fails as a whole."""
    announce(name, what)
    status = subprocess.run(command, cwd=cwd, env=surroundings(), check=False).returncode
    tally.add(name, int(status == 0), int(status != 0))


def pytest(tally: Tally, name: str, *arguments: str) -> None:
    """A part with tests of its own, counted one by one from pytest's report."""
    folders = [argument for argument in arguments if argument.startswith("tests/")]
    announce(name, "pytest " + " ".join(folders))
    passed, failed, skipped = run_pytest(*arguments)
    if name in IN_REAL_TIME and 0 < failed <= MOST_AGAIN:
        announce(name, "once more, one at a time, what failed")
        held_up = min(failed, run_pytest("--last-failed", "--last-failed-no-failures=none", *folders)[0])
        passed, failed, tally.again = passed + held_up, failed - held_up, tally.again + held_up
    tally.add(name, passed, failed, skipped)


def run_pytest(*arguments: str) -> tuple[int, int, int]:
    """How many passed, failed and were skipped."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        limit = ("-o", f"timeout={LONG_LIMIT_S}") if os.environ.get("OSTERIA_LONG") else ("-m", "not long")
        command = (VENV / "bin/python", "-m", "pytest", "-q", f"--junitxml={report}", *limit, *arguments)
        status = subprocess.run(command, cwd=ROOT, env=surroundings(), check=False).returncode
        return counts(report, status)


def counts(report: Path, status: int) -> tuple[int, int, int]:
    """Passed, failed and skipped tests of one pytest run; a run that broke down counts as one failure at least."""
    nothing_found = 5
    if not report.is_file():
        return 0, 1, 0
    suites = ElementTree.parse(report).getroot().iter("testsuite")
    total = failed = skipped = 0
    for suite in suites:
        total += int(suite.get("tests", 0))
        failed += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped += int(suite.get("skipped", 0))
    if status not in (0, nothing_found) and not failed:
        failed, total = 1, total + 1
    return total - failed - skipped, failed, skipped


# --- the parts, in their order -----------------------------------------------------------------------------------


def run_format(tally: Tally) -> None:
    """Formatting, of Python; the browser code has its own."""
    check(tally, "format", "ruff format --check", VENV / "bin/ruff", "format", "--check", "--quiet", ".")


def run_lint(tally: Tally) -> None:
    """What ruff finds."""
    check(tally, "lint", "ruff check", VENV / "bin/ruff", "check", "--quiet", ".")


def run_types(tally: Tally) -> None:
    """Strict types in src/."""
    check(tally, "types", "mypy --strict src", VENV / "bin/mypy", "--strict", "src")


def run_tests(tally: Tally, name: str) -> None:
    """One line of PYTEST_PARTS, as far as its folders exist."""
    folders, how = PYTEST_PARTS[name]
    present = [f"tests/{folder}" for folder in folders if (ROOT / "tests" / folder).is_dir()]
    if not present:
        return
    missing = missing_system_packages()
    for need in SYSTEM_NEEDS.get(name, ()):
        if need in missing:
            announce(name, f"needs {SYSTEM_PACKAGES[need]}, which is not here: apt-get install {need}")
            tally.add(name, 0, 1)
            return
    pytest(tally, name, *how, *present)


def run_page(tally: Tally) -> None:
    """The browser code by its own tools."""
    if (WEB / "package.json").is_file():
        npm = VENV / "bin/npm"
        for script in ("check", "lint", "test", "build"):
            if has_script(script):
                check(tally, f"page {script}", f"npm run {script}", npm, "run", "--silent", script, cwd=WEB)


def has_script(name: str) -> bool:
    """Whether web/package.json defines this script."""
    return name in json.loads((WEB / "package.json").read_text()).get("scripts", {})


def run_scenarios(tally: Tally) -> None:
    """Rule questions with their answers: ours, and those of a folder beside the checkout where there is one."""
    if not (ROOT / "src/osteria/cli/scenario.py").is_file():
        return
    for folder in (ROOT / "scenarios", SHARED_SCENARIOS):
        files = sorted(folder.rglob("*.yaml")) if folder.is_dir() else []
        if files:
            name = os.path.relpath(folder, ROOT)
            check(
                tally,
                name,
                f"osteria scenario, {len(files)} files",
                VENV / "bin/python",
                "-m",
                "osteria.cli",
                "scenario",
                *files,
            )


def run_readme(tally: Tally) -> None:
    """The examples of README.md give what they say."""
    pytest(tally, "readme", "--doctest-glob=*.md", "README.md")


def run_docs(tally: Tally) -> None:
    """The documentation builds without a warning."""
    if (ROOT / "docs/conf.py").is_file():
        sphinx = (VENV / "bin/sphinx-build", "-q", "-W", "--keep-going", "-b", "html", "docs", "docs/_build/html")
        check(tally, "docs", "sphinx-build -W", *sphinx)


# In their order; the first ones need no compiled rules, which are made beside them.
WITHOUT_RULES = {
    "format": run_format,
    "lint": run_lint,
    "types": run_types,
    "architecture": lambda tally: run_tests(tally, "architecture"),
    "page": run_page,
    "docs": run_docs,
}
WITH_RULES = {
    "engine": lambda tally: run_tests(tally, "engine"),
    "scenarios": run_scenarios,
    "readme": run_readme,
    "bots": lambda tally: run_tests(tally, "bots"),
    "envs": lambda tally: run_tests(tally, "envs"),
    "house": lambda tally: run_tests(tally, "house"),
    "terminal": lambda tally: run_tests(tally, "terminal"),
    "browser": lambda tally: run_tests(tally, "browser"),
}
PARTS = {**WITHOUT_RULES, **WITH_RULES}


def main(words: list[str]) -> int:
    """Run the parts that were named, or all of them."""
    for option, module in LONG_RUNS.items():
        if option in words:
            run_long: Callable[[list[str]], int] = import_module(module).main
            return run_long([word for word in words if word != option])
    options, names = (
        {word for word in words if word.startswith("-")},
        [word for word in words if not word.startswith("-")],
    )
    unknown = sorted(options - {"--setup", "--long", "--list", "--help", "-h"}) + [
        name for name in names if name not in PARTS
    ]
    if unknown:
        print(f"osteria: ./test does not know {unknown[0]}; its parts are {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    if options & {"--help", "-h", "--list"}:
        print(f"./test [--setup | --long | --mutants | --leaks] [PART...]\nparts: {' '.join(PARTS)}")
        return 0
    if "--setup" in options:
        return set_up_only()
    if "--long" in options:
        os.environ["OSTERIA_LONG"] = "1"
    return run(names or list(PARTS))


def set_up_only() -> int:
    """Set-up is done when this runs; what it could not get is told once more."""
    if missing := missing_system_packages():
        print(
            f"osteria: still missing, for the tests that need them: apt-get install {' '.join(missing)}",
            file=sys.stderr,
        )
        return 2
    with compiling():
        print("osteria: compiling the rules (some minutes, once)", file=sys.stderr)
    return 0


@contextmanager
def compiling() -> Iterator[None]:
    """Rules, bots and batches are compiled by a process of its own meanwhile; waits for it at the end."""
    with subprocess.Popen((VENV / "bin/python", "-c", COMPILE_ALL), cwd=ROOT, env=surroundings()) as process:
        yield
        process.wait()


def run_in_order(parts: dict[str, Callable[[Tally], None]], names: list[str], tally: Tally) -> None:
    """Those of the parts that are wanted."""
    for name, part in parts.items():
        if name in names:
            part(tally)


def run(names: list[str]) -> int:
    """Run these parts, then sum up."""
    started, tally = time.monotonic(), Tally()
    with compiling() if set(names) & set(WITH_RULES) else nullcontext():
        run_in_order(WITHOUT_RULES, names, tally)
    run_in_order(WITH_RULES, names, tally)
    minutes, seconds = divmod(round(time.monotonic() - started), 60)
    print(
        f"\n=== in {minutes} min {seconds:02} s"
        + (f", {tally.skipped} skipped (reasons above)" if tally.skipped else "")
    )
    if tally.again:
        print(f"passed only when tried again, alone: {tally.again} (named above)")
    if tally.failures:
        print(f"failed: {', '.join(tally.failures)}")
    print(f"{tally.passed} passed, {tally.failed} failed")
    return int(tally.failed > 0)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
