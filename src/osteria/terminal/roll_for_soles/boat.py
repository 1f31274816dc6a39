"""Roll for Soles in the terminal: what happened, turn by turn, and the table. Everything is public (RS-13)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from osteria.terminal.plain import Drawing, Listener, Page, PlainStory
from osteria.terminal.words import Voices, line, listed

Words = Mapping[str, Any]
COIN = 5
FACES = {
    "1": "bold black on gold1",
    "2": "bold black on gold1",
    "hook": "bold white on grey42",
    "double": "bold white on dodger_blue3",
    "water": "bold white on dodger_blue3",
}


class Catch(PlainStory):
    """Hears events; keeps a line for every turn since the listener last moved."""

    _is_turn_begun = False

    def hear(self, events: Iterable[Words]) -> list[Page]:
        """Take in what happened; nothing needs a page of its own."""
        for event in events:
            self._take_in(event)
        return []

    def _take_in(self, event: Words) -> None:
        if event["event"] == "roll" and self._is_turn_begun:
            self._again(event)
        elif event["event"] == "roll":
            self._is_turn_begun = True
            self.lines.append(self._voices.does(event["seat"], "roll", " ", dice(event["dice"])))
        elif event["event"] in ("start", "over"):
            self.lines.append(sentence_of(self._voices, event) or Text(""))
        elif event["event"] == "turn":
            self._is_turn_begun = False
        elif self.lines:
            self._add(_phrase(self._voices, event))
        elif (whole := sentence_of(self._voices, event)) is not None:
            self.lines.append(whole)

    def _again(self, event: Words) -> None:
        """Another roll of the same turn: in its sentence, or, where the listener has just spoken, in one of its own."""
        if self.lines:
            self._add(line(" Again ", dice(event["dice"])))
        else:
            self.lines.append(self._voices.does(event["seat"], "roll", " ", dice(event["dice"]), ":"))

    def _add(self, text: Text) -> None:
        self.lines[-1] = line(self.lines[-1], text)


def _phrase(voices: Voices, event: Words) -> Text:
    """An event as a part of its turn's sentence."""
    match event["event"]:
        case "nothing":
            return Text(" no sole.")
        case "lost":
            return Text(f" no sole, the net of {event['amount']} goes back to the middle.")
        case "source" if event["source"] != "middle":
            return line(" the hook takes from ", voices.name(event["source"]))
        case "haul":
            return line((f" +{event['amount']}", "bold"), _forfeited(event), ".")
        case "secure":
            return Text(f" Secured: {event['amount']}.", "bold")
    return Text("")


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
            return line((str(event["amount"]), "bold"), " more in the net", _forfeited(event), ".")
        case "secure":
            return voices.does(event["seat"], "secure", " ", (str(event["amount"]), "bold"), ".")
        case "over":
            return Text("The middle is empty: the game is over.")
    return None


def _forfeited(event: Words) -> str:
    return f" (of {event['worth']}; no more is there)" if event["worth"] > event["amount"] else ""


def dice(faces: Iterable[str]) -> Text:
    """Dice side by side."""
    return listed(((f" {face} ", FACES[face]) for face in faces), " ")


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


def question(view: Words) -> Text:
    """What is asked of the person."""
    if view["decision"]["ask"] == "source":
        return Text("A hook! From the middle, or from somebody's supply?")
    dice = 4 - len(view["dice"]) - sum(face in ("double", "water") for face in view["rolled"])
    return Text(f"Your net holds {view['net']}. Secure it, or roll again with {dice} {'die' if dice == 1 else 'dice'}?")


class Boat(Drawing):
    """The boat with its dice, and everybody's soles."""

    score_words = ("soles",)

    def table(self, view: Words, voices: Voices, *, is_roomy: bool) -> list[RenderableType]:
        """Everybody's soles, the middle, the net and the dice."""
        return list(draw_table(view, voices))

    def story(self, voices: Voices) -> Listener:
        """A line for every turn."""
        return Catch(self, voices)

    def sentences(self, voices: Voices, events: list[Any]) -> list[Text]:
        """A sentence for every event that the next one does not tell too."""
        return [text for event in events if (text := sentence_of(voices, event)) is not None]

    def question(self, view: Words, voices: Voices) -> Text:
        """What is asked of the person."""
        return question(view)
