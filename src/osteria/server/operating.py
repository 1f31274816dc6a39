"""An open house and its operators: what they did is read every second and done; old tables are forgotten."""

import asyncio
import time
from typing import TYPE_CHECKING

import structlog

from osteria.server.people.limits import Limits, person_behind
from osteria.server.store.acts import Act, acts_after, forget_old
from osteria.server.store.subscriptions import remove_old
from osteria.server.tables import commands
from osteria.server.wire.refusal import Refusal

if TYPE_CHECKING:
    from osteria.server.house import House

READ_SECONDS = 1.0
KEEP_SECONDS = 600.0
"""How often old tables are looked for."""
log = structlog.get_logger()


class Operating:
    """What one open house does for its operators."""

    def __init__(self, house: "House", limits: Limits) -> None:
        self._house, self._limits = house, limits
        self._last = 0
        self._banned: dict[str, float] = {}

    async def read_forever(self) -> None:
        """Bans hold from the start; other acts were done by the houses that were open then."""
        for act in await acts_after(self._house.database, 0):
            self._last = act.number
            self._note_ban(act)
        while True:
            for act in await acts_after(self._house.database, self._last):
                self._last = act.number
                await self._do(act)
            await asyncio.sleep(READ_SECONDS)

    async def _do(self, act: Act) -> None:
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

    def _note_ban(self, act: Act) -> None:
        if act.act == "ban" and act.until is not None:
            self._banned[person_behind(act.subject)] = act.until
            self._banned = {who: until for who, until in self._banned.items() if until > time.time()}
            self._limits.ban(self._banned)

    async def forget_forever(self) -> None:
        """Deletes what is older than the house keeps."""
        while True:
            if days := self._house.config.keep:
                while old := await forget_old(self._house.database, days):
                    log.info("tables.forgotten", tables=len(old))
                    for table_id in old:
                        self._house.reload(table_id)
            await remove_old(self._house.database)
            await asyncio.sleep(KEEP_SECONDS)
