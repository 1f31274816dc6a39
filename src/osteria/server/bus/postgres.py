"""News by PostgreSQL's own notifications: a channel for each table."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import make_url

from osteria.server import measures
from osteria.server.bus.connected import ANSWER_SECONDS, ConnectedBus
from osteria.server.bus.news import Codec, Listener, NewRows

if TYPE_CHECKING:
    from asyncpg import Connection

MOST_BYTES = 7_900
"""PostgreSQL's notifications have less than 8,000."""
MOST_AT_ONCE = 200
CHANNEL = "osteria_"
NOTIFY = "SELECT pg_notify(c, p) FROM unnest($1::text[], $2::text[]) AS said(c, p)"


class PostgresBus(ConnectedBus):
    """What rows are new is told by the transaction that writes them; who is on the line, by a connection of the bus's own."""

    def __init__(self, url: str, codec: Codec, listener: Listener) -> None:
        super().__init__(codec, listener)
        self._dsn = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)

    def notifications(self, rows: NewRows) -> dict[str, str]:
        """A NOTIFY for each table, that leaves with the commit."""
        measures.BUS_SAID.inc(len(rows))
        return {CHANNEL + table: self._codec.of_rows(table, new, MOST_BYTES) for table, new in rows.items()}

    def say_rows(self, rows: NewRows) -> None:
        """The commit said it."""

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator["Connection"]:
        import asyncpg

        connection = await asyncpg.connect(self._dsn, timeout=ANSWER_SECONDS, command_timeout=ANSWER_SECONDS)
        try:
            connection.add_termination_listener(lambda _: self._wake.set())
            yield connection
        finally:
            connection.terminate()

    def _is_broken(self, connection: "Connection") -> bool:
        return bool(connection.is_closed())

    async def _try(self, connection: "Connection") -> None:
        await connection.execute("SELECT 1")

    async def _begin(self, connection: "Connection", tables: set[str]) -> None:
        for table in tables:
            await connection.add_listener(CHANNEL + table, self._notified)
            self._served[table] = self._notified

    async def _end(self, connection: "Connection", table: str, ending: Any) -> None:
        await connection.remove_listener(CHANNEL + table, ending)

    async def _say(self, connection: "Connection", said: dict[str, str]) -> None:
        tables = list(said)
        for first in range(0, len(tables), MOST_AT_ONCE):
            some = tables[first : first + MOST_AT_ONCE]
            await connection.execute(NOTIFY, [CHANNEL + table for table in some], [said[table] for table in some])

    def _notified(self, _connection: Any, _pid: int, channel: str, text: Any) -> None:
        self._hear(channel.removeprefix(CHANNEL), text)
