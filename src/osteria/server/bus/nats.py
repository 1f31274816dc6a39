"""News by NATS: a subject for each table, under a name that all processes on one database share."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import structlog

from osteria.server import measures
from osteria.server.bus.connected import ANSWER_SECONDS, BROKEN, SERVE_SECONDS, ConnectedBus
from osteria.server.bus.news import Codec, Listener, NewRows

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg

MOST_WAITING = 100_000
"""News that wait while NATS is away; the rest is not said, and every table is looked at when it is back."""
MOST_BYTES = 100_000
CLOSE_SECONDS = 1.0
"""A connection to a server that hangs is closed without a goodbye."""
log = structlog.get_logger()


class NatsBus(ConnectedBus):
    """NATS drops what nobody subscribed to, so saying is cheap; it knows nothing of transactions."""

    def __init__(self, url: str, house: str, codec: Codec, listener: Listener) -> None:
        import nats  # noqa: F401  (a house that lacks it does not open)

        super().__init__(codec, listener)
        self._url, self._prefix = url, f"osteria.{house}."
        self._rows: list[tuple[str, str]] = []
        self._has_broken = False

    def notifications(self, rows: NewRows) -> dict[str, str]:
        """The database tells nothing."""
        return {}

    def say_rows(self, rows: NewRows) -> None:
        """After the commit."""
        if len(self._rows) < MOST_WAITING:
            measures.BUS_SAID.inc(len(rows))
            self._rows += [(table, self._codec.of_rows(table, new, MOST_BYTES)) for table, new in rows.items()]
        self._wake.set()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator["Client"]:
        """A connection that is not mended by itself: the supervisor begins anew, and every table is looked at."""
        import nats

        self._has_broken = False

        async def broke(*_error: Any) -> None:
            self._has_broken = True
            self._wake.set()

        async def trouble(error: Exception) -> None:
            log.warning("bus.trouble", error=type(error).__name__)
            if isinstance(error, nats.errors.FlushTimeoutError):  # it takes nothing any more
                await broke()

        client = await nats.connect(
            self._url,
            no_echo=True,
            allow_reconnect=False,
            connect_timeout=3,
            flush_timeout=ANSWER_SECONDS,
            disconnected_cb=broke,
            closed_cb=broke,
            error_cb=trouble,
        )
        try:
            yield client
        finally:
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await client.close()

    def _is_broken(self, connection: "Client") -> bool:
        return self._has_broken

    async def _try(self, connection: "Client") -> None:
        await connection.flush(round(ANSWER_SECONDS))

    async def _begin(self, connection: "Client", tables: set[str]) -> None:
        begun = {table: await connection.subscribe(self._prefix + table, cb=self._heard) for table in tables}
        await connection.flush(round(SERVE_SECONDS))
        self._served |= begun  # not before: who serves one of them too need not wait then

    async def _end(self, connection: "Client", table: str, ending: Any) -> None:
        await ending.unsubscribe()

    async def _speak(self, connection: "Client") -> None:
        """Rows in the order in which they were written, then who is on the line."""
        rows, self._rows = self._rows, []
        for table, text in rows:
            await self._publish(connection, table, text)
        await super()._speak(connection)

    async def _say(self, connection: "Client", said: dict[str, str]) -> None:
        for table, text in said.items():
            await self._publish(connection, table, text)

    async def _publish(self, connection: "Client", table: str, text: str) -> None:
        if self._has_broken:  # or each of thousands would wait until it is given up
            raise ConnectionError(BROKEN)
        await connection.publish(self._prefix + table, text.encode())

    async def _heard(self, message: "Msg") -> None:
        self._hear(message.subject.removeprefix(self._prefix), message.data.decode())
