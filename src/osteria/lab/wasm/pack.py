"""A folder with everything a JavaScript program needs to play: modules, what lies where in a record, and a small reader."""

from __future__ import annotations

import base64
import gzip
import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from osteria.core.errors import OsteriaError
from osteria.core.game import Game
from osteria.core.kernel import Kernels, compiler_is_there
from osteria.games import game as game_of
from osteria.games import names
from osteria.lab.playing import kernels_for
from osteria.lab.wasm.asking import asking
from osteria.lab.wasm.emit import module_of

READER = "osteria.mjs"
DRIVERS = ("playouts",)
"""Of the kernels that drive many games: whole random games, to measure and to compare."""


@dataclass(frozen=True)
class Packed:
    """A file that was written: its name, its size, and its size when a web server compresses it."""

    name: str
    size: int
    compressed: int


def pack(folder: Path, told: Callable[[Packed], None]) -> None:
    """Write two modules a family (its rules, and its whole games), a description of each, and the reader."""
    if not compiler_is_there():
        raise OsteriaError("WebAssembly modules are made from compiled rules, and Numba is not here.")
    folder.mkdir(parents=True, exist_ok=True)
    for family, games in families().items():
        rules, words, drivers = games[0].kernels, asking(games[0]), kernels_for(games[0])
        _write(folder / f"{family}.wasm", module_of(rules, words), told)
        _write(folder / f"{family}-games.wasm", module_of(drivers, entries=DRIVERS), told)
        examples = {**rules.examples(), **words.examples(), **{name: drivers.examples()[name] for name in DRIVERS}}
        described = describe(games, examples)
        described["parameters"] = (
            parameters(rules, list(rules.entries))
            | parameters(words, list(words.entries))
            | parameters(drivers, DRIVERS)
        )
        _write(folder / f"{family}.json", json.dumps(described).encode(), told)
    _write(folder / READER, resources.files(__package__).joinpath(READER).read_bytes(), told)


def families() -> Mapping[str, list[Game]]:
    """The games, by the family whose kernels they share."""
    found: dict[str, list[Game]] = {}
    for game in map(game_of, names()):
        found.setdefault(game.kernels.name, []).append(game)
    return found


def _write(file: Path, content: bytes, told: Callable[[Packed], None]) -> None:
    file.write_bytes(content)
    told(Packed(file.name, len(content), len(gzip.compress(content, 9))))


def parameters(kernels: Kernels, names: Sequence[str]) -> dict[str, list[str]]:
    """The names of what each entry takes, in order."""
    return {name: list(inspect.signature(kernels.entries[name]).parameters) for name in names}


def describe(games: Sequence[Game], examples: Mapping[str, tuple[Any, ...]]) -> dict[str, Any]:
    """What the numbers of a family mean: fields of its records, asks, fresh tables, and the arrays that entries take."""
    first = games[0]
    return {
        "record": fields(first.record),
        "observation": fields(first.observation),
        "arrays": {name: [shape_of(one) for one in arguments] for name, arguments in examples.items()},
        "asks": {str(code): word for code, word in first.asks.items()},
        "chance": sorted(first.chance_asks),
        "over": first.over,
        "close": list(first.close),
        "actions": first.actions,
        "composed": sorted(first.composed),
        "wording": first.wording_data(),
        "fresh": {game.name: {str(players): fresh(game, players) for players in seats(game)} for game in games},
    }


def seats(game: Game) -> range:
    """How many may play."""
    return range(game.fewest, game.most + 1)


def fresh(game: Game, players: int) -> str:
    """The record of a table before anything was drawn, in base 64."""
    return base64.b64encode(game.fresh(game.seats(players), game.options()).tobytes()).decode()


def fields(record: np.dtype[Any]) -> dict[str, Any]:
    """Where each field of a record lies: its offset, the type of its cells, and its lengths."""
    assert record.fields is not None
    found = {name: [kind[1], kind[0].base.str, list(kind[0].shape)] for name, kind in record.fields.items()}
    return {"size": record.itemsize, "fields": found}


def shape_of(argument: Any) -> list[Any] | None:
    """The type and lengths of an example array; None for a number."""
    if not isinstance(argument, np.ndarray):
        return None
    return [argument.dtype.str if argument.dtype.fields is None else "record", argument.itemsize, list(argument.shape)]
