"""What set-up calls, and the sentence for what went wrong: a full disk is called a full disk, a lost network a lost network."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BUILDING = ROOT / ".building"
"""Where the browser table is built before it is moved in; anything found here at a start is left over."""
MEGABYTE = 1_000_000
NEEDED_MEGABYTES = {"run": 500, "web": 900, "test": 3500}
"""While it is being set up; `./run` keeps less."""

FULL, READ_ONLY, FORBIDDEN, MEMORY, CHECKSUM, NETWORK, NO_SUCH, OTHER = range(8)
SIGNS = {
    FULL: r"no space left|ENOSPC|os error 28\b|disk quota exceeded|EDQUOT",
    READ_ONLY: r"read-only file system|EROFS|os error 30\b",
    FORBIDDEN: r"permission denied|EACCES|EPERM|os error 13\b|operation not permitted",
    MEMORY: r"cannot allocate memory|out of memory|ENOMEM|os error 12\b|MemoryError",
    CHECKSUM: r"hash mismatch|do not match the hashes|EINTEGRITY|checksum",
    NETWORK: r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|connection|timed out|timeout|dns error"
    r"|failed to fetch|could not connect|name resolution|resolve host|network|error sending request|tunnel",
    NO_SUCH: r"no solution found|no matching distribution|could not find a version|no wheels|E404|ETARGET|not found in",
}
held_locks: list[int] = []
"""Descriptors that every step holds too: whoever starts after a killed set-up waits for the step that outlived it."""


class SetUpFailed(Exception):
    """Set-up cannot go on; the text is the sentence for the person who called it.

    Attributes:
        cause: one of the causes above.
    """

    def __init__(self, sentence: str, cause: int = OTHER) -> None:
        super().__init__(sentence)
        self.cause = cause


def say(sentence: str) -> None:
    """Tell the person waiting what is being done."""
    print(f"osteria: {sentence}", file=sys.stderr, flush=True)


def call(*command: str | Path, doing: str, cwd: Path = ROOT, **more: str) -> None:
    """Run a command quietly; when it fails, show the end of what it printed and stop with a sentence.

    Args:
        command: the words of the command.
        doing: what the command is for, as in "the rules could not be compiled".
        cwd: where it runs.
        more: environment variables for it alone.
    """
    done = subprocess.run(
        command,
        cwd=cwd,
        env=surroundings() | more,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        pass_fds=held_locks,
    )
    if done.returncode:
        cause = cause_of(done.stdout, done.returncode)
        sys.stderr.writelines(f"    {line}\n" for line in done.stdout.splitlines()[-12:] if line.strip())
        raise SetUpFailed(f"{doing}: {words_for(cause, done.stdout)}", cause)


def cause_of(printed: str, status: int = 1) -> int:
    """Why a command failed, as far as what it printed tells."""
    for cause, signs in SIGNS.items():
        if re.search(signs, printed, re.IGNORECASE):
            return cause
    return FULL if free_megabytes() < 1 else MEMORY if status == -9 else OTHER


def words_for(cause: int, printed: str) -> str:
    """The end of the sentence: the true cause, and what can be done."""
    signs = re.compile(SIGNS.get(cause, "$^"), re.IGNORECASE)
    line = next((line.strip() for line in printed.splitlines() if signs.search(line)), "")
    return {
        FULL: f"the disk is full ({free_megabytes()} MB are free for {ROOT}).",
        READ_ONLY: f"something that must be written is read-only: {line}",
        FORBIDDEN: f"this user may not write there: {line}",
        MEMORY: "the system ran out of memory, or stopped it.",
        CHECKSUM: "a package that came is not the one that is locked (its checksum differs).",
        NETWORK: "the package registry cannot be reached; is there a network?",
        NO_SUCH: "the registry has no such package for this Python and this machine.",
        OTHER: "what it said stands above.",
    }[cause]


def free_megabytes() -> int:
    """What is left on the disk of the checkout."""
    return shutil.disk_usage(ROOT).free // MEGABYTE


def surroundings() -> dict[str, str]:
    """The caller's environment, with .venv's commands first and without what would lead pip or uv elsewhere."""
    unwanted = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "CONDA_PREFIX")
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    path = os.pathsep.join([str(VENV / "bin"), kept.get("PATH", os.defpath)])
    settings = {"UV_PYTHON_DOWNLOADS": "never", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1"}
    return kept | own_caches() | settings | {"PATH": path}


def own_caches() -> dict[str, str]:
    """Where downloads are kept when this user's own folders cannot be written to: beside the build, and gone with it."""
    shared = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser())
    homes = {
        "UV_CACHE_DIR": Path(os.environ.get("UV_CACHE_DIR", shared / "uv")),
        "npm_config_cache": Path(os.environ.get("npm_config_cache", Path("~/.npm").expanduser())),  # noqa: SIM112
    }
    return {name: str(BUILDING / "cache" / name) for name, home in homes.items() if not is_writable(home)}


def is_writable(folder: Path) -> bool:
    """Whether a folder is there, or can be made, and takes files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return False
    return os.access(folder, os.W_OK)


def remove(folder: Path) -> None:
    """A folder and all that is in it, if it is there; one that cannot be removed stops set-up."""
    if folder.is_symlink():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)
