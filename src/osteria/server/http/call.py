"""One request of the HTTP API: the house it asks, who asks, what was sent."""

from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request

from osteria.server.house import House
from osteria.server.people.limits import Limits
from osteria.server.people.links import Link, sign
from osteria.server.tables.live import Live
from osteria.server.tables.viewers import OF_THE_TABLE, viewer_of
from osteria.server.wire.refusal import Refusal
from osteria.server.wire.words import Role

HELD_COST = 0.2
"""What one of the keys that a device asks about counts as, in requests."""


@dataclass(frozen=True)
class Call:
    """One request: the house it asks, who asks, what was sent."""

    house: House
    limits: Limits
    request: Request
    address: str
    body: Any

    async def live(self) -> Live:
        """The table of the path."""
        return await self.house.open(self.request.path_params["table"])

    def count_keys(self, keys: int) -> None:
        """Counts keys that a device asks about."""
        self.limits.count(self.address, keys * HELD_COST)

    def number(self, name: str, least: float, most: float) -> float | None:
        """A number of the query; None where it is left out."""
        text = self.request.query_params.get(name)
        if text is None:
            return None
        try:
            value = msgspec.convert(text, float, strict=False)
        except msgspec.ValidationError:
            raise Refusal("request.malformed", f"{name} is a number.") from None
        if not least <= value <= most:
            raise Refusal("request.malformed", f"{name} is from {least:.0f} to {most:.0f}.")
        return value

    def key(self) -> str | None:
        """The secret of the link that was shown."""
        header = self.request.headers.get("authorization", "")
        scheme, _, key = header.partition(" ")
        if not header:
            return None
        if scheme.lower() != "bearer" or not key:
            raise Refusal("link.invalid")
        return key.strip()

    def viewer(self, live: Live) -> tuple[Role, int | None]:
        """Who asks, at a table."""
        role, seat = viewer_of(live.table, self.house.link_of(live.table, self.key()))
        if role in OF_THE_TABLE:
            live.belong_to(self.address)
        if seat is not None and live.notice(seat):
            self.house.announce(live)
        return role, seat

    async def seated(self) -> tuple[Live, int]:
        """The table, and the seat of who asks."""
        live = await self.live()
        role, seat = self.viewer(live)
        if seat is None:
            raise Refusal("link.missing" if role == "stranger" else "link.invalid")
        return live, seat

    async def hosted(self) -> Live:
        """The table, when its host asks."""
        live = await self.live()
        role, _ = self.viewer(live)
        if role == "stranger":
            raise Refusal("link.missing")
        if role != "host":
            raise Refusal("host.only")
        return live

    def seat_key(self, live: Live, seat: int) -> str:
        """The key of a seat as it is now."""
        return sign(self.house.secret, live.table.id, Link("seat", seat, live.table.seats[seat].generation))
