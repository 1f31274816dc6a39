"""How a game looks in the terminal: a plain table made from its zones, unless the game has a drawing of its own."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from osteria.core.game import Game, load
from osteria.core.plain import phrase
from osteria.games import game as game_of
from osteria.terminal.words import Voices, line

Words = Mapping[str, Any]
NOT_DRAWN = ("game", "seats", "seat", "memory", "decision", "outcome", "history", "phase", "turn")
"""What a view tells besides its zones, and what is told otherwise."""


@dataclass(frozen=True)
class Page:
    """What happened in one turn or with one order.

    Attributes:
        lines: the sentences.
        columns: what lay there when an order was turned up; elsewhere None.
        delivered: how many orders every seat has delivered when the page ends.
    """

    lines: list[Text]
    columns: Mapping[str, int] | None
    delivered: Mapping[Any, int]


class Listener(Protocol):
    """Hears events one after the other, and keeps those that the person has not answered to yet."""

    @property
    def lines(self) -> list[Text]:
        """What has happened on the page that is not finished."""

    def answered(self) -> None:
        """The person has made a move: what was before is old."""

    def hear(self, events: Iterable[Words]) -> list[Page]:
        """Take in what happened; returns the pages that are finished now."""

    def look(self, view: Words) -> list[Page]:
        """Take in what the person sees now; returns the pages that are finished now."""

    def finish(self) -> Page:
        """The page that was not finished."""


class PlainStory:
    """A sentence for every event."""

    def __init__(self, drawing: Drawing, voices: Voices) -> None:
        self._drawing, self._voices = drawing, voices
        self.lines: list[Text] = []

    def answered(self) -> None:
        """What was before is old."""
        self.lines = []

    def hear(self, events: Iterable[Words]) -> list[Page]:
        """Nothing needs a page of its own."""
        self.lines = [*self.lines, *self._drawing.sentences(self._voices, list(events))]
        return []

    def look(self, view: Words) -> list[Page]:
        """The events tell everything."""
        return []

    def finish(self) -> Page:
        """Everything since the person's last move."""
        page, self.lines = Page(self.lines, None, {}), []
        return page


class Drawing:
    """How one game looks: plain, from what it says of itself.

    A drawing of a game's own is a class below this one, named by `Game.drawing`.
    """

    score_words: tuple[str, ...] = ("points",)
    """What the numbers of the standing are: the score, and the tie-break where there is one."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def voices(self, seats: Iterable[Hashable], me: Hashable | None) -> Voices:
        """Who is who for one listener."""
        return Voices(seats, me)

    def heading(self, view: Words) -> list[str]:
        """What stands beside the title."""
        return []

    def table(self, view: Words, voices: Voices, *, is_roomy: bool) -> list[RenderableType]:
        """The seats with what each has, then what belongs to nobody."""
        zones = {name: value for name, value in view.items() if name not in NOT_DRAWN}
        by_seat = [
            name for name, value in zones.items() if isinstance(value, Mapping) and set(value) == {*voices.seats}
        ]
        grid = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
        for title in ("", *(self._zone(name) for name in by_seat)):
            grid.add_column(title, justify="right" if title else "left")
        for seat in voices.seats:
            mark, you = "▸ " if seat == view["turn"] else "  ", (" (you)", "bold") if voices.is_me(seat) else ""
            grid.add_row(line(mark, voices.label(seat), you), *(str(zones[name][seat]) for name in by_seat))
        rest = [Text(f"  {self._zone(name)}: {zones[name]}") for name in zones if name not in by_seat]
        return [grid, *rest]

    def _zone(self, name: str) -> str:
        return phrase(self.game, f"zone.{name}")

    def story(self, voices: Voices) -> Listener:
        """Who listens to the events."""
        return PlainStory(self, voices)

    def sentences(self, voices: Voices, events: list[Any]) -> list[Text]:
        """Events as sentences; the game says them (`Game.words`)."""
        return [self._sentence(voices, event) for event in events]

    def _sentence(self, voices: Voices, event: Words) -> Text:
        values = {name: value for name, value in event.items() if name != "event"}
        if "seat" in values:
            values["seat"] = "you" if voices.is_me(values["seat"]) else voices.label(values["seat"]).plain
        told = phrase(self.game, f"event.{event['event']}", **values)
        return Text(told[:1].upper() + told[1:])

    def question(self, view: Words, voices: Voices) -> Text:
        """What is asked of the person."""
        return Text(phrase(self.game, f"ask.{view['decision']['ask']}"))

    def beside(self, move: str, own: str | None) -> str:
        """What stands beside a choice."""
        return ""

    def abbreviates(self, word: str, whole: str) -> bool:
        """Whether a word that was typed stands for a word of a move."""
        return whole.startswith(word)

    def before_page(self, page: Page) -> list[RenderableType]:
        """What a page shows above its lines."""
        return []

    def clause_of(self, word: str) -> str | None:
        """The clause about something that is no clause's id, such as a card."""
        return None

    def help(self) -> RenderableType | None:
        """What else there is to know for whoever answers."""
        return None


@cache
def drawing_of(name: str) -> Drawing:
    """How a game looks."""
    game = game_of(name)
    if not game.drawing:
        return Drawing(game)
    drawing = load(game.drawing)(game)
    assert isinstance(drawing, Drawing)
    return drawing
