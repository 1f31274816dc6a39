"""`python -m osteria.core.compile [--gently] MODULE:NAME...`: compile families of kernels into the cache."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from osteria.core.game import load
from osteria.core.kernel import Kernels, compiler_is_there


def compile_all(families: Iterable[Kernels], words: Iterable[str]) -> int:
    """Compile these families and say how long each took; with the word --gently only in time that nobody else wants."""
    if "--gently" in words:
        os.nice(10)
    if not compiler_is_there():
        print("Numba cannot be imported: everything runs interpreted.", file=sys.stderr)
        return 0
    for kernels in families:
        kernels.compiled()
        print(f"compiled {kernels.name} in {kernels.seconds:.1f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(compile_all([load(word) for word in sys.argv[1:] if word != "--gently"], sys.argv))
