"""`python -m osteria.games.compile [--gently] [FAMILY...]`: compile the kernels into the cache, and say how long it took."""

from __future__ import annotations

import os
import sys

from osteria.core.kernel import Kernels, compiler_is_there
from osteria.games import NAMES, game


def families() -> dict[str, Kernels]:
    """The kernel families by name; one family serves the three pizza games."""
    return {game(name).kernels.name: game(name).kernels for name in NAMES}


def main(names: list[str]) -> int:
    """Compile the named families, or all; gently: only with time that nobody else wants."""
    if "--gently" in names:
        names = [name for name in names if name != "--gently"]
        os.nice(10)
    if not compiler_is_there():
        print("Numba cannot be imported: everything runs interpreted.", file=sys.stderr)
        return 0
    for name, kernels in families().items():
        if not names or name in names:
            kernels.compiled()
            print(f"compiled {name} in {kernels.seconds:.1f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
