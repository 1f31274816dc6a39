"""Random numbers inside kernels, the same interpreted, compiled and on CUDA.

This is the one random generator of kernels. Every game of a batch and every playout of a bot has streams of its own. A stream is
two cells: a count that goes round all numbers of 32 bits, and a key. Every number drawn is a hash of both. No product reaches
2**63 (the factors have 31 bits), so that Python's integers, Numba's and CUDA's agree bit by bit; a signed overflow would be
undefined to the compiler, which then drops the mask.
"""

from __future__ import annotations

from osteria.core.kernel import kernel
from osteria.core.schema import Table

BITS_32 = 0xFFFFFFFF
STRIDE = 0x9E3779B9
FACTOR_1, FACTOR_2 = 0x21F0AAAD, 0x735A2D97
FIRST_COUNT, FIRST_KEY = 0x243F6A88, 0x3707344A


@kernel
def mixed(word: int) -> int:
    """Another 32-bit word: a one-to-one hash in which every bit depends on every bit."""
    word = ((word ^ (word >> 16)) * FACTOR_1) & BITS_32
    word = ((word ^ (word >> 15)) * FACTOR_2) & BITS_32
    return word ^ (word >> 15)


@kernel
def absorbed(word: int, number: int) -> int:
    """A word that depends on all 63 bits of a number."""
    return mixed(mixed(word ^ (number & BITS_32)) ^ (number >> 32))


@kernel
def open_stream(cells: Table, place: int, seed: int, game: int, purpose: int) -> None:
    """Begin a stream: it depends on these three numbers and on nothing else."""
    cells[place] = absorbed(absorbed(absorbed(FIRST_COUNT, seed), game), purpose)
    cells[place + 1] = absorbed(absorbed(absorbed(FIRST_KEY, purpose), game), seed)


@kernel
def draw_below(cells: Table, place: int, limit: int) -> int:
    """The next number of a stream, from 0 to below the limit (even to within limit / 2**32)."""
    count = (int(cells[place]) + STRIDE) & BITS_32
    cells[place] = count
    return (mixed(count ^ int(cells[place + 1])) * limit) >> 32


@kernel
def begin_playout(cells: Table, key: int) -> None:
    """Begin the stream of a playout."""
    cells[0] = 0
    cells[1] = key


@kernel
def playout_key(seed: int, number: int) -> int:
    """The key of a playout's stream: another one for every number."""
    return absorbed(absorbed(FIRST_KEY, seed), number)
