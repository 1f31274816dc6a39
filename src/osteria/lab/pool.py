"""Where work is done: in this process, or in several. Anything that can map a function over tasks will do."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any, Protocol, TypeVar

from osteria.core.errors import OsteriaError

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


HERE, RAY = "here", "ray"


def pool_of(workers: int = 1, on: str = HERE) -> Pool:
    """Where to work: one worker works here, more are processes; `ray` and `ray://HOST:PORT` are clusters."""
    check_place(on)
    if on == HERE:
        return Here() if workers == 1 else Processes(workers)
    from osteria.lab.ray_pool import RayPool

    return RayPool(on)


def check_place(on: str) -> None:
    """OsteriaError unless work can be done on a place of this name."""
    host, colon, port = on.removeprefix("ray://").rpartition(":")
    if on in (HERE, RAY) or (on.startswith("ray://") and host and colon and port.isdecimal()):
        return
    raise OsteriaError(
        f"Work is done {HERE}, on {RAY} (the cluster of this machine) or on ray://HOST:PORT, not on {on!r}."
    )


def in_order(results: Iterable[Result], number: Callable[[Result], int], first: int = 0) -> Iterator[Result]:
    """Numbered results in their order, each as soon as all before it are there."""
    early: dict[int, Result] = {}
    for result in results:
        early[number(result)] = result
        while first in early:
            yield early.pop(first)
            first += 1


def _leave_the_keyboard() -> None:
    """Ctrl-C is for the process that started us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
