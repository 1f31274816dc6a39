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

    def flat(self, records: Table) -> Vector:
        """Observation records as vectors, (records, size)."""
        vectors = np.empty((len(records), self.size), np.float32)
        for part in self.parts:
            vectors[:, part.start : part.stop] = self._numbers(records, part.name).reshape(len(records), -1)
        return vectors

    def one(self, record: Table) -> Vector:
        """The vector of one observation: an array of one record."""
        return np.concatenate([self._numbers(record, part.name).ravel() for part in self.parts], dtype=np.float32)

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


@cache
def layout_of(game: str) -> Layout:
    """Where every field of a game's observation is."""
    return Layout(game)


def checked_form(form: str) -> str:
    """The form of observations, if there is such a one."""
    if form not in FORMS:
        raise OsteriaError(f"Observations are {' or '.join(FORMS)}, not {form!r}.")
    return form
