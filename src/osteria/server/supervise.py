"""Background work that cannot die unseen: when it ends, that is logged with its traceback, and it is begun again."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from osteria.server import measures

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds before work that ended is begun again; twice as long each time it ends soon."""
STEADY_SECONDS = 10.0
"""Work that has gone on for so long is forgiven how it ended before."""

Work = Callable[[], Awaitable[None]]
log = structlog.get_logger()


def is_cancelled() -> bool:
    """Whether the task that asks is to end; else a CancelledError is of something it waited for, which somebody cancelled."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


@dataclass
class Post:
    """One piece of work: how often it ended, and since when it is at work again."""

    task: asyncio.Task[None]
    ended: int = 0
    is_down: bool = False


class Supervisor:
    """Keeps pieces of work going until it is stopped."""

    def __init__(self) -> None:
        self._posts: dict[str, Post] = {}

    def keep(self, name: str, work: Work) -> None:
        """Begins some work that is never to end."""
        self._posts[name] = Post(asyncio.create_task(self._keep(name, work), name=name))
        measures.WORK_UP.labels(name).set(1)

    @property
    def down(self) -> list[str]:
        """The names of work that has ended and is not yet begun again."""
        return [name for name, post in self._posts.items() if post.is_down or post.task.done()]

    async def _keep(self, name: str, work: Work) -> None:
        pause = FIRST_PAUSE
        while True:
            begun = time.monotonic()
            try:
                await work()
                log.error("work.ended", work=name)
            except (Exception, asyncio.CancelledError):  # whatever it was, the work goes on
                if is_cancelled():
                    raise
                log.exception("work.failed", work=name)
            self._note(name, is_down=True)
            pause = FIRST_PAUSE if time.monotonic() - begun > STEADY_SECONDS else min(2 * pause, LONGEST_PAUSE)
            await asyncio.sleep(pause)
            self._note(name, is_down=False)

    def _note(self, name: str, *, is_down: bool) -> None:
        post = self._posts[name]
        post.is_down, post.ended = is_down, post.ended + is_down
        measures.WORK_UP.labels(name).set(not is_down)
        if is_down:
            measures.WORK_ENDED.labels(name).inc()

    async def stop(self) -> None:
        """Ends all of it."""
        tasks = [post.task for post in self._posts.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._posts.clear()
