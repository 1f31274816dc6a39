"""An open house and its operators: what they did is read every second and done; old tables are forgotten."""

import asyncio
import time
from typing import TYPE_CHECKING

import structlog

from osteria.server.people.limits import Limits, person_behind
from osteria.server.store.acts import Act, acts_after, forget, left_alone
from osteria.server.store.subscriptions import remove_old
from osteria.server.tables import commands
from osteria.server.wire.refusal import Refusal

if TYPE_CHECKING:
    from osteria.server.house import House

READ_SECONDS = 1.0
KEEP_SECONDS = 600.0
"""How often old tables are looked for."""
AT_ONCE = 200
"""Tables that are deleted in one transaction."""
DONE = "acts"
"""The name under which the database remembers up to which number acts are done: a house that opens does the others."""
TRY_AGAIN = 503
"""The status of a refusal for a moment: the database is in trouble, too many came at once."""
log = structlog.get_logger()


class Operating:
    """What one open house does for its operators."""

    def __init__(self, house: "House", limits: Limits) -> None:
        self._house, self._limits = house, limits
        self._last: int | None = None
        """The last act that was read; None: nothing was yet, in the life of this house."""
        self._left: list[Act] = []
        """Acts that were read and are still to be done."""
        self._noted = 0
        """Up to where acts are done, as the database knows."""
        self._banned: dict[str, float] = {}

    async def read_forever(self) -> None:
        """Does what is written down. When the work is begun again, it goes on where it was."""
        if self._last is None:
            self._last = await self._begin()
        while True:
            if new := await acts_after(self._house.database, self._last):
                self._last, self._left = new[-1].number, self._left + new
            await self._do_left(self._last)
            await asyncio.sleep(READ_SECONDS)

    async def _begin(self) -> int:
        """Up to where houses did the acts before this one opened; bans among them hold."""
        self._noted = int(await self._house.database.keep(DONE, "0"))
        for act in await acts_after(self._house.database, 0):
            if act.number <= self._noted:
                self._note_ban(act)
        return self._noted

    async def _do_left(self, last: int) -> None:
        """Does what is left of what was read. What cannot be done now, while the database is in trouble, is tried again, by
        the next house too: to close or to mute twice is the same as once."""
        self._left = [act for act in self._left if not await self._do(act)]
        done = self._left[0].number - 1 if self._left else last
        if done != self._noted:
            await self._house.database.note(DONE, str(done))
            self._noted = done

    async def _do(self, act: Act) -> bool:
        """Whether an act is done, or never can be."""
        log.info("operator", act=act.act, subject=act.subject, seat=act.seat, reason=act.reason)
        self._note_ban(act)
        try:
            if act.act == "close":
                await self._house.commit(await self._house.open(act.subject), commands.close)
            elif act.act == "mute" and act.seat is not None:
                await self._house.commit(await self._house.open(act.subject), commands.mute(act.seat))
            elif act.act == "forget":
                self._house.reload(act.subject)
        except Refusal as refusal:
            log.warning("operator.refused", act=act.act, subject=act.subject, key=refusal.problem.key)
            return refusal.status != TRY_AGAIN
        return True

    def _note_ban(self, act: Act) -> None:
        if act.act == "ban" and act.until is not None:
            self._banned[person_behind(act.subject)] = act.until
            self._banned = {who: until for who, until in self._banned.items() if until > time.time()}
            self._limits.ban(self._banned)

    async def forget_forever(self) -> None:
        """Deletes what is older than the house keeps."""
        while True:
            if days := self._house.config.keep:
                await self._forget_old(days)
            await remove_old(self._house.database)
            await asyncio.sleep(KEEP_SECONDS)

    async def _forget_old(self, days: float) -> None:
        """Finished tables and those that everybody has left."""
        old = await left_alone(self._house.database, days)
        for some in (old[first : first + AT_ONCE] for first in range(0, len(old), AT_ONCE)):
            watched = [table_id for table_id in some if self._house.is_watched(table_id)]
            gone = await forget(self._house.database, some, watched, days)
            for table_id in gone:
                self._house.reload(table_id)
            if gone:
                log.info("tables.forgotten", tables=len(gone))
