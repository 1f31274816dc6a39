"""A first game that teaches: a known deal, and what everybody says in it until the person plays alone."""

from dataclasses import dataclass
from functools import cached_property

SEED_BYTES = 32


@dataclass(frozen=True)
class Lesson:
    """The script of a first game. Whoever says only what it says plays this very game; its deal is known to everybody, so
    it counts for nothing."""

    game: str
    """The game that is played, which may teach others of its family too."""
    number: int
    """What it is dealt from: found by a search for a deal that fits the script."""
    seats: tuple[str, ...]
    """Who sits where, as a transcript writes it; the first is the person."""
    script: str
    """Every answer in order, a line each, as in a transcript: `pepper: play 2 salami`."""

    @property
    def seed(self) -> bytes:
        """The seed of the deal."""
        return self.number.to_bytes(SEED_BYTES, "big")

    @cached_property
    def moves(self) -> tuple[tuple[str, str], ...]:
        """(who, what) of every answer."""
        pairs = (line.partition(": ") for line in self.script.strip().splitlines())
        return tuple((who.strip(), move.strip()) for who, _, move in pairs)
