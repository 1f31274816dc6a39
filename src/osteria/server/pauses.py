"""How long the house stops: garbage collections, and stretches in which the event loop hears nobody.

Few objects hang in cycles here. Those that are young are looked through often, a few at a time; what is left of them is
frozen and never looked at again, so that no collection is long. Collections and stretches are measured, all the time, in
processor time of the event loop's thread.
"""

import asyncio
import gc
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from osteria.server import measures

LOOK_SECONDS, IDLE_LOOK_SECONDS = 0.005, 0.008
"""Between two looks; the latter where the thread did little since the last one. SPEED: a look takes 10 microseconds. A busy loop
that turns several times between two looks counts as one stretch: so they must not be far apart."""
IDLE = 0.003
YOUNG = 1
"""The generation of all objects that are not frozen: those that were made since the last look at them."""
COLLECT_SECONDS = 0.1
"""Processor time of the thread after which the young objects are looked through: what so much work made and left. A slow
machine makes less in that time, so the bound holds there too. SPEED: 3 % of a busy house; larger parts take as much in all."""
THRESHOLDS = (3_000, 1, 1_000)
"""Python's own occasion to collect, for work during which the loop does not turn. It is no bound: it counts what was made less
what went, frozen objects too, and at a house with 600 tables 20,000 objects were looked at before it had counted 1,000."""


SLICE_SECONDS = 0.003
"""So long messages and departures are taken in one turn of the event loop; a message takes a twentieth of it. SPEED: by
the clock on the wall, which is read ten times as fast as that of the processor; who was interrupted has the shorter slice."""


AT_A_STRETCH = 50
"""Tables that are looked at in one go."""
Item = TypeVar("Item")


async def in_parts(items: Sequence[Item], at_a_stretch: int = AT_A_STRETCH) -> AsyncIterator[Item]:
    """One after the other; after each part of them whoever else wants the event loop comes in between. What was true of one of
    them before may no longer be when its turn comes."""
    for number, item in enumerate(items, start=1):
        yield item
        if number % at_a_stretch == 0:
            await asyncio.sleep(0)


class Slices:
    """Work that hundreds may ask for in one turn of the event loop, done for a moment at a time: whoever else wants the loop
    comes in between. What is asked for first is done first."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._until = 0.0
        """Until when work is done in this turn; 0: nothing was yet."""

    def do(self, work: Callable[[], None]) -> None:
        """Does it at once while there is time in this turn, else in one of the next. It may raise nothing."""
        if not self._until:
            self._begin_turn()
        if self._waiting or time.perf_counter() >= self._until:
            self._waiting.append(work)
        else:
            work()

    def _begin_turn(self) -> None:
        self._until = time.perf_counter() + SLICE_SECONDS
        asyncio.get_running_loop().call_soon(self._next_turn)

    def _next_turn(self) -> None:
        self._until = 0.0
        if self._waiting:
            self._begin_turn()
        while self._waiting and time.perf_counter() < self._until:
            self._waiting.popleft()()


@contextmanager
def few_collections() -> Iterator[None]:
    """What was made while the house opened lives as long as it does, and need never be looked at again."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    gc.callbacks.append(_measure_collection)
    try:
        yield
    finally:
        gc.callbacks.remove(_measure_collection)
        gc.set_threshold(*before)
        gc.unfreeze()


_begun = 0.0


def _measure_collection(phase: str, info: dict[str, int]) -> None:
    global _begun
    if phase == "start":
        _begun = time.thread_time()
    else:
        measures.COLLECTION_SECONDS.labels(str(info["generation"])).observe(time.thread_time() - _begun)
        if info["generation"] >= YOUNG:
            gc.freeze()  # what is left is not looked at again: looking at all of it would stop the house


async def keep_pauses_short() -> None:
    """For ever: collects the young objects after so much processor time of this thread, and measures how much of it passes
    between two looks at its clock."""
    looks = _Looks(asyncio.get_running_loop())
    try:
        await asyncio.Event().wait()
    finally:
        looks.stop()


class _Looks:
    """SPEED: callbacks; a task that sleeps would take three times as long, and an idle house does little else."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop, self._last, self._uncollected = loop, time.thread_time(), 0.0
        self._next = loop.call_later(LOOK_SECONDS, self._look)

    def _look(self) -> None:
        now = time.thread_time()
        took, self._last = now - self._last, now
        measures.STRETCH_SECONDS.observe(took)
        self._next = self._loop.call_later(LOOK_SECONDS if took > IDLE else IDLE_LOOK_SECONDS, self._look)
        self._uncollected += took
        if self._uncollected > COLLECT_SECONDS:
            self._uncollected = 0.0
            gc.collect(YOUNG)

    def stop(self) -> None:
        """No more looks; nothing is left behind."""
        self._next.cancel()
