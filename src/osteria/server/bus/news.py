"""News between server processes: which table has new rows, and who is on the line elsewhere.

The rows themselves are in the database; news only say where to look, so that losing some costs a look, never a move.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

import msgspec
from sqlalchemy import Executable

Listener = Callable[["News"], Awaitable[None]]


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """What another process (or this one) says. Everything empty: look at every table, something may have been lost."""

    sender: str
    rows: dict[str, int] = {}
    present: dict[str, tuple[list[int], int]] = {}


class Bus(Protocol):
    """Carries news between the processes of a house."""

    def statement(self, rows: Mapping[str, int]) -> Executable | None:
        """SQL that tells about new rows in the very transaction that writes them; None: nobody else to tell."""

    async def publish(self, present: Mapping[str, tuple[list[int], int]]) -> None:
        """Tells the others who is on the line here."""

    async def start(self, listener: Listener) -> None:
        """Begins to listen."""

    async def stop(self) -> None:
        """Ends."""


class LocalBus:
    """One process: there is nobody else to tell."""

    def statement(self, rows: Mapping[str, int]) -> Executable | None:
        """Nothing to tell."""
        return None

    async def publish(self, present: Mapping[str, tuple[list[int], int]]) -> None:
        """Nobody to tell."""

    async def start(self, listener: Listener) -> None:
        """Nobody to listen to."""

    async def stop(self) -> None:
        """Nothing to end."""
