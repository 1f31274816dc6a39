"""What happened before at tables with the same words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from osteria.core.events import Event, Row
from osteria.core.game import Game
from osteria.core.wording import Speech

MOST_KNOWN = 4096
"""Events that are kept for tables with the same words."""


class Known:
    """The events of tables with the same words, each once.

    SPEED: at all of them the same happens again and again. A house with many tables has half as much in memory.
    """

    def __init__(self, game: Game, names: Speech) -> None:
        self.names = names
        self._types = game.events
        self._events: dict[Row, Event] = {}

    def events(self, rows: Sequence[Row]) -> list[Event]:
        """Rows as events."""
        known = self._events
        return [known.get(row) or self._meet(row) for row in rows]

    def _meet(self, row: Row) -> Event:
        """What did not happen so far."""
        if len(self._events) >= MOST_KNOWN:
            self._events.clear()
        self._events[row] = event = Event(self._types[row[0]], row, self.names)
        return event


@lru_cache(maxsize=256)
def known_at(game: Game, names: Speech) -> Known:
    """What happened so far at tables with these words."""
    return Known(game, names)
