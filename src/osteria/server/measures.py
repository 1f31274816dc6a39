"""What Prometheus reads. Nothing here may depend on anybody's cards: a bot's seconds are counted by what was asked of the
workers in all, never by a decision."""

import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate

from prometheus_client import REGISTRY, Counter, Gauge, Histogram
from prometheus_client.core import HistogramMetricFamily


class Counts:
    """How many numbers lay below each of some bounds.

    Each counts in the sum as the bound of its bucket (the last one, if it lies above them all): what a house does takes longer
    for a hand that has more to choose from, and the difference of two exact sums would tell how long a single move took.
    No lock: a garbage collection is counted wherever it comes, also in the midst of being read.
    """

    def __init__(self, buckets: Sequence[float]) -> None:
        self._bounds, self._counts = buckets, [0] * (len(buckets) + 1)

    def observe(self, amount: float) -> None:
        """Counts one."""
        self._counts[bisect_left(self._bounds, amount)] += 1

    @contextmanager
    def time(self) -> Iterator[None]:
        """Counts the seconds of what is done meanwhile."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.observe(time.perf_counter() - begun)

    def told(self) -> tuple[list[tuple[str, float]], float]:
        """For Prometheus: how many lay at or below each bound, and the sum of the bounds."""
        counts, names = self._counts.copy(), (*map(float, self._bounds), "+Inf")
        buckets = [(str(name), float(total)) for name, total in zip(names, accumulate(counts), strict=True)]
        bounds = *self._bounds, self._bounds[-1]
        return buckets, sum(count * bound for count, bound in zip(counts, bounds, strict=True))


class Often(Counts):
    """A histogram without labels that one thread counts in, and Prometheus reads now and then.

    SPEED: the library's own takes a lock for every number, 2.5 microseconds a move; this one takes 0.3.
    """

    def __init__(self, name: str, documentation: str, buckets: Sequence[float]) -> None:
        super().__init__(buckets)
        self._name = name, documentation
        REGISTRY.register(self)

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """What Prometheus reads."""
        yield HistogramMetricFamily(*self._name, *self.told())


class OftenBy:
    """The same for each value of a label; all values are known beforehand."""

    def __init__(
        self, name: str, documentation: str, label: str, values: Sequence[str], buckets: Sequence[float]
    ) -> None:
        self._name, self._label = (name, documentation), label
        self._counts = {value: Counts(buckets) for value in values}
        REGISTRY.register(self)

    def labels(self, value: str) -> Counts:
        """Where one value is counted."""
        return self._counts[value]

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """What Prometheus reads."""
        family = HistogramMetricFamily(*self._name, labels=[self._label])
        for value, counts in self._counts.items():
            family.add_metric([value], *counts.told())
        yield family


COMMIT_SECONDS = Often(
    "osteria_commit_seconds",
    "Seconds a transaction of the journal takes",
    buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1),
)
COMMITTED_ROWS = Counter("osteria_rows", "Rows written to logs")
GROUPS = Counter("osteria_groups", "Groups of rows written to logs; divided by transactions: how many share one")
JOURNAL_WAITING = Gauge("osteria_journal_waiting", "Groups of rows that are not on disk yet")
MOVE_SECONDS = Often(
    "osteria_move_seconds",
    "Seconds from a move's arrival to its frames being queued for every viewer",
    buckets=(0.003, 0.01, 0.03, 0.1, 0.3, 1, 3),
)
MOVES = Counter("osteria_moves", "Moves made", ["by"])
REFUSALS = Counter("osteria_refusals", "Things refused", ["key"])
LINES = Gauge("osteria_lines", "Open WebSockets by state", ["state"])
TABLES = Gauge("osteria_tables", "Tables in memory")
SLOW_LINES = Counter("osteria_slow_lines", "Lines closed because their reader was too slow")
CONNECTIONS = Gauge("osteria_connections", "Open connections")
BOT_WAITING = Gauge("osteria_bot_waiting", "Decisions that wait for a worker", ["watched"])
BOT_DECISIONS = Counter("osteria_bot_decisions", "Decisions that workers made, counted when they are told")
CHANCES_SECONDS = Histogram(
    "osteria_chances_seconds", "Seconds until a finished game's chances are told", buckets=(0.3, 1, 3, 10, 30, 100)
)
CHANCES_STEPS = Counter("osteria_chances_steps", "Steps of finished games whose chances were worked out here")
CHANCES_CHECKED = Counter(
    "osteria_chances_checked", "Samples of what devices worked out by what came of them", ["result"]
)
BOT_TROUBLE = Counter("osteria_bot_trouble", "Answers that a bot did not give")
WORKERS_REPLACED = Counter("osteria_workers_replaced", "Times the workers were started anew because one died")
WORK_UP = Gauge("osteria_work_up", "Whether supervised work is going on", ["work"])
WORK_ENDED = Counter("osteria_work_ended", "How often supervised work ended and was begun again", ["work"])
BUS_HEARD = Counter("osteria_bus_heard", "News heard from other processes")
BUS_SAID = Counter("osteria_bus_said", "News told to other processes")
BUS_LOST = Counter("osteria_bus_lost", "Times news may have been missed, and every table was looked at")
PUSHES = Counter("osteria_pushes", "Messages to push services by what came of them", ["result"])
SWEEP_SECONDS = Histogram("osteria_sweep_seconds", "Seconds a sweep takes", buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 1))
BROKEN_TABLES = Counter("osteria_broken_tables", "Logs that could not be read")
ERRORS = Counter("osteria_errors", "Errors that nobody expected; the log has them", ["where"])
STRETCH_SECONDS = Often(
    "osteria_loop_stretch_seconds",
    "Seconds of processor time that the event loop's thread took between two looks, 5 to 8 ms apart",
    buckets=(0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.3, 1),
)
COLLECTION_SECONDS = OftenBy(
    "osteria_collection_seconds",
    "Seconds of processor time that a garbage collection took",
    "generation",
    ("0", "1", "2"),
    buckets=(0.0001, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.3),
)
JOURNAL_ERRORS, DATABASE_ERRORS = ERRORS.labels("journal"), ERRORS.labels("database")
MOVES_BY_PEOPLE, MOVES_BY_BOTS = MOVES.labels("person"), MOVES.labels("bot")
