"""Many machines: the pool's tasks on a Ray cluster. Needs the extra osteria[ray], here and on every node.

Ray schedules, retries what a lost worker or node had, and keeps results until they are fetched. Tasks follow from their
arguments alone, so a task that runs twice gives the same result: what comes out does not depend on how many workers there
are, how fast they are, or which of them are lost.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import version
from itertools import islice
from typing import Any, TypeVar

from osteria.core.errors import OsteriaError

Task = TypeVar("Task")
Result = TypeVar("Result")
AHEAD = 3
"""Calls handed out in advance, for each core of the cluster."""
CALL_S = 0.5
"""SPEED: a call of Ray costs about 2 ms; so many seconds of work in each make that nothing."""
MOST_IN_A_CALL = 500


class RayPool:
    """A Ray cluster.

    Args:
        address: `ray` for the cluster of this machine (one that runs already, else one that is started now), or
            `ray://HOST:PORT` for another.
    """

    def __init__(self, address: str = "ray") -> None:
        self.address = address
        self._ray = _connected(address)
        self.cores = max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def map(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """The results as they come."""
        ray, waiting, size = self._ray, iter(tasks), 1
        call = ray.remote(max_retries=-1, num_cpus=1)(_do)
        shared = ray.put(function)
        running: set[Any] = set()
        try:
            while True:
                while len(running) < AHEAD * self.cores and (some := list(islice(waiting, size))):
                    running.add(call.remote(shared, some))
                if not running:
                    return
                done, rest = ray.wait(list(running), num_returns=1)
                running = set(rest)
                for found, seconds in _fetched(ray, done):
                    size = _fitting_size(seconds / len(found))
                    yield from found
        finally:
            for call_left in running:
                ray.cancel(call_left, force=False)


def _do(function: Callable[[Any], Any], tasks: Sequence[Any]) -> tuple[list[Any], float]:
    """Some tasks, one after the other, and how long they took; runs on a node."""
    started = time.perf_counter()
    found = [function(task) for task in tasks]
    return found, time.perf_counter() - started


def _fetched(ray: Any, done: list[Any]) -> list[Any]:
    """The results of finished calls; an error of ours is raised as it was."""
    try:
        return list(ray.get(done))
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, OsteriaError):
            raise error.cause from None
        raise


def _fitting_size(seconds: float) -> int:
    """How many tasks make a call that is worth its overhead."""
    return max(1, min(MOST_IN_A_CALL, int(CALL_S / max(seconds, 1e-6))))


def _connected(address: str) -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    import ray

    if not ray.is_initialized():
        try:
            _start(ray, address)
        except (ConnectionError, OSError, RuntimeError, ValueError) as error:
            raise OsteriaError(f"There is no Ray cluster at {address}: {_first_line(error)}") from None
    _check_version(ray)
    return ray


def _start(ray: Any, address: str) -> None:
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    if address == "ray":
        ray.init(include_dashboard=False, **quiet) if not os.environ.get("RAY_ADDRESS") else ray.init(**quiet)
    else:
        ray.init(address=address, **quiet)


def _check_version(ray: Any) -> None:
    """Every node must play by the same rules."""
    ours = version("osteria")
    try:
        theirs = ray.get(ray.remote(max_retries=3)(_version).remote())
    except ray.exceptions.RayTaskError as error:
        raise OsteriaError(f"The nodes of the cluster have no osteria: {_first_line(error.cause)}") from None
    if theirs != ours:
        raise OsteriaError(f"The nodes of the cluster have osteria {theirs}, and here is {ours}.")


def _version() -> str:
    return version("osteria")


def _first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0][:300] or type(error).__name__
