"""Whose decision a worker thinks about next: tables that somebody watches before others, and everybody in turn."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from osteria.server import measures

MEASURE_SECONDS = 5.0
"""How often it is measured how many wait. A number that moved whenever a bot has thought would tell for how long, and that
depends on its hand."""


class FairQueue:
    """Places at the workers. Owners (addresses, or tables) take turns, however many decisions each of them has."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: tuple[OrderedDict[str, deque[asyncio.Future[None]]], ...] = (OrderedDict(), OrderedDict())
        """By owner: decisions of tables that are watched, then of the others."""
        self._measures: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def place(self, owner: str, *, is_watched: bool) -> AsyncIterator[None]:
        """A place, when it is this owner's turn."""
        await self._wait(owner, is_watched=is_watched)
        try:
            yield
        finally:
            self._free += 1
            self._go_on()

    async def _wait(self, owner: str, *, is_watched: bool) -> None:
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[not is_watched].setdefault(owner, deque()).append(mine)
        self._go_on()
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._free += 1
                self._go_on()
            raise

    def _go_on(self) -> None:
        while self._free and (mine := self._next()) is not None:
            if not mine.done():
                self._free -= 1
                mine.set_result(None)
        if self._measures is None:
            self._measures = asyncio.get_running_loop().call_later(MEASURE_SECONDS, self._measure)

    def _measure(self) -> None:
        self._measures = None
        for owners, watched in zip(self._waiting, ("yes", "no"), strict=True):
            measures.BOT_WAITING.labels(watched).set(sum(map(len, owners.values())))

    def _next(self) -> "asyncio.Future[None] | None":
        """The oldest decision of whoever waited longest for their turn."""
        for owners in self._waiting:
            if owners:
                owner, decisions = owners.popitem(last=False)
                mine = decisions.popleft()
                if decisions:
                    owners[owner] = decisions
                return mine
        return None
