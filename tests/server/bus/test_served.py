"""Tables that are served are heard of, whoever comes and goes meanwhile; a server that hangs is noticed, and made up for."""

import asyncio
import os
import signal
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace

import pytest
from test_house import WISH, in_house

from osteria.server.bus.connected import ConnectedBus
from osteria.server.bus.news import Codec
from osteria.server.bus.postgres import PostgresBus
from osteria.server.opening import create
from osteria.server.people.links import new_table_id
from osteria.server.tables import changes, commands
from osteria.server.wire.messages import Settings


class Nobody:
    """Hears of nothing."""

    def hear(self, table, news):
        pass

    def look_at(self, table):
        """Tables that were served late."""

    def look_again(self):
        pass


@asynccontextmanager
async def at_work(bus):
    """A bus whose connection is open, with nobody to begin it anew."""
    work = asyncio.create_task(bus.works[0][1]())
    await until(lambda: not bus.trouble)
    try:
        yield bus
    finally:
        work.cancel()
        with suppress(asyncio.CancelledError):
            await work


class Slow(ConnectedBus):
    """A bus whose server takes a while to stop telling of a table."""

    def __init__(self):
        super().__init__(Codec("slow", b"s" * 32), Nobody())
        self.ending = asyncio.Event()
        self.done = []

    def notifications(self, rows):
        return {}

    def say_rows(self, rows):
        pass

    @asynccontextmanager
    async def _connection(self):
        yield self

    def _is_broken(self, connection):
        return False

    async def _try(self, connection):
        pass

    async def _begin(self, connection, tables):
        self.done += [("begun", table) for table in tables]
        self._served |= dict.fromkeys(tables)

    async def _end(self, connection, table, ending):
        self.done.append(("ended", table))
        self.ending.set()
        await asyncio.sleep(0.05)

    async def _say(self, connection, said):
        pass


async def until(is_so, seconds=20):
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(0.01)


def test_a_table_that_several_make_at_once_is_one_and_hears_its_news(config, postgres):
    config = replace(config, database=postgres.new_database())

    async def work(house):
        await until(lambda: not house.bus.trouble)
        opened = changes.Opened("roll-for-soles", 2, Settings(), bytes(32).hex(), 0)
        people, table = [changes.Sat(0, "Ada"), changes.Sat(1, "Bo")], new_table_id()
        lives = await asyncio.gather(*(house.create(opened, people, table) for _ in range(4)))
        assert len(set(map(id, lives))) == 1
        await asyncio.sleep(0.2)  # whoever was slower has left
        async with at_work(PostgresBus(house.database.url, Codec("other", house.secret), Nobody())) as other:
            other.say_present(table, 0, ([1], 0, []))
            await until(lambda: lives[0].present == [1])
        house.reload(table)
        await until(lambda: table not in house.bus._served)

    in_house(config, work)


def test_a_table_that_is_wanted_again_while_others_are_ended_is_heard_of_all_the_time():
    async def work():
        async with at_work(Slow()) as bus:
            await asyncio.gather(bus.serve("one"), bus.serve("other"))
            bus.done.clear()
            bus.leave("one")
            bus.leave("other")
            await bus.ending.wait()
            (_, first), second = bus.done[0], {"one": "other", "other": "one"}[bus.done[0][1]]
            await bus.serve(second)
            assert second in bus._served
            await bus.serve(first)
            assert first in bus._served, "it was being ended, and is begun again before anybody counts on it"
            await asyncio.sleep(0.2)
            return bus.done, first

    done, first = asyncio.run(work())
    assert done == [("ended", first), ("begun", first)]


@pytest.fixture
def _impatient(monkeypatch):
    monkeypatch.setattr("osteria.server.bus.connected.TRY_SECONDS", 0.2)
    for module in ("postgres", "nats"):
        monkeypatch.setattr(f"osteria.server.bus.{module}.ANSWER_SECONDS", 1.0)


@contextmanager
def hung(process):
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


async def hang_and_come_back(house, process_of_bus):
    """Rows that another process writes meanwhile are found when the bus is back."""
    await until(lambda: not house.bus.trouble)
    live = house._lives[(await create(house, WISH)).table]
    await asyncio.sleep(0.5)
    assert house.troubles() == [], "asking whether the server is there does no harm"
    with hung(process_of_bus()):
        entry = commands.say(0, "hello", "0:x")(live.table)
        assert await house.journal.append(entry.rows)
        house.bus.say_present(live.table.id, live.table.seq, live.presence_here)
        await until(lambda: any(trouble.startswith("bus: ") for trouble in house.troubles()), 10)
    await until(lambda: not house.troubles() and live.table.seq == entry.rows[-1].seq)


@pytest.mark.usefixtures("_impatient")
def test_nats_that_hangs_is_told_and_every_table_is_looked_at_when_it_is_back(config, postgres, nats):
    config = replace(config, database=postgres.new_database(), bus=nats.url)
    in_house(config, lambda house: hang_and_come_back(house, lambda: nats._process.pid))


@pytest.mark.usefixtures("_impatient")
def test_a_connection_of_postgresql_that_hangs_is_told_and_every_table_is_looked_at(config, postgres, monkeypatch):
    pids, begin = [], PostgresBus._begin

    async def noted(bus, connection, tables):
        pids.append(connection.get_server_pid())
        await begin(bus, connection, tables)

    monkeypatch.setattr(PostgresBus, "_begin", noted)
    config = replace(config, database=postgres.new_database())
    in_house(config, lambda house: hang_and_come_back(house, lambda: pids[0]))


def test_a_table_that_was_opened_before_its_news_were_heard_is_looked_at_when_they_are(monkeypatch):
    monkeypatch.setattr("osteria.server.bus.connected.SERVE_SECONDS", 0.05)

    async def work():
        bus, looked, may_begin = Slow(), [], asyncio.Event()
        bus._listener.look_at, begin = looked.append, bus._begin

        async def begins_late(connection, tables):
            await may_begin.wait()
            await begin(connection, tables)

        async with at_work(bus):
            bus._begin = begins_late
            await bus.serve("late")
            assert looked == []
            may_begin.set()
            await until(lambda: looked == ["late"])
            await bus.serve("in time")
            assert looked == ["late"]

    asyncio.run(work())
