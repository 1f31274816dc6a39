"""News between server processes: which table has new rows, and who is on the line elsewhere.

The rows themselves are in the database; news only say where to look, so that losing some costs a look, never a move.
A process hears of the tables that it serves, and of no others.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

import msgspec
from sqlalchemy import Executable

Presence = tuple[list[int], int, list[str]]
"""Seats with a line to a process, how many watch there, and the names of those who gave one."""


class News(msgspec.Struct, frozen=True, omit_defaults=True, array_like=True):
    """What another process says of a table: its last row there, and who is on the line there."""

    sender: str
    seq: int = 0
    present: tuple[list[int], int] | None = None
    watchers: list[str] = []


class Listener(Protocol):
    """Who hears news."""

    def hear(self, table: str, news: News) -> None:
        """News of a table that this process serves; from another process."""

    def look_again(self) -> None:
        """News may have been missed: look at every table."""


class Bus(Protocol):
    """Carries news between the processes of a house. Saying something never waits and never raises."""

    def statement(self, rows: Mapping[str, int]) -> Executable | None:
        """SQL that tells about new rows in the very transaction that writes them; None: `say_rows` does."""

    def say_rows(self, rows: Mapping[str, int]) -> None:
        """Tells the others about new rows that are on disk, unless `statement` did."""

    def say_present(self, table: str, seq: int, present: Presence) -> None:
        """Tells the others who is on the line here."""

    async def serve(self, table: str) -> None:
        """From now on news of this table are heard. Returns when they are, or at once while the bus is broken."""

    def leave(self, table: str) -> None:
        """This process no longer serves a table."""

    @property
    def works(self) -> list[tuple[str, Callable[[], Awaitable[None]]]]:
        """What a supervisor keeps going."""

    @property
    def trouble(self) -> str:
        """Why news do not travel now; empty: they do."""

    async def stop(self) -> None:
        """Ends."""


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

    def statement(self, rows: Mapping[str, int]) -> Executable | None:
        """Nothing to tell."""
        return None

    def say_rows(self, rows: Mapping[str, int]) -> None:
        """Nobody to tell."""

    def say_present(self, table: str, seq: int, present: Presence) -> None:
        """Nobody to tell."""

    async def serve(self, table: str) -> None:
        """Nobody to listen to."""

    def leave(self, table: str) -> None:
        """Nobody to listen to."""

    async def stop(self) -> None:
        """Nothing to end."""


write_news = msgspec.json.Encoder().encode
read_news = msgspec.json.Decoder(News).decode
