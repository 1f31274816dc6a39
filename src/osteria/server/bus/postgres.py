"""News by PostgreSQL's own notifications."""

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
import structlog
from sqlalchemy import Executable, func, make_url, select

from osteria.server.bus.news import Listener, News

CHANNEL = "osteria"
MOST_BYTES = 7_000
"""PostgreSQL takes at most 8,000 bytes a notification."""

log = structlog.get_logger()


class PostgresBus:
    """PostgreSQL's own notifications, on a connection of their own that is rebuilt when it breaks."""

    def __init__(self, url: str, sender: str) -> None:
        self._dsn = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._sender = sender
        self._connection: Any = None
        self._task: asyncio.Task[None] | None = None
        self._lost = asyncio.Event()
        self._listening: set[asyncio.Task[None]] = set()

    def statement(self, rows: Mapping[str, int]) -> Executable | None:
        """A NOTIFY that leaves with the commit. Too much news for one: "look at everything"."""
        if not rows:
            return None
        text = msgspec.json.encode(News(self._sender, rows=dict(rows)))
        if len(text) > MOST_BYTES:
            text = msgspec.json.encode(News(self._sender))
        return select(func.pg_notify(CHANNEL, text.decode()))

    async def publish(self, present: Mapping[str, tuple[list[int], int]]) -> None:
        """Tells the others who is on the line here; forgotten if the connection is broken just now."""
        connection = self._connection
        if connection is None or connection.is_closed():
            return
        for table, here in present.items():
            text = msgspec.json.encode(News(self._sender, present={table: here})).decode()
            try:
                await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, text)
            except OSError:
                return

    async def start(self, listener: Listener) -> None:
        """Connects, and keeps connected."""
        ready = asyncio.Event()
        self._task = asyncio.create_task(self._keep_listening(listener, ready), name="bus")
        await ready.wait()

    async def stop(self) -> None:
        """Disconnects."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._connection is not None:
            self._connection.terminate()

    async def _keep_listening(self, listener: Listener, ready: asyncio.Event) -> None:
        import asyncpg

        while True:
            try:
                await self._listen(listener)
                ready.set()
                await self._lost.wait()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("bus.broken", error=type(error).__name__)
            await asyncio.sleep(0.3)

    async def _listen(self, listener: Listener) -> None:
        """A new connection may have missed news: the first of them is "look at everything"."""
        import asyncpg

        self._lost.clear()
        self._connection = await asyncpg.connect(self._dsn)
        self._connection.add_termination_listener(lambda _: self._lost.set())
        await self._connection.add_listener(CHANNEL, lambda *message: self._hear(listener, message[3]))
        await listener(News("nobody"))

    def _hear(self, listener: Listener, text: str) -> None:
        news = msgspec.json.decode(text, type=News)
        if news.sender != self._sender:
            task = asyncio.ensure_future(listener(news))
            self._listening.add(task)
            task.add_done_callback(self._listening.discard)
