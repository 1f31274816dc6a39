"""News by NATS: a subject for each table, under a name that all processes on one database share."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

import structlog
from sqlalchemy import Executable

from osteria.server import measures
from osteria.server.bus.news import Listener, News, Presence, read_news, write_news

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.aio.subscription import Subscription

SERVE_SECONDS = 2.0
MOST_WAITING = 100_000
"""News that wait while NATS is away; then only that something may have been missed is remembered."""
log = structlog.get_logger()


class NatsBus:
    """One connection; one task says what waits. NATS drops what nobody subscribed to, so saying is cheap."""

    def __init__(self, url: str, house: str, sender: str, listener: Listener) -> None:
        self._url, self._sender, self._listener = url, sender, listener
        self._prefix = f"osteria.{house}."
        self._wanted: set[str] = set()
        self._served: dict[str, Subscription] = {}
        self._rows: dict[str, int] = {}
        self._present: dict[str, bytes] = {}
        self._wake = asyncio.Event()
        self._caught_up = asyncio.Event()
        self._broken = False
        self.trouble = "not connected yet"

    @property
    def works(self) -> list[tuple[str, Callable[[], Awaitable[None]]]]:
        """One task speaks; what is heard is called back."""
        return [("bus", self._run)]

    def statement(self, rows: Mapping[str, int]) -> Executable | None:
        """NATS knows nothing of transactions."""
        return None

    def say_rows(self, rows: Mapping[str, int]) -> None:
        """After the commit; of what waits for one table only the newest is said."""
        if len(self._rows) < MOST_WAITING:
            self._rows.update(rows)
        self._wake.set()

    def say_present(self, table: str, seq: int, present: Presence) -> None:
        """Of what waits for one table only the newest is said."""
        self._present[table] = write_news(News(self._sender, seq, present[:2], present[2]))
        self._wake.set()

    async def serve(self, table: str) -> None:
        """Subscribes to a table's subject."""
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
        """No longer subscribed."""
        self._wanted.discard(table)
        self._present.pop(table, None)
        self._rows.pop(table, None)
        self._wake.set()

    async def stop(self) -> None:
        """The supervisor ended the task, and with it the connection."""

    async def _run(self) -> None:
        client = await self._connect()
        try:
            self._served.clear()
            await self._subscribe(client)
            self.trouble = ""
            measures.BUS_LOST.inc()
            self._listener.look_again()
            while not self._broken:
                await self._wake.wait()
                self._wake.clear()
                await self._subscribe(client)
                await self._speak(client)
            raise ConnectionError("the connection to NATS broke")
        finally:
            self.trouble = "the connection to NATS broke"
            self._caught_up.set()
            await client.close()

    async def _connect(self) -> "Client":
        """A connection that is not mended by itself: the supervisor begins anew, and every table is looked at."""
        import nats

        self._broken = False

        async def broke(*_error: Any) -> None:
            self._broken = True
            self._wake.set()

        return await nats.connect(
            self._url, allow_reconnect=False, connect_timeout=3, disconnected_cb=broke, closed_cb=broke, error_cb=_say
        )

    async def _subscribe(self, client: "Client") -> None:
        """Serves what is wanted, and no more; the server has heard of it when this returns."""
        new = self._wanted - self._served.keys()
        for table in new:
            self._served[table] = await client.subscribe(self._prefix + table, cb=self._hear)
        for table in self._served.keys() - self._wanted:
            await self._served.pop(table).unsubscribe()
        if new:
            await client.flush(round(SERVE_SECONDS))
        self._caught_up.set()

    async def _speak(self, client: "Client") -> None:
        rows, self._rows = self._rows, {}
        present, self._present = self._present, {}
        measures.BUS_SAID.inc(len(rows) + len(present))
        for table, seq in rows.items():
            await client.publish(self._prefix + table, write_news(News(self._sender, seq)))
        for table, said in present.items():
            await client.publish(self._prefix + table, said)

    async def _hear(self, message: "Msg") -> None:
        news = read_news(message.data)
        if news.sender != self._sender:
            measures.BUS_HEARD.inc()
            self._listener.hear(message.subject.removeprefix(self._prefix), news)


async def _say(error: Exception) -> None:
    log.warning("bus.trouble", error=type(error).__name__)
