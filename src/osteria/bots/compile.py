"""`python -m osteria.bots.compile [--gently]`: compile the bots' playouts into the cache, and say how long it took."""

from __future__ import annotations

import sys

from osteria.bots.thumb import kernels_of
from osteria.core.compile import compile_all
from osteria.core.kernel import Kernels
from osteria.games import NAMES
from osteria.play.stir import KERNELS as STIRRING


def families() -> dict[str, Kernels]:
    """The kernel families by name: playouts (one serves the three pizza games), and what imagines worlds."""
    return {kernels.name: kernels for name in NAMES for kernels in (kernels_of(name), STIRRING)}


if __name__ == "__main__":
    sys.exit(compile_all(families().values(), sys.argv))
