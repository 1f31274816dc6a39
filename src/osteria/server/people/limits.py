"""How much one address may ask for. Everything has a cost: requests, messages, control frames, connections."""

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from limits import parse_many

from osteria.server.config import Config
from osteria.server.wire.refusal import Refusal

MOST_REMEMBERED = 50_000
"""Addresses whose use is remembered; then those that have been quiet are forgotten."""
GUESSES = "10 per 10 minutes"
"""Codes that lead nowhere."""
WRONG = ("code.unknown", "card.ticket")
"""What is said of them."""
HELLO, CONTROL, REQUEST, CONNECTION = 3.0, 0.2, 0.2, 0.2
"""Costs, in plain calls of the API: a line that is opened, a ping of the WebSocket, any request at all (a call costs more), and
a connection."""


@lru_cache(maxsize=10_000)
def person_behind(address: str) -> str:
    """Whose limits count: an IPv4 address, or the /64 that one customer of a network usually has."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


class Bucket:
    """What several rates leave to each address: a full bucket holds a rate's amount, and fills evenly in its time.

    SPEED: 1 microsecond a message; a moving window of the `limits` library, whose words the rates are in, takes 16.
    """

    def __init__(self, rates: str) -> None:
        found = parse_many(rates) if rates else []
        self._rates = [(float(rate.amount), float(rate.get_expiry())) for rate in found]
        self._levels: dict[str, list[float]] = {}
        self._looked: OrderedDict[str, float] = OrderedDict()
        """When each was looked at last; who was longest ago comes first."""

    def take(self, who: str, cost: float) -> float:
        """Takes a cost out of every bucket; 0, or (nothing is taken then) the seconds until there is enough."""
        if not self._rates:
            return 0.0
        now = time.monotonic()
        levels = self._filled(who, now)
        waits = [(cost - level) * s / amount for level, (amount, s) in zip(levels, self._rates, strict=True)]
        if (wait := max(waits)) > 0:
            return wait
        self._levels[who] = [level - cost for level in levels]
        return 0.0

    def give_back(self, who: str, cost: float) -> None:
        """Puts back what was taken; no bucket runs over."""
        amounts = (amount for amount, _ in self._rates)
        if (levels := self._levels.get(who)) is not None:
            self._levels[who] = [min(amount, level + cost) for level, amount in zip(levels, amounts, strict=True)]

    def _filled(self, who: str, now: float) -> list[float]:
        if who not in self._levels and len(self._levels) >= MOST_REMEMBERED:
            self._forget(now)
        passed = now - self._looked.get(who, 0.0)
        self._looked[who] = now
        self._looked.move_to_end(who)
        levels = self._levels.get(who)
        if levels is None:
            return [amount for amount, _ in self._rates]
        filled = zip(levels, self._rates, strict=True)
        self._levels[who] = [min(amount, level + passed * amount / s) for level, (amount, s) in filled]
        return self._levels[who]

    def _forget(self, now: float) -> None:
        """Up to two of those whose buckets are full again by now: more than come, and nobody waits for a look at all."""
        longest = max(seconds for _, seconds in self._rates)
        for _ in range(min(2, len(self._looked))):
            who, looked = next(iter(self._looked.items()))
            if now - looked <= longest:
                return
            del self._looked[who]
            self._levels.pop(who, None)


class Limits:
    """The limits of one process."""

    def __init__(self, config: Config) -> None:
        self._rate, self._new_tables = Bucket(config.rate), Bucket(config.new_tables)
        self._connections = Bucket(config.rate)
        """By itself, so that whoever asked too much can still come in and be told."""
        self._most_sockets, self._most_waits = config.sockets, config.waits
        self._sockets: Counter[str] = Counter()
        self._waits: Counter[str] = Counter()
        self._banned: dict[str, float] = {}
        self._guesses = Bucket(GUESSES)

    def count(self, address: str, cost: float = 1.0) -> None:
        """Counts a request or a message; refuses one too many."""
        who = person_behind(address)
        if self._banned and (left := self._banned.get(who, 0.0) - time.time()) > 0:
            raise Refusal("request.too-many", "This address is refused for a time.", retry_after=round(left, 1))
        _refuse_after(self._rate.take(who, cost))

    def count_connection(self, address: str) -> None:
        """Counts a connection that is opened; refuses one too many. Browsers open six at once."""
        _refuse_after(self._connections.take(person_behind(address), CONNECTION))

    def count_table(self, address: str) -> None:
        """Counts a new table; refuses one too many."""
        _refuse_after(self._new_tables.take(person_behind(address), 1.0))

    @contextmanager
    def guess(self, address: str) -> Iterator[None]:
        """Holds a guess while somebody looks where a code leads; it counts where that is nowhere, and not where nobody could
        look. After too many nobody looks any more, or one of the next would be right."""
        who, is_wrong = person_behind(address), False
        _refuse_after(self._guesses.take(who, 1.0))
        try:
            yield
        except Refusal as refusal:
            is_wrong = refusal.problem.key in WRONG
            raise
        finally:
            if not is_wrong:
                self._guesses.give_back(who, 1.0)

    def ban(self, banned: dict[str, float]) -> None:
        """Who is refused everything, until when (seconds since 1970)."""
        self._banned = banned

    @contextmanager
    def socket(self, address: str) -> Iterator[None]:
        """Counts an open WebSocket."""
        with _held(self._sockets, person_behind(address), self._most_sockets):
            yield

    @contextmanager
    def wait(self, address: str) -> Iterator[None]:
        """Counts a request that waits for news."""
        with _held(self._waits, person_behind(address), self._most_waits):
            yield


def _refuse_after(wait: float) -> None:
    if wait > 0:
        raise Refusal("request.too-many", retry_after=round(wait, 2))


@contextmanager
def _held(held: "Counter[str]", who: str, most: int) -> Iterator[None]:
    if held[who] >= most:
        raise Refusal("request.too-many", retry_after=1.0)
    held[who] += 1
    try:
        yield
    finally:
        held[who] -= 1
        if not held[who]:
            del held[who]
