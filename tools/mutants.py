"""Do the tests notice?

`./test --mutants [PART...] [--sample N] [--seed S] [--workers N] [--on PLACE]` changes one thing at a time and runs its tests.

A *mutant* is a copy of the sources with one change: a comparison turned, a sign exchanged, a call left out. It is killed when the
tests that should notice fail. Mutants are drawn at random; what was killed is kept in .mutants.jsonl: a run that was broken off
goes on, and a larger sample tries only what is new, and survivors again. Survivors are printed; those in
tools/equivalent_mutants.toml are counted apart, with the reason why no test could notice.

A mutant of a function takes about a second: tools/noticing.py. What is changed outside of functions, or survives there, gets a
process of its own, for the tests that call anything of its file.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import repeat
from pathlib import Path

from places import add_names, add_places, pool_asked

from osteria.lab.pool import Here, Pool
from osteria.testing.errands import Errand, packed, run_in_copy

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".mutants.jsonl"
CALLS = ROOT / ".mutants.calls.json"
EQUIVALENT = ROOT / "tools" / "equivalent_mutants.toml"
ENOUGH = 0.95
LIMIT_S = 900
"""For the page's tests, and for each test of a process of its own."""
DAY_S = 86_400
SAMPLE = 60
SHARE = 12
"""Mutants that travel together: collecting the tests takes seconds."""
STEPS = 300
"""Of each game, for the folds."""
NOT_COPIED = shutil.ignore_patterns("node_modules", "__pycache__", "_build")


@dataclass(frozen=True)
class Part:
    """Sources, and the tests that should notice whatever is changed in them."""

    sources: tuple[str, ...]
    tests: tuple[str, ...]


ENGINE = (
    "tests/games/test_as_told.py",
    "tests/games/test_telling.py",
    "tests/games/test_refusals.py",
    "tests/law/test_scenarios.py",
    "tests/law/test_second_reading.py",
    "tests/play/test_match.py",
    "tests/play/test_view.py",
    "tests/terminal/test_words.py",
    "tests/testing/test_contract.py",
    "tests/testing/test_folding.py",
)
NOT_ASKED = "not imagined and not apart and not sampler and not not_told"
"""Tests of the engine that take minutes and look at something else."""
PARTS = {
    "rules": Part(("src/osteria/games/**/rules/*.py",), ENGINE),
    "telling": Part(("src/osteria/games/*/telling.py",), ENGINE),
    "observe": Part(("src/osteria/games/*/observe.py",), ENGINE),
    "wording": Part(("src/osteria/games/*/wording.py", "src/osteria/play/view.py"), ENGINE),
    "guards": Part(
        (
            "src/osteria/server/tables/commands.py",
            "src/osteria/server/tables/seating.py",
            "src/osteria/server/people/*.py",
            "src/osteria/server/http/shields.py",
        ),
        (
            "tests/server/test_guards.py",
            "tests/server/tables",
            "tests/server/people",
            "tests/server/http/test_shields.py",
            "tests/server/lines/test_line.py",
            "tests/server/test_house.py",
        ),
    ),
    "page": Part(("web/src/game/[!s]*.ts",), ("web",)),
}


@dataclass(frozen=True)
class Mutant:
    """One change: in which file and function, on which line, and the whole text of the file with it."""

    path: str
    function: str
    line: int
    change: str
    text: str

    @property
    def key(self) -> str:
        """The same for the same change of the same text."""
        return f"{self.label} #{hashlib.sha256(self.text.encode()).hexdigest()[:12]}"

    @property
    def label(self) -> str:
        """What people read, and what the list of equivalent ones names: it does not change with the lines before."""
        return f"{self.path} {self.function}: {self.change}"


# ------------------------------------------------------------------------------------------------------ making them

COMPARISONS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
ARITHMETIC = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Add}
SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
SIGNS |= {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}


def mutants_of_python(path: str, text: str) -> Iterator[Mutant]:
    """Every change of a Python file."""
    for node, function in nodes_with_function(ast.parse(text), ""):
        for change, replacement in changes_of(node):
            segment = ast.get_source_segment(text, node)
            if segment and replacement != segment:
                line: int = node.lineno  # type: ignore[attr-defined]
                yield Mutant(path, function, line, f"{change} in {ast.unparse(node)}", spliced(text, node, replacement))


