"""Roll for Soles in the terminal: what happened, turn by turn, and the table. Everything is public (RS-13)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.table import Table
from rich.text import Text

from osteria.terminal.story import Page
from osteria.terminal.words import Voices, dice, line, listed

Words = Mapping[str, Any]
COIN = 5


class Catch:
    """Hears events; keeps a line for every turn since the listener last moved."""

    def __init__(self, voices: Voices) -> None:
        self.voices = voices
        self._turns: list[list[Text]] = []

    @property
    def lines(self) -> list[Text]:
        """One line a turn."""
        return [listed(parts, " ") for parts in self._turns if parts]

    def answered(self) -> None:
        """The listener has made a move: what was before is old."""
        self._turns = []

    def hear(self, events: Iterable[Words]) -> list[Page]:
        """Take in what happened; nothing needs a page of its own."""
        for event in events:
            if event["event"] in ("turn", "over") or not self._turns:
                self._turns.append([])
            self._turns[-1] += self._sentences(event)
        return []

    def look(self, view: Words) -> list[Page]:
        """The events tell everything."""
        return []

    def finish(self) -> Page:
        """Everything since the listener's last move."""
        page = Page(self.lines, None, {})
        self._turns = []
        return page

    def _sentences(self, event: Words) -> list[Text]:
        sentence = sentence_of(self.voices, event)
        return [sentence] if sentence is not None else []


def sentence_of(voices: Voices, event: Words) -> Text | None:
    """An event as a sentence; None where the next event tells it too."""
    match event["event"]:
        case "start":
            return voices.does(event["seat"], "start", ".")
        case "roll":
            return voices.does(event["seat"], "roll", " ", dice(event["dice"]), ".")
        case "nothing":
            return Text("Not a sole.")
        case "lost":
            return Text(f"Not a sole: the net of {event['amount']} goes back to the middle.")
        case "source" if event["source"] != "middle":
            return line("The hook takes from ", voices.name(event["source"]), ".")
        case "haul":
            return line((f"+{event['amount']}", "bold"), _forfeited(event), " in the net.")
        case "secure":
            return voices.does(event["seat"], "secure", " ", (str(event["amount"]), "bold"), ".")
        case "over":
            return Text("The middle is empty: the game is over.")
    return None


def _forfeited(event: Words) -> str:
    return f" (of {event['worth']}; no more is there)" if event["worth"] > event["amount"] else ""


def coins(points: int) -> Text:
    """RS-1: points as coins of 5 and 1."""
    fives, ones = divmod(points, COIN)
    return line(("●" * fives, "red3"), ("•" * ones, "gold1"))


def draw_table(view: Words, voices: Voices) -> list[Table | Text]:
    """Everybody's soles, the middle, the net and the dice."""
    grid = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(overflow="fold")
    for seat in voices.seats:
        points = view["supplies"][seat]
        you = " (you)" if voices.is_me(seat) else ""
        mark = "▸ " if seat == view["turn"] else "  "
        grid.add_row(Text(f"{mark}seat {seat}{you}", "bold" if you else ""), str(points), coins(points))
    grid.add_row("  middle", str(view["middle"]), coins(view["middle"]))
    grid.add_row("  net", str(view["net"]), coins(view["net"]))
    return [grid, *_dice_lines(view)]


def _dice_lines(view: Words) -> list[Text]:
    lines = []
    if view["rolled"]:
        lines.append(line("Rolled:    ", dice(view["rolled"])))
    if view["dice"]:
        lines.append(line("Set aside: ", dice(view["dice"])))
    return lines
