"""Tables of days while nobody looks at them: whoever has to look at one next is the house, at the time it noted."""

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING

from osteria.server.wire.refusal import Refusal

if TYPE_CHECKING:
    from osteria.server.house import House

LOOK_SECONDS = 5.0
"""How often it is looked for tables that are due, and how much later than due they are opened: a process that has the
table in memory is quicker."""
AT_ONCE = 50


async def open_due_forever(house: "House") -> None:
    """Opens tables that are due: an answer is overdue, somebody is to be called, or a bot was about to play when the house
    closed. The table's attendant does the rest."""
    while True:
        for table_id in await house.database.due(time.time() - LOOK_SECONDS, limit=AT_ONCE):
            if not house.is_in_memory(table_id):
                with contextlib.suppress(Refusal):
                    await house.open(table_id)
        await asyncio.sleep(LOOK_SECONDS)
