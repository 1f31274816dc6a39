"""Random numbers for batches: one stream a game, the same interpreted, compiled and on CUDA.

A stream is one cell that counts (SplitMix over 63 bits, so that no step leaves a signed 64-bit integer's range when the
products are masked: Python's integers, Numba's and CUDA's then agree bit by bit).
"""

from __future__ import annotations

from osteria.core.kernel import kernel
from osteria.core.schema import Table

BITS_63 = 0x7FFFFFFFFFFFFFFF
STRIDE = 0x1E3779B97F4A7C15
MIX_1 = 0x3F58476D1CE4E5B9
MIX_2 = 0x14D049BB133111EB


@kernel
def mixed(number: int) -> int:
    """A number below 2**63 that looks nothing like the one it came from."""
    number = ((number ^ (number >> 30)) * MIX_1) & BITS_63
    number = ((number ^ (number >> 27)) * MIX_2) & BITS_63
    return number ^ (number >> 31)


@kernel
def stream_of(seed: int, game: int, episode: int) -> int:
    """Where the stream of a game begins: it depends on these three numbers and on nothing else."""
    return mixed((mixed((mixed(seed + STRIDE) + game * STRIDE) & BITS_63) + episode * STRIDE) & BITS_63)


@kernel
def draw_below(cells: Table, place: int, limit: int) -> int:
    """The next number of a stream, from 0 to below the limit (even to within limit / 2**32)."""
    count = (int(cells[place]) + STRIDE) & BITS_63
    cells[place] = count
    return ((mixed(count) >> 31) * limit) >> 32
