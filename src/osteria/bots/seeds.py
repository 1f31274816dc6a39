"""The chance of a bot: another stream than the table's, and the same for the same view."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np

from osteria.core.errors import OsteriaError
from osteria.play.fate import seed_bytes
from osteria.play.view import View


class Seeds:
    """A stream of random numbers for every view: with the same seed and the same view it is the same stream."""

    def __init__(self, seed: int | None) -> None:
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
            raise OsteriaError(f"A bot's seed is a whole number, not {seed!r}.")
        self._key = blake2b(seed_bytes(seed), digest_size=32).digest()

    def of(self, view: View) -> np.random.Generator:
        """The generator for a decision; it depends on what the viewer saw and on nothing else."""
        actions = view.trace.actions if view.trace is not None else (len(view.words),)
        seen = np.asarray(actions, np.int16).tobytes() + repr(view.seat).encode()
        return np.random.default_rng(int.from_bytes(blake2b(seen, digest_size=16, key=self._key).digest(), "little"))
