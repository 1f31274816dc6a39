"""What the fast bots look at: a view without its words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from osteria.bots.hints import hints_of
from osteria.core.errors import OsteriaError
from osteria.core.game import Options
from osteria.core.schema import Table
from osteria.play.view import View


@dataclass(frozen=True, slots=True)
class CompactView:
    """A view as numbers: nothing that is not in the view.

    Attributes:
        game: the game's name.
        seats: the words for the seats.
        options: of the table.
        observation: the assisted observation, an array of one record.
        noted: what the rules of thumb want to remember of all events (`Hints.noted`).
        moves: how many small actions were made since the start, chance included.
    """

    game: str
    seats: tuple[object, ...]
    options: Options
    observation: Table
    noted: Any
    moves: int


def compact(view: View) -> CompactView:
    """An assisted view as numbers."""
    trace = view.trace
    if trace is None:
        raise OsteriaError("A bot chooses from an assisted view: view(seat, memory='assisted').")
    noted = hints_of(view.game).noted(trace.rows, view.observation[0])
    return CompactView(trace.game, trace.seats, trace.options, view.observation, noted, len(trace.actions))
