"""Compiled playouts without waiting: loaded if an earlier run compiled them, else compiled meanwhile."""

from __future__ import annotations

import subprocess
import sys
from threading import Lock, Thread

from osteria.core.kernel import Kernels, claimed, compiler_is_there, is_writable

_asked: set[tuple[str, bool]] = set()
_lock = Lock()


def fetch(kernels: Kernels, *, compiles: bool) -> None:
    """Have these kernels loaded soon, by a thread; until then `kernels.best` is interpreted.

    Args:
        kernels: which.
        compiles: have them compiled first, by one other process, where no earlier run did.
    """
    with _lock:
        if (kernels.name, compiles) in _asked or kernels.is_compiled or not compiler_is_there():
            return
        _asked.add((kernels.name, compiles))
    Thread(target=_fetch, args=(kernels, compiles), name=f"kernels-{kernels.name}", daemon=True).start()


def _fetch(kernels: Kernels, compiles: bool) -> None:
    folder = kernels.folder()
    ready, claim = folder / "complete", folder / "claim"
    if compiles and not ready.exists() and is_writable(folder) and claimed(claim):
        command = [sys.executable, "-m", "osteria.bots.compile", "--gently", kernels.name]
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        claim.unlink(missing_ok=True)
    if ready.exists():
        kernels.compiled()
