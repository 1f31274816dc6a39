"""The fair deal of a finished table."""

import asyncio
import random

import pytest
from housekit import Player, make_table

from osteria.core.errors import OsteriaError
from osteria.server.tables import fair


def test_a_finished_table_verifies_from_its_address(server):
    table, keys = make_table(server)

    async def play():
        players = [Player([server.address], table, key, random.Random(2)) for key in keys.values()]
        await asyncio.gather(*(player.play() for player in players))

    with pytest.raises(OsteriaError, match="over"):
        fair.check(f"{server.address}/t/{table}")
    asyncio.run(play())
    assert fair.check(f"{server.address}/t/{table}#secret").is_fair
