"""Kinds of values that commands take: what cannot be is refused before anything begins."""

from __future__ import annotations

import os
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number

from osteria.core.errors import OsteriaError
from osteria.core.game import Options
from osteria.games import game as game_of

PICTURES = (".png", ".svg", ".pdf")
MOST = 10**12


def _seconds(_: Any, value: float) -> None:
    if not (isfinite(value) and 0 < value <= 86_400):
        raise ValueError("a number of seconds above 0, a day at most.")


def _new_file(_: Any, path: Path | None) -> None:
    if path is not None:
        check_new_file(path)


def _picture(_: Any, path: Path | None) -> None:
    if path is None:
        return
    if path.suffix.lower() not in PICTURES:
        raise ValueError(f"a picture is {', '.join(PICTURES)}; {path.name} is none of them.")
    check_new_file(path)


def _folder(_: Any, path: Path | None) -> None:
    """A folder that is there and can be written to, or can be made."""
    if path is None:
        return
    known = next((place for place in (path, *path.absolute().parents) if place.exists()), Path("/"))
    if not known.is_dir():
        raise ValueError(f"{known} is no folder.")
    if not os.access(known, os.W_OK | os.X_OK):
        raise ValueError(f"{known} may not be written to.")


def check_new_file(path: Path) -> None:
    """A file that can be written: said now, not when the work is done."""
    folder = path.absolute().parent
    if not folder.is_dir():
        raise ValueError(f"there is no folder {folder}.")
    if path.is_dir():
        raise ValueError(f"{path} is a folder.")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise ValueError(f"{path} may not be written.")


def _place(_: Any, on: str) -> None:
    from osteria.lab.pool import HERE, check_place

    try:
        check_place(on)
    except OsteriaError as error:
        raise ValueError(str(error)) from None
    if on != HERE:
        need("ray")


Place = Annotated[str, Parameter(validator=_place)]
Count = Annotated[int, Parameter(validator=Number(gte=1, lte=MOST))]
Seed = Annotated[int, Parameter(validator=Number(gte=0, lt=2**63))]
Workers = Annotated[int, Parameter(validator=Number(gte=1, lte=4096))]
Seconds = Annotated[float, Parameter(validator=_seconds)]
NewFile = Annotated[Path, Parameter(validator=_new_file)]
Picture = Annotated[Path, Parameter(validator=_picture)]
Folder = Annotated[Path, Parameter(validator=_folder)]


def need(*modules: str) -> None:
    """Refuse now what would fail for want of an extra later."""
    for module in modules:
        if find_spec(module) is None:
            raise ModuleNotFoundError(f"No module named {module!r}", name=module)


def options_of(game: str, faces: str | None) -> Options | None:
    """What a table chooses about the rules, from its faces; OsteriaError where the game has no dice."""
    if faces is None:
        return None
    rules = game_of(game)
    chosen = rules.options({"faces": tuple(face.strip() for face in faces.split(","))})
    rules.fresh(rules.seats(rules.fewest), chosen)
    return chosen


def text_of(file: Path) -> str:
    """A text file that the user named."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise OsteriaError(f"{file} is no text.") from None
