"""Bots think in processes of their own: they are handed views, and nothing else of a table ever leaves the house."""

import asyncio
import multiprocessing
import secrets
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

import structlog

from osteria.bots import data_only, known
from osteria.core.decision import Decision
from osteria.play.view import View
from osteria.server import measures
from osteria.server.bots.thinking import get_ready, look_back, think, warm_up
from osteria.server.config import Config
from osteria.server.wire.refusal import Refusal

PATIENCE = 45.0
"""Seconds after which a bot that does not answer is answered for."""
RANDOM = "random"
"""The one bot that does not think, and needs no worker."""
log = structlog.get_logger()


class Thinkers:
    """The worker processes of a house."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._found = [level for level in config.levels if level in known()]
        self._pool: ProcessPoolExecutor | None = None
        self._warm: set[tuple[str, str]] = set()

    def levels(self, game: str) -> list[str]:
        """The bots that may be seated at a game, weakest first."""
        return [level for level in self._found if level != "optimal" or game == "roll-for-soles"]

    def level(self, game: str, wanted: str) -> str:
        """A bot that this house has; left open, the one that stands in for people."""
        level = wanted or self._config.stand_in
        if level not in self.levels(game):
            raise Refusal("bot.unknown")
        if level != RANDOM and (level, game) not in self._warm:
            self._warm.add((level, game))
            self._workers().submit(warm_up, level, game)
        return level

    async def choose(self, level: str, view: View) -> str:
        """A bot's move, in words. A bot that fails or dawdles gets a legal move at random instead."""
        decision = view.decision
        assert decision is not None
        if level == RANDOM:
            return _any_move(decision)
        try:
            with measures.BOT_SECONDS.time():
                job = self._workers().submit(think, level, data_only(view), self._config.think)
                move = await asyncio.wait_for(asyncio.wrap_future(job), PATIENCE + self._config.think)
            if any(str(option) == move for option in decision.options):
                return move
            log.warning("bot.illegal", level=level, ask=decision.ask)
        except BrokenExecutor:
            self._pool = None
            log.warning("bot.died", level=level)
        except TimeoutError:
            log.warning("bot.late", level=level)
        except Exception as error:  # whatever a bot does wrong must not stop a table
            log.warning("bot.failed", level=level, error=type(error).__name__)
        measures.BOT_TROUBLE.inc()
        return _any_move(decision)

    async def look_back(
        self, text: str, playouts: int, seed: int, step: int, seconds: float
    ) -> tuple[bool, list[list[float]]]:
        """A part of a finished game: whether its chances are exact, and those of the next steps."""
        try:
            job = self._workers().submit(look_back, text, playouts, seed, step, seconds)
            return await asyncio.wait_for(asyncio.wrap_future(job), PATIENCE + seconds)
        except BrokenExecutor:
            self._pool = None
            raise

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(max(1, self._config.workers), mp_context=context, initializer=get_ready)
        return self._pool

    def stop(self) -> None:
        """Ends the workers."""
        if self._pool is not None:
            for worker in multiprocessing.active_children():
                worker.terminate()
            self._pool.shutdown(wait=True, cancel_futures=True)


def _any_move(decision: Decision) -> str:
    return str(secrets.choice(decision.options))
