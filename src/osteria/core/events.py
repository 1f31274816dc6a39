"""What happened, as rows of integers, and who may know it.

Events are of two kinds. A *move* says that something changed its place: `from`, `to`, how many and, for those who may know,
what. Everything else is a *reason*: what was announced, opened, asked, declined, filled or failed, with the clause and all
that an explanation needs. `core.fold` rebuilds every zone from the moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from osteria.core.kernel import kernel
from osteria.core.schema import Seen, Table
from osteria.core.template import Lists, Template, compiled
from osteria.core.wording import Speech

Log: TypeAlias = "npt.NDArray[np.int64] | None"
"""Rows of (event, a, b, c, d, e, f, g) with their number in the first cell; None where nobody listens."""
Row: TypeAlias = tuple[int, ...]
Words: TypeAlias = dict[str, Any]

WIDTH = 8
ROWS = 512
"""BOUND: one action turns over at most an oven of 70 ingredients and 70 orders (GR-1): a row for every ingredient that is
turned over and for every card that is used (140), at most 5 more for each of 35 orders that are filled and 3 for each of the
others, and one round's frame."""
HIDDEN = -1
"""Instead of what moved, for those who may not know it."""


def new_log() -> Table:
    """An empty log for one action."""
    return np.zeros((ROWS, WIDTH), np.int64)


def rows_of(log: Table) -> list[Row]:
    """The rows told since the log was last cleared; clears it."""
    count = int(log[0, 0])
    log[0, 0] = 0
    return list(map(tuple, log[1 : count + 1].tolist()))


@kernel
def tell(
    log: Log, event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0, g: int = 0
) -> None:
    """Write one row. With log None (playouts, CUDA) the compiler leaves nothing of it.

    A move is told as (seat it concerns or -1, what, from, to, how many).
    """
    if log is not None:
        number = int(log[0, 0]) + 1
        log[0, 0] = number
        row = log[number]  # SPEED: interpreted, a cell of a row is written in half the time of a cell of the log
        row[0] = event
        row[1] = a
        row[2] = b
        row[3] = c
        row[4] = d
        row[5] = e
        row[6] = f
        row[7] = g


@dataclass(frozen=True)
class EventType:
    """One type of event: its name, how its numbers read in words, and who may know the number `b`.

    There is no default audience: `seen` is EVERYBODY, OWNER (only the seat in `a`) or NOBODY; for all others `b` is HIDDEN
    before the row is put into words.

    Attributes:
        name: such as "play".
        seen: who may know `b`.
        says: what a row says, as a template (`core.wording`); beside the name and the clause.
        clauses: the clause that this event comes from; where the games' rulebooks number it differently, one a book.
        of: what moves ("ingredients", "orders", "points", "dice"); None: this is a reason.
        cards: the single things that move, from `b` and the count.
        lists: the words that the template takes from lists (`types_by_code` gives them).
    """

    name: str
    seen: Seen
    says: Template = field(compare=False)
    clauses: tuple[str, ...] = ()
    of: str | None = None
    cards: Callable[[int, int], Iterable[int]] = lambda what, count: (what,) * count
    lists: Lists = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if self.seen not in (Seen.EVERYBODY, Seen.OWNER, Seen.NOBODY):
            raise TypeError(f"{self.name}: everybody, its seat or nobody may know an event, not: {self.seen.value}")

    @cached_property
    def words(self) -> Callable[[Speech, None, Row], Words]:
        """What a row says at a table with these words; made from the template when it is first said."""
        return compiled(self.says, self.lists, {})

    def data(self) -> dict[str, Any]:
        """Its name, who may know it, its clauses and its template, as plain data."""
        return {"event": self.name, "seen": self.seen.name.lower(), "clauses": self.clauses, "says": self.says}

    def as_seen(self, row: Row, viewer: int | None) -> Row:
        """The row as a viewer (None: a spectator) may know it."""
        if self.seen is Seen.EVERYBODY or (self.seen is Seen.OWNER and row[1] == viewer):
            return row
        return (*row[:2], HIDDEN, *row[3:])


class Event(NamedTuple):
    """Something that happened at the table.

    `words` is the whole truth; `seen_by` is what a viewer may know of it. The same event exists for every viewer.
    """

    type: EventType
    row: Row
    table: Speech

    @property
    def name(self) -> str:
        """The event's name, such as "play"."""
        return self.type.name

    @property
    def words(self) -> Words:
        """The whole event in words, for audits and tests; never sent to anybody."""
        return in_words(self.type, self.row, self.table)

    def seen_by(self, viewer: int | None) -> Words:
        """What the seat (None: a spectator) may know of it: the same event, made from what this viewer may know."""
        return in_words(self.type, self.type.as_seen(self.row, viewer), self.table)


def in_words(kind: EventType, row: Row, table: Speech) -> Words:
    """A row in words."""
    words: Words = {"event": kind.name}
    if kind.clauses:
        words["clause"] = kind.clauses[0 if len(kind.clauses) == 1 else table.book]
    return words | kind.words(table, None, row)


def as_seen(types: Mapping[int, EventType], rows: Iterable[Row], viewer: int | None) -> tuple[Row, ...]:
    """Rows as a viewer may know them: HIDDEN where a secret is."""
    return tuple([types[row[0]].as_seen(row, viewer) for row in rows])


def types_by_code(table: Mapping[int, EventType], lists: Lists | None = None) -> Mapping[int, EventType]:
    """A game's event table, with the lists of words that its templates name; checked: codes from 1 without holes."""
    if sorted(table) != list(range(1, len(table) + 1)):
        raise TypeError("event codes must run from 1 without holes")
    return {code: replace(kind, lists=lists or {}) for code, kind in table.items()}
