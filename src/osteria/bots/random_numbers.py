"""Random numbers inside kernels: the same interpreted and compiled."""

from __future__ import annotations

from osteria.core.kernel import kernel
from osteria.core.schema import Table

MODULUS = 2147483647
MULTIPLIER = 48271
"""The minimal standard generator: products stay below 2**63 in every mode, and playouts need no better."""


@kernel
def below(rng: Table, limit: int) -> int:
    """A whole number from 0 to below the limit; `rng[0]` is the stream."""
    rng[0] = rng[0] * MULTIPLIER % MODULUS
    return int(rng[0] * limit // MODULUS)
