"""One database: its connections, its version, and what the house reads from it."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    Engine,
    Row,
    create_engine,
    delete,
    event,
    inspect,
    make_url,
    select,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from osteria.core.errors import OsteriaError
from osteria.server.store import sqlite, tables
from osteria.server.store.batch import Batch
from osteria.server.store.file import DatabaseFile
from osteria.server.store.postgres import ANSWER_SECONDS, Kept, PostgresReader, PostgresWriter
from osteria.server.store.sqlite import SqliteWriter
from osteria.server.tables import changes

Result = TypeVar("Result")
HEAD = "6"
"""The newest revision of `migrations/`."""
OLDEST_READER = "6"
"""The oldest revision whose code may go on with a database of this one: it leaves the tables and columns alone that came since
(revisions expand first, and only a later version contracts), and knows every word of the log. So it is raised, to a new
revision (an empty one, if need be), whenever a kind of change is added that the version before cannot read, or a setting
that it must not pass over."""
READER = "oldest reader"
"""Under this name the database says so itself; it is no part of what a house remembers."""
SQLITE_PACE, POSTGRES_PACE = 0.005, 0.01
"""SPEED: a transaction costs a change of threads and a wait for the disk, or a way to the server and back. The event loop has
less than 10 ms of work for fifty tables that move as fast as they can: with longer pauses all would wait for one commit."""
UPGRADING = 0x6F737465
"""PostgreSQL's lock for whoever brings the database to its version."""


