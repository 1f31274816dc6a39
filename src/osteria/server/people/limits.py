"""How much one address may ask for."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from osteria.server.config import Config
from osteria.server.wire.refusal import Refusal


class Limits:
    """The limits of one process."""

    def __init__(self, config: Config) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._rates = parse_many(config.rate) if config.rate else []
        self._new_tables = parse_many(config.new_tables) if config.new_tables else []
        self._most_sockets, self._most_waits = config.sockets, config.waits
        self._sockets: Counter[str] = Counter()
        self._waits: Counter[str] = Counter()

    def count(self, address: str) -> None:
        """Counts a request or a message; refuses one too many."""
        self._hit(self._rates, "rate", address)

    def count_table(self, address: str) -> None:
        """Counts a new table; refuses one too many."""
        self._hit(self._new_tables, "tables", address)

    def _hit(self, rates: list[RateLimitItem], what: str, address: str) -> None:
        for rate in rates:
            if not self._limiter.hit(rate, what, address):
                raise Refusal("request.too-many", retry_after=float(rate.get_expiry()))

    @asynccontextmanager
    async def socket(self, address: str) -> AsyncIterator[None]:
        """Counts an open WebSocket."""
        async with _held(self._sockets, address, self._most_sockets):
            yield

    @asynccontextmanager
    async def wait(self, address: str) -> AsyncIterator[None]:
        """Counts a request that waits for news."""
        async with _held(self._waits, address, self._most_waits):
            yield


@asynccontextmanager
async def _held(held: "Counter[str]", address: str, most: int) -> AsyncIterator[None]:
    if held[address] >= most:
        raise Refusal("request.too-many", retry_after=1.0)
    held[address] += 1
    try:
        yield
    finally:
        held[address] -= 1
        if not held[address]:
            del held[address]