def nodes_with_function(node: ast.AST, function: str) -> Iterator[tuple[ast.AST, str]]:
    """Every node of a tree, and in which function or class it stands."""
    for child in ast.iter_child_nodes(node):
        within = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        inside = f"{function}.{child.name}".lstrip(".") if within else function  # type: ignore[attr-defined]
        yield child, inside
        yield from nodes_with_function(child, inside)


def changes_of(node: ast.AST) -> Iterator[tuple[str, str]]:
    """What may be written instead of a piece of code."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        other = COMPARISONS[type(node.ops[0])]
        rest = ast.Compare(node.left, [other(), *node.ops[1:]], node.comparators)
        yield f"{SIGNS[type(node.ops[0])]} becomes {SIGNS[other]}", f"({ast.unparse(rest)})"
    elif (
        isinstance(node, ast.BinOp)
        and type(node.op) in ARITHMETIC
        and not isinstance(node.left, ast.Constant | ast.JoinedStr)
    ):
        other = ARITHMETIC[type(node.op)]
        yield (
            f"{SIGNS[type(node.op)]} becomes {SIGNS[other]}",
            f"({ast.unparse(ast.BinOp(node.left, other(), node.right))})",
        )
    elif isinstance(node, ast.BoolOp):
        other = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield "and becomes or, or or and", f"({ast.unparse(ast.BoolOp(other(), node.values))})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not is left out", f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.Return) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, bool):
        yield "another answer", f"return {not node.value.value}"
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield f"{ast.unparse(node.value.func)} is not called", "pass"
    elif isinstance(node, ast.AugAssign) and type(node.op) in (ast.Add, ast.Sub):
        sign = "-=" if isinstance(node.op, ast.Add) else "+="
        yield f"becomes {sign}", f"{ast.unparse(node.target)} {sign} {ast.unparse(node.value)}"


def spliced(text: str, node: ast.AST, replacement: str) -> str:
    """The text with something else where a node was."""
    lines = text.splitlines(keepends=True)
    start, end = node.lineno - 1, node.end_lineno - 1  # type: ignore[attr-defined]
    before = lines[start].encode()[: node.col_offset].decode()  # type: ignore[attr-defined]
    after = lines[end].encode()[node.end_col_offset :].decode()  # type: ignore[attr-defined]
    return "".join([*lines[:start], before + replacement + after, *lines[end + 1 :]])


SWAPS = [
    (r" === ", " !== "),
    (r" !== ", " === "),
    (r" < ", " <= "),
    (r" > ", " >= "),
    (r" && ", " || "),
    (r" \|\| ", " && "),
]
SWAPS += [(r" \+ ", " - "), (r" - ", " + "), (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\b([1-9]\d?)\b", "0")]


def mutants_of_typescript(path: str, text: str) -> Iterator[Mutant]:
    """Changes of a TypeScript file, by its signs; comments and types are left alone."""
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"\s*(\*|/\*|//|import|export (type|interface)|type |interface )", line):
            continue
        for pattern, replacement in SWAPS:
            for found in re.finditer(pattern, line):
                changed = line[: found.start()] + replacement + line[found.end() :]
                lines = [*text.splitlines()[: number - 1], changed, *text.splitlines()[number:]]
                change = f"{found.group().strip()} becomes {replacement.strip()} in {line.strip()}"
                yield Mutant(path, f"({found.start()})", number, change, "\n".join(lines) + "\n")


def mutants_of(part: Part) -> list[Mutant]:
    """Every change of a part, in a fixed order."""
    found: list[Mutant] = []
    for pattern in part.sources:
        for file in sorted(ROOT.glob(pattern)):
            path, text = file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")
            found += mutants_of_python(path, text) if file.suffix == ".py" else mutants_of_typescript(path, text)
    return found


# ------------------------------------------------------------------------------------------------------ trying them


def copy_of_the_tree(folder: Path) -> Path:
    """What the tests need, where a mutant can be put without touching the checkout."""
    for name in ("src", "tests", "scenarios", "web", "docs", "examples", "protocol", "tools", "benchmarks"):
        shutil.copytree(ROOT / name, folder / name, symlinks=True, ignore=NOT_COPIED)
    for file in ROOT.glob("*.*"):
        if file.is_file() and not file.name.startswith(".mutants"):
            shutil.copy(file, folder / file.name)
    return folder


def run(tree: Path, *command: str | Path, stdin: Path | None = None, seconds: float = LIMIT_S) -> bool:
    """Whether a command ends well, and ends, on a tree; rules are interpreted."""
    path = f"{tree / 'src'}{os.pathsep}{tree / 'tools'}{os.pathsep}{tree / 'tests/testing'}"
    environment = os.environ | {"PYTHONPATH": path, "OSTERIA_INTERPRETED": "1", "OSTERIA_STEPS": str(STEPS)}
    with (stdin or Path(os.devnull)).open("rb") as given:
        try:
            made = subprocess.run(
                command, cwd=tree, env=environment, stdin=given, capture_output=True, timeout=seconds, check=False
            )
        except subprocess.TimeoutExpired:
            return False
    return made.returncode == 0


def pytest_of(part: Part) -> list[str]:
    """The tests of a part."""
    options = ["-q", "-m", "not long", "-k", NOT_ASKED, "-p", "no:cacheprovider"]
    return [sys.executable, "-m", "pytest", *options, *part.tests]


def calling(mutant: Mutant) -> list[str]:
    """The files of tests that call anything of a mutant's file, as far as it was found out."""
    calls = json.loads(CALLS.read_text(encoding="utf-8")) if CALLS.exists() else {}
    own = f"/{mutant.path} "
    return sorted(
        {test.split("::")[0] for test, noted in calls.items() if any(map(str.startswith, noted["calls"], repeat(own)))}
    )


