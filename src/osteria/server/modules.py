"""What the page plays with without the house: WebAssembly modules, carried by the wheel or made in the background."""

import asyncio
import sys
from pathlib import Path

import structlog

from osteria.core.kernel import compiler_is_there

MAKER = "osteria.lab.wasm.modules"
"""Run in a process of its own; it prints where the modules lie."""
CARRIED = Path(__file__).parents[1] / "lab" / "wasm" / "ready"
"""In a wheel: made when it was built."""
INDEX = "index.json"
PATIENCE = 30.0
"""Seconds after the start before they are made: whoever opens the house first wants to play."""
log = structlog.get_logger()


class Modules:
    """The folder with the modules.

    Args:
        folder: where they lie ready; empty: where the wheel has them; else they are made while the house is open, and kept for
            the next time.
    """

    def __init__(self, folder: str) -> None:
        carried = CARRIED if (CARRIED / INDEX).is_file() else None
        self.folder = Path(folder) if folder else carried

    def file(self, name: str) -> Path | None:
        """A file of the folder by its name; None as long as it is not there."""
        found = self.folder / name if self.folder and name == Path(name).name else None
        return found if found and found.is_file() else None

    @property
    def are_ready(self) -> bool:
        """Whether the page can play, and look back, without the house."""
        return self.file(INDEX) is not None

    async def make(self) -> None:
        """Makes them, if nobody has; goes on for ever, as supervised work does."""
        if self.folder is None and compiler_is_there():
            await asyncio.sleep(PATIENCE)
            self.folder = await _made()
        await asyncio.Event().wait()


async def _made() -> Path | None:
    """Has them made; None where that failed, which is logged."""
    pipe, command = asyncio.subprocess.PIPE, (sys.executable, "-m", MAKER, "--gently")
    process = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe)
    try:
        told, why = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise
    if process.returncode == 0:
        return Path(told.decode().strip())
    log.warning("modules.failed", error=why.decode()[-500:])
    return None
