"""Posts messages to push services. Imported when the first one is sent: most houses never push."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Self

from aiohttp import ClientError, ClientSession, ClientTimeout, TCPConnector
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

from osteria.server.push.sealing import Signer, seal
from osteria.server.push.services import Services, is_public, origin_of
from osteria.server.store.subscriptions import Device

TIMEOUT_SECONDS = 10.0
KEPT_SECONDS = 86_400
"""How long a push service keeps a message for a device that is switched off."""
UNREACHABLE, GONE = 503, 410


@dataclass(frozen=True)
class Post:
    """Sends for one house."""

    session: ClientSession
    services: Services
    signer: Signer

    @classmethod
    @asynccontextmanager
    async def open(cls, services: Services, signer: Signer) -> AsyncIterator[Self]:
        """Connections to push services, for as long as they are needed."""
        connector = TCPConnector(resolver=PublicResolver(services.trusted))
        async with ClientSession(connector=connector, timeout=ClientTimeout(total=TIMEOUT_SECONDS)) as session:
            yield cls(session, services, signer)

    async def send(self, device: Device, payload: bytes, *, topic: str, is_urgent: bool) -> int:
        """Sends a message to one device; the status that its service answers, or one that says as much."""
        if not self.services.allows(device.endpoint):
            return GONE
        headers = {
            "Authorization": self.signer.authorization(origin_of(device.endpoint)),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS),
            "Topic": topic,
            "Urgency": "high" if is_urgent else "normal",
        }
        sealed = seal(payload, device)
        try:
            async with self.session.post(
                device.endpoint, data=sealed, headers=headers, allow_redirects=False
            ) as answer:
                return answer.status
        except (ClientError, OSError, TimeoutError, ValueError):
            return UNREACHABLE


class PublicResolver(AbstractResolver):
    """Resolves names to their public addresses; the connection is made to just those."""

    def __init__(self, trusted: frozenset[str]) -> None:
        self._trusted = trusted
        self._resolver = ThreadedResolver(asyncio.get_running_loop())

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """The addresses of a name; an error where it has no public one."""
        found = await self._resolver.resolve(host, port, family)
        public = [entry for entry in found if host in self._trusted or is_public(entry["host"])]
        if not public:
            raise OSError(f"{host} has no public address")
        return public

    async def close(self) -> None:
        """Nothing is held."""
        await self._resolver.close()
