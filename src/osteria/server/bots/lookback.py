"""The chance to win over a finished game and what forgetting cost: worked out where bots think, in small parts, while
somebody asks for it.

What is found stays in memory, not in the database: it follows from the log, and the playouts are seeded by the table, so
every process finds the same again.
"""

import asyncio
import secrets
import time
import zlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import structlog

from osteria.core.kernel import compiler_is_there
from osteria.hindsight.forgetting import can_forget
from osteria.hindsight.judges import exact_judge
from osteria.server import measures
from osteria.server.bots.thinkers import Thinkers
from osteria.server.bots.thinking import look_back, price_forgetting, watch_back
from osteria.server.tables import past
from osteria.server.tables.table import Table
from osteria.server.wire.refusal import Refusal
from osteria.server.wire.shapes import (
    Chances,
    ChancesChecked,
    ChancesSample,
    ChancesTask,
    ForgetfulSeat,
    Forgetting,
    ForgottenMove,
)

KEPT = 256
"""Games of which is kept what was found; the longest chances are 30 kB."""
MOST_FORGOTTEN = 12
"""Moves of a game that are told because something was forgotten."""
AT_ONCE = 2
"""Games that are looked at at the same time; the others wait."""
MOST_WAITING = 32
PART_SECONDS = 0.2
"""A worker looks so long at a game, then it is free for a bot that is asked meanwhile."""
PATIENCE_SECONDS = 30.0
"""Nobody asked for so long: the work stops, and goes on when somebody asks again."""
COMPILING_SECONDS = 1.0
INTERPRETED_PLAYOUTS = 2
"""Without a compiler: a playout of a pizza game takes 0.1 seconds there, and all of a step are one part."""
ROUNDED = 2e-4
"""Chances are told with four digits; how halves are rounded differs between Python and a browser."""

log = structlog.get_logger()


@dataclass
class Looked:
    """What is known of one game so far.

    Attributes:
        table: its id.
        text: its transcript.
        seed: of the playouts.
        steps: how many there are, with the deal.
        more: works out some more of it.
        rows: what is known of the first steps.
        is_exact: whether the chances are.
        is_whole: whether everything is known.
        found: what forgetting cost, once it is known.
        asked: when somebody asked for it.
        work: that works it out.
    """

    table: str
    text: str
    seed: int
    steps: int
    more: "Callable[[Looked], Awaitable[None]]"
    rows: list[Any] = field(default_factory=list)
    is_exact: bool = False
    is_whole: bool = False
    found: tuple[list[ForgetfulSeat], list[ForgottenMove]] = field(default_factory=lambda: ([], []))
    asked: float = 0.0
    work: asyncio.Task[None] | None = None

    @property
    def is_at_work(self) -> bool:
        """Whether it is being worked out."""
        return self.work is not None and not self.work.done()


