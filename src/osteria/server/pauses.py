"""How long the house stops: garbage collections, and stretches in which the event loop hears nobody.

Few objects hang in cycles here, and those that live long are frozen: collections of the oldest generation are rare and
short. What is left is measured, all the time, in processor time of the event loop's thread.
"""

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

from osteria.server import measures

LOOK_SECONDS = 0.005
THRESHOLDS = (20_000, 20, 50)
"""SPEED: Python's own (700, 10, 10) collect the youngest objects 30 times as often, in the middle of moves."""
FREEZE_SECONDS = 60.0
"""How often what has lived that long is taken out of the collector's sight."""


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


async def measure_stretches() -> None:
    """For ever: how much processor time passes between two looks at the clock of this thread."""
    last = time.thread_time()
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        now = time.thread_time()
        measures.STRETCH_SECONDS.observe(now - last)
        last = now
