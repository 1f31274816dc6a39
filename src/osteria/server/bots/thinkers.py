"""Bots think in processes of their own: they are handed views, and nothing else of a table ever leaves the house."""

import asyncio
import multiprocessing
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

import structlog

from osteria.bots import can_play, data_only, known
from osteria.core.decision import Decision
from osteria.games import game as game_of
from osteria.play.view import View
from osteria.server import measures
from osteria.server.bots.queue import FairQueue
from osteria.server.bots.thinking import get_ready, think, think_alike, warm_up
from osteria.server.config import Config
from osteria.server.wire.refusal import Refusal

PATIENCE = 45.0
"""Seconds after which a bot that does not answer is answered for."""
ALIKE_PATIENCE = 600.0
"""The same for a bot whose move must not depend on the time: a first compilation takes minutes on a slow machine."""
MOST_TRIES = 3
"""How often a decision is thought again because a worker died."""
RANDOM, SEARCH = "random", "search"
"""The one bot that does not think, and needs no worker; and the one for games that nobody wrote rules of thumb for."""
Result = TypeVar("Result")
log = structlog.get_logger()


class WorkerDied(Exception):
    """A worker ended that nobody had ended."""


class Thinkers:
    """The worker processes of a house."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._found = [level for level in config.levels if level in known()]
        self._pool: ProcessPoolExecutor | None = None
        self._queue = FairQueue(max(1, config.workers))
        self._warm: set[tuple[str, str]] = set()
        self._has_new = asyncio.Event()
        """Set when there are workers that nobody watches over yet."""

    def levels(self, game: str) -> list[str]:
        """The bots that may be seated at a game, weakest first."""
        has_hints = bool(game_of(game).hints)
        return [level for level in self._found if can_play(level, game) and not (has_hints and level == SEARCH)]

    def stand_in(self, game: str) -> str:
        """The bot that stands in for people: the house's, or the best that knows the game."""
        known = self.levels(game)
        return self._config.stand_in if self._config.stand_in in known or not known else known[-1]

    def level(self, game: str, wanted: str) -> str:
        """A bot that this house has; left open, the one that stands in for people."""
        level = wanted or self.stand_in(game)
        if level not in self.levels(game):
            raise Refusal("bot.unknown")
        if level != RANDOM and (level, game) not in self._warm:
            self._warm.add((level, game))
            self._warm_up(level, game)
        return level

    def _warm_up(self, level: str, game: str) -> None:
        """A worker gets a bot ready. That one died while nobody asked anything is often noticed here first."""
        pool = self._workers()
        try:
            self._submit(pool, warm_up, level, game)
        except BrokenExecutor:
            self._replace(pool)
            self._submit(self._workers(), warm_up, level, game)

    async def choose(self, level: str, view: View, owner: str = "", *, is_watched: bool = True) -> str:
        """A bot's move, in words. A bot that fails or dawdles gets a legal move at random instead."""
        decision = view.decision
        assert decision is not None
        if level == RANDOM:
            return _any_move(decision)
        try:
            async with self._queue.place(owner, is_watched=is_watched):
                seconds = self._config.think
                move = await self._ask(PATIENCE + seconds, think, level, data_only(view), seconds)
            if any(str(option) == move for option in decision.options):
                return move
            log.warning("bot.illegal", level=level, ask=decision.ask)
        except TimeoutError:
            log.warning("bot.late", level=level)
        except Exception:  # whatever a bot does wrong must not stop a table
            log.exception("bot.failed", level=level)
            measures.ERRORS.labels("bot").inc()
        measures.BOT_TROUBLE.inc()
        return _any_move(decision)

    async def choose_alike(self, level: str, view: View, seed: int, owner: str) -> str:
        """The move that this bot makes whenever it sees this, on any machine: with a seed and a fixed number of playouts,
        however long that takes. It never becomes another move: where the bot fails, so does this, to be tried again."""
        if level == RANDOM:
            return think_alike(level, data_only(view), seed)
        async with self._queue.place(owner, is_watched=True):
            move = await self._ask(ALIKE_PATIENCE, think_alike, level, data_only(view), seed)
        assert view.decision is not None
        if not any(str(option) == move for option in view.decision.options):
            raise ValueError(f"{level} chose {move}")
        return move

    async def look_back(self, work: Callable[..., Result], *given: Any) -> Result:
        """A part of a finished game, looked back at (`osteria.server.bots.thinking`)."""
        async with self._queue.place("looking back", is_watched=False):
            return await self._ask(PATIENCE, work, *given)

    async def watch(self) -> None:
        """Goes on until a worker dies, also while nobody asks for one: then all are replaced, and it raises. Begun again, it
        lets new ones get ready. Workers are started when they are needed first; until then there is nothing to watch."""
        if self._pool is None:
            for level, game in self._warm:
                self._warm_up(level, game)
        while True:
            self._has_new.clear()
            pool = self._pool
            if pool is None:
                await self._has_new.wait()
            elif await _one_ends(_processes(pool), self._has_new):
                self._replace(pool)
                raise WorkerDied

    async def _ask(self, patience: float, work: Callable[..., Result], *given: Any) -> Result:
        """Something done by a worker; done again by a new one if it dies meanwhile."""
        for tries in range(MOST_TRIES):
            pool = self._workers()
            try:
                return await asyncio.wait_for(asyncio.wrap_future(self._submit(pool, work, *given)), patience)
            except BrokenExecutor:
                self._replace(pool)
                if tries + 1 == MOST_TRIES:
                    raise
        raise AssertionError("unreachable")

    def _submit(self, pool: ProcessPoolExecutor, work: Callable[..., Result], *given: Any) -> Future[Result]:
        """Hands work to the workers; where another one is started for it, whoever watches over them looks again."""
        before = len(_processes(pool))
        work_done = pool.submit(work, *given)
        if len(_processes(pool)) != before:
            self._has_new.set()
        return work_done

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(max(1, self._config.workers), mp_context=context, initializer=get_ready)
        return self._pool

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        """Workers of which one died are replaced once, however many waited for them."""
        if self._pool is broken:
            self._pool = None
            broken.shutdown(wait=False)  # what waits for it fails, and is done again; cancelled, it would not be
            measures.WORKERS_REPLACED.inc()
            log.warning("workers.replaced")

    def stop(self) -> None:
        """Ends the workers."""
        if self._pool is not None:
            for worker in multiprocessing.active_children():
                worker.terminate()
            self._pool.shutdown(wait=True, cancel_futures=True)


def _processes(pool: ProcessPoolExecutor) -> list[BaseProcess]:
    """The workers of a pool, which has no other name for them."""
    return list(pool._processes.values())  # noqa: SLF001


async def _one_ends(processes: Sequence[BaseProcess], other: asyncio.Event) -> bool:
    """Waits until one of these processes ends (True), or for another event."""
    loop, ended = asyncio.get_running_loop(), list[int]()

    def note(sentinel: int) -> None:
        ended.append(sentinel)
        other.set()

    for process in processes:
        loop.add_reader(process.sentinel, note, process.sentinel)
    try:
        await other.wait()
    finally:
        for process in processes:
            loop.remove_reader(process.sentinel)
    return bool(ended)


def _any_move(decision: Decision) -> str:
    return str(secrets.choice(decision.options))
