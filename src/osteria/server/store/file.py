"""The file of an SQLite house: readable by its owner only, and open in one house at a time."""

import os
from pathlib import Path
from typing import IO

from osteria.core.errors import OsteriaError

try:
    import fcntl
except ImportError:  # Windows: SQLite's own locks keep rows whole there, but two houses are not told apart
    fcntl = None  # type: ignore[assignment]

OWNER_ONLY, OWNER_ONLY_FOLDER = 0o600, 0o700


class DatabaseFile:
    """One file. Its folder is made for its owner only; so is the file, and what SQLite puts beside it."""

    def __init__(self, path: Path) -> None:
        self.path = path.expanduser().resolve()
        self._lock: IO[str] | None = None
        self._number: int | None = None

    def make(self) -> None:
        """Makes folder and file where they are missing; takes from others what earlier versions let them read."""
        _make_folder(self.path.parent)
        os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, OWNER_ONLY))
        for beside in ("", "-wal", "-shm"):
            file = Path(f"{self.path}{beside}")
            if file.exists():
                _close_to_others(file)
        self._number = self.path.stat().st_ino

    def lock(self) -> None:
        """Refuses where another house has the file open."""
        lock = Path(f"{self.path}-lock")
        self._lock = os.fdopen(os.open(lock, os.O_CREAT | os.O_RDWR, OWNER_ONLY), "w")
        try:
            if fcntl is not None:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.unlock()
            raise OsteriaError(
                f"Another house has {self.path} open. Close it, take another folder (--data), or use PostgreSQL, which"
                " several processes can share."
            ) from None

    def unlock(self) -> None:
        """Others may open it."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def is_same(self) -> bool:
        """Whether the file is still the one that was opened."""
        try:
            return self.path.stat().st_ino == self._number
        except OSError:
            return False


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(OWNER_ONLY_FOLDER)


def _close_to_others(file: Path) -> None:
    status = file.stat()
    if status.st_mode & 0o077 and status.st_uid == os.getuid():
        file.chmod(OWNER_ONLY)


def open_for_owner(file: Path) -> IO[str]:
    """A new text file that only its owner can read; what is no file (a pipe, `/dev/null`) stays, and is written to."""
    if file.exists() and not file.is_file():
        return file.open("w")
    file.unlink(missing_ok=True)
    return os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY), "w")
