"""A plugin for pytest that tries mutants without starting Python again: see tools/mutants.py.

Tests are collected once. A fork for each file of tests notes which functions each test calls, and how long it takes. Then every
mutant gets a fork of its own, in which the code of the changed function is exchanged, wherever a copy of it is bound; the tests
that call it run, quickest first, until one fails, or computes or waits for far longer than it did.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import sys
import threading
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib import import_module
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
PATIENCE, PATIENCE_S = 10, 20
"""A test that computes so many times as long as without the mutant, and so many seconds more, does not end: it notices."""
WAITING, WAITING_S = 40, 120
"""The same by the clock on the wall, for a test that waits for what never comes."""
MEASURING_S = 3600
"""That a file of tests may compute while it is measured."""
Calls = dict[str, dict[str, Any]]
"""By test: `seconds`, `calls` (functions) and `digest` (of what this was found out with)."""
UNKNOWN: dict[str, Any] = {"calls": ()}


def pytest_addoption(parser: pytest.Parser) -> None:
    """What tools/mutants.py says."""
    parser.addoption("--mutants", default="", help="a file of mutants, one JSON object a line")
    parser.addoption("--answers", default="", help="a file to which the answers are added")
    parser.addoption("--calls", default="", help="a file in which is kept what tests call")


def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Instead of the tests: the mutants."""
    where = session.config.getoption("--mutants")
    if not where:
        return None
    mutants = [json.loads(line) for line in Path(where).read_text(encoding="utf-8").splitlines()]
    bring_in({mutant["path"] for mutant in mutants})
    called = known_calls(session, Path(session.config.getoption("--calls")))
    for mutant in mutants:
        answer = told_by_a_fork(lambda mutant=mutant: tried(session, mutant, called))  # type: ignore[misc]
        keep(session.config.getoption("--answers"), mutant["key"], answer or {"noticed": True, "by": "the clock"})
    return True


def known_calls(session: pytest.Session, kept: Path) -> Calls:
    """What tests call: from an earlier run, where the test's file has not changed since; kept file by file."""
    digests = {item.path: sha256(item.path.read_bytes()).hexdigest() for item in session.items}
    known: Calls = json.loads(kept.read_text()) if kept.exists() else {}
    known = {name: noted for name, noted in known.items() if noted["digest"] in digests.values()}
    for path, digest in digests.items():
        new = [item for item in session.items if item.path == path and item.nodeid not in known]
        known |= told_by_a_fork(lambda new=new, digest=digest: measured(session, new, digest)) or {}  # type: ignore[misc]
        kept.write_text(json.dumps(known))
    return known


def measured(session: pytest.Session, items: list[pytest.Item], digest: str) -> Calls:
    """What each of these tests calls."""
    resource.setrlimit(resource.RLIMIT_CPU, (MEASURING_S, MEASURING_S))
    return {item.nodeid: noted(session, item, digest) for item in items}


def keep(answers: str, key: str, answer: dict[str, Any]) -> None:
    """Add an answer to those that are there."""
    with Path(answers).open("a", encoding="utf-8") as file:
        file.write(json.dumps({"key": key, **answer}) + "\n")


def bring_in(paths: set[str]) -> None:
    """Import what is mutated, so that its functions are there."""
    for path in sorted(paths):
        import_module(".".join(Path(path).with_suffix("").parts[1:]).removesuffix(".__init__"))


def told_by_a_fork(work: Callable[[], Any]) -> Any:
    """What a copy of this process answers; None where it ended without an answer."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        try:
            with os.fdopen(writing, "w") as out:
                json.dump(work(), out)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        text = answer.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else None


def passes(session: pytest.Session, item: pytest.Item) -> bool:
    """Run one test."""
    failed = session.testsfailed
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    return session.testsfailed == failed


def noted(session: pytest.Session, item: pytest.Item, digest: str) -> dict[str, Any]:
    """How long a test takes and what it calls; one that fails without any mutant is never asked."""
    codes: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            codes.add(frame.f_code)

    start = time.process_time()
    threading.setprofile(note)  # the house of a test runs in a thread of its own
    sys.setprofile(note)
    is_fine = passes(session, item)
    sys.setprofile(None)
    threading.setprofile(None)  # type: ignore[arg-type]
    calls = [*{where_of(code) for code in codes if code.co_filename.startswith(str(ROOT / "src"))}]
    return {"digest": digest, "seconds": time.process_time() - start, "calls": calls if is_fine else []}


def where_of(code: CodeType) -> str:
    """Where a function stands: its file and its qualified name."""
    return f"{code.co_filename.removeprefix(str(ROOT))} {code.co_qualname}"


def tried(session: pytest.Session, mutant: dict[str, Any], called: Calls) -> dict[str, Any]:
    """Whether a test notices a mutant, and which; `fresh`: it needs a new process, because the change is outside of functions, or
    because nothing noticed it here, where all that is worked out when modules are imported stays as it was."""
    changed = exchanged(mutant)
    asked = [item for item in session.items if changed & {*called.get(item.nodeid, UNKNOWN)["calls"]}]
    for item in sorted(asked, key=lambda item: called[item.nodeid]["seconds"]):
        took = called[item.nodeid]["seconds"]
        limit = time.process_time() + PATIENCE * took + PATIENCE_S
        item.add_marker(pytest.mark.timeout(WAITING * took + WAITING_S))
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit), resource.RLIM_INFINITY))
        if not passes(session, item):
            return {"noticed": True, "by": item.nodeid}
    return {"fresh": True}


def exchanged(mutant: dict[str, Any]) -> set[str]:
    """Give every copy of a changed function its new code; which functions. None where more is changed."""
    path = ROOT / mutant["path"]
    texts = path.read_text(encoding="utf-8"), mutant["text"]
    old, new = (list(codes_in(compile(text, str(path), "exec", dont_inherit=True))) for text in texts)
    if len(old) != len(new):
        return set()
    pairs = [(before, after) for before, after in zip(old, new, strict=True) if differs(before, after)]
    if not all(before.co_flags & CO_OPTIMIZED or not differs_itself(before, after) for before, after in pairs):
        return set()
    codes = {where_of(before): after for before, after in pairs if before.co_flags & CO_OPTIMIZED}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and where_of(thing.__code__) in codes:
            thing.__code__ = codes[where_of(thing.__code__)]
    return set(codes)


def differs_itself(before: CodeType, after: CodeType) -> bool:
    """Whether two codes do something else, but for the functions inside them."""
    return before.co_code != after.co_code or before.co_names != after.co_names or plain(before) != plain(after)


def differs(before: CodeType, after: CodeType) -> bool:
    """Whether two codes, or any inside them, do something else."""
    return any(differs_itself(*pair) for pair in zip(codes_in(before), codes_in(after), strict=True))


def plain(code: CodeType) -> list[Any]:
    """The constants of a code that are no code."""
    return [constant for constant in code.co_consts if not isinstance(constant, CodeType)]


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """A code and every code inside it, in a fixed order."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_in(constant)
