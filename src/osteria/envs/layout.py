"""What is where in an observation: the record field by field, as one vector or as a dictionary of arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from osteria.core.errors import OsteriaError
from osteria.core.schema import Table, fields
from osteria.games import game as game_of
from osteria.games.pizzeria.cards import ORDER_COUNT
from osteria.games.pizzeria.observe import PizzeriaView
from osteria.games.roll_for_soles.record import Soles

FLAT, STRUCTURED = "flat", "structured"
FORMS = (FLAT, STRUCTURED)
SCHEMAS = {"pizzeria": PizzeriaView, "roll_for_soles": Soles}
MASKS = ("delivered", "removed", "oven_orders", "hand_orders")
"""Fields that hold a bit an order; a vector has one number for each bit."""
WIDE = 32
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


class Layout:
    """The observation of a game.

    Attributes:
        parts: the fields, in the order of the vector.
        size: the length of the vector.
    """

    def __init__(self, game: str) -> None:
        rules = game_of(game)
        self.dtype, self.game = rules.observation, game
        declared = fields(SCHEMAS[rules.kernels.name])
        self.parts = self._parts(declared)
        self.size = self.parts[-1].stop
        self._index()

    def _parts(self, declared: dict[str, Any]) -> tuple[Part, ...]:
        found, start = [], 0
        for name in self.dtype.names or ():
            if name in declared:
                shape = (*declared[name].shape, *((ORDER_COUNT,) if self._is_mask(name) else ()))
                stop = start + int(np.prod(shape, dtype=int))
                found.append(Part(name, start, stop, shape, declared[name].seen.value, declared[name].doc))
                start = stop
        return tuple(found)

    def _is_mask(self, name: str) -> bool:
        return self.game != "roll-for-soles" and name in MASKS

    def _index(self) -> None:
        """Where every number of the vector lies in a record. SPEED: a few gathers instead of one for every field."""
        plain: list[tuple[int, int]] = []
        masks: list[tuple[int, int]] = []
        small: list[tuple[int, int]] = []
        fields_of: Any = self.dtype.fields
        for part in self.parts:
            width, first = self.dtype[part.name].base.itemsize, int(fields_of[part.name][1])
            places = range(part.start, part.stop)
            if self._is_mask(part.name):
                masks += [(first // 4 + step // ORDER_COUNT, place) for step, place in enumerate(places)]
            else:
                found = plain if width == 4 else small
                found += [(first // width + step, place) for step, place in enumerate(places)]
        self._plain, self._small = _pairs(plain), _pairs(small)
        self._masks = _pairs(masks)
        self._bits = np.arange(self._masks.shape[1]) % ORDER_COUNT
        self._wide = self.dtype.itemsize // 4 * 4

    def flat(self, records: Table) -> Vector:
        """Observation records as vectors, (records, size)."""
        raw = records.view(np.int8).reshape(len(records), self.dtype.itemsize)
        wide = raw[:, : self._wide].view(np.int32)
        vectors = np.empty((len(records), self.size), np.float32)
        vectors[:, self._plain[1]] = wide[:, self._plain[0]]
        vectors[:, self._masks[1]] = wide[:, self._masks[0]] >> self._bits & 1
        vectors[:, self._small[1]] = raw[:, self._small[0]]
        return vectors

    def one(self, record: Table) -> Vector:
        """The vector of one observation: an array of one record."""
        return self.flat(record)[0]  # type: ignore[no-any-return]

    def structured(self, record: Table) -> dict[str, npt.NDArray[np.int32]]:
        """One observation as a dictionary of arrays."""
        return {
            part.name: self._numbers(record, part.name)[0].astype(np.int32).reshape(part.shape) for part in self.parts
        }

    def _numbers(self, records: Table, name: str) -> Table:
        numbers = records[name]
        if not self._is_mask(name):
            return numbers
        return numbers[..., None] >> np.arange(ORDER_COUNT) & 1


def _pairs(found: list[tuple[int, int]]) -> npt.NDArray[np.int64]:
    """Where from and where to, as two rows."""
    return np.array(found, np.int64).reshape(-1, 2).T


@cache
def layout_of(game: str) -> Layout:
    """Where every field of a game's observation is."""
    return Layout(game)


def checked_form(form: str) -> str:
    """The form of observations, if there is such a one."""
    if form not in FORMS:
        raise OsteriaError(f"Observations are {' or '.join(FORMS)}, not {form!r}.")
    return form
