"""The terminal itself: a screen that is redrawn and keeps nothing, or, with a pipe, plain lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TextIO

from rich.console import Console, Group, RenderableType
from rich.segment import Segment, SegmentLines

OTHER_SCREEN, OWN_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
CLEAR, FORGET = "\x1b[H\x1b[2J", "\x1b[3J"
"""Clear what is shown; clear what could be scrolled back to."""
KEEP_ONE_SCREEN = ("linux", "screen", "vt100", "vt220", "ansi")
"""Terminals whose other screen is missing, or switched off unless the user asks for it."""
LONGEST_LINE = 200
PROMPT_LINES = 2
NARROW = 60
SCORES = 7
"""Lines at the top of a table that tell how everybody stands: the title, and a line for each of five and their heading."""
CUT = "… the terminal is too small to show all of the table"

Composition = Callable[[bool], list[RenderableType]]
"""A screen's parts, given whether there is room for everything."""


class Leave(Exception):
    """The person leaves the table."""


class Screen:
    """Where a table is drawn and answers are read.

    Args:
        answers: where lines are read from.
        console: where things are drawn.
        surroundings: the environment's variables.

    With a terminal on both sides the screen is live (G-8: nothing may be looked at again that the rules hide): every
    drawing replaces the one before, on the terminal's other screen, and never scrolls, so that no terminal keeps a line
    of it. Where there is no other screen the scrollback is cleared too. Without a terminal plain lines are printed.
    """

    def __init__(self, answers: TextIO, console: Console, surroundings: Mapping[str, str]) -> None:
        self._answers, self.console = answers, console
        self.is_live = answers.isatty() and console.is_terminal and not console.is_dumb_terminal
        term = surroundings.get("TERM", "")
        keeps_one = term.startswith(KEEP_ONE_SCREEN) and "TMUX" not in surroundings
        self._wipe = CLEAR + FORGET if keeps_one else CLEAR

    @contextmanager
    def opened(self) -> Iterator[Screen]:
        """The terminal's other screen while the table is open; its own, as it was, afterwards."""
        self._write(OTHER_SCREEN)
        try:
            yield self
        finally:
            self._write(self._wipe + OWN_SCREEN)

    def _write(self, codes: str) -> None:
        if self.is_live:
            self.console.file.write(codes)
            self.console.file.flush()

    def draw(self, compose: Composition) -> None:
        """Show a composition; in a live terminal nothing else, and as many of its last lines as there is room for."""
        if not self.is_live:
            self.console.print(Group(*compose(not self.is_narrow)))
            return
        lines = self._lines(compose(not self.is_narrow))
        if len(lines) > self._room:
            lines = self._lines(compose(False))
        if len(lines) > self._room:
            lines = self._without_the_middle(lines)
        self._put(lines)

    @property
    def is_narrow(self) -> bool:
        """Whether every second sentence breaks."""
        return self.console.width < NARROW

    def _without_the_middle(self, lines: list[list[Segment]]) -> list[list[Segment]]:
        """The top, where the scores are, and the end, where something is asked."""
        top = min(SCORES, self._room // 3)
        rest = max(1, self._room - top - 1)
        return [*lines[:top], [Segment(CUT[: self.console.width])], *lines[len(lines) - rest :]]

    @property
    def _room(self) -> int:
        return max(1, self.console.height - PROMPT_LINES)

    def _lines(self, parts: Iterable[RenderableType]) -> list[list[Segment]]:
        return self.console.render_lines(Group(*parts), pad=False)

    def _put(self, lines: list[list[Segment]]) -> None:
        self._write(self._wipe)
        self.console.print(SegmentLines(lines, new_lines=True), end="")

    def murmur(self, text: str) -> None:
        """A remark below the prompt of a live terminal, gone with the next drawing."""
        self._write(f"\r{text[: self.console.width - 1]}")

    def leaf_through(self, part: RenderableType) -> None:
        """Show something to read, a screenful at a time."""
        if not self.is_live:
            self.console.print(part)
            return
        lines = self._lines([part])
        for first in range(0, len(lines), self._room):
            self._put(lines[first : first + self._room])
            self.ask("Enter goes on. ")

    def ask(self, prompt: str) -> str:
        """One line from the person; Leave at the end of the input."""
        self.console.print(prompt, end="", markup=False, highlight=False, soft_wrap=True)
        self.console.file.flush()
        answer = self._answers.readline()
        if not answer:
            self.console.print()
            raise Leave
        if not self.is_live:
            self.console.print()
        return "".join(letter for letter in answer[:LONGEST_LINE].strip() if letter.isprintable())


def this_terminal() -> Screen:
    """The terminal of this process; letters that it cannot show, or that are no letters, become question marks."""
    for stream in (sys.stdin, sys.stdout):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    return Screen(sys.stdin, Console(highlight=False), os.environ)
