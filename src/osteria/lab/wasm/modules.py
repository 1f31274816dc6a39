"""`python -m osteria.lab.wasm.modules [--gently]`: the modules as a page wants them, with a house or without.

Files are named by their content, so that browsers and service workers keep them; `index.json`, written last, says which there
are and what the page needs to know before it fetches one.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from osteria.bots.days import PLAYOUTS, players_of_a_day
from osteria.bots.hints import hints_for
from osteria.core.errors import OsteriaError
from osteria.core.game import Game, load
from osteria.core.kernel import cache_folder, compiler_is_there, source_digest
from osteria.games import game as game_of
from osteria.lab.wasm.pack import MEMORIES, families, files_of
from osteria.play.new import new

try:
    import fcntl
except ImportError:  # Windows: two may make them at once, each whole
    fcntl = None  # type: ignore[assignment]

INDEX = "index.json"
CARRIED = Path(__file__).parent / "ready"
"""In a wheel: the modules that were made when it was built (`hatch_build.py`)."""
OSTERIA = Path(__file__).parents[2]
SOURCES = tuple(OSTERIA / name for name in ("core", "games", "play", "solve", "bots", "lab/wasm"))
KINDS = {
    "rules": ".wasm",
    "words": ".json",
    "bots": "-bots.wasm",
    "weights": "-bots.json",
    "solver": "-solved.wasm",
    "solved": "-solved.json",
    "values": "-solved.bin",
}
"""What the page calls the files of a family, and how `pack` ends their names; the last three where a game was solved."""


def folder_of_modules() -> Path:
    """Where the modules for exactly these sources are: carried by the wheel, or kept beside the compiled kernels, where they may
    not be yet."""
    if (CARRIED / INDEX).is_file():
        return CARRIED
    return cache_folder() / f"modules-{source_digest(SOURCES)}"


def ready_modules(*, gently: bool = False) -> Path:
    """The modules for these sources; made now if nobody has made them, and waited for if somebody does."""
    folder = folder_of_modules()
    if not (folder / INDEX).is_file():
        if not compiler_is_there():
            raise OsteriaError("WebAssembly modules are made from compiled rules, and Numba is not here.")
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(folder):
            if not (folder / INDEX).is_file():
                if gently:
                    _leave_the_machine_to_others()
                write_modules(folder)
    return folder


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One process makes them; a house that is started again and again would begin as often, and each takes a minute or two."""
    with folder.with_name(f"{folder.name}.making").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)  # ends with the process, however that ends
        yield


def write_modules(folder: Path) -> None:
    """Write the modules of every family whose games have bots, and the index; each also compressed."""
    playable = {family: games for family, games in families().items() if all(game.hints for game in games)}
    index: dict[str, Any] = {"games": {}, "families": {}, "lessons": {}}
    for family, games in playable.items():
        files = files_of(family, games)
        index["families"][family] = {
            kind: _written(folder, f"{family}{ending}", files[f"{family}{ending}"])
            for kind, ending in KINDS.items()
            if f"{family}{ending}" in files
        }
        solved = solved_for(games[0])
        for game in games:
            index["games"][game.name] = {
                "family": family,
                "fewest": game.fewest,
                "most": game.most,
                "bots": [*MEMORIES, *solved],
                "only_for": solved,
                "day": {"players": players_of_a_day(game), "playouts": PLAYOUTS},
            }
            if lesson := lesson_of(game):
                index["lessons"][game.name] = lesson
    _keep(folder / INDEX, json.dumps(index, separators=(",", ":")).encode())


def solved_for(game: Game) -> dict[str, int]:
    """The bots that play what was solved, and for how many players that is."""
    hints = hints_for(game.name)
    solved = load(hints.solved) if hints and hints.solved else None
    return {solved.bot: solved.players} if solved else {}


def _written(folder: Path, name: str, content: bytes) -> str:
    """Write a file under a name that has a digest of its content in it; returns the name."""
    digest = hashlib.sha256(content).hexdigest()[:10]
    stem, dot, ending = name.rpartition(".")
    _keep(folder / f"{stem}.{digest}{dot}{ending}", content)
    return f"{stem}.{digest}{dot}{ending}"


def _keep(file: Path, content: bytes) -> None:
    """Nobody finds half a file under its name."""
    for path, data in ((file.with_name(f"{file.name}.gz"), gzip.compress(content, 9, mtime=0)), (file, content)):
        half = path.with_name(f"{path.name}.{os.getpid()}")
        half.write_bytes(data)
        half.replace(path)


def lesson_of(game: Game) -> dict[str, Any] | None:
    """The first game that teaches a game, every line of it with what chance deals; as a transcript would have it."""
    lesson = game.lesson
    if lesson is None:
        return None
    players = list(lesson.seats) if game_of(lesson.game).seat_words else len(lesson.seats)
    match = new(lesson.game, players, seed=lesson.seed)
    for _, move in lesson.moves:
        match.play(move)
    return {"game": lesson.game, "seats": players, "lines": [f"{who}: {move}" for who, move in match.lines()]}


def _leave_the_machine_to_others() -> None:
    """The lowest priority; and what a house compiles at this very moment is waited for, not compiled twice."""
    os.nice(19)
    for games in families().values():
        hints = hints_for(games[0].name)
        for kernels in (games[0].kernels, *((hints.kernels,) if hints else ())):
            kernels.hurry()
            while not kernels.is_compiled:
                time.sleep(1)


if __name__ == "__main__":
    print(ready_modules(gently="--gently" in sys.argv))
