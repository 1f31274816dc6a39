"""Numbered choices, and what a person may type for one: its number, its notation, or enough of it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from osteria.core.decision import Move
from osteria.core.errors import MalformedMove
from osteria.terminal.plain import Drawing
from osteria.terminal.words import line

PAGE = 24
"""So many choices are listed at once."""
SMALL_PAGE = 4
"""The same where there is little room."""


class Choices:
    """The options of one question, with what the person has narrowed them to.

    Attributes:
        shown: the numbers (from 1) of the options that are listed now.
    """

    def __init__(self, options: Sequence[Move], own: str | None, drawing: Drawing) -> None:
        self._options, self._own, self._drawing = options, own, drawing
        self.shown: list[int] = []
        self._first, self._page = 0, PAGE
        self.show_all()

    def show_all(self) -> None:
        """List everything again, from the beginning."""
        self.shown, self._first = list(range(1, len(self._options) + 1)), 0

    def leafed(self, word: str) -> bool:
        """Whether the word was about the list: `more` lists the next ones (after the last the first), nothing all."""
        if word == "more":
            self._first = (self._first + self._page) if self._first + self._page < len(self.shown) else 0
        elif not word:
            self.show_all()
        return word in ("", "more")

    def meant(self, text: str) -> Move | str:
        """The option that a text stands for; a text that fits none is for the rules to judge.

        Raises MalformedMove, with a sentence, where it fits several (they are listed then) or is a number too high.
        """
        found = self.find(text)
        if len(found) > 1:
            self._narrow(found)
            raise MalformedMove("That fits several choices; say more of it.")
        if not found and text.isdecimal():
            raise MalformedMove(f"There is no choice {text}; choices run from 1 to {len(self._options)}.")
        return found[0] if found else text

    def find(self, text: str) -> list[Move]:
        """The options that a text may stand for: none, the one that is meant, or several to choose from."""
        if text.isascii() and text.isdecimal():
            place = int(text)
            return [self._options[place - 1]] if 1 <= place <= len(self._options) else []
        words = text.lower().split()
        exact = [move for move in self._options if str(move).split() == words]
        return exact or [move for move in self._options if self._fits(words, str(move).split())]

    def _fits(self, words: Sequence[str], move: Sequence[str]) -> bool:
        """Whether the words begin a move's words, each perhaps cut short; its first word may be left out."""
        return self._begins(words, move) or self._begins(words, move[1:])

    def _begins(self, words: Sequence[str], move: Sequence[str]) -> bool:
        return 0 < len(words) <= len(move) and all(
            self._drawing.abbreviates(word, whole) for word, whole in zip(words, move[: len(words)], strict=True)
        )

    def _narrow(self, moves: Sequence[Move]) -> None:
        """List only these."""
        self.shown = [number for number, move in enumerate(self._options, 1) if move in moves]
        self._first = 0

    def draw(self, *, is_short: bool = False) -> RenderableType:
        """The list, a page of it if it is long; in short a small page, without what orders ask for."""
        self._page = SMALL_PAGE if is_short else PAGE
        page = self.shown[self._first : self._first + self._page]
        entry = self._bare_entry if is_short else self._entry
        entries = [line((f"{number:>3}", "bold cyan"), "  ", entry(number)) for number in page]
        listed = Columns(entries, padding=(0, 3), column_first=True)
        return Group(listed, self._more(page)) if len(page) < len(self._options) else listed

    def _bare_entry(self, number: int) -> Text:
        return Text(str(self._options[number - 1]), no_wrap=True, overflow="ellipsis")

    def _entry(self, number: int) -> Text:
        move = str(self._options[number - 1])
        beside = self._drawing.beside(move, self._own)
        return line(move, (f" ({beside})", "dim")) if beside else Text(move)

    def _more(self, page: list[int]) -> Text:
        last = self._first + len(page)
        part = f"{self._first + 1} to {last} of {len(self.shown)}" if len(self.shown) > len(page) else str(len(page))
        if self._page == SMALL_PAGE:
            return Text(f"     {part}; “more” lists the next", "dim", no_wrap=True)
        narrowed = f" that begin so, of {len(self._options)}" if len(self.shown) < len(self._options) else ""
        return Text(f"     {part}{narrowed}. “more”: the next, Enter: all; the first words narrow the list.", "dim")
