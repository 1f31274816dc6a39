"""The connections to PostgreSQL that write the journal's batches and read the logs of tables.

SPEED: straight to the driver; nothing between it and us is needed for statements that never change.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec import Struct
from sqlalchemy import make_url

from osteria.server.pauses import in_parts
from osteria.server.store.batch import LOG, POSTGRES, POSTGRES_ROWS, Batch, PlaceTaken, StoreTrouble
from osteria.server.tables.changes import HOUSE, Row

if TYPE_CHECKING:
    from asyncpg import Connection

CONNECT_SECONDS = ANSWER_SECONDS = 10.0
"""A server that hangs, or a way to it that takes everything and brings nothing, says nothing of it."""
ROWS_AT_A_STRETCH = 2_000
MOST_READ = 100
"""Tables in one read: bounds how long the first of them waits."""
WANTED = "unnest($1::text[], $2::integer[]) WITH ORDINALITY AS wanted(table_id, after, place)"
READ_LOG = (
    f"SELECT place, {', '.join(LOG)} FROM {WANTED} JOIN log USING (table_id) WHERE seq > after ORDER BY place, seq"
)
READ_NAMES = (
    f"SELECT place, seq, seat, name FROM {WANTED} JOIN names USING (table_id) WHERE seq > after ORDER BY place, seat"
)
READ_SEEN = f"SELECT place, seat, sent, acked, again FROM {WANTED} JOIN seen USING (table_id)"
Kept = dict[int, tuple[int, int, int]]
"""A table's book, by seat: the last frame sent, acknowledged, and sent again."""
Names = Mapping[tuple[int, int], list[tuple[int, str]]]
"""Names of people with their seats, by place in a read and row."""


class _Connected:
    """One connection, for one task; it is made anew after it broke."""

    def __init__(self, url: str) -> None:
        self._dsn = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._connection: Connection | None = None

    async def _connected(self) -> "Connection":
        import asyncpg

        if self._connection is None or self._connection.is_closed():
            self._connection = await asyncpg.connect(self._dsn, timeout=CONNECT_SECONDS, command_timeout=ANSWER_SECONDS)
        return self._connection

    @contextmanager
    def _trouble_said(self) -> Iterator[None]:
        """Whatever the driver says went wrong is StoreTrouble; a connection that was cut may leave it at odds with itself, and
        one that hangs goes on hanging: then the next one is a new one."""
        import asyncpg

        try:
            yield
        except (asyncpg.InternalClientError, TimeoutError) as error:
            self._cut()
            raise StoreTrouble(str(error) or "the database does not answer") from error
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            raise StoreTrouble(str(error) or type(error).__name__) from error

    def _cut(self) -> None:
        if self._connection is not None:
            self._connection.terminate()

    def close(self) -> None:
        """Ends the connection; nothing is under way."""
        self._cut()


class PostgresWriter(_Connected):
    """Writes the batches of the journal."""

    async def append(self, batch: Batch, notifications: Mapping[str, str]) -> None:
        """Writes a batch: all of it is on disk when this returns, or nothing of it ever will be."""
        import asyncpg

        with self._trouble_said():
            connection = await self._connected()
            try:
                lists = batch.lists()
                statement, given = (POSTGRES_ROWS, lists[:1]) if batch.is_rows_alone else (POSTGRES, lists)
                await connection.execute(statement, *given, list(notifications), list(notifications.values()))
            except asyncpg.IntegrityConstraintViolationError as error:
                raise PlaceTaken from error


class _Wanted(Struct):
    """A log that somebody waits for, from a row on."""

    table: str
    after: int
    answer: "asyncio.Future[tuple[list[Row], Kept]]"


class PostgresReader(_Connected):
    """Reads logs and books. SPEED: whoever asks while a read is under way shares the next one; when a house is back, hundreds
    of people come at once, and a way to the server and back costs more than a table's rows."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._waiting: list[_Wanted] = []
        self._reading: asyncio.Task[None] | None = None

    async def read(self, table_id: str, after: int) -> tuple[list[Row], Kept]:
        """The log of a table after a row, and its book."""
        wanted = _Wanted(table_id, after, asyncio.get_running_loop().create_future())
        self._waiting.append(wanted)
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read_all(), name="reading")
        try:
            return await wanted.answer
        finally:
            del wanted  # else an error that it holds would hold it

    async def _read_all(self) -> None:
        """Until nobody waits."""
        while self._waiting:
            some, self._waiting = self._waiting[:MOST_READ], self._waiting[MOST_READ:]
            try:
                with self._trouble_said():
                    found = await self._read(some)
            except StoreTrouble as error:
                _refuse(some, StoreTrouble(str(error)))  # one that holds none of these frames
            except BaseException:
                _refuse(some + self._waiting, StoreTrouble("the house stops"))
                raise
            else:
                for wanted, answer in zip(some, found, strict=True):
                    if not wanted.answer.done():  # whoever asked may have gone away
                        wanted.answer.set_result(answer)

    async def _read(self, some: Sequence[_Wanted]) -> list[tuple[list[Row], Kept]]:
        connection, given = await self._connected(), ([one.table for one in some], [one.after for one in some])
        found, seen = await connection.fetch(READ_LOG, *given), await connection.fetch(READ_SEEN, *given)
        names: Names = defaultdict(list)
        if any(row["who"] == HOUSE for row in found):
            for place, seq, *named in await connection.fetch(READ_NAMES, *given):
                names[place, seq].append(tuple(named))
        answers: list[tuple[list[Row], Kept]] = [([], {}) for _ in some]
        async for place, table, seq, at, who, text, client in in_parts(found, ROWS_AT_A_STRETCH):
            named = tuple(names.get((place, seq), ()))
            answers[place - 1][0].append(Row(table, seq, at, who, text, client, named))
        for place, seat, *numbers in seen:
            answers[place - 1][1][seat] = tuple(numbers)
        return answers

    def close(self) -> None:
        """Ends the connection; whoever still waits is refused."""
        if self._reading is not None:
            self._reading.cancel()
        super().close()


def _refuse(some: Sequence[_Wanted], why: StoreTrouble) -> None:
    for wanted in some:
        if not wanted.answer.done():
            wanted.answer.set_exception(why)
