"""Calls people who are not there: finds out who is due, claims each call once among all processes, and pushes it."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING

import structlog

from osteria.server import measures
from osteria.server.config import Config
from osteria.server.push.calls import Call, call_for, payload, wait_before
from osteria.server.push.sealing import Signer, new_key
from osteria.server.push.services import Services, origin_of
from osteria.server.store import subscriptions
from osteria.server.store.database import Database
from osteria.server.store.subscriptions import Device, Place
from osteria.server.tables.live import Live

if TYPE_CHECKING:
    from osteria.server.push.delivery import Post

MOST_WAITING = 1_000
"""Pushes that wait to be sent; then the oldest is dropped."""
AT_ONCE = 8
GONE, BUSY = (404, 410), (408, 425, 429)
RETRY_SECONDS = (5.0, 60.0, 600.0)
"""A service that does not answer, or asks for patience, is tried again after so long; then the push is dropped."""
log = structlog.get_logger()


@dataclass(frozen=True)
class Push:
    """One message to one device. A later one about the same table replaces it where it was not delivered yet."""

    device: Device
    topic: str
    payload: bytes
    is_urgent: bool
    tries: int = 0


class Caller:
    """The pushes of one process."""

    def __init__(self, config: Config, database: Database) -> None:
        self.services = Services(config)
        self._contact, self._database = _contact(config), database
        self._signer: Signer | None = None
        self._waiting: asyncio.Queue[Push] = asyncio.Queue(MOST_WAITING)

    async def open(self) -> None:
        """Finds the key of the house, or makes it: one for all its processes, beside the secret that signs links."""
        self._signer = Signer(await self._database.keep("push", new_key()), self._contact)

    @property
    def public_key(self) -> str:
        """What browsers subscribe with."""
        return self._signer.public_key if self._signer else ""

    # -------------------------------------------------------------------------------------------------- who is called

    async def look(self, live: Live) -> float | None:
        """Calls whoever is to be called at a table; returns how long to wait for the next look (None: until a change)."""
        waits, due = list[float](), dict[int, Call]()
        on_lines = live.seats_on_lines
        for seat in live.table.people:
            if seat in on_lines:
                continue
            call = call_for(live.table, seat)
            if call is None or live.called.get(seat, 0) >= call.mark:
                continue
            wait = wait_before(live, seat, call)
            if wait == 0.0:
                due[seat] = call
            elif wait is not None:
                waits.append(wait)
        if due:
            await self._call(live, due)
        return min(waits, default=None)

    async def _call(self, live: Live, due: Mapping[int, Call]) -> None:
        table = live.table
        live.called |= {seat: call.mark for seat, call in due.items()}
        said = {seat: payload(table, seat, call) for seat, call in due.items()}
        calls = {Place(table.id, seat, table.seats[seat].generation): call.mark for seat, call in due.items()}
        for place, devices in (await subscriptions.claim(self._database, calls)).items():
            for device in devices:
                self.put(Push(device, table.id, said[place.seat], due[place.seat].kind == "turn"))

    # ------------------------------------------------------------------------------------------------------- sending

    def put(self, push: Push) -> None:
        """Queues a push; never waits."""
        if self._waiting.full():
            self._waiting.get_nowait()
            measures.PUSHES.labels("dropped").inc()
        self._waiting.put_nowait(push)

    async def run(self) -> None:
        """Sends for ever, a few at a time: one slow service does not hold up the others."""
        first = await self._waiting.get()
        delivery = await asyncio.to_thread(import_module, "osteria.server.push.delivery")
        assert self._signer is not None
        async with delivery.Post.open(self.services, self._signer) as post, asyncio.TaskGroup() as group:
            group.create_task(self._send(post, first))
            for _ in range(AT_ONCE):
                group.create_task(self._send_forever(post))

    async def _send_forever(self, post: "Post") -> None:
        while True:
            await self._send(post, await self._waiting.get())

    async def _send(self, post: "Post", push: Push) -> None:
        status = await post.send(push.device, push.payload, topic=push.topic, is_urgent=push.is_urgent)
        if status >= 300:
            log.warning("push.refused", service=origin_of(push.device.endpoint), status=status)
        if status in GONE:
            await subscriptions.remove(self._database, push.device.endpoint)
        elif status in BUSY or status >= 500:
            self._retry(push)
        measures.PUSHES.labels("sent" if status < 300 else "gone" if status in GONE else "refused").inc()

    def _retry(self, push: Push) -> None:
        if push.tries < len(RETRY_SECONDS):
            again = replace(push, tries=push.tries + 1)
            asyncio.get_running_loop().call_later(RETRY_SECONDS[push.tries], self.put, again)


def _contact(config: Config) -> str:
    return config.push_contact or f"https://{min(config.allowed_hosts, default='osteria.invalid')}"
