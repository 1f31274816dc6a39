"""The house: tables in memory, loaded once, whatever fails on the way."""

import asyncio

from osteria.server.house import House
from osteria.server.opening import create
from osteria.server.wire.refusal import Refusal
from osteria.server.wire.shapes import NewTable, SeatWish

WISH = NewTable("roll-for-soles", [SeatWish("me", "Ada"), SeatWish("me", "Bo")], start=True)


def in_house(config, work):
    async def run():
        house = House(config)
        await house.start()
        try:
            return await work(house)
        finally:
            await house.stop()

    return asyncio.run(run())


def test_one_failed_read_leaves_one_copy_of_a_table(config):
    async def work(house):
        table = (await create(house, WISH)).table
        house._drop(house._lives[table])
        rows, calls = house.database.rows, []

        async def fails_once(table_id, after=0):
            calls.append(table_id)
            await asyncio.sleep(0.01)
            if len(calls) == 1:
                raise OSError("the disk hiccups")
            return await rows(table_id, after)

        house.database.rows = fails_once
        opening = [asyncio.create_task(house.open(table)) for _ in range(3)]
        await asyncio.sleep(0.015)
        opening += [asyncio.create_task(house.open(table)) for _ in range(5)]
        found = await asyncio.gather(*opening, return_exceptions=True)
        lives = {id(live) for live in found if not isinstance(live, Refusal)}
        assert len(lives) == 1
        assert (await house.open(table)) is house._lives[table]
        assert id(house._lives[table]) in lives

    in_house(config, work)
