"""A transcript told again: every move in words, and where everything lay after one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from osteria.core.errors import OsteriaError
from osteria.play.fate import ASK
from osteria.play.match import Match
from osteria.play.transcript import replay
from osteria.terminal.drawing import standing
from osteria.terminal.plain import drawing_of
from osteria.terminal.words import Voices, line


@dataclass(frozen=True)
class Retelling:
    """A checked transcript, and the position that is looked at.

    Attributes:
        whole: the match as far as the transcript goes.
        at: how many moves, chance included, have been made in the position.
    """

    whole: Match
    at: int

    @property
    def lines(self) -> list[tuple[str, str]]:
        """(who, move) for every move up to the position."""
        return self.whole.lines()[: self.at]

    def position(self) -> Match:
        """The match in the position."""
        match = self.whole.afresh()
        for _, move in self.lines:
            match.play(move)
        return match


def read(text: str, at: int | None) -> Retelling:
    """A transcript's text, checked move by move; TranscriptError names the line that cannot be."""
    whole = replay(text, seed=ASK)
    if at is not None and not 0 <= at <= whole.moves:
        raise OsteriaError(f"the transcript has {whole.moves} moves; --at is a number from 0 to {whole.moves}.")
    return Retelling(whole, whole.moves if at is None else at)


def sentences(match: Match, events: list[dict[str, Any]]) -> list[Text]:
    """Events with everything that is hidden from somebody, as sentences."""
    return drawing_of(match.game).sentences(_voices(match), events)


def _voices(match: Match) -> Voices:
    return drawing_of(match.game).voices(match.seats, None)


def show(retelling: Retelling, console: Console) -> None:
    """Print the moves up to the position, then everything that lies on the table there."""
    whole, match = retelling.whole, retelling.whole.afresh()
    console.print(Text(f"{whole.rules.title}, {whole.players} players", "bold"))
    for number, (who, move) in enumerate(retelling.lines, 1):
        told = sentences(match, [event.words for event in match.play(move)]) or [Text(f"{who}: {move}")]
        for place, text in enumerate(told):
            console.print(line((f"{'' if place else number:>4}  ", "dim"), text), soft_wrap=True)
    console.print(Text(f"\nAfter {retelling.at} of {whole.moves} moves", "bold"), draw_zones(match.zones()), sep="\n")
    console.print(*_ending(match), sep="\n")


def _ending(match: Match) -> list[RenderableType]:
    if match.outcome is not None:
        return [Text(""), *standing(match.view(None), _voices(match))]
    decision = match.decision
    assert decision is not None
    if decision.seat < 0:
        return [Text(f"\nThe game is not over; chance is asked: {decision.ask}.")]
    asked = _voices(match).label(match.seats[decision.seat])
    return [line("\nThe game is not over; ", asked, f" is asked: {decision.ask} ({decision.clause}).")]


def draw_zones(zones: Mapping[str, Any]) -> Table:
    """Every zone with what lies in it."""
    grid = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    for name, value in zones.items():
        grid.add_row(f"  {name}", _zone(value))
    return grid


def _zone(value: Any) -> str:
    if isinstance(value, Mapping):
        between = "\n" if any(isinstance(entry, list) for entry in value.values()) else ", "
        return between.join(_entry(key, entry) for key, entry in value.items()) or "nothing"
    if isinstance(value, list):
        return _cards(value)
    return "nobody" if value is None else str(value)


def _entry(key: Any, entry: Any) -> str:
    if isinstance(entry, list):
        return f"{key}: {_cards(entry)}"
    return f"{entry} {key}" if isinstance(key, str) else f"seat {key}: {entry}"


def _cards(cards: list[Any]) -> str:
    """Cards in their order; those that are alike and lie together are counted."""
    runs = [(card, len(list(run))) for card, run in groupby(map(str, cards))]
    return ", ".join(card if count == 1 else f"{count} {card}" for card, count in runs) or "nothing"


def as_json(retelling: Retelling) -> dict[str, Any]:
    """The position as plain data."""
    match = retelling.position()
    words = match.view(None)
    return {
        "game": match.game,
        "seats": list(match.seats),
        "moves": retelling.whole.moves,
        "at": retelling.at,
        "zones": match.zones(),
        "decision": words["decision"],
        "outcome": words["outcome"],
    }
