"""The chance of a bot: another stream than the table's, and the same for the same view."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np

from osteria.core.errors import OsteriaError
from osteria.core.schema import Table
from osteria.core.stream import BITS_32
from osteria.play.fate import seed_bytes
from osteria.play.imagine import SEEDS


class Seeds:
    """Streams of random numbers: with the same seed, the same stream for the same decision of a game."""

    def __init__(self, seed: int | None) -> None:
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
            raise OsteriaError(f"A bot's seed is a whole number, not {seed!r}.")
        self._key = blake2b(seed_bytes(seed), digest_size=32).digest()
        self.number = int.from_bytes(self._key[:8], "little")

    def stream(self, moves: int) -> Table:
        """A stream of random numbers for kernels, for the decision after so many small actions."""
        number = self._number(moves)
        return np.array([number & BITS_32, number >> 32], np.int64)

    def search(self, moves: int) -> int:
        """Where a search begins to draw, for the decision after so many small actions."""
        return self._number(moves, b"search") % SEEDS

    def _number(self, moves: int, purpose: bytes = b"") -> int:
        digest = blake2b(moves.to_bytes(4, "little") + purpose, digest_size=8, key=self._key).digest()
        return int.from_bytes(digest, "little")

    def generator(self, moves: int) -> np.random.Generator:
        """A generator for the decision after so many small actions."""
        return np.random.default_rng([self.number, moves])