class Database:
    """A database, opened by URL (`sqlite:///path` or `postgresql://...`)."""

    def __init__(self, url: str) -> None:
        self.url = _with_driver(url)
        self.is_postgres = self.url.startswith("postgresql")
        self.pace = POSTGRES_PACE if self.is_postgres else SQLITE_PACE
        """Seconds between two beginnings of transactions, where many want some."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="database")
        self._file = None if self.is_postgres else DatabaseFile(Path(make_url(self.url).database or ""))
        self._reader = self._asynchronous_engine()
        self._writer = None if self.is_postgres else _sqlite_writer(self.url)
        self._sqlite = SqliteWriter(make_url(self.url).database or "")
        self._postgres = PostgresWriter(self.url) if self.is_postgres else None
        self._logs = PostgresReader(self.url) if self.is_postgres else None
        self.notifications: Callable[[Mapping[str, Sequence[changes.Row]]], Mapping[str, str]] = lambda _rows: {}
        """By channel, what tells other processes of new rows in the very transaction that writes them."""

    def _asynchronous_engine(self) -> AsyncEngine:
        if self.is_postgres:
            return create_async_engine(self.url, pool_size=5, max_overflow=5, pool_pre_ping=True, hide_parameters=True)
        engine = create_async_engine(self.url, pool_size=4, max_overflow=0, hide_parameters=True)
        event.listen(engine.sync_engine, "connect", sqlite.set_up)
        event.listen(engine.sync_engine, "begin", _begin_deferred)
        return engine

    async def open(self, *, for_house: bool = False) -> None:
        """Brings the database to this version; refuses one that is newer, and a file that another house has open."""
        try:
            if self._file is not None:
                self._file.make()
                if for_house:
                    self._file.lock()
            await self.write(_upgrade)
        except (DBAPIError, OSError) as error:
            raise OsteriaError(f"The database cannot be opened: {first_line(error)}.") from None

    async def close(self) -> None:
        """Closes every connection."""
        await self._reader.dispose()
        for connection in filter(None, (self._postgres, self._logs)):
            connection.close()
        if self._writer is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._sqlite.close)
            await asyncio.get_running_loop().run_in_executor(self._thread, self._writer.dispose)
        self._thread.shutdown()
        if self._file is not None:
            self._file.unlock()

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Does some work in a transaction; it is on disk when this returns, and undone if it raises.

        SPEED: SQLite's driver is synchronous inside; one hop to its thread per transaction, not one per statement.
        """
        if self._writer is not None:
            return await asyncio.get_running_loop().run_in_executor(self._thread, _in_transaction, self._writer, work)
        async with self._reader.begin() as connection:
            return await connection.run_sync(work)

    async def append(self, batch: Batch) -> None:
        """Writes a batch in one transaction: all of it is on disk when this returns, or nothing of it ever will be."""
        if self._writer is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._sqlite.append, batch.lists())
        if self._postgres is not None:
            await self._postgres.append(batch, self.notifications(batch.told))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads."""
        async with self._reader.begin() as connection:
            yield connection

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that reads one consistent moment."""
        async with self._reader.connect() as connection:
            if self.is_postgres:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            async with connection.begin():
                yield connection

    def insert(self, table: Any) -> Any:
        """An INSERT that knows ON CONFLICT, in this database's dialect."""
        dialect = import_module(f"sqlalchemy.dialects.{self._reader.dialect.name}")  # SPEED: a start needs one of two
        return dialect.insert(table)

    async def rows(self, table_id: str, after: int = 0) -> list[changes.Row]:
        """The log of a table after a row."""
        return (await self.rows_and_seen(table_id, after))[0]

    async def rows_and_seen(self, table_id: str, after: int = 0) -> tuple[list[changes.Row], Kept]:
        """Both: the log of a table after a row, and its book."""
        if self._logs is not None:
            return await self._logs.read(table_id, after)
        async with self.reading() as connection:
            return await _rows(connection, table_id, after), await _seen(connection, table_id)

    async def table_ids(
        self, *statuses: str, listed: bool | None = None, since: float = 0.0, limit: int | None = None
    ) -> list[str]:
        """Tables by status, newest change of status first."""
        columns = tables.tables.c
        wanted = select(columns.table_id).where(columns.status.in_(statuses)).order_by(columns.changed.desc())
        if since:
            wanted = wanted.where(columns.changed > since)
        if listed is not None:
            wanted = wanted.where(columns.listed == listed)
        async with self.reading() as connection:
            return list((await connection.execute(wanted.limit(limit))).scalars())

    async def due(self, now: float, limit: int) -> list[str]:
        """Tables being played that were to be looked at by now, the most urgent first."""
        columns = tables.tables.c
        wanted = select(columns.table_id).where(columns.due <= now, columns.status == "playing")
        async with self.reading() as connection:
            return list((await connection.execute(wanted.order_by(columns.due).limit(limit))).scalars())

    async def keep(self, name: str, value: str) -> str:
        """What the house remembers under a name: what is there, or this value from now on."""
        fresh = self.insert(tables.house).values(name=name, value=value).on_conflict_do_nothing()

        def work(connection: Connection) -> str:
            connection.execute(fresh)
            return str(connection.execute(select(tables.house.c.value).filter_by(name=name)).scalar_one())

        return await self.write(work)

    async def note(self, name: str, value: str) -> None:
        """The house remembers a value under a name, whatever was there."""
        fresh = self.insert(tables.house).values(name=name, value=value)
        # SPEED: not `fresh.excluded.value`, which hangs in a cycle, and a house that is open notes that every five seconds
        newest = fresh.on_conflict_do_update(index_elements=["name"], set_={"value": value})
        await self.write(lambda connection: connection.execute(newest))

    async def trouble(self) -> str:
        """Why nothing can be written now; empty: something just was, and the file is the one that was opened."""
        try:
            if self._file is not None and not self._file.is_same():
                return "the database file is not the one that was opened"
            async with asyncio.timeout(ANSWER_SECONDS):
                await self.note("tried", str(time.time()))
        except TimeoutError:
            return "the database does not answer"
        except (SQLAlchemyError, OSError) as error:
            return f"the database cannot be written: {first_line(error)}"
        return ""