class Lookback:
    """The finished games of a house that somebody looked back at."""

    def __init__(self, thinkers: Thinkers, playouts: int) -> None:
        most = playouts if compiler_is_there() else INTERPRETED_PLAYOUTS
        self._thinkers, self._playouts = thinkers, min(playouts, most)
        self._games: OrderedDict[tuple[str, str], Looked] = OrderedDict()
        self._free, self._checks = asyncio.Semaphore(AT_ONCE), asyncio.Semaphore(MOST_WAITING)

    async def chances(self, table: Table, wait: float) -> Chances:
        """As much as is known after at most so many seconds; a refusal unless the game is over."""
        looked = await self._looked(table, self._more_chances, wait)
        playouts = 0 if looked.is_exact else self._playouts
        return Chances(table.id, looked.steps, playouts, list(looked.rows))

    def task(self, table: Table) -> Chances | None:
        """What a device needs to work the chances out instead of the house; None where the house knows them, is at it, or tells
        exact ones; a refusal unless the game is over."""
        looked, match = self._begun(table, self._more_chances), past.over(table)
        if looked.asked or match.options.words() or exact_judge(match):
            return None
        task = ChancesTask(looked.text, looked.seed, secrets.randbelow(looked.steps))
        return Chances(table.id, looked.steps, self._playouts, [], task)

    async def check(self, table: Table, sample: ChancesSample) -> ChancesChecked:
        """Whether the house finds what a device found for one step; a difference is logged. What the other steps are is not
        kept: it is shown to nobody but the device that worked it out."""
        looked = self._begun(table, self._more_chances)
        if sample.step >= looked.steps:
            raise Refusal("request.malformed", "The game has no such step.")
        if self._checks.locked():
            raise Refusal("table.busy", retry_after=COMPILING_SECONDS)
        async with self._checks:
            own = await self._step(looked, sample.step)
        agrees = len(own) == len(sample.chances) and all(map(is_close, own, sample.chances))
        measures.CHANCES_CHECKED.labels("same" if agrees else "different").inc()
        if not agrees:
            log.warning("chances.different", table=table.id, step=sample.step, house=own, device=sample.chances)
        return ChancesChecked(agrees)

    async def _step(self, looked: Looked, step: int) -> list[float]:
        """The chances after one step."""
        if step < len(looked.rows):
            return list(looked.rows[step])
        _, rows = await self._thinkers.look_back(look_back, looked.text, self._playouts, looked.seed, step, 0.0)
        if not rows:  # the compiler is still at work
            raise Refusal("table.busy", retry_after=COMPILING_SECONDS)
        measures.CHANCES_STEPS.inc()
        return rows[0]

    async def forgetting(self, table: Table, wait: float) -> Forgetting:
        """The same of what forgetting cost; a refusal also where there is nothing to forget, or no compiler: there it would
        take a second a move."""
        if not (can_forget(table.game) and compiler_is_there()):
            raise Refusal("request.unknown", "What was forgotten is not told here.")
        looked = await self._looked(table, self._more_watched, wait)
        return Forgetting(table.id, looked.steps, 1 + len(looked.rows), *looked.found)

    async def _looked(self, table: Table, more: Callable[[Looked], Awaitable[None]], wait: float) -> Looked:
        looked, name = self._begun(table, more), (table.id, more.__name__)
        if name not in self._games:
            self._keep(name, looked)
        self._games.move_to_end(name)
        looked.asked = time.monotonic()
        if not looked.is_whole:
            await self._work(looked, wait)
        return looked

    def _begun(self, table: Table, more: Callable[[Looked], Awaitable[None]]) -> Looked:
        """What is known of a game; nothing yet, where nobody asked for it."""
        match = past.over(table)
        if self._playouts < 1:
            raise Refusal("request.unknown", "This house does not look back at games.")
        if looked := self._games.get((table.id, more.__name__)):
            return looked
        steps = 1 + sum(who != "chance" for who, _ in match.lines())
        return Looked(table.id, match.transcript, zlib.crc32(table.id.encode()), steps, more)

    def _keep(self, name: tuple[str, str], looked: Looked) -> None:
        """One more; the ones that nobody asked for the longest are forgotten."""
        self._games[name] = looked
        at_rest = [name for name, other in self._games.items() if not other.is_at_work]
        for oldest in at_rest[: max(0, len(self._games) - KEPT)]:
            del self._games[oldest]

    async def _work(self, looked: Looked, wait: float) -> None:
        if not looked.is_at_work:
            if sum(other.is_at_work for other in self._games.values()) >= MOST_WAITING:
                raise Refusal("table.busy", retry_after=COMPILING_SECONDS)
            looked.work = asyncio.create_task(self._look(looked))
        assert looked.work is not None
        await asyncio.wait({looked.work}, timeout=wait)
        if looked.work.done() and not looked.work.cancelled() and looked.work.exception():
            raise Refusal("house.trouble")

    async def _look(self, looked: Looked) -> None:
        """Part by part, to the end of the game or until nobody asks any more."""
        async with self._free:
            with measures.CHANCES_SECONDS.time():
                while not looked.is_whole and time.monotonic() - looked.asked < PATIENCE_SECONDS:
                    await self._look_once(looked)

    async def _look_once(self, looked: Looked) -> None:
        known = len(looked.rows)
        try:
            await looked.more(looked)
        except Exception:
            log.warning("lookback.failed", table=looked.table, exc_info=True)
            raise
        if len(looked.rows) == known and not looked.is_whole:
            await asyncio.sleep(COMPILING_SECONDS)

    async def _more_chances(self, looked: Looked) -> None:
        """The chances of the next steps."""
        game = looked.text, self._playouts, looked.seed
        looked.is_exact, rows = await self._thinkers.look_back(look_back, *game, len(looked.rows), PART_SECONDS)
        looked.rows += rows
        measures.CHANCES_STEPS.inc(len(rows))
        looked.is_whole = len(looked.rows) == looked.steps

    async def _more_watched(self, looked: Looked) -> None:
        """The next moves, watched; after the last of them what forgetting cost."""
        game = looked.text, self._playouts, looked.seed
        looked.rows += await self._thinkers.look_back(watch_back, *game, len(looked.rows), PART_SECONDS)
        if len(looked.rows) + 1 == looked.steps:
            noticed = [row for row in looked.rows if row is not None]
            looked.found = await self._thinkers.look_back(price_forgetting, *game, noticed, MOST_FORGOTTEN)
            looked.rows, looked.is_whole = [None] * len(looked.rows), True

    async def stop(self) -> None:
        """Ends what is being worked out."""
        work = [looked.work for looked in self._games.values() if looked.work is not None]
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)


def is_close(one: float, other: float) -> bool:
    """Whether two chances are the same, but for how they were rounded."""
    return abs(one - other) < ROUNDED
