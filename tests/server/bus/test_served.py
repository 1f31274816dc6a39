"""Tables that are served are heard of, whoever comes and goes meanwhile."""

import asyncio
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

from test_house import in_house

from osteria.server.bus.news import Codec
from osteria.server.bus.postgres import PostgresBus
from osteria.server.people.links import new_table_id
from osteria.server.tables import changes
from osteria.server.wire.messages import Settings


class Nobody:
    """Hears of nothing."""

    def hear(self, table, news):
        pass

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
