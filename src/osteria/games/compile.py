"""`python -m osteria.games.compile [--gently]`: compile the rules into the cache, and say how long it took."""

from __future__ import annotations

import sys

from osteria.core.compile import compile_all
from osteria.core.kernel import Kernels
from osteria.games import NAMES, game


def families() -> dict[str, Kernels]:
    """The kernel families by name; one family serves the three pizza games."""
    return {game(name).kernels.name: game(name).kernels for name in NAMES}


if __name__ == "__main__":
    sys.exit(compile_all(families().values(), sys.argv))
