"""Everything a viewer saw happen, as actions: all moves, and the deals that this viewer could see."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from osteria.core.events import Row
from osteria.core.game import Options

UNSEEN = -1
"""A deal whose card this viewer did not see."""


@dataclass(frozen=True)
class Trace:
    """A match as one viewer saw it.

    Attributes:
        game: the game's name.
        seats: the words for the seats.
        options: of the table.
        viewer: a seat, or None for a spectator.
        actions: every small action from the start, chance included; UNSEEN where a card was dealt unseen.
        chance: which of the actions were chance's.
        rows: every event, with -1 for what this viewer did not see.
    """

    game: str
    seats: tuple[Hashable, ...]
    options: Options
    viewer: int | None
    actions: tuple[int, ...]
    chance: tuple[int, ...]
    rows: tuple[Row, ...]
