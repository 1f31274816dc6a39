"""The house in a process of its own, and calls to it."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

IS_LONG = os.environ.get("OSTERIA_LONG") == "1"
SETTINGS = {
    "OSTERIA_PAUSE_LEAST": "0",
    "OSTERIA_PAUSE_MOST": "0",
    "OSTERIA_RATE": "",
    "OSTERIA_NEW_TABLES": "",
    "OSTERIA_SOCKETS": "1000",
    "OSTERIA_INTERPRETED": "1",
    "OSTERIA_BOTS": "random",
    "OSTERIA_STAND_IN": "random",
    "OSTERIA_CHAIR": "2",
    "OSTERIA_PLAYOUTS": "2",
    "OSTERIA_LOG_LEVEL": "warning",
}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class House:
    """`osteria serve`, always on the same port and with the same data."""

    def __init__(self, folder: Path, **surroundings: str) -> None:
        self._surroundings = surroundings
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "House":
        """Starts it and waits until it answers."""
        command = [sys.executable, "-m", "osteria.cli", "serve", "--port", str(self.port), "--data", str(self.folder)]
        with (self.folder / "log.txt").open("a") as log:
            self._process = subprocess.Popen(
                command, env={**os.environ, **SETTINGS, **self._surroundings}, stdout=log, stderr=log
            )
        until = time.monotonic() + 90
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                self.get("/api/house")
                return self
            time.sleep(0.05)
        raise AssertionError((self.folder / "log.txt").read_text())

    def kill(self) -> None:
        """Ends it without a warning."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        """Ends it."""
        assert self._process is not None
        self._process.terminate()
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self.kill()

    def get(self, path: str, key: str = "") -> dict:
        """What the API answers."""
        request = urllib.request.Request(self.url + path, headers={"Authorization": f"Bearer {key}"} if key else {})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def wait(self, path: str, is_so: Callable[[dict], bool], seconds: float = 60) -> None:
        """Until what the API answers is so. A page cannot wait for that: to Playwright a promise is an answer."""
        until = time.monotonic() + seconds
        while not is_so(answer := self.get(path)):
            assert time.monotonic() < until, answer
            time.sleep(0.05)

    def post(self, path: str, body: dict, key: str = "") -> dict:
        """What the API answers to a body."""
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def table(self, game: str, players: int, **settings: object) -> str:
        """A running table with bots; the link of the only person."""
        seats = [{"kind": "me", "name": "Pia"}] + [{"kind": "bot"}] * (players - 1)
        made = self.post("/api/tables", {"game": game, "seats": seats, "settings": settings, "start": True})
        return f"{self.url}/t/{made['table']}#{made['keys']['0']}"
