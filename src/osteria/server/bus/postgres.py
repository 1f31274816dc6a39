"""News by PostgreSQL's own notifications: a channel for each table."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import structlog
from sqlalchemy import ARRAY, Executable, Text, bindparam, make_url, text

from osteria.server import measures
from osteria.server.bus.news import Listener, News, Presence, read_news, write_news

SERVE_SECONDS = 2.0
"""How long opening a table waits for its channel; while the bus is broken every table is looked at afterwards."""
MOST_AT_ONCE = 200

NOTIFY = text("SELECT pg_notify(c, p) FROM unnest(:channels, :texts) AS said(c, p)").bindparams(
    bindparam("channels", type_=ARRAY(Text)), bindparam("texts", type_=ARRAY(Text))
)
log = structlog.get_logger()


def channel_of(table: str) -> str:
    """The channel of a table."""
    return f"osteria_{table}"


class PostgresBus:
    """One connection, used by one task; whoever has something to say leaves it in a queue."""

    def __init__(self, url: str, sender: str, listener: Listener) -> None:
        self._dsn = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._sender, self._listener = sender, listener
        self._wanted: set[str] = set()
        self._served: set[str] = set()
        self._present: dict[str, str] = {}
        self._wake = asyncio.Event()
        self._caught_up = asyncio.Event()
        self.trouble = "not connected yet"

    @property
    def works(self) -> list[tuple[str, Callable[[], Awaitable[None]]]]:
        """One task speaks and listens."""
        return [("bus", self._run)]

    def statement(self, rows: Mapping[str, int]) -> Executable | None:
        """A NOTIFY for each table, that leaves with the commit."""
        if not rows:
            return None
        measures.BUS_SAID.inc(len(rows))
        texts = [write_news(News(self._sender, seq)).decode() for seq in rows.values()]
        return NOTIFY.bindparams(channels=[channel_of(table) for table in rows], texts=texts)

    def say_rows(self, rows: Mapping[str, int]) -> None:
        """The commit said it."""

    def say_present(self, table: str, seq: int, present: Presence) -> None:
        """Of what waits for one table only the newest is said."""
        self._present[table] = write_news(News(self._sender, seq, present[:2], present[2])).decode()
        self._wake.set()

    async def serve(self, table: str) -> None:
        """Listens to a table's channel."""
        self._wanted.add(table)
        self._wake.set()
        until = asyncio.get_running_loop().time() + SERVE_SECONDS
        while table not in self._served and not self.trouble and asyncio.get_running_loop().time() < until:
            self._caught_up.clear()
            try:
                await asyncio.wait_for(self._caught_up.wait(), SERVE_SECONDS)
            except TimeoutError:
                return

    def leave(self, table: str) -> None:
        """No longer listens to it."""
        self._wanted.discard(table)
        self._present.pop(table, None)
        self._wake.set()

    async def stop(self) -> None:
        """The supervisor ended the task, and with it the connection."""

    async def _run(self) -> None:
        import asyncpg

        connection = await asyncpg.connect(self._dsn)
        try:
            connection.add_termination_listener(lambda _: self._wake.set())
            self._served.clear()
            await self._listen(connection)
            self.trouble = ""
            measures.BUS_LOST.inc()
            self._listener.look_again()
            while not connection.is_closed():
                await self._wake.wait()
                self._wake.clear()
                await self._listen(connection)
                await self._speak(connection)
            raise ConnectionError("the connection for news broke")
        finally:
            self.trouble = "the connection for news broke"
            self._caught_up.set()
            connection.terminate()

    async def _listen(self, connection: Any) -> None:
        """Serves what is wanted, and no more."""
        for table in self._wanted - self._served:
            await connection.add_listener(channel_of(table), self._hear)
            self._served.add(table)
        for table in self._served - self._wanted:
            await connection.remove_listener(channel_of(table), self._hear)
            self._served.discard(table)
        self._caught_up.set()

    async def _speak(self, connection: Any) -> None:
        while self._present:
            tables = list(self._present)[:MOST_AT_ONCE]
            said = {table: self._present.pop(table) for table in tables}
            measures.BUS_SAID.inc(len(said))
            sql = "SELECT pg_notify(c, p) FROM unnest($1::text[], $2::text[]) AS said(c, p)"
            await connection.execute(sql, [channel_of(table) for table in said], list(said.values()))

    def _hear(self, _connection: Any, _pid: int, channel: str, text: str) -> None:
        news = read_news(text)
        if news.sender != self._sender:
            measures.BUS_HEARD.inc()
            self._listener.hear(channel.removeprefix("osteria_"), news)
