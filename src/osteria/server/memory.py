"""Tables in memory: read from their logs once, however many ask for them, and forgotten when nobody looks."""

import asyncio
import contextvars
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import structlog
from sqlalchemy.exc import SQLAlchemyError

from osteria.server import measures
from osteria.server.bus.news import Bus, LocalBus
from osteria.server.config import Config
from osteria.server.pauses import in_parts
from osteria.server.people.links import is_table_id
from osteria.server.store.batch import StoreTrouble
from osteria.server.store.database import Database
from osteria.server.tables.book import Book
from osteria.server.tables.changes import Row
from osteria.server.tables.live import Live
from osteria.server.tables.table import Table, reopen
from osteria.server.wire.refusal import Refusal

DONE_SECONDS = 60.0
"""How long a finished table stays in memory that nobody looks at."""
BROKEN_SECONDS = 60.0
"""How long a log that made no table is not read again: else anybody could fill the house's own log with it."""
log = structlog.get_logger()


class Memory(ABC):
    """The tables of one process."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.database = Database(config.database_url)
        self.bus: Bus = LocalBus()
        self._lives: dict[str, Live] = {}
        self._opening: dict[str, asyncio.Task[Live]] = {}
        self._unread: dict[str, int] = {}
        """Of tables that are being opened, the last row that others told of meanwhile."""
        self._broken: dict[str, float] = {}
        """Tables whose logs were read and made no table, and when that was."""
        self._tasks: set[asyncio.Future[None]] = set()
        self._closed_since: float | None = None
        """Since when the house was closed before it opened, where that is known."""
        self._opened_at = 0.0
        self._was_closed_to: set[str] = set()
        """Tables whose people were taken to be away while the house was closed."""

    @abstractmethod
    async def _attend(self, live: Live) -> None:
        """What is done at a table as long as it is in memory."""

    async def open(self, table_id: str) -> Live:
        """A table, from memory or from its log."""
        while (live := self._lives.get(table_id) or await self._open_once(table_id)).is_gone:
            await asyncio.sleep(0)  # it was changed by an operator while it was read, and is still being noted as read
        live.last_used = time.monotonic()
        return live

    def is_in_memory(self, table_id: str) -> bool:
        """Whether a table has its attendant in this process."""
        return table_id in self._lives

    def is_broken(self, table_id: str) -> bool:
        """Whether a table's log was read a while ago, and made none."""
        return time.monotonic() - self._broken.get(table_id, -BROKEN_SECONDS) < BROKEN_SECONDS

    def seq_of(self, table_id: str | None) -> int | None:
        """The last row of a table in memory, for the log."""
        live = self._lives.get(table_id or "")
        return None if live is None else live.table.seq

    def is_watched(self, table_id: str) -> bool:
        """Whether anybody is known to look at a table, through this process or another."""
        return (live := self._lives.get(table_id)) is not None and live.is_watched

    async def _open_once(self, table_id: str) -> Live:
        """However many ask for a table at the same time, it is loaded once, and all get the same one."""
        if not is_table_id(table_id):
            raise Refusal("table.unknown")
        if self.is_broken(table_id):
            raise Refusal("house.trouble")
        if table_id not in self._opening:
            task = asyncio.create_task(self._load(table_id), name=f"loading {table_id}")
            self._opening[table_id] = task
            task.add_done_callback(partial(self._opened, table_id))
        return await asyncio.shield(self._opening[table_id])

    def _opened(self, table_id: str, task: asyncio.Task[Live]) -> None:
        del self._opening[table_id]
        self._unread.pop(table_id, None)
        if not task.cancelled():
            task.exception()  # whoever asked may have gone away: then nobody else looks at it

    async def _load(self, table_id: str) -> Live:
        """News of the table are heard before its log is read, so that nothing falls between."""
        try:
            await self.bus.serve(table_id)
            async with trouble_said(table_id):
                rows, seen = await self.database.rows_and_seen(table_id)
            if not rows:
                raise Refusal("table.unknown")
            table = await self._rebuild(rows)
        except BaseException:
            self.bus.leave(table_id)
            raise
        return self._keep(Live(table, Book(table_id, table.players, seen), self._absent_since(rows[-1])))

    def _absent_since(self, last: Row) -> float | None:
        """Since when a table's people are away, by its last row: since the house was closed, unless this process had the table
        in memory before, or wrote to it. Then they may have been on a line until now, and nobody measured anything."""
        if self._closed_since is None or last.at >= self._opened_at or last.table in self._was_closed_to:
            return None
        self._was_closed_to.add(last.table)
        return self._closed_since

    async def _rebuild(self, rows: Sequence[Row]) -> Table:
        try:
            table = await asyncio.to_thread(_rebuild, rows)
        except Refusal:
            self._broken[rows[0].table] = time.monotonic()
            raise
        self._broken.pop(table.id, None)
        return table

    def _keep(self, live: Live) -> Live:
        """The table in memory. Whoever made it and whoever read it at the same time get the same one: the first."""
        if (first := self._lives.get(live.table.id)) is not None:
            self.bus.leave(live.table.id)
            return first
        self._lives[live.table.id] = live
        measures.TABLES.set(len(self._lives))
        nobody = contextvars.Context()  # what it logs is no matter of the request that brought the table into memory
        live.attendant = asyncio.create_task(self._attend(live), name=f"table {live.table.id}", context=nobody)
        return live

    def _break(self, live: Live) -> None:
        """A log that contradicts itself hurts its own table only."""
        log.exception("table.broken", table=live.table.id, seq=live.table.seq)
        measures.BROKEN_TABLES.inc()
        self._drop(live)

    def _drop(self, live: Live) -> None:
        """Forgets a table; its viewers come back and find what the log says."""
        if self._lives.get(live.table.id) is live:
            del self._lives[live.table.id]
            self.bus.leave(live.table.id)
        measures.TABLES.set(len(self._lives))
        attendant, live.attendant = live.attendant, None  # a cancelled task holds its table
        if attendant is not None and attendant is not asyncio.current_task():
            attendant.cancel()
        live.leave()

    def reload(self, table_id: str) -> None:
        """Forgets what is in memory of a table whose log was changed by an operator, or is just being read."""
        self._broken.pop(table_id, None)
        if (opening := self._opening.get(table_id)) is not None:
            opening.add_done_callback(lambda _: self.reload(table_id))
        if (live := self._lives.get(table_id)) is not None:
            self._drop(live)

    async def _forget_idle(self) -> None:
        """In parts: thousands may become idle at once, and each has an attendant that ends with it."""
        # SPEED: by their ids, or all of them would be freed in one go at the end
        async for table_id in in_parts([table_id for table_id, live in self._lives.items() if self._is_idle(live)]):
            live = self._lives.get(table_id)
            if live is not None and self._is_idle(live):
                self._drop(live)

    def _is_idle(self, live: Live) -> bool:
        unused = time.monotonic() - live.last_used
        if live.lines or unused <= min(self.config.idle, DONE_SECONDS):
            return False
        is_done = live.table.status in ("over", "closed")
        return (is_done or unused > self.config.idle) and not live.turns.is_taken

    def _spawn(self, table: Table | None, work: Coroutine[Any, Any, None]) -> None:
        """Something, at a table or at all of them, that waits for the database; ended with the house."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(partial(self._spawned, table))

    def _spawned(self, table: Table | None, task: "asyncio.Future[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            where = {"table": table.id, "seq": table.seq} if table else {}
            log.error("table.failed", **where, exc_info=error)
            measures.ERRORS.labels("table").inc()


def _rebuild(rows: Sequence[Row]) -> Table:
    """The table of a log; whatever is wrong with it, people are told, and the log says what it was."""
    try:
        table = reopen(rows)
        if table.unreadable:
            log.error("table.unreadable", table=table.id, seq=table.seq, why=table.unreadable)
            measures.BROKEN_TABLES.inc()
        return table
    except Exception:
        log.exception("table.broken", table=rows[0].table, seq=rows[-1].seq)
        measures.BROKEN_TABLES.inc()
        raise Refusal("house.trouble") from None


@asynccontextmanager
async def trouble_said(table: str) -> AsyncIterator[None]:
    """Whatever the database does, people are told to try again, and the log says what it was."""
    try:
        yield
    except (SQLAlchemyError, StoreTrouble, OSError, TimeoutError) as error:
        log.error("database.trouble", table=table, exc_info=error)
        measures.DATABASE_ERRORS.inc()
        raise Refusal("house.trouble") from None
