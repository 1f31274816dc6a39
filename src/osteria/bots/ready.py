"""Compiled playouts without waiting: loaded if an earlier run compiled them, else compiled meanwhile."""

from __future__ import annotations

import subprocess
import sys
from threading import Lock, Thread

from osteria.core.kernel import Kernels, compiler_is_there

_asked: set[str] = set()
_lock = Lock()


def hurry(kernels: Kernels) -> None:
    """Have these kernels compiled soon, in another process; until then `kernels.best` is interpreted."""
    with _lock:
        if kernels.name in _asked or kernels.is_compiled or not compiler_is_there():
            return
        _asked.add(kernels.name)
    Thread(target=_fetch, args=(kernels,), name=f"kernels-{kernels.name}", daemon=True).start()


def _fetch(kernels: Kernels) -> None:
    ready = kernels.folder() / "complete"
    if not ready.exists():
        command = [sys.executable, "-m", "osteria.bots.compile", "--gently", kernels.name]
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if ready.exists():
        kernels.compiled()
