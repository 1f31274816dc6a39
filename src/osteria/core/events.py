"""What happened, as rows of integers, and who may know it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from osteria.core.kernel import kernel
from osteria.core.schema import Table

Log: TypeAlias = Any
"""Rows of (event, a, b, c) with their number in the first cell; None where nobody listens."""
Row: TypeAlias = tuple[int, int, int, int]
Words: TypeAlias = dict[str, Any]

ROWS = 512  # BOUND: one action turns over at most an oven of 140 cards with three events each, plus one round's frame.


def new_log() -> Table:
    """An empty log for one action."""
    return np.zeros((ROWS, 4), np.int64)


def rows_of(log: Table) -> list[Row]:
    """The rows told since the log was last cleared; clears it."""
    count = int(log[0, 0])
    log[0, 0] = 0
    return [tuple(row) for row in log[1 : count + 1].tolist()]


@kernel
def tell(log: Log, event: int, a: int, b: int, c: int) -> None:
    """Write one row. With log None (playouts, CUDA) the compiler leaves nothing of it."""
    if log is not None:
        log[0, 0] += 1
        row = log[0, 0]
        log[row, 0] = event
        log[row, 1] = a
        log[row, 2] = b
        log[row, 3] = c


@dataclass(frozen=True)
class Kind:
    """One kind of event: its name, how its numbers read in words, and what only the seat in `a` may know.

    There is no default audience: `secret` names the fields that are private to the seat (often none); they are made from
    the number `b`.
    """

    name: str
    words: Callable[[Any, int, int, int], Words]
    secret: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at the table.

    `words` is the whole truth; `seen_by` is what a viewer may know of it. The same event exists for every viewer.
    """

    kind: Kind
    row: Row
    table: Any

    @property
    def name(self) -> str:
        """The event's name, such as "play"."""
        return self.kind.name

    @property
    def words(self) -> Words:
        """The whole event in words, for audits and tests; never sent to anybody."""
        return {"event": self.kind.name, **self.kind.words(self.table, *self.row[1:])}

    def seen_by(self, viewer: int | None) -> Words:
        """What the seat (None: a spectator) may know of it: the same event, without what is private to another."""
        words = self.words
        if viewer != self.row[1]:
            for name in self.kind.secret:
                words.pop(name, None)
        return words


def as_seen(kinds: Mapping[int, Kind], rows: Iterable[Row], viewer: int | None) -> tuple[Row, ...]:
    """Rows as a viewer saw them: -1 where a secret is."""
    return tuple((row[0], row[1], -1, row[3]) if kinds[row[0]].secret and row[1] != viewer else row for row in rows)


def kinds_by_code(table: Mapping[int, Kind]) -> Mapping[int, Kind]:
    """Check a game's event table: codes from 1 without holes."""
    if sorted(table) != list(range(1, len(table) + 1)):
        raise TypeError("event codes must run from 1 without holes")
    return table
