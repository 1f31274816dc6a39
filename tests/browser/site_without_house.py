"""The page without a house, as any web host serves it."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Files(SimpleHTTPRequestHandler):
    """Serves a folder, and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


class Site:
    """A web host; one that can be switched off."""

    def __init__(self, folder: Path) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """From now on nobody answers."""
        self._server.shutdown()
        self._server.server_close()
