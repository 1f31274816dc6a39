"""What a table of Roll for Soles may choose."""

from __future__ import annotations

from dataclasses import dataclass

from osteria.core.game import Options


@dataclass(frozen=True)
class SolesOptions(Options):
    """The dice.

    Attributes:
        faces: the six faces of each die, from "1 2 hook double water" (RS-2; the default is ASSUMED: the rulebook shows
            the faces, not how many of each).
    """

    faces: tuple[str, ...] = ("1", "1", "2", "hook", "double", "water")

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", tuple(str(face) for face in self.faces))
