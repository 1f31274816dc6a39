"""A page without a house: the built page and the modules as a folder of files, for any web host."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from osteria.core.errors import OsteriaError
from osteria.games import names
from osteria.lab.wasm.modules import ready_modules

MARK = '<meta name="osteria" content="page" />'
"""By this the page knows that nobody answers but the house on its own device."""
COMPRESSED = (".br", ".gz")
PAGES = ("new", "learn", "rules", "rulings", "about", "today")
OF_GAMES = ("new", "learn", "rules")


def write_page(folder: Path, built: Path) -> None:
    """Write the site; what lies in the folder and is not part of it stays.

    Args:
        folder: made if it is not there.
        built: the page as a house serves it.
    """
    if not (built / "index.html").is_file():
        raise OsteriaError("The page has not been built: run ./test --setup in the checkout, or install the wheel.")
    if folder.exists() and not folder.is_dir():
        raise OsteriaError(f"{folder} is a file; the page is written into a folder.")
    _copy(built, folder)
    _copy(ready_modules(), folder / "modules")
    page = (built / "index.html").read_text().replace("<head>", f"<head>\n    {MARK}", 1)
    for path in ("index.html", "404.html", *(f"{path}/index.html" for path in addresses(names()))):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(page)


def addresses(games: Sequence[str]) -> list[str]:
    """The addresses that a web host shall know without the service worker; for all others it has 404.html."""
    return [*PAGES, *(f"{path}/{game}" for path in OF_GAMES for game in games)]


def _copy(source: Path, target: Path) -> None:
    """Web hosts compress by themselves."""
    shutil.copytree(source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*(f"*{e}" for e in COMPRESSED)))
