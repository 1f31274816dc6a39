"""The connection to PostgreSQL that writes the journal's batches.

SPEED: straight to the driver; nothing between it and us is needed for one statement that never changes.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sqlalchemy import make_url

from osteria.server.store.batch import POSTGRES, Batch, PlaceTaken, StoreTrouble

if TYPE_CHECKING:
    from asyncpg import Connection

CONNECT_SECONDS = 10.0


class PostgresWriter:
    """One connection, for one task; it is made anew after it broke."""

    def __init__(self, url: str) -> None:
        self._dsn = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._connection: Connection | None = None

    async def append(self, batch: Batch, notifications: Mapping[str, str]) -> None:
        """Writes a batch: all of it is on disk when this returns, or nothing of it ever will be."""
        import asyncpg

        try:
            connection = await self._connected()
            await connection.execute(POSTGRES, *batch.parameters(notifications))
        except asyncpg.IntegrityConstraintViolationError as error:
            raise PlaceTaken from error
        except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise StoreTrouble(str(error)) from error

    async def _connected(self) -> "Connection":
        import asyncpg

        if self._connection is None or self._connection.is_closed():
            self._connection = await asyncpg.connect(self._dsn, timeout=CONNECT_SECONDS)
        return self._connection

    def close(self) -> None:
        """Ends the connection; nothing is under way."""
        if self._connection is not None:
            self._connection.terminate()
