"""Today's deal: one deal a day (UTC) and game, the same for everybody, against bots that play alike for everybody.

Its seed is secret until the day is over and committed to before; bots take their chance from it, too (`osteria.bots.days`).
"""

import hashlib
import time
from datetime import UTC, date, datetime, timedelta

now = time.time


def today() -> str:
    """The day that it is, such as 2026-11-16."""
    return datetime.fromtimestamp(now(), UTC).date().isoformat()


def after(day: str) -> str:
    """The next day."""
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def end_of(day: str) -> float:
    """When a day is over, in seconds since 1970."""
    return datetime.fromisoformat(after(day)).replace(tzinfo=UTC).timestamp()


def is_open(day: str) -> bool:
    """Whether a day is not over: its deal is nobody's to know. No day (empty) is none."""
    return bool(day) and now() < end_of(day)


def commitment(seed: bytes, day: str, game: str) -> str:
    """SHA-256 of the seed, the day, a space and the game's name."""
    return hashlib.sha256(seed + f"{day} {game}".encode()).hexdigest()
