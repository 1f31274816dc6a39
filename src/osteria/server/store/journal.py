"""The group commit: whatever waits to be written goes into one transaction, and everybody who waited is told after it.

A group of rows is written whole or not at all; a row whose place is taken (another process was first) refuses it.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sqlalchemy import Connection, func
from sqlalchemy.exc import IntegrityError

from osteria.server.bus.news import Bus
from osteria.server.measures import COMMIT_SECONDS, COMMITTED_ROWS
from osteria.server.store.database import Database, as_values
from osteria.server.store.tables import log, seen, tables
from osteria.server.tables.book import Seen
from osteria.server.tables.changes import Row

MOST_GROUPS = 200
"""Groups in one transaction: bounds how long the first of them waits."""


@dataclass(frozen=True)
class Listing:
    """A table's line in the index."""

    table: str
    game: str
    status: str
    listed: bool
    changed: float


@dataclass
class Group:
    """What one append writes."""

    rows: Sequence[Row]
    listing: Listing | None
    seen: Sequence[Seen]
    done: "asyncio.Future[bool]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Journal:
    """Writes groups of rows, many to a transaction."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database, self._bus = database, bus
        self._waiting: asyncio.Queue[Group | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins to write."""
        self._task = asyncio.create_task(self._write_forever(), name="journal")

    async def stop(self) -> None:
        """Writes what waits, then ends."""
        if self._task is not None:
            await self._waiting.put(None)
            await self._task

    async def append(self, rows: Sequence[Row], *, listing: Listing | None = None, seen: Sequence[Seen] = ()) -> bool:
        """Writes rows; True when they are on disk, False when one of their places is taken (nothing is written)."""
        group = Group(rows, listing, seen)
        await self._waiting.put(group)
        return await group.done

    async def _write_forever(self) -> None:
        while True:
            groups, is_last = await self._next_groups()
            if groups:
                await self._write(groups)
            if is_last:
                return

    async def _next_groups(self) -> tuple[list[Group], bool]:
        """Everything that waits. SPEED: whoever is ready to run now adds theirs first, and shares the transaction."""
        groups: list[Group] = []
        found = await self._waiting.get()
        await asyncio.sleep(0)
        while found is not None:
            groups.append(found)
            if len(groups) == MOST_GROUPS or self._waiting.empty():
                return groups, False
            found = self._waiting.get_nowait()
        return groups, True

    async def _write(self, groups: list[Group]) -> None:
        """All groups in one transaction; if one of them is refused, each in its own."""
        try:
            with COMMIT_SECONDS.time():
                await self._database.write(partial(self._insert, groups))
        except IntegrityError:
            await self._write_one_by_one(groups)
        except Exception as error:  # whatever it is, those who wait are told, and the journal goes on
            self._fail(groups, error)
        else:
            self._tell(groups, is_written=True)

    async def _write_one_by_one(self, groups: list[Group]) -> None:
        if len(groups) == 1:
            self._tell(groups, is_written=False)
            return
        for group in groups:
            await self._write([group])

    def _tell(self, groups: list[Group], *, is_written: bool) -> None:
        for group in groups:
            if is_written:
                COMMITTED_ROWS.inc(len(group.rows))
            if not group.done.done():
                group.done.set_result(is_written)

    def _fail(self, groups: list[Group], error: Exception) -> None:
        for group in groups:
            if not group.done.done():
                group.done.set_exception(error)

    def _insert(self, groups: list[Group], connection: Connection) -> None:
        """Every row in its place, or nothing. Sorted, so that two processes never wait for each other in a ring."""
        rows = sorted((row for group in groups for row in group.rows), key=lambda row: (row.table, row.seq))
        if rows:
            connection.execute(log.insert(), as_values(rows))
        self._list(connection, {g.listing.table: g.listing for g in groups if g.listing})
        self._note(connection, {(s.table, s.seat): s for g in groups for s in g.seen})
        statement = self._bus.statement({row.table: row.seq for row in rows})
        if statement is not None:
            connection.execute(statement)

    def _list(self, connection: Connection, listings: dict[str, Listing]) -> None:
        """The index says what the newest listing says."""
        if not listings:
            return
        insert = self._database.insert(tables)
        newest = {name: insert.excluded[name] for name in ("status", "listed", "changed")}
        values = [{"table_id": entry.table, **_without_table(entry)} for _, entry in sorted(listings.items())]
        connection.execute(insert.on_conflict_do_update(index_elements=["table_id"], set_=newest), values)

    def _note(self, connection: Connection, entries: dict[tuple[str, int], Seen]) -> None:
        """Books only grow: what another process noted is kept where it is further."""
        if not entries:
            return
        insert = self._database.insert(seen)
        larger = func.greatest if self._database.is_postgres else func.max
        furthest = {name: larger(seen.c[name], insert.excluded[name]) for name in ("sent", "acked", "again")}
        values = [{"table_id": entry.table, **_without_table(entry)} for _, entry in sorted(entries.items())]
        connection.execute(insert.on_conflict_do_update(index_elements=["table_id", "seat"], set_=furthest), values)


def _without_table(entry: Listing | Seen) -> dict[str, Any]:
    return {name: value for name, value in vars(entry).items() if name != "table"}
