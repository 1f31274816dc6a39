"""The exponential function for kernels: the same bits interpreted, compiled, on CUDA and in WebAssembly, where libraries differ
in the last one."""

from __future__ import annotations

from osteria.core.kernel import kernel

LN_2_HIGH, LN_2_LOW = 0.693147180369123816490, 1.90821492927058770002e-10
"""The natural logarithm of 2 in two parts; a whole number below 2**20 times the first has no rounding error."""
TERMS = 14
MOST = 700.0
"""BOUND: beyond that the result is no ordinary double; such arguments are taken as this one."""


@kernel
def exp(x: float) -> float:
    """e to the power of x, within two units of the last place."""
    x = max(-MOST, min(MOST, x))
    twos = int(x / LN_2_HIGH + (0.5 if x >= 0 else -0.5))
    rest = x - twos * LN_2_HIGH - twos * LN_2_LOW
    value = 1.0
    for term in range(TERMS, 0, -1):
        value = 1.0 + value * rest / term
    factor = 2.0 if twos > 0 else 0.5
    for _ in range(abs(twos)):
        value *= factor
    return value
