"""A fair queue at the workers, and workers that are replaced once."""

import asyncio
from concurrent.futures import BrokenExecutor, Future

from prometheus_client import REGISTRY
from virtualkit import virtual_time

import osteria
from osteria.server import measures
from osteria.server.bots.queue import FairQueue
from osteria.server.bots.thinkers import Thinkers
from osteria.server.config import Config


def order_of(asked, places=1):
    """In which order decisions get their place: all are asked while the first one is being thought about."""
    order = []

    async def run():
        queue = FairQueue(places)

        async def think(owner, is_watched):
            async with queue.place(owner, is_watched=is_watched):
                order.append(owner)
                await asyncio.sleep(0.001)

        await asyncio.gather(*(think(*one) for one in asked))

    asyncio.run(run())
    return order


def test_owners_take_turns_however_many_decisions_each_has():
    greedy, modest = [("greedy", True)] * 20, [("modest", True)] * 2
    order = order_of([*greedy, *modest])
    assert [place for place, owner in enumerate(order) if owner == "modest"] == [2, 4]


def test_tables_that_nobody_watches_wait_for_those_that_somebody_does():
    order = order_of([("first", True), *[("unwatched", False)] * 10, *[("watched", True)] * 5])
    assert order == ["first", *["watched"] * 5, *["unwatched"] * 10]


def test_whoever_gives_up_waiting_gives_the_place_back():
    async def run():
        queue = FairQueue(1)
        async with queue.place("one", is_watched=True):
            waiting = asyncio.create_task(asyncio.wait_for(queue._wait("two", is_watched=True), 0.01))
            await asyncio.gather(waiting, return_exceptions=True)
        async with asyncio.timeout(1), queue.place("three", is_watched=True):
            return True

    assert asyncio.run(run())


def measured(seconds):
    """What the metrics say, twice a second: who waits for a place while a bot thinks for so long, and another one after it."""

    async def run():
        queue, seen = FairQueue(1), []

        async def think(owner):
            async with queue.place(owner, is_watched=True):
                await asyncio.sleep(seconds)

        thinking = [asyncio.create_task(think(owner)) for owner in ("one", "two", "three")]
        while len(seen) < 16:
            await asyncio.sleep(0.5)
            seen.append(REGISTRY.get_sample_value("osteria_bot_waiting", {"watched": "yes"}))
        await asyncio.gather(*thinking)
        await asyncio.sleep(10)
        return seen, REGISTRY.get_sample_value("osteria_bot_waiting", {"watched": "yes"})

    measures.BOT_WAITING.labels("yes").set(0)
    with virtual_time() as loop:
        return loop.run_until_complete(run())


def test_how_many_wait_does_not_tell_how_long_a_bot_thinks():
    assert measured(0.7) == measured(1.9)


def test_how_many_wait_is_told_soon_and_that_nobody_waits_any_more():
    seen, last = measured(6.0)
    assert 2 in seen
    assert last == 0


class Pool:
    """Workers of which one dies while others wait."""

    made = 0

    def __init__(self):
        Pool.made += 1
        self.is_broken = Pool.made == 1
        self._processes = {}

    def submit(self, work, level, view, seconds):
        found = Future()
        if self.is_broken:
            found.set_exception(BrokenExecutor("a worker was killed"))
        else:
            found.set_result(str(view.decision.options[-1]))
        return found

    def shutdown(self, **_):
        pass


def test_a_worker_that_dies_is_replaced_once_and_its_decisions_are_thought_again(monkeypatch):
    thinkers = Thinkers(Config(workers=24))
    Pool.made = 0

    def workers():
        if thinkers._pool is None:
            thinkers._pool = Pool()
        return thinkers._pool

    monkeypatch.setattr(thinkers, "_workers", workers)
    match = osteria.new("sole-mio", 2, seed=1)
    view = match.view(match.decision.seat, "assisted")
    wanted = str(view.decision.options[-1])

    async def run():
        return await asyncio.gather(*(thinkers.choose("expert", view, str(n)) for n in range(24)))

    assert asyncio.run(run()) == [wanted] * 24
    assert Pool.made == 2
