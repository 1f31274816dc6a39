"""`python -m osteria.bots.compile [--gently] [FAMILY...]`: compile the bots' playouts into the cache."""

from __future__ import annotations

import os
import sys

from osteria.bots.thumb import kernels_of
from osteria.core.kernel import Kernels, compiler_is_there
from osteria.games import NAMES
from osteria.play.stir import KERNELS as STIRRING


def families() -> dict[str, Kernels]:
    """The kernel families by name: playouts (one serves the three pizza games), and what imagines worlds."""
    return {kernels.name: kernels for name in NAMES for kernels in (kernels_of(name), STIRRING)}


def main(words: list[str]) -> int:
    """Compile the named families, or all; gently: only with time that nobody else wants."""
    names = [word for word in words if word != "--gently"]
    if "--gently" in words:
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