def try_all(part: Part, tree: Path, mutants: list[Mutant], kept: Path) -> None:
    """Try mutants in a tree; the answers are added to a file as they come."""
    if part.tests != ("web",):
        try_in_forks(part, tree, mutants, kept)
    for mutant in mutants:
        if not answers(kept).get(mutant.key):
            answer = {"key": mutant.key, "noticed": try_alone(part, tree, mutant)}
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(answer) + "\n")


def try_in_forks(part: Part, tree: Path, mutants: list[Mutant], kept: Path) -> None:
    """Try mutants of functions, all in copies of one process; with none it is only found out what tests call."""
    wanted = tree / "mutants.jsonl"
    lines = [json.dumps({"path": one.path, "key": one.key, "text": one.text}) for one in mutants]
    wanted.write_text("\n".join(lines), encoding="utf-8")
    options = (f"--mutants={wanted}", f"--answers={kept}", f"--calls={CALLS}")
    run(tree, *pytest_of(part), "-o", "timeout=0", "-p", "noticing", *options, seconds=DAY_S)


def try_alone(part: Part, tree: Path, mutant: Mutant) -> bool:
    """Whether a tree with this mutant in it fails the tests of its part that call its file, or all if none is known to."""
    file = tree / mutant.path
    whole = file.read_text(encoding="utf-8")
    file.write_text(mutant.text, encoding="utf-8")
    try:
        return not (page_is_fine(tree) if part.tests == ("web",) else tests_pass(part, tree, calling(mutant)))
    finally:
        file.write_text(whole, encoding="utf-8")


def tests_pass(part: Part, tree: Path, some: list[str]) -> bool:
    """Whether these files of a part's tests pass, or all of them if none is named."""
    asked = replace(part, tests=tuple(some)) if some else part
    return run(tree, *pytest_of(asked), "-x", "-o", f"timeout={LIMIT_S}", seconds=DAY_S)


def page_is_fine(tree: Path) -> bool:
    """The page's own tests, and its fold against the engine."""
    node, frames = Path(sys.executable).parent / "node", tree / "frames.jsonl"
    if not frames.exists():
        write = f"import test_folding_in_the_page as t; t.write({str(frames)!r}, {STEPS})"
        assert run(tree, sys.executable, "-c", write)
    tests = [file for file in sorted((tree / "web" / "test").glob("*.test.ts")) if file.stem != "words.test"]
    return run(tree, node, "--test", "--test-isolation=none", *tests) and run(
        tree, node, "web/scripts/follow.ts", stdin=frames
    )


