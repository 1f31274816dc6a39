"""`python -m osteria.bots.compile [--gently]`: compile the bots' playouts into the cache, and say how long it took."""

from __future__ import annotations

import sys

from osteria.bots.comparing import KERNELS as COMPARING
from osteria.bots.hints import hints_for
from osteria.bots.maestro.maestro import describer_of
from osteria.bots.maestro.network import weights_of
from osteria.core.compile import compile_all
from osteria.core.kernel import Kernels
from osteria.games import NAMES, game
from osteria.play.reshuffle import KERNELS as RESHUFFLE


def families() -> dict[str, Kernels]:
    """The kernel families by name: playouts (one serves the three pizza games), what the maestro looks at, what
    compares options and what imagines worlds."""
    found = {hints.kernels.name: hints.kernels for name in NAMES if (hints := hints_for(name))}
    learned = [describer_of(game(name).kernels.name).KERNELS for name in NAMES if weights_of(name).exists()]
    return found | {kernels.name: kernels for kernels in (*learned, COMPARING, RESHUFFLE)}


if __name__ == "__main__":
    sys.exit(compile_all(families().values(), sys.argv))
