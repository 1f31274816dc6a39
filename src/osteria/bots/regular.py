"""Fast players by rules of thumb: `regular` remembers the oven, `novice` forgets."""

from __future__ import annotations

from osteria.bots.hints import NOVICE, REGULAR
from osteria.bots.rules_of_thumb import RulesOfThumb

NOVICE_MEMORY = 0.3


class Regular(RulesOfThumb):
    """Plays by the rules of thumb that a game's hints have.

    Args:
        memory: the share of what is hidden by and by that it remembers, about; 1 is all.
        seed: with the same seed and the same view it makes the same choice.
    """

    def __init__(self, *, memory: float = 1.0, seed: int | None = None) -> None:
        super().__init__(REGULAR, memory, seed)


class Novice(RulesOfThumb):
    """The same rules of thumb with a short memory and simpler ideas.

    Args:
        memory: the share of the oven that it remembers, about.
        seed: with the same seed and the same view it makes the same choice.
    """

    def __init__(self, *, memory: float = NOVICE_MEMORY, seed: int | None = None) -> None:
        super().__init__(NOVICE, memory, seed)
