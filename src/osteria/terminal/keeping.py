"""A game that was left is kept: in this user's data folder, until it is finished or another is begun."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from osteria.core.errors import OsteriaError

NAME = "terminal-table.json"


@dataclass(frozen=True)
class Kept:
    """What it takes to go on with a game.

    Attributes:
        seat: the person's.
        bots: the names of the others.
        memory: "authentic" or "assisted".
        seed: of the deal, as hexadecimal bytes or a number: what was not drawn yet is dealt as it would have been.
        transcript: everything that has happened.
    """

    seat: int
    bots: str
    memory: str
    seed: int | str
    transcript: str


def place() -> Path:
    """Where the game is kept: `$XDG_DATA_HOME/osteria`, else `~/.local/share/osteria`."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "osteria" / NAME


def keep(game: Kept) -> bool:
    """Write the game, readable for this user only; whether that could be done."""
    file = place()
    unfinished = file.with_suffix(".part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished.touch(mode=0o600)
        unfinished.write_text(json.dumps(asdict(game)), encoding="utf-8")
        unfinished.replace(file)
    except OSError:
        return False
    return True


def kept() -> Kept | None:
    """The game that was left; None where there is none. OsteriaError for a file that is none of ours."""
    try:
        return Kept(**json.loads(place().read_text(encoding="utf-8")))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise OsteriaError(f"{place()} is damaged ({type(error).__name__}); remove it to begin anew.") from None


def forget() -> None:
    """The game is over."""
    try:
        place().unlink(missing_ok=True)
    except OSError:
        return
