"""Tables by their codes: whoever types one is answered at once, however many tables wait."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable

from osteria.server.people.codes import FEWEST, code_of

CODE_SECONDS = 86_400.0
"""Tables that began to wait longer ago are found by their link only."""
SORT_SECONDS = 60.0
"""How long tables stay sorted by their codes; what began to wait since then is read at every look."""
OVERLAP_SECONDS = 30.0
"""How much later than its own time a table may come into the database: it waits for a transaction, and clocks differ."""


class CodeIndex:
    """Tables by the shortest form of their codes.

    SPEED: reading and sorting 10,000 tables takes 60 ms; they are read once in a minute in which somebody asks, and sorted
    on a thread of its own. A look takes two small queries, and no time beside them.

    Args:
        read: the tables that began to wait, or to play with chairs that may be opened, after some time; newest first.
    """

    def __init__(self, read: Callable[[float], Awaitable[list[str]]]) -> None:
        self._read = read
        self._sorted: dict[str, list[str]] = {}
        self._sorted_at = 0.0
        self._sorting = asyncio.Lock()

    async def like(self, code: str) -> list[str]:
        """Tables whose codes begin with the word and the first digits of this one, newest first. Some may have no chair free
        any more."""
        word, _, digits = code.partition(" ")
        shortest = f"{word} {digits[:FEWEST]}"
        async with self._sorting:  # whoever comes meanwhile waits for the same
            if not 0 <= time.time() - self._sorted_at < SORT_SECONDS:
                await self._sort()
        newer = await self._read(self._sorted_at - OVERLAP_SECONDS)
        found = [table_id for table_id in newer if code_of(table_id) == shortest]
        return list(dict.fromkeys(found + self._sorted.get(shortest, [])))

    async def _sort(self) -> None:
        now = time.time()
        self._sorted = await asyncio.to_thread(_by_code, await self._read(now - CODE_SECONDS))
        self._sorted_at = now


def _by_code(table_ids: Iterable[str]) -> dict[str, list[str]]:
    found = dict[str, list[str]]()
    for table_id in table_ids:
        found.setdefault(code_of(table_id), []).append(table_id)
    return found
