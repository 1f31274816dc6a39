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

from osteria.bots import expert
from osteria.bots.comparing import KERNELS as COMPARING
from osteria.bots.hints import END, NOVICE, PLAYOUTS, RANDOM, REGULAR, Hints, hints_for
from osteria.bots.regular import NOVICE_MEMORY
from osteria.core.errors import OsteriaError
from osteria.core.game import Game, load
from osteria.core.kernel import Kernels, compiler_is_there
from osteria.core.schema import State, Table
from osteria.games import game as game_of
from osteria.games import names
from osteria.lab.playing import kernels_for
from osteria.lab.wasm.asking import asking
from osteria.lab.wasm.emit import module_of
from osteria.play.reshuffle import KERNELS as RESHUFFLE

READER = "osteria.mjs"
DRIVERS = ("playouts", "advance")
"""Of the kernels that drive many games: whole random games and steps of a batch, to measure and to compare."""
EXPERT = "expert"
MEMORIES = {RANDOM: 1.0, NOVICE: NOVICE_MEMORY, REGULAR: 1.0, EXPERT: 1.0}
"""The bots, weakest first, and how much they remember; the expert begins with the rules of thumb of its playouts."""
BITS = 40
"""Of a value that was solved: more than enough to tell the best move (the closest two differ by 4.5e-10)."""
IMAGINING = ("unseen", "quiet")
"""Of the rules: what the expert needs to imagine worlds, where something is hidden."""


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
        for name, content in files_of(family, games).items():
            _write(folder / name, content, told)
        drivers = kernels_for(games[0])
        _write(folder / f"{family}-games.wasm", module_of(drivers, entries=DRIVERS), told)
    _write(folder / READER, resources.files(__package__).joinpath(READER).read_bytes(), told)


def files_of(family: str, games: Sequence[Game]) -> dict[str, bytes]:
    """The modules of a family with their descriptions: its rules, and its bots where it has hints."""
    rules, words, drivers = games[0].kernels, asking(games[0]), kernels_for(games[0])
    examples = {**rules.examples(), **words.examples(), **{name: drivers.examples()[name] for name in DRIVERS}}
    described = describe(games, examples)
    described["parameters"] = (
        parameters(rules, list(rules.entries)) | parameters(words, list(words.entries)) | parameters(drivers, DRIVERS)
    )
    found = {f"{family}.wasm": module_of(rules, words), f"{family}.json": _json(described)}
    if hints := hints_for(games[0].name):
        found[f"{family}-bots.wasm"] = module_of(*bots_kernels(games[0], hints), entries=bots_entries(games[0], hints))
        found[f"{family}-bots.json"] = _json(bots(games, hints))
        found |= solved_files(family, hints)
    return found


def solved_files(family: str, hints: Hints) -> dict[str, bytes]:
    """The module of a bot that plays what was solved, what it takes, and its values; nothing where nobody has solved it."""
    solved = load(hints.solved) if hints.solved else None
    if solved is None:
        return {}
    kernels, given = solved.kernels, solved.arguments()
    described = {
        "arrays": {solved.entry: [shape_of(one) for one in kernels.examples()[solved.entry]]},
        "parameters": parameters(kernels, [solved.entry]),
        "entry": solved.entry,
        "values": solved.values,
        "bits": BITS,
        "given": {
            name: _base64(table) if table.any() and name != solved.values else "" for name, table in given.items()
        },
    }
    return {
        f"{family}-solved.wasm": module_of(kernels),
        f"{family}-solved.json": _json(described),
        f"{family}-solved.bin": fractions(given[solved.values]),
    }


def fractions(numbers: Table) -> bytes:
    """Numbers from 0 to below 1 as whole numbers of so many bits, the highest bytes of all of them first: these compress."""
    whole = np.minimum(np.round(numbers.ravel() * 2**BITS), 2**BITS - 1).astype(np.int64)
    return b"".join((whole >> shift & 255).astype(np.uint8).tobytes() for shift in range(BITS - 8, -1, -8))


def _json(data: Any) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode()


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
        "stacks": first.stacks_data(),
        "fresh": {game.name: {str(players): fresh(game, players) for players in seats(game)} for game in games},
        "chairs": {game.name: chairs(game) for game in games},
    }


def seats(game: Game) -> range:
    """How many may play."""
    return range(game.fewest, game.most + 1)


def fresh(game: Game, players: int) -> str:
    """The record of a table before anything was drawn, in base 64."""
    return _base64(game.fresh(game.seats(players), game.options()))


def chairs(game: Game) -> dict[str, dict[str, list[Any]]]:
    """What lies at a seat of a fresh table because of its own kind: by kind and field, the cells of that seat's row."""
    kinds = list(game.own_kinds)
    tables = {kind: _beginning_with(game, kind)[0] for kind in kinds}
    own = [name for name in game.record.names or () if len({_row(table, name) for table in tables.values()}) > 1]
    return {kind: {name: np.ravel(table[name][0]).tolist() for name in own} for kind, table in tables.items()}


def _beginning_with(game: Game, kind: str) -> Table:
    """A fresh table with this own kind at the first seat."""
    others = [other for other in game.own_kinds if other != kind]
    return game.fresh(game.seats([kind, *others[: game.fewest - 1]]), game.options())


def _row(table: State, field: str) -> bytes:
    """What a field says of the first seat; nothing, where it is not about seats."""
    cells = np.asarray(table[field])
    return cells[0].tobytes() if cells.ndim else b""


def bots_kernels(game: Game, hints: Hints) -> tuple[Kernels, ...]:
    """Where everything comes from that the bots of a family run."""
    return hints.kernels, COMPARING, *((RESHUFFLE, game.kernels) if game.hides else ())


def bots_entries(game: Game, hints: Hints) -> list[str]:
    """What the bots of a family call."""
    of_bots = [name for kernels in bots_kernels(game, hints)[:3] for name in kernels.entries]
    return [*of_bots, *(IMAGINING if game.hides else ())]


def bots(games: Sequence[Game], hints: Hints) -> dict[str, Any]:
    """What the bots of a family need beside their module: weights by bot and game, what they remember, how well, and how the
    expert searches."""
    first = games[0]
    sources = {name: kernels for kernels in bots_kernels(first, hints) for name in kernels.entries}
    entries = bots_entries(first, hints)
    players = {name: PLAYOUTS if name == EXPERT else name for name in MEMORIES}
    return {
        "arrays": {name: [shape_of(one) for one in sources[name].examples()[name]] for name in entries},
        "parameters": {name: parameters(sources[name], [name])[name] for name in entries},
        "bots": MEMORIES,
        "weights": {
            name: {game.name: _base64(hints.weights[player][game.name]) for game in games}
            for name, player in players.items()
        },
        "remembers": hints.remembers,
        "search": {
            "playouts": expert.PLAYOUTS,
            "each": expert.EACH,
            "fewest_worlds": expert.FEWEST_WORLDS,
            "worlds": expert.WORLDS,
            "hides": first.hides,
            "bases": [first.deal_base, first.order_base],
            "close": list(first.close),
            "end": END,
        },
    }


def _base64(table: Table) -> str:
    return base64.b64encode(table.tobytes()).decode()


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
