"""What commands print with: results on standard output, progress on standard error, for people only."""

from __future__ import annotations

import codecs
import json
import os
import shutil
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from osteria.core.watching import watching

NARROWEST = 20
PLAIN = "osteria-plain"
"""What stands in for a letter that the output cannot show."""
WORDS = {"±": "+-", "–": "-", "—": "-", "…": "...", "“": '"', "”": '"', "’": "'", "·": "*", "×": "x", "→": "->"}


class Output(Console):
    """Standard output; a reader who has gone is told to the command line as what it is."""

    def on_broken_pipe(self) -> None:
        """`| head` is no error: main() ends quietly."""
        self.quiet = True
        raise BrokenPipeError


def output(**settings: Any) -> Console:
    """A console for results."""
    return Output(**settings)


def logged() -> Console:
    """A console for what is told while a command works."""
    return Console(stderr=True, highlight=False)


def print_json(found: Any) -> None:
    """One object on one line; in plain letters where the output has no others."""
    is_wide = (sys.stdout.encoding or "").lower().startswith("utf")
    print(json.dumps(found, ensure_ascii=not is_wide))


def counting(what: str = "{task.description}") -> Progress:
    """A bar with how many of how many, and how long it will take."""
    return _progress(TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


@contextmanager
def counted(title: str, total: int, stopped: Callable[[int], str]) -> Iterator[Callable[[int], None]]:
    """A bar that is told how many more are done; whoever breaks off is told how far it came."""
    done = 0

    def heard(count: int) -> None:
        nonlocal done
        done += count
        progress.advance(task, count)

    with counting() as progress:
        task = progress.add_task(title, total=total)
        try:
            yield heard
        except KeyboardInterrupt:
            raise KeyboardInterrupt(stopped(done)) from None


def measuring(what: str = "{task.description}") -> Progress:
    """A bar without numbers."""
    return _progress(TextColumn(what), BarColumn(), TimeRemainingColumn())


@contextmanager
def spinning(title: str) -> Iterator[Callable[[str], None]]:
    """For work of unknown length: the title and the time; what is yielded says how far the work is."""
    columns = SpinnerColumn(), TextColumn("{task.description} {task.fields[state]}"), TimeElapsedColumn()
    with _progress(*columns) as progress:
        task = progress.add_task(title, total=None, state="")
        yield lambda state: progress.update(task, state=state)


def _progress(*columns: ProgressColumn) -> Progress:
    """Nothing at all where nobody looks at a terminal: not even the empty line at its end."""
    console = logged()
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


@contextmanager
def telling_of_compiling() -> Iterator[None]:
    """While a command runs, whatever is compiled shows a bar with an estimate; one line where nobody looks."""
    bars: dict[str, Progress] = {}

    def told(name: str, done: int, total: int) -> None:
        if name not in bars:
            bars[name] = measuring()
            bars[name].start()
            bars[name].add_task(f"compiling {name} (once)", total=total)
            if bars[name].disable:
                logged().print(f"osteria: compiling {name} (about a minute, once)", markup=False)
        bars[name].update(TaskID(0), completed=done)
        if done == total:
            bars[name].stop()

    with watching(told):
        yield


def plainly(error: UnicodeError) -> tuple[str, int]:
    """A letter that cannot be printed, as near as plain letters come."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    bare = unicodedata.normalize("NFKD", "".join(WORDS.get(letter, letter) for letter in missing))
    kept = "".join(letter for letter in bare if not unicodedata.combining(letter))
    return kept.encode("ascii", "replace").decode(), error.end


def print_whatever_comes() -> None:
    """Let no letter stop a command, whatever the output can show, nor a terminal that claims to be narrower than a word
    (to break every word takes minutes)."""
    codecs.register_error(PLAIN, plainly)
    said = os.environ.get("COLUMNS", "1")
    if not (said.isascii() and said.isdecimal() and int(said)):
        del os.environ["COLUMNS"]
    if shutil.get_terminal_size().columns < NARROWEST:
        os.environ["COLUMNS"] = str(NARROWEST)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=PLAIN)
