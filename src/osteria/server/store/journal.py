"""The group commit: whatever waits to be written goes into one transaction, and everybody who waited is told after it.

A group of rows is written whole or not at all; a row whose place is taken (another process was first) refuses it.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextvars import Context, copy_context

import structlog
from msgspec import Struct, field

from osteria.server.measures import COMMIT_SECONDS, COMMITTED_ROWS, ERRORS, GROUPS, JOURNAL_ERRORS, JOURNAL_WAITING
from osteria.server.store.batch import Batch, Listing, PlaceTaken
from osteria.server.store.database import Database
from osteria.server.tables.book import Seen
from osteria.server.tables.changes import Row
from osteria.server.tables.results import Result

MOST_GROUPS = 200
"""Groups in one transaction: bounds how long the first of them waits."""

MANY_TABLES = 4
"""SPEED: where so many tables are played at once, transactions begin some way apart (`Database.pace`); whoever comes meanwhile
shares one."""
FEW_GROUPS = 5
"""SPEED: on PostgreSQL a transaction costs as much as two moves; fewer groups than these wait once more as long for others."""
TELL_SECONDS = 0.002
"""So long is told at a stretch: a frame for four viewers takes a tenth of it."""
log = structlog.get_logger()

Told = Callable[[bool | Exception], None]
"""True: on disk. False: one of the places is taken, and nothing is written. An exception: the database failed."""


class Group(Struct, frozen=True):
    """What one append writes, and who is told, in the context of whoever asked: what is logged then names their request."""

    rows: Sequence[Row]
    listing: Listing | None
    seen: Sequence[Seen]
    told: Told
    results: Sequence[Result] = ()
    context: Context = field(default_factory=copy_context)


class Journal:
    """Writes groups of rows, many to a transaction."""

    def __init__(self, database: Database, publish: Callable[[Mapping[str, Sequence[Row]]], None]) -> None:
        self._database, self._publish = database, publish
        self._waiting: list[Group] = []
        self._writing: list[Group] = []
        """In the transaction that is going on, and not to be told yet."""
        self._to_tell: deque[tuple[Group, bool | Exception]] = deque()
        """Groups that are on disk, or never will be."""
        self._latest: deque[str] = deque(maxlen=2 * MANY_TABLES)
        """The tables of the latest groups."""
        self._begun = 0.0
        self._wake = asyncio.Event()

    def put(self, group: Group) -> None:
        """Queues a group; whoever put it is told when it is written or refused."""
        self._waiting.append(group)
        if group.rows:
            self._latest.append(group.rows[0].table)
        self._wake.set()

    async def append(
        self,
        rows: Sequence[Row],
        *,
        listing: Listing | None = None,
        seen: Sequence[Seen] = (),
        results: Sequence[Result] = (),
    ) -> bool:
        """Writes rows; True when they are on disk, False when one of their places is taken (nothing is written)."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.put(Group(rows, listing, seen, lambda result: _settle(done, result), results))
        return await done

    async def run(self) -> None:
        """Writes for ever. SPEED: whoever is ready to run now adds theirs first, and shares the transaction."""
        JOURNAL_WAITING.set_function(lambda: len(self._waiting) + len(self._writing))  # counted when somebody asks
        while True:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
            await asyncio.sleep(pause := self._pause())
            if pause and self._database.is_postgres and len(self._waiting) < FEW_GROUPS:
                await asyncio.sleep(self._database.pace)
            self._begun = time.monotonic()
            self._writing, self._waiting = self._waiting[:MOST_GROUPS], self._waiting[MOST_GROUPS:]
            try:
                await self._write(self._writing)
            except BaseException as error:
                result = error if isinstance(error, Exception) else ConnectionError("the house stops")
                for group in self._writing:
                    group.context.run(_tell, group, result)
                raise
            finally:
                self._writing = []

    def _pause(self) -> float:
        """Seconds until the next transaction begins."""
        if len(set(self._latest)) < MANY_TABLES:
            return 0.0
        return max(0.0, self._begun + self._database.pace - time.monotonic())

    async def _write(self, groups: list[Group]) -> None:
        """All groups in one transaction; if one of them is refused, each in its own."""
        batch = Batch.of(groups)
        try:
            with COMMIT_SECONDS.time():
                await self._database.append(batch)
        except PlaceTaken:
            await self._write_one_by_one(groups)
        except Exception as error:  # whatever it is, those who wait are told, and the journal goes on
            JOURNAL_ERRORS.inc()
            self._tell_soon(groups, error)
        else:
            COMMITTED_ROWS.inc(len(batch.rows))
            GROUPS.inc(len(groups))
            self._publish(batch.told)
            self._tell_soon(groups, True)

    def _tell_soon(self, groups: list[Group], result: bool | Exception) -> None:
        """SPEED: the next transaction is written meanwhile. Whoever is to be told is told once, whatever comes after."""
        if not self._to_tell:
            asyncio.get_running_loop().call_soon(self._tell_some)
        self._to_tell.extend((group, result) for group in groups)
        told = set(map(id, groups))
        self._writing = [group for group in self._writing if id(group) not in told]

    def _tell_some(self) -> None:
        """Tells those who waited what became of their rows, for a moment; whoever else wants the event loop comes in between."""
        until = time.perf_counter() + TELL_SECONDS
        try:
            while self._to_tell and time.perf_counter() < until:
                group, result = self._to_tell.popleft()
                group.context.run(_tell, group, result)
        finally:
            if self._to_tell:
                asyncio.get_running_loop().call_soon(self._tell_some)

    async def _write_one_by_one(self, groups: list[Group]) -> None:
        if len(groups) == 1:
            self._tell_soon(groups, False)
            return
        for group in groups:
            await self._write([group])


def _settle(done: "asyncio.Future[bool]", result: bool | Exception) -> None:
    if done.done():
        return
    if isinstance(result, Exception):
        done.set_exception(result)
    else:
        done.set_result(result)


def _tell(group: Group, result: bool | Exception) -> None:
    """One who cannot be told keeps nobody else from being told."""
    try:
        group.told(result)
    except Exception:
        where = {"table": group.rows[-1].table, "seq": group.rows[-1].seq} if group.rows else {}
        log.exception("told.failed", **where)
        ERRORS.labels("told").inc()
