"""SQLite: how a connection is set up, and what appends to the log."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from osteria.server.store.batch import SQLITE, SQLITE_SET_UP, PlaceTaken, StoreTrouble


def set_up(connection: Any, _record: Any = None) -> None:
    """Autocommit mode, so that BEGIN is ours: the driver's own would leave reads outside of transactions. What is deleted, such
    as a name, does not stay in the file's free pages."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON", "secure_delete=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class SqliteWriter:
    """Appends to the log. Made, used and closed by one thread.

    SPEED: straight to the driver; nothing between it and us is needed for a statement that never changes.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None

    def append(self, lists: Sequence[str]) -> None:
        """Writes the lists of a batch: all of it is on disk when this returns, or nothing of it ever will be."""
        try:
            self._connected().execute(SQLITE, lists)
        except sqlite3.IntegrityError as error:
            raise PlaceTaken from error
        except sqlite3.Error as error:
            raise StoreTrouble(str(error)) from error

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            connection = sqlite3.connect(self._path)
            set_up(connection)
            for statement in SQLITE_SET_UP:
                connection.execute(statement)
            self._connection = connection
        return self._connection

    def close(self) -> None:
        """Ends the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