def answers(kept: Path) -> dict[str, bool | None]:
    """Every mutant that was tried: was it noticed? None: it has to be tried alone."""
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    return {found["key"]: found.get("noticed") for found in map(json.loads, lines)}


def tried(name: str, part: Part, sample: int, seed: int, pool: Pool) -> tuple[int, list[Mutant]]:
    """How many of a sample were killed, and who survived; goes on where an earlier run stopped."""
    every = mutants_of(part)
    drawn = random.Random(f"{name} {seed}").sample(every, min(sample, len(every)))
    excused, known = equivalent(), answers(KEPT)
    new = [mutant for mutant in drawn if not known.get(mutant.key) and mutant.label not in excused]
    print(f"{name}: {len(drawn)} of {len(every)} mutants, {len(new)} of them new", flush=True)
    if new:
        with tempfile.TemporaryDirectory() as folder:
            tree = copy_of_the_tree(Path(folder).resolve())
            try_all(part, tree, new, KEPT) if isinstance(pool, Here) else try_elsewhere(part, tree, new, pool)
    found = answers(KEPT)
    survivors = [mutant for mutant in drawn if mutant.label in excused or not found[mutant.key]]
    return len(drawn) - len(survivors), survivors


# -------------------------------------------------------------------------------------------- several at a time


def try_elsewhere(part: Part, tree: Path, mutants: list[Mutant], pool: Pool) -> None:
    """The same in shares, each in a copy of the tree, wherever the pool works."""
    if part.tests != ("web",):
        try_in_forks(part, tree, [], KEPT)
        shutil.copy(CALLS, tree / CALLS.name)
    shares = [mutants[start : start + SHARE] for start in range(0, len(mutants), SHARE)]
    lines = ("\n".join(json.dumps(asdict(one)) for one in (part, *share)) for share in shares)
    errands = (Errand(("tools/mutants.py", "--share"), given) for given in lines)
    for told in pool.map(partial(run_in_copy, packed(tree)), errands):
        with KEPT.open("a", encoding="utf-8") as file:
            file.write(told)


def try_share(lines: list[str]) -> None:
    """Try the mutants of a part, a line each, in the tree that this file lies in; the answers are printed."""
    part, *mutants = map(json.loads, lines)
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / KEPT.name
        words = tuple(part["sources"]), tuple(part["tests"])
        try_all(Part(*words), ROOT, [Mutant(**mutant) for mutant in mutants], kept)
        print(kept.read_text(encoding="utf-8"), end="")


def equivalent() -> dict[str, str]:
    """Mutants that no test could notice, each with the reason."""
    listed: dict[str, str] = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["equivalent"]
    return listed


def main(words: list[str]) -> int:
    """Try the parts that were named, or all of them; 1 if too many survive."""
    parser = arguments()
    asked = parser.parse_args(words)
    if asked.share:
        try_share(sys.stdin.readlines())
        return 0
    pool = pool_asked(parser, asked)
    excused, is_enough = equivalent(), True
    for name in asked.names or PARTS:
        killed, survivors = tried(name, PARTS[name], asked.sample, asked.seed, pool)
        missed = [mutant for mutant in survivors if mutant.label not in excused]
        counted = killed + len(missed)
        is_enough &= killed >= ENOUGH * counted
        print(f"{name}: {killed} of {counted} killed, {len(survivors) - len(missed)} equivalent")
        for mutant in missed:
            print(f"  survives, line {mutant.line}: {mutant.label}")
    return 0 if is_enough else 1


def arguments() -> argparse.ArgumentParser:
    """What may be said after ./test --mutants."""
    known = argparse.ArgumentParser(prog="./test --mutants", description="Do the tests notice changes of the sources?")
    add_names(known, "PART", PARTS)
    known.add_argument("--sample", type=int, default=SAMPLE, help="how many mutants of each part")
    known.add_argument("--seed", type=int, default=1, help="which ones are drawn")
    add_places(known)
    known.add_argument("--share", action="store_true", help=argparse.SUPPRESS)
    return known


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
