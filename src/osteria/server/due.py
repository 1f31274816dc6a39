"""Tables of days while nobody looks at them: whoever has to look at one next is the house, at the time it noted."""

import asyncio
import time
from typing import TYPE_CHECKING

from osteria.server.wire.refusal import Refusal

if TYPE_CHECKING:
    from osteria.server.house import House

LOOK_SECONDS = 5.0
"""How often it is looked for tables that are due, and how much later than due they are opened: a process that has the
table in memory is quicker."""
AT_ONCE = 50
AGAIN_SECONDS = 600.0
"""When a table is opened again that was due, and of which nothing can come: its log makes none that is played."""


async def open_due_forever(house: "House") -> None:
    """Opens tables that are due: an answer is overdue, somebody is to be called, or a bot was about to play when the house
    closed. The table's attendant does the rest."""
    in_vain: dict[str, float] = {}
    while True:
        now = time.time()
        in_vain = {table_id: at for table_id, at in in_vain.items() if now - at < AGAIN_SECONDS}
        for table_id in await house.database.due(now - LOOK_SECONDS, limit=AT_ONCE + len(in_vain)):
            if table_id not in in_vain and not house.is_in_memory(table_id) and not await _is_played(house, table_id):
                in_vain[table_id] = now
        await asyncio.sleep(LOOK_SECONDS)


async def _is_played(house: "House", table_id: str) -> bool:
    """Opens a table; whether it is one that goes on, or may be when the database is well again."""
    try:
        return (await house.open(table_id)).table.status == "playing"
    except Refusal as refusal:
        return refusal.problem.key == "house.trouble" and not house.is_broken(table_id)