async def _rows(connection: AsyncConnection, table_id: str, after: int) -> list[changes.Row]:
    columns = tables.log.c
    wanted = select(tables.log).where(columns.table_id == table_id, columns.seq > after).order_by(columns.seq)
    found = list(await connection.execute(wanted))
    has_changes = any(row.who == changes.HOUSE for row in found)
    named = await _names(connection, table_id, after) if has_changes else {}
    return [_row(row, named.get(row.seq, ())) for row in found]


async def _seen(connection: AsyncConnection, table_id: str) -> Kept:
    wanted = select(tables.seen).where(tables.seen.c.table_id == table_id)
    return {found.seat: (found.sent, found.acked, found.again) for found in await connection.execute(wanted)}


def _row(found: Row[Any], names: tuple[tuple[int, str], ...]) -> changes.Row:
    return changes.Row(found.table_id, found.seq, found.at, found.who, found.text, found.client, names)


async def _names(connection: AsyncConnection, table_id: str, after: int) -> dict[int, tuple[tuple[int, str], ...]]:
    """The names of people at a table, by the row that brought them."""
    columns = tables.names.c
    wanted = select(columns.seq, columns.seat, columns.name).order_by(columns.seat)
    named: dict[int, tuple[tuple[int, str], ...]] = {}
    for seq, seat, name in await connection.execute(wanted.where(columns.table_id == table_id, columns.seq > after)):
        named[seq] = (*named.get(seq, ()), (seat, name))
    return named


def _with_driver(url: str) -> str:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise OsteriaError(
            "The database URL is not one: sqlite:///path or postgresql://user:password@host/name."
        ) from None
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    name = parsed.get_backend_name() if "+" in parsed.drivername else parsed.drivername
    if name not in drivers:
        raise OsteriaError(f"The house keeps its log in SQLite or PostgreSQL, not in {name}.")
    if name == "sqlite":
        if parsed.database in (None, "", ":memory:"):
            raise OsteriaError("The house keeps its log in a file: sqlite:///path.")
        parsed = parsed.set(database=str(Path(parsed.database).expanduser()))
    return parsed.set(drivername=drivers[name]).render_as_string(hide_password=False)


def must_exist(url: str) -> None:
    """Refuses where a SQLite database is not there, before one is made."""
    parsed = make_url(_with_driver(url))
    if parsed.get_backend_name() == "sqlite" and not Path(parsed.database or "").is_file():
        raise OsteriaError(f"There is no house at {parsed.database}: nothing to read.")


def _sqlite_writer(url: str) -> Engine:
    """The one connection that writes; its transactions take the lock when they begin."""
    sqlite_url = make_url(url).set(drivername="sqlite")
    engine = create_engine(sqlite_url, pool_size=1, max_overflow=0, hide_parameters=True)
    event.listen(engine, "connect", sqlite.set_up)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def _in_transaction(engine: Engine, work: Callable[[Connection], Result]) -> Result:
    with engine.begin() as connection:
        return work(connection)


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_deferred(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _upgrade(connection: Connection) -> None:
    """Most starts find a database of this version, and need not load what could change it."""
    if connection.dialect.name == "postgresql":  # houses that open a new database at once take turns
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({UPGRADING})")
    current = _revision(connection)
    if current == HEAD:
        return
    from osteria.server.store.upgrade import upgrade

    upgrade(connection, current, _oldest_reader(connection) if current else None)
    if _revision(connection) != HEAD:
        return  # a newer version's, and it says that this one can read it
    connection.execute(delete(tables.house).where(tables.house.c.name == READER))
    connection.execute(tables.house.insert(), [{"name": READER, "value": OLDEST_READER}])


def _oldest_reader(connection: Connection) -> str | None:
    return connection.execute(select(tables.house.c.value).filter_by(name=READER)).scalar_one_or_none()


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one_or_none()
    return None if found is None else str(found)


def first_line(error: BaseException) -> str:
    """What a driver said went wrong, in a line."""
    cause = getattr(error, "orig", None) or error
    return str(cause).strip().splitlines()[0].rstrip(".") if str(cause).strip() else type(cause).__name__
