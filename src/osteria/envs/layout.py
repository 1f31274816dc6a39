"""What is where in an observation: the record field by field, as one vector or as a dictionary of arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from osteria.core.errors import OsteriaError
from osteria.core.schema import Seen, Table, fields
from osteria.games import game as game_of
from osteria.lab.playing import checked_version

SEQUENCE = "oven"
"""The field that version 2 adds."""
FLAT, STRUCTURED = "flat", "structured"
FORMS = (FLAT, STRUCTURED)
LOWEST, HIGHEST = -1, 255
"""BOUND: seats and cards may be -1; no count, card or order of any game is above 255."""
Vector = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Part:
    """One field of an observation.

    Attributes:
        name: of the field.
        start: where it begins in the vector.
        stop: where it ends there.
        shape: in the structured form.
        seen: who may see it.
        doc: what it is.
    """

    name: str
    start: int
    stop: int
    shape: tuple[int, ...]
    seen: str
    doc: str


@dataclass(frozen=True)
class Run:
    """Numbers that lie side by side in a record, and in the vector: words or bytes, from `first` to before `last`."""

    is_wide: bool
    bits: int
    first: int
    last: int
    start: int
    stop: int

    def goes_on_with(self, other: Run) -> bool:
        """Whether the other run is of the same kind and begins where this one ends."""
        mine = (self.is_wide, self.bits, self.last, self.stop)
        return mine == (other.is_wide, other.bits, other.first, other.start)


class Layout:
    """The observation of a game.

    Attributes:
        version: 1: the record. 2: after it, in games that have such a stack, the sequence of the cards that everybody saw
            being laid (the oven), of which the record has only counts; filled with assisted memory.
        parts: the fields, in the order of the vector.
        size: the length of the vector.
    """

    def __init__(self, game: str, version: int = 1) -> None:
        rules = game_of(game)
        self.version, self._sequence = checked_version(version), 0
        self.dtype, self.game = rules.observation, game
        declared = fields(rules.kernels.seen)
        self._bits = {name: field.bits for name, field in declared.items()}
        self.parts = self._parts(declared)
        self.size = self.parts[-1].stop
        self._index()
        if version > 1 and rules.sequence_length:
            self._add_sequence(rules.sequence_length)

    def _add_sequence(self, length: int) -> None:
        """Version 2: the sequence comes last, so that everything before it is where it was."""
        self._sequence, doc = (
            length,
            "the oven card by card, oldest first (in scoring: next to be turned first); -1 past its end",
        )
        self.parts += (Part(SEQUENCE, self.size, self.size + length, (length,), Seen.REMEMBERED.value, doc),)
        self.size += length

    def _parts(self, declared: dict[str, Any]) -> tuple[Part, ...]:
        found, start = [], 0
        for name in self.dtype.names or ():
            if name in declared:
                shape = (*declared[name].shape, *((declared[name].bits,) if declared[name].bits else ()))
                stop = start + int(np.prod(shape, dtype=int))
                found.append(Part(name, start, stop, shape, declared[name].seen.value, declared[name].doc))
                start = stop
        return tuple(found)

    def _index(self) -> None:
        """Where the numbers of the vector lie in a record. SPEED: in runs, a slice each, instead of field by field."""
        self._runs: list[Run] = []
        for part in self.parts:
            kind, first = cast("Mapping[str, Any]", self.dtype.fields)[part.name][:2]
            width, bits = kind.base.itemsize, self._bits[part.name]
            count = (part.stop - part.start) // (bits or 1)
            run = Run(width == 4, bits, first // width, first // width + count, part.start, part.stop)
            if self._runs and self._runs[-1].goes_on_with(run):
                last = self._runs.pop()
                run = replace(run, first=last.first, start=last.start)
            self._runs.append(run)
        self._wide = self.dtype.itemsize // 4 * 4

    def flat(self, records: Table, sequences: Table | None = None) -> Vector:
        """Observation records as vectors, (records, size); with version 2 with their sequences, (records, cards)."""
        count = len(records)
        raw = records.view(np.int8).reshape(count, self.dtype.itemsize)
        wide = raw[:, : self._wide].view(np.int32)
        vectors = np.empty((count, self.size), np.float32)
        for run in self._runs:
            numbers = (wide if run.is_wide else raw)[:, run.first : run.last]
            if run.bits:
                numbers = (numbers[:, :, None] >> np.arange(run.bits, dtype=np.int32) & 1).reshape(
                    count, run.stop - run.start
                )
            vectors[:, run.start : run.stop] = numbers
        if self._sequence:
            vectors[:, -self._sequence :] = sequences
        return vectors

    def one(self, record: Table, sequence: Table | None = None) -> Vector:
        """The vector of one observation: an array of one record, and with version 2 the sequence (`Stepper.sequence`)."""
        vector: Vector = self.flat(record, sequence)[0]
        return vector

    def structured(self, record: Table, sequence: Table | None = None) -> dict[str, npt.NDArray[np.int32]]:
        """One observation as a dictionary of arrays."""
        vector = self.one(record, sequence).astype(np.int32)
        return {part.name: vector[part.start : part.stop].reshape(part.shape) for part in self.parts}


@cache
def layout_of(game: str, version: int = 1) -> Layout:
    """Where every field of a game's observation is."""
    return Layout(game, version)


def checked_form(form: str) -> str:
    """The form of observations, if there is such a one."""
    if form not in FORMS:
        raise OsteriaError(f"Observations are {' or '.join(FORMS)}, not {form!r}.")
    return form
