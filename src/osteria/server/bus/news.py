"""News between server processes: which table has new rows, and who is on the line elsewhere.

The rows themselves are in the database; losing news costs a look there, never a move. Moves travel with the news, so that
who hears them need not look: a move is short, and what chance did after it follows from the seed. News are signed with the
house's secret, so that nobody else on the network makes moves. A process hears of the tables that it serves, and of no others.
"""

import hashlib
import hmac
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

import msgspec

from osteria.server.tables.changes import Row
from osteria.server.tables.told import ToldMove, moves_in

Presence = tuple[list[int], int, list[str]]
"""Seats with a line to a process, how many watch there, and the names of those who gave one."""
NewRows = Mapping[str, Sequence[Row]]
"""What was written, by table."""
SIGNATURE = 32
"""Letters of a signature: 128 bits."""


class News(msgspec.Struct, frozen=True, omit_defaults=True, array_like=True):
    """What another process says of a table: its last row there, the moves that led to it, and who is on the line there."""

    sender: str
    seq: int = 0
    present: tuple[list[int], int] | None = None
    watchers: list[str] = []
    moves: list[ToldMove] = []


class Listener(Protocol):
    """Who hears news."""

    def hear(self, table: str, news: News) -> None:
        """News of a table that this process serves; from another process."""

    def look_at(self, table: str) -> None:
        """News of one table may have been missed."""

    def look_again(self) -> None:
        """News may have been missed: look at every table."""


class Bus(Protocol):
    """Carries news between the processes of a house. Saying something never waits and never raises."""

    def notifications(self, rows: NewRows) -> dict[str, str]:
        """By channel, what the database itself is to tell with the commit that writes rows; empty: `say_rows` does."""

    def say_rows(self, rows: NewRows) -> None:
        """Tells the others about new rows that are on disk, unless `notifications` did."""

    def say_present(self, table: str, seq: int, present: Presence) -> None:
        """Tells the others who is on the line here."""

    async def serve(self, table: str) -> None:
        """From now on news of this table are heard. Returns when they are, or at once while the bus is broken.

        Several may serve one table at the same time, and each of them leaves it.
        """

    def leave(self, table: str) -> None:
        """One of those who served a table no longer does; when the last of them left, its news are heard no more."""

    @property
    def works(self) -> list[tuple[str, Callable[[], Awaitable[None]]]]:
        """What a supervisor keeps going."""

    @property
    def trouble(self) -> str:
        """Why news do not travel now; empty: they do."""


class LocalBus:
    """One process: there is nobody else to tell."""

    @property
    def works(self) -> list[tuple[str, Callable[[], Awaitable[None]]]]:
        """Nothing to keep going."""
        return []

    @property
    def trouble(self) -> str:
        """Never any."""
        return ""

    def notifications(self, rows: NewRows) -> dict[str, str]:
        """Nothing to tell."""
        return {}

    def say_rows(self, rows: NewRows) -> None:
        """Nobody to tell."""

    def say_present(self, table: str, seq: int, present: Presence) -> None:
        """Nobody to tell."""

    async def serve(self, table: str) -> None:
        """Nobody to listen to."""

    def leave(self, table: str) -> None:
        """Nobody to listen to."""


class Codec:
    """Writes the news of one process, and reads what others of the same house wrote."""

    def __init__(self, sender: str, secret: bytes) -> None:
        self._sender, self._secret = sender, secret
        self._own = _encode([sender]).decode()[:-1]
        """How everything begins that this process says."""

    def of_rows(self, table: str, rows: Sequence[Row], most_bytes: int) -> str:
        """News of rows; without the moves where those are too many bytes."""
        seq = rows[-1].seq
        news = self._write(table, News(self._sender, seq, moves=moves_in(rows)))
        return news if len(news.encode()) <= most_bytes else self._write(table, News(self._sender, seq))

    def of_presence(self, table: str, seq: int, present: Presence) -> str:
        """News of who is on the line here."""
        return self._write(table, News(self._sender, seq, present[:2], present[2]))

    def read(self, table: str, text: str) -> News | None:
        """What another process of this house said; None: it was this one, or none of ours."""
        signature, said = text[:SIGNATURE], text[SIGNATURE:]
        if said.startswith(self._own):  # SPEED: PostgreSQL tells us what we said ourselves
            return None
        if not hmac.compare_digest(signature.encode(), self._sign(table, said).encode()):
            return None
        return _decode(said)

    def _write(self, table: str, news: News) -> str:
        said = _encode(news).decode()
        return self._sign(table, said) + said

    def _sign(self, table: str, said: str) -> str:
        return hmac.digest(self._secret, f"{table} {said}".encode(), hashlib.sha256).hex()[:SIGNATURE]


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(News).decode
