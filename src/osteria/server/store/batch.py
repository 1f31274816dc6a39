"""What one transaction of the journal writes, as lists that the database takes in one statement each.

SPEED: a list travels as one JSON text, and the database takes it apart. With a parameter for every value SQLite's driver
gives up and takes back the interpreter's lock once a row, and the event loop waits for it each time.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Protocol, Self

import msgspec

from osteria.server.tables.book import Seen
from osteria.server.tables.changes import Row
from osteria.server.tables.results import Result

LOG = ("table_id", "seq", "at", "who", "text", "client")
TABLES = ("table_id", "game", "status", "listed", "changed", "due")
SEEN = ("table_id", "seat", "sent", "acked", "again")
NAMES = ("table_id", "seq", "seat", "name")
RESULTS = ("table_id", "seat", "game", "ended", "level", "sitting", "score", "won", "best")
TYPES = {"seq": "integer", "at": "float", "listed": "boolean", "changed": "float", "seat": "integer"}
TYPES |= dict.fromkeys(("sent", "acked", "again", "sitting", "score", "best"), "integer") | {
    "due": "float",
    "ended": "float",
    "won": "boolean",
}


class PlaceTaken(Exception):
    """A row's place in its log is taken: another process was first. Nothing was written."""


class StoreTrouble(Exception):
    """The database could not write."""


@dataclass(frozen=True)
class Listing:
    """A table's line in the index."""

    table: str
    game: str
    status: str
    listed: bool
    changed: float
    due: float | None = None
    """When the table is to be looked at though nobody looks at it; None: never."""


class Group(Protocol):
    """What one append writes."""

    @property
    def rows(self) -> Sequence[Row]:
        """Rows of one log."""

    @property
    def listing(self) -> Listing | None:
        """The table's line in the index, where it changed."""

    @property
    def seen(self) -> Sequence[Seen]:
        """What seats were sent."""

    @property
    def results(self) -> Sequence[Result]:
        """How a game ended, seat by seat."""


@dataclass(frozen=True)
class Batch:
    """Rows, listings and books, sorted: two processes never wait for each other in a ring."""

    rows: list[tuple[str, int, float, str, str, str | None]]
    listings: list[tuple[str, str, str, bool, float, float | None]]
    seen: list[tuple[str, int, int, int, int]]
    names: list[tuple[str, int, int, str]]
    results: list[tuple[str, int, str, float, str, int, int, bool, int]]
    last: dict[str, int]
    """The last row of each log."""

    @classmethod
    def of(cls, groups: Sequence[Group]) -> Self:
        """Everything that these groups write; of listings and books the newest."""
        rows = [(r.table, r.seq, r.at, r.who, r.text, r.client) for group in groups for r in group.rows]
        rows.sort(key=lambda row: row[:2])
        listings = {g.listing.table: g.listing for g in groups if g.listing is not None}
        seen = {(entry.table, entry.seat): entry for group in groups for entry in group.seen}
        return cls(
            rows,
            [(e.table, e.game, e.status, e.listed, e.changed, e.due) for _, e in sorted(listings.items())],
            [(e.table, e.seat, e.sent, e.acked, e.again) for _, e in sorted(seen.items())],
            sorted((r.table, r.seq, *named) for group in groups for r in group.rows for named in r.names),
            sorted(astuple(result) for group in groups for result in group.results),
            {row[0]: row[1] for row in rows},
        )

    def statements(self, *, is_postgres: bool) -> list[tuple[str, str]]:
        """(SQL with one parameter, its value) for each list that is not empty."""
        lists = (self.rows, self.listings, self.seen, self.names, self.results)
        kinds = POSTGRES if is_postgres else SQLITE
        return [(sql, msgspec.json.encode(values).decode()) for sql, values in zip(kinds, lists, strict=True) if values]


def _insert(name: str, columns: Sequence[str], then: str, *, is_postgres: bool) -> str:
    if is_postgres:
        found = ", ".join(f"(v->>{n})::{TYPES.get(column, 'text')}" for n, column in enumerate(columns))
        source = "jsonb_array_elements(CAST(:given AS jsonb)) AS given(v)"
    else:
        found = ", ".join(f"json_extract(value, '$[{n}]')" for n in range(len(columns)))
        source = "json_each(?) WHERE true"  # without WHERE, SQLite takes ON CONFLICT for a join
    return f"INSERT INTO {name} ({', '.join(columns)}) SELECT {found} FROM {source} {then}"


def _statements(*, is_postgres: bool) -> tuple[str, ...]:
    larger = "GREATEST" if is_postgres else "max"
    newest = ", ".join(f"{name} = excluded.{name}" for name in ("status", "listed", "changed", "due"))
    furthest = ", ".join(f"{name} = {larger}(seen.{name}, excluded.{name})" for name in ("sent", "acked", "again"))
    return (
        _insert("log", LOG, "", is_postgres=is_postgres),
        _insert("tables", TABLES, f"ON CONFLICT (table_id) DO UPDATE SET {newest}", is_postgres=is_postgres),
        _insert("seen", SEEN, f"ON CONFLICT (table_id, seat) DO UPDATE SET {furthest}", is_postgres=is_postgres),
        _insert("names", NAMES, "", is_postgres=is_postgres),
        _insert("results", RESULTS, "ON CONFLICT (table_id, seat) DO NOTHING", is_postgres=is_postgres),
    )


POSTGRES, SQLITE = _statements(is_postgres=True), _statements(is_postgres=False)
