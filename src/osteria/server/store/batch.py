"""What one transaction of the journal writes, as lists that the database takes in one statement each.

SPEED: a list travels as one JSON text, and the database takes it apart. SQLite's driver gives up and takes back the interpreter's
lock several times a statement, and whoever takes it back from a busy event loop waits for it, as the loop then does; so
all lists go into one statement that never changes and is a transaction of its own (for SQLite by a trigger on a view that is
there for nothing else).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

import msgspec

from osteria.server.tables.book import Seen
from osteria.server.tables.changes import Row
from osteria.server.tables.results import Result

FINAL = ("over", "closed")
"""Statuses after which a table is neither waiting nor played again, whoever still believed so when they wrote."""
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
    told: dict[str, Sequence[Row]]
    """The new rows of each log, for those who hear news."""

    @classmethod
    def of(cls, groups: Sequence[Group]) -> Self:
        """Everything that these groups write; of listings and books the newest."""
        rows = [(r.table, r.seq, r.at, r.who, r.text, r.client) for group in groups for r in group.rows]
        rows.sort(key=lambda row: row[:2])
        given = [group.listing for group in groups if group.listing is not None]
        listings = {listing.table: listing for listing in sorted(given, key=lambda listing: listing.status in FINAL)}
        seen = {(entry.table, entry.seat): entry for group in groups for entry in group.seen}
        return cls(
            rows,
            [(e.table, e.game, e.status, e.listed, e.changed, e.due) for _, e in sorted(listings.items())],
            [(e.table, e.seat, e.sent, e.acked, e.again) for _, e in sorted(seen.items())],
            sorted((r.table, r.seq, *named) for group in groups for r in group.rows for named in r.names),
            sorted(msgspec.structs.astuple(result) for group in groups for result in group.results),
            {group.rows[0].table: group.rows for group in groups if group.rows},
        )

    @property
    def is_rows_alone(self) -> bool:
        """Whether nothing is written but rows of logs."""
        return not (self.listings or self.seen or self.names or self.results)

    def lists(self) -> tuple[str, ...]:
        """Each list as JSON: the parameters of SQLITE, and the first of POSTGRES."""
        return tuple(map(_json, (self.rows, self.listings, self.seen, self.names, self.results)))


def _json(values: Any) -> str:
    return msgspec.json.encode(values).decode()


def _insert(name: str, columns: Sequence[str], then: str, parameter: int | None = None) -> str:
    """An INSERT of a list; for PostgreSQL with the number of the parameter that holds it, for SQLite in a trigger."""
    if parameter is not None:
        found = ", ".join(f"(v->>{n})::{TYPES.get(column, 'text')}" for n, column in enumerate(columns))
        source = f"jsonb_array_elements(${parameter}::jsonb) AS given(v)"
    else:
        found = ", ".join(f"json_extract(value, '$[{n}]')" for n in range(len(columns)))
        source = f"json_each(NEW.{name}) WHERE true"  # without WHERE, SQLite takes ON CONFLICT for a join
    return f"INSERT INTO {name} ({', '.join(columns)}) SELECT {found} FROM {source} {then}"


def _statements(*, is_postgres: bool) -> tuple[str, ...]:
    larger = "GREATEST" if is_postgres else "max"
    may_change = f"excluded.status IN {FINAL} OR tables.status NOT IN {FINAL}"
    newest = ", ".join(f"{name} = excluded.{name}" for name in ("status", "listed", "changed", "due"))
    furthest = ", ".join(f"{name} = {larger}(seen.{name}, excluded.{name})" for name in ("sent", "acked", "again"))
    kinds = (
        ("log", LOG, ""),
        ("tables", TABLES, f"ON CONFLICT (table_id) DO UPDATE SET {newest} WHERE {may_change}"),
        ("seen", SEEN, f"ON CONFLICT (table_id, seat) DO UPDATE SET {furthest}"),
        ("names", NAMES, ""),
        ("results", RESULTS, "ON CONFLICT (table_id, seat) DO NOTHING"),
    )
    return tuple(_insert(*kind, number if is_postgres else None) for number, kind in enumerate(kinds, start=1))


def _for_postgres(lists: int) -> str:
    parts = ", ".join(f"part_{n} AS ({sql})" for n, sql in enumerate(_statements(is_postgres=True)[:lists]))
    said = f"unnest(${lists + 1}::text[], ${lists + 2}::text[]) AS said(c, p)"
    return f"WITH {parts} SELECT pg_notify(c, p) FROM {said}"


POSTGRES, POSTGRES_ROWS = _for_postgres(5), _for_postgres(1)
"""SPEED: most transactions write rows alone, and what is not there need not be taken apart."""
SQLITE = "INSERT INTO batch VALUES (?, ?, ?, ?, ?)"
SQLITE_SET_UP = (
    "CREATE TEMP VIEW batch AS SELECT NULL AS log, NULL AS tables, NULL AS seen, NULL AS names, NULL AS results",
    f"CREATE TEMP TRIGGER write_batch INSTEAD OF INSERT ON batch BEGIN {'; '.join(_statements(is_postgres=False))}; END",
)
"""What a connection needs before SQLITE."""
