"""Where work is done: in this process, or in several. Anything that can map a function over tasks will do."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any, Protocol, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
AHEAD = 3
"""Tasks handed out in advance, for each worker."""


class Pool(Protocol):
    """A place to do many independent tasks."""

    def map(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """The results, in whatever order they are ready. Function and tasks must be picklable."""
        ...


class Here:
    """One task after the other, in this process."""

    def map(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """The results in order."""
        return map(function, tasks)


class Processes:
    """Several processes of this machine.

    Args:
        workers: how many; left out, one for each core.
    """

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1

    def map(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """The results as they come; a few tasks at a time are handed out, so that stopping early wastes little."""
        context, waiting = multiprocessing.get_context("spawn"), iter(tasks)
        with ProcessPoolExecutor(self.workers, mp_context=context, initializer=_leave_the_keyboard) as executor:
            running: set[Future[Any]] = set()
            while True:
                free = AHEAD * self.workers - len(running)
                running |= {executor.submit(function, task) for task in islice(waiting, free)}
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()


def pool_of(workers: int) -> Pool:
    """One worker works here; more are processes."""
    return Here() if workers == 1 else Processes(workers)


def _leave_the_keyboard() -> None:
    """Ctrl-C is for the process that started us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
