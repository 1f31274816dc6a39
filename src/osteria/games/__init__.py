"""The registry of games: ours and anybody's alike, each an entry point of the group `osteria.games`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from osteria.core.errors import OsteriaError
from osteria.core.game import Game

GROUP = "osteria.games"
FIRST = ("mamma-mia", "sole-mio", "grande", "roll-for-soles")
"""The order in which games are listed; what comes from elsewhere follows by name."""
CHECKOUT = Path(__file__).parents[3] / "pyproject.toml"


@cache
def registered() -> dict[str, EntryPoint]:
    """The installed games by name; where a name is taken by this distribution, it is ours."""
    found = {point.name: point for point in (*entry_points(group=GROUP), *_ours())}
    listed = [*(name for name in FIRST if name in found), *sorted(set(found) - {*FIRST})]
    return {name: found[name] for name in listed}


def _ours() -> Iterator[EntryPoint]:
    """The games of this distribution. A checkout that was installed before it had them is read itself."""
    points = [point for point in entry_points(group=GROUP) if point.dist and point.dist.name == "osteria"]
    if points or not CHECKOUT.exists():
        yield from points
        return
    written = tomllib.loads(CHECKOUT.read_text(encoding="utf-8"))["project"]["entry-points"][GROUP]
    for name, value in written.items():
        yield EntryPoint(name, value, GROUP)


@cache
def game(name: str) -> Game:
    """The game of that name; a sentence (OsteriaError) that lists the names if there is none."""
    if name not in registered():
        raise OsteriaError(f"There is no game “{name}”; there are {', '.join(names())}.")
    found = registered()[name].load()()
    if not isinstance(found, Game) or found.name != name:
        raise OsteriaError(f"{registered()[name].value} is not the game {name}.")
    return found


def names() -> tuple[str, ...]:
    """The games of this installation by name."""
    return tuple(registered())


NAMES = names()
"""The same, as they were when Osteria was imported."""
