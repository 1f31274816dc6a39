"""The page without a house, as any web host serves it."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from players import Pointer
from playwright.sync_api import Page


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


def sit_down(page: Page, site: Site, game: str, players: int) -> Pointer:
    """Makes a table against experts."""
    somebody = Pointer(page)
    page.goto(f"{site.url}/new/{game}#{players}")
    for seat in range(1, players):
        page.locator("select:has(option[value=bot])").nth(seat).select_option("bot")
        page.locator("select:has(option[value=expert])").nth(seat - 1).select_option("expert")
    somebody.press(page.locator("[data-confirm]"))
    page.wait_for_selector("[data-screen=table], [data-screen=soles]")
    return somebody
