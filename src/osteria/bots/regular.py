"""Fast players by rules of thumb: `regular` remembers the oven, `novice` forgets."""

from __future__ import annotations

from osteria.bots.hints import NOVICE, REGULAR
from osteria.bots.rules_of_thumb import RulesOfThumb

NOVICE_MEMORY = 0.3


class Regular(RulesOfThumb):
    """Foresees what the oven will make of its orders; in Roll for Soles weighs what a roll may bring and cost.

    Args:
        memory: the share of the oven that it remembers, about; 1 is all (see `osteria.bots.pizzeria.memory`).
        seed: with the same seed and the same view it makes the same choice.
    """

    def __init__(self, *, memory: float = 1.0, seed: int | None = None) -> None:
        super().__init__(REGULAR, memory, seed)


class Novice(RulesOfThumb):
    """The same rules of thumb with a short memory; in Roll for Soles a fixed idea of what is enough.

    Args:
        memory: the share of the oven that it remembers, about.
        seed: with the same seed and the same view it makes the same choice.
    """

    def __init__(self, *, memory: float = NOVICE_MEMORY, seed: int | None = None) -> None:
        super().__init__(NOVICE, memory, seed)
