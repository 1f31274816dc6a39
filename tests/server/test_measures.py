"""What Prometheus reads of what is counted often."""

import asyncio
from unittest.mock import Mock

import pytest
from prometheus_client import REGISTRY, CollectorRegistry, Histogram, generate_latest
from virtualkit import counted, growth

from osteria.server import measures
from osteria.server.store.journal import MOST_GROUPS, Group, Journal


def test_what_is_counted_often_reads_like_the_librarys_own_histogram(monkeypatch):
    registry, own = CollectorRegistry(), CollectorRegistry()
    monkeypatch.setattr(measures, "REGISTRY", own)
    told, buckets = ("osteria_trial_seconds", "A trial"), (0.003, 0.01, 1, 3)
    theirs, ours = Histogram(*told, buckets=buckets, registry=registry), measures.Often(*told, buckets)
    for amount in (0.0, 0.003, 0.0031, 0.01, 0.5, 1, 2.5, 3, 3.5, 100):
        theirs.observe(amount)
        ours.observe(amount)
    assert told_but_the_sum(own) == told_but_the_sum(registry)
    bounds = 0.003, 0.003, 0.01, 0.01, 1, 1, 3, 3, 3, 3
    assert own.get_sample_value("osteria_trial_seconds_sum") == pytest.approx(sum(bounds))


def told_but_the_sum(registry):
    return sorted(
        line for line in generate_latest(registry).splitlines() if b"_created" not in line and b"_sum" not in line
    )


SECONDS = (
    measures.MOVE_SECONDS,
    measures.COMMIT_SECONDS,
    measures.STRETCH_SECONDS,
    measures.COLLECTION_SECONDS.labels("1"),
)
"""What a house does at a table, and what may take longer for a hand with more to choose from."""


@pytest.mark.parametrize("measure", SECONDS)
def test_seconds_are_told_no_finer_than_their_bucket(measure):
    def told(seconds):
        before = counted()
        measure.observe(seconds)
        return growth(before, counted())

    assert told(0.0002) == told(0.0007)
    assert told(0.0002) != told(0.007)


class HungDisk:
    """A database that answers to no transaction until it is told to."""

    def __init__(self):
        self.pace, self.is_well = 0.0, asyncio.Event()

    async def append(self, batch):
        await self.is_well.wait()


def test_what_waits_for_a_disk_that_hangs_is_told_to_whoever_asks():
    def waiting():
        return REGISTRY.get_sample_value("osteria_journal_waiting")

    async def run():
        disk = HungDisk()
        journal = Journal(disk, Mock())
        writing, seen = asyncio.create_task(journal.run()), []
        for amount in (1, 3, MOST_GROUPS):
            for _ in range(amount):
                journal.put(Group((), None, (), lambda _: None))
            await asyncio.sleep(0.01)
            seen.append(waiting())
        disk.is_well.set()
        await asyncio.sleep(0.05)
        writing.cancel()
        return [*seen, waiting()]

    assert asyncio.run(run()) == [1, 4, 4 + MOST_GROUPS, 0]
