"""One declared record per game: a TypedDict whose annotations give the dtype, the docs and what mypy checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from struct import Struct
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

Table: TypeAlias = npt.NDArray[Any]
State: TypeAlias = np.void
"""One record of a schema: `s["name"]` reads and writes a field, interpreted, compiled and on CUDA alike."""


class Seen(Enum):
    """Who may see a field of a record."""

    EVERYBODY = "everybody"
    OWNER = "the seat it belongs to; the others see how many"
    REMEMBERED = "everybody once saw it: perfect memory knows it, an authentic table does not send it again"
    MOVER = "the seat that is making the move"
    NOBODY = "nobody; everybody may know how many"


@dataclass(frozen=True)
class Field:
    """The width of a field, who may see it, what it is, its shape, and how many bits it is a mask of (0: a number)."""

    width: str
    seen: Seen
    doc: str
    shape: tuple[int, ...] = ()
    bits: int = 0


def scalar(seen: Seen, doc: str, bits: int = 0) -> Field:
    """A whole number, or a mask of so many bits; scalars are wide so that arithmetic cannot overflow."""
    return Field("i4", seen, doc, bits=bits)


def number(doc: str) -> Field:
    """A number of a record that never leaves the kernels."""
    return Field("i8", Seen.NOBODY, doc)


def numbers(shape: tuple[int, ...], doc: str) -> Field:
    """A table of such numbers."""
    return Field("i8", Seen.NOBODY, doc, shape)


def table(width: str, shape: tuple[int, ...], seen: Seen, doc: str, bits: int = 0) -> Field:
    """A table of whole numbers of the given width ("i1", "i4"): signed, so that compiled arithmetic stays integer."""
    return Field(width, seen, doc, shape, bits)


def fields(schema: type) -> dict[str, Field]:
    """The declared fields of a schema class, in order; a field without width and audience is refused."""
    found = {}
    for name, hint in get_type_hints(schema, include_extras=True).items():
        notes = (
            [note for note in get_args(hint)[1:] if isinstance(note, Field)] if get_origin(hint) is Annotated else []
        )
        if len(notes) != 1:
            raise TypeError(f"{schema.__name__}.{name} must say its width and who may see it")
        found[name] = notes[0]
    return found


WORD = 8


def dtype_of(schema: type) -> np.dtype[Any]:
    """The NumPy dtype of a schema class: wide fields first, so that everything is aligned without holes.

    What is left of the last word is a declared field, too: a copy leaves undeclared bytes as they happen to be, and equal
    records must be equal bytes.
    """
    ordered = sorted(fields(schema).items(), key=lambda item: -np.dtype(item[1].width).itemsize)
    plain = np.dtype([(name, field.width, field.shape) for name, field in ordered])
    filler = -plain.itemsize % WORD
    rows = [(name, field.width, field.shape) for name, field in ordered]
    return np.dtype([*rows, ("filler", "i1", (filler,))] if filler else rows, align=True)


def blank(record: np.dtype[Any]) -> Table:
    """An array of one record, all zeros. SPEED: as plain bytes; NumPy looks at every field, 3 us instead of 0.4."""
    return np.frombuffer(bytearray(record.itemsize), record)


def duplicate(states: Table) -> Table:
    """A copy of an array of records. SPEED: as plain bytes; NumPy copies records field by field, 20 us instead of 1."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)


def plain_reader(record: np.dtype[Any], *wanted: str) -> Callable[[State], dict[str, Any]]:
    """A function that gives a record's numbers as plain Python, all fields or those that are wanted: whole numbers, and
    tuples where it has tables.

    SPEED: NumPy takes 0.2 us for every field that is read, and reckons slowly with what it gives.
    """
    code, places, rows, at = "<", list[tuple[str, int | slice]](), list[tuple[str, int]](), 0
    for name, field in _fields_of(record):
        if wanted and name not in wanted:
            code += f"{field.itemsize}x"
            continue
        cells = field.itemsize // field.base.itemsize
        code += f"{cells}{CODES[field.base.itemsize]}"
        places.append((name, slice(at, at + cells) if field.shape else at))
        rows += [(name, field.shape[-1])] if len(field.shape) > 1 else []
        at += cells
    return _reading(Struct(code), places, rows)


def _reading(
    layout: Struct, places: list[tuple[str, int | slice]], rows: list[tuple[str, int]]
) -> Callable[[State], dict[str, Any]]:
    def read(state: State) -> dict[str, Any]:
        flat = layout.unpack(state.tobytes())
        found: dict[str, Any] = {name: flat[place] for name, place in places}
        for name, width in rows:
            cells = found[name]
            found[name] = tuple(cells[first : first + width] for first in range(0, len(cells), width))
        return found

    return read


def bytes_without(record: np.dtype[Any], left_out: tuple[str, ...]) -> Callable[[State], bytes]:
    """A function that gives a record's bytes without some of its fields: equal where all other fields are."""
    kept, at = list[slice](), 0
    for name, field in _fields_of(record):
        end = at + field.itemsize
        if name not in left_out:
            goes_on = bool(kept) and kept[-1].stop == at
            kept.append(slice(kept.pop().start if goes_on else at, end))
        at = end

    def read(state: State) -> bytes:
        data = state.tobytes()
        return b"".join([data[part] for part in kept])

    return read


def _fields_of(record: np.dtype[Any]) -> list[tuple[str, np.dtype[Any]]]:
    """The fields in the order of their bytes, which have no holes (`dtype_of`)."""
    found = [(name, record[name]) for name in record.names or ()]
    assert sum(field.itemsize for _, field in found) == record.itemsize
    return found


CODES = {1: "b", 2: "h", 4: "i", 8: "q"}
"""What `struct` calls whole numbers of so many bytes."""
