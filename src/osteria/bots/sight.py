"""What the fast bots look at: a view without its words."""

from __future__ import annotations

from dataclasses import dataclass

from osteria.bots.memory import Item, oven_items
from osteria.core.errors import OsteriaError
from osteria.core.game import Options
from osteria.core.schema import Table
from osteria.play.view import View

PIZZA_GAMES = ("mamma-mia", "sole-mio", "grande")


@dataclass(frozen=True, slots=True)
class Sight:
    """A view as numbers: nothing that is not in the view.

    Attributes:
        game: the game's name.
        seats: the words for the seats.
        options: of the table.
        observation: the assisted observation, an array of one record.
        items: what went into the oven since the last scoring, in order (empty in Roll for Soles).
        turned: how many cards of the oven were turned over since.
        moves: how many small actions were made since the start, chance included.
    """

    game: str
    seats: tuple[object, ...]
    options: Options
    observation: Table
    items: list[Item]
    turned: int
    moves: int


def sight_of(view: View) -> Sight:
    """An assisted view as numbers."""
    trace = view.trace
    if trace is None:
        raise OsteriaError("A bot chooses from an assisted view: view(seat, memory='assisted').")
    items: list[Item] = []
    turned = 0
    if view.game in PIZZA_GAMES:
        items, turned = oven_items(trace.rows)
    return Sight(trace.game, trace.seats, trace.options, view.observation, items, turned, len(trace.actions))
