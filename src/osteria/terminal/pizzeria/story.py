"""The course of a pizza game cut into pages: one player's turn, or one order from turning it up to what became of it.

A page holds what happened, and nothing that came before it: a listener with authentic memory (G-8) sees each page once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.text import Text

from osteria.core.fold import Folded
from osteria.terminal.pizzeria.telling import Words, is_news, tell
from osteria.terminal.plain import Page
from osteria.terminal.words import Voices

TURN_BEGINS = ("play", "pass")
STEP_BEGINS = ("turn-over", "open", "gather", "over")


class Story:
    """Hears events one after the other, cuts them into pages, and keeps the page that is not finished yet."""

    def __init__(self, voices: Voices) -> None:
        self.voices = voices
        self._table = Folded({"columns": {}, "delivered": {seat: [] for seat in voices.seats}})
        self._events: list[Words] = []
        self._laid: dict[str, int] | None = None
        self._turn_of: Any = None

    @property
    def lines(self) -> list[Text]:
        """What has happened on the page that is not finished."""
        return tell(self.voices, self._events)

    def answered(self) -> None:
        """The listener has read the open page and made a move: another's turn is over then, an order goes on."""
        if self._laid is None and not self.voices.is_me(self._turn_of):
            self._events = []

    def hear(self, events: Iterable[Words]) -> list[Page]:
        """Take in what happened; returns the pages that are finished now."""
        pages = []
        for event in events:
            if self._events and self._is_new_page(event):
                pages.append(self.finish())
            self._take_in(event)
        return pages

    def look(self, view: Words) -> list[Page]:
        """Take in how things stand after what happened; returns the page that this finishes, if any."""
        return [self.finish()] if self._is_turn_over(view) else []

    def _is_turn_over(self, view: Words) -> bool:
        """Whether another's turn, or a round, has passed on; the last one before the listener is asked stays open."""
        if not self._events or view["decision"] is None or self.voices.is_me(view["decision"]["seat"]):
            return False
        is_turn = self._turn_of is not None and not self.voices.is_me(self._turn_of) and self._laid is None
        return bool((is_turn and view["turn"] != self._turn_of) or self._events[-1]["event"] == "round")

    def finish(self) -> Page:
        """Close the page that is open."""
        delivered = {seat: len(orders) for seat, orders in self._table.view["delivered"].items()}
        page = Page(self.lines, self._laid, delivered)
        self._events, self._laid, self._turn_of = [], None, None
        return page

    def _is_new_page(self, event: Words) -> bool:
        if event["event"] in TURN_BEGINS:
            # The listener's own turn is no news to the listener: it opens the next page.
            return not self.voices.is_me(self._turn_of)
        return event["event"] in STEP_BEGINS and self._events[-1]["event"] != "turn-over"

    def _take_in(self, event: Words) -> None:
        self._table.hear(event)
        if is_news(event):
            self._events.append(event)
        if event["event"] in TURN_BEGINS:
            self._turn_of = event["seat"]
        elif event["event"] in ("turn-over", "open"):
            self._laid = self._table.view["columns"]
