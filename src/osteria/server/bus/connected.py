"""What the buses between processes share: which tables are served, what waits to be said, and beginning anew."""

import asyncio
import contextlib
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import structlog

from osteria.server import measures
from osteria.server.bus.news import Codec, Listener, NewRows, Presence

SERVE_SECONDS = 2.0
"""How long opening a table waits until its news are heard; while the bus is broken every table is looked at afterwards."""
TRY_SECONDS, ANSWER_SECONDS = 5.0, 10.0
"""How often the server is asked whether it is still there, and how long it has for any answer: one that hangs closes nothing."""
BROKEN = "the connection for news broke"
log = structlog.get_logger()


class ConnectedBus(ABC):
    """One connection, used by one task; whoever has something to say leaves it in a queue.

    A connection that breaks, or a server that no longer answers, ends the task. The supervisor begins it anew, and then every
    table is looked at.
    """

    def __init__(self, codec: Codec, listener: Listener) -> None:
        self._codec, self._listener = codec, listener
        self._wanted: dict[str, int] = {}
        """Tables that are served, and by how many: one may still be written while another one finds its place taken."""
        self._changed: set[str] = set()
        """Tables that were wanted or left since the last look. SPEED: a house with many tables hardly ever changes them."""
        self._late: set[str] = set()
        """Tables that were opened before their news were heard."""
        self._served: dict[str, Any] = {}
        """Tables whose news are heard, with what ends it."""
        self._waiting: dict[str, str] = {}
        """What is to be said of tables; of who is on the line only the newest."""
        self._wake = asyncio.Event()
        self._caught_up = asyncio.Event()
        self.trouble = "not connected yet"

    @property
    def works(self) -> list[tuple[str, Callable[[], Awaitable[None]]]]:
        """One task speaks and listens."""
        return [("bus", self._run)]

    @abstractmethod
    def notifications(self, rows: NewRows) -> dict[str, str]:
        """By channel, what the database is to tell with the commit."""

    @abstractmethod
    def say_rows(self, rows: NewRows) -> None:
        """Tells about rows that are on disk."""

    def say_present(self, table: str, seq: int, present: Presence) -> None:
        """Of what waits for one table only the newest is said."""
        self._waiting[table] = self._codec.of_presence(table, seq, present)
        self._wake.set()

    async def serve(self, table: str) -> None:
        """Listens to a table's news."""
        self._wanted[table] = self._wanted.get(table, 0) + 1
        self._changed.add(table)
        self._wake.set()
        try:
            async with asyncio.timeout(SERVE_SECONDS):
                while table not in self._served and not self.trouble:
                    self._caught_up.clear()
                    await self._caught_up.wait()
        except TimeoutError:
            self._late.add(table)

    def leave(self, table: str) -> None:
        """No longer listens to them, unless somebody else serves the table."""
        left = self._wanted.pop(table, 0) - 1
        if left > 0:
            self._wanted[table] = left
            return
        self._changed.add(table)
        self._late.discard(table)
        self._waiting.pop(table, None)
        self._wake.set()

    def _hear(self, table: str, text: str) -> None:
        news = self._codec.read(table, text)
        if news is not None:
            measures.BUS_HEARD.inc()
            self._listener.hear(table, news)

    async def _run(self) -> None:
        try:
            async with self._connection() as connection:
                self._served.clear()
                self._changed.update(self._wanted)
                await self._catch_up(connection)
                self.trouble = ""
                measures.BUS_LOST.inc()
                self._listener.look_again()
                await self._work_until_broken(connection)
                raise ConnectionError(BROKEN)
        finally:
            self.trouble = BROKEN
            self._caught_up.set()

    async def _work_until_broken(self, connection: Any) -> None:
        tried = time.monotonic()
        while not self._is_broken(connection):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TRY_SECONDS):
                    await self._wake.wait()
            self._wake.clear()
            await self._catch_up(connection)
            await self._speak(connection)
            if time.monotonic() - tried >= TRY_SECONDS:
                await self._try(connection)
                tried = time.monotonic()

    async def _catch_up(self, connection: Any) -> None:
        """Serves what is wanted, and no more. A table may be wanted again while others are ended."""
        changed, self._changed = self._changed, set()
        for table in changed:
            if table in self._served and table not in self._wanted:
                await self._end(connection, table, self._served.pop(table))
        if new := (changed & self._wanted.keys()) - self._served.keys():
            await self._begin(connection, new)
        self._caught_up.set()
        late, self._late = self._late & self._served.keys(), self._late - self._served.keys()
        for table in late:
            self._listener.look_at(table)

    async def _speak(self, connection: Any) -> None:
        """Says what waits."""
        if self._waiting:
            said, self._waiting = self._waiting, {}
            measures.BUS_SAID.inc(len(said))
            await self._say(connection, said)

    @contextlib.asynccontextmanager
    @abstractmethod
    def _connection(self) -> AsyncIterator[Any]:
        """A connection that sets `_wake` when it breaks; closed afterwards."""

    @abstractmethod
    def _is_broken(self, connection: Any) -> bool:
        """Whether a connection broke."""

    @abstractmethod
    async def _try(self, connection: Any) -> None:
        """Asks the server for any answer; raises when none comes in time."""

    @abstractmethod
    async def _begin(self, connection: Any, tables: set[str]) -> None:
        """Listens to tables, and notes them in `_served`; the server has heard of it when this returns."""

    @abstractmethod
    async def _end(self, connection: Any, table: str, ending: Any) -> None:
        """No longer listens to a table."""

    @abstractmethod
    async def _say(self, connection: Any, said: dict[str, str]) -> None:
        """Tells the others, by table."""
