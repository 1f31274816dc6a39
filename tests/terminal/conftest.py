"""A person at a terminal: commands in a process of their own, behind a pseudo-terminal or a pipe."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PROMPTS = ("> ", "goes on. ", "game? ")
PATIENCE_S = 120
QUIET_S = 0.1
"""A prompt is a prompt when nothing follows it for so long: a screen may arrive in pieces."""


def surroundings(**more: str) -> dict[str, str]:
    """An environment in which nothing is compiled and nothing says how wide the terminal is."""
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR", "TMUX")}
    return {**kept, "OSTERIA_INTERPRETED": "1", "TERM": "xterm-256color", **more}


class Terminal:
    """`osteria` in a pseudo-terminal. A frame is what the screen shows when an answer is awaited."""

    def __init__(self, *words: str, columns: int = 80, rows: int = 24, **more: str) -> None:
        self.columns, self.rows, self.raw, self._seen = columns, rows, "", 0
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "osteria.cli", *words],
            stdin=theirs, stdout=theirs, stderr=theirs, env=surroundings(**more), start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(theirs)

    def frame(self) -> str | None:
        """Wait for the next question; the text on the screen then. None when the command has ended."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            fresh = CODES.sub("", self.raw[self._seen :])
            if fresh.endswith(PROMPTS) and not select.select([self._ours], [], [], QUIET_S)[0]:
                shown = self.raw[self._seen :].split("\x1b[H\x1b[2J")[-1]
                self._seen = len(self.raw)
                return CODES.sub("", shown).replace("\r", "")
            if not self._read():
                return None
        raise AssertionError(f"no question came: {self.raw[-500:]!r}")

    def _read(self) -> bool:
        if not select.select([self._ours], [], [], 1)[0]:
            return True
        try:
            piece = os.read(self._ours, 65536)
        except OSError:
            return False
        self.raw += self._decoder.decode(piece)
        return bool(piece)

    def answer(self, text: str) -> str | None:
        """Type a line; the next frame."""
        self.press(f"{text}\n".encode())
        return self.frame()

    def press(self, keys: bytes) -> None:
        """Type keys as they are."""
        os.write(self._ours, keys)

    def end(self) -> tuple[int, str]:
        """Wait for the end: the exit status, and what stands on the terminal's own screen then."""
        while self._read():
            pass
        status = self._process.wait(PATIENCE_S)
        return status, CODES.sub("", self.raw.split("\x1b[?1049l")[-1]).replace("\r", "")

    def close(self) -> None:
        """Switch the terminal off."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._ours)


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """Opens terminals, and closes them after the test."""
    opened: list[Terminal] = []

    def open_one(*words: str, columns: int = 80, rows: int = 24, **more: str) -> Terminal:
        opened.append(Terminal(*words, columns=columns, rows=rows, **more))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


@pytest.fixture(autouse=True)
def games_are_kept_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A game that a test leaves is not the user's."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture(autouse=True)
def nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game or two are played sooner than compiled."""
    monkeypatch.setenv("OSTERIA_INTERPRETED", "1")
