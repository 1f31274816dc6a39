"""What a bot is."""

from __future__ import annotations

from typing import Protocol, TypeAlias, runtime_checkable

from osteria.core.decision import Decision, Move
from osteria.play.view import View

Clock: TypeAlias = float | None
"""Seconds that a bot may think about this decision; None: as long as its own settings say."""


@runtime_checkable
class Bot(Protocol):
    """Something that plays a seat.

    A bot is handed the decision of its own seat and the assisted view of that seat (what it saw before is in
    `view.history`), never a match or a record of the table. Worlds that it imagines from the view
    (`osteria.imagine(view, rng)`) are its own, to open and to play out.
    """

    def choose(self, decision: Decision, view: View, clock: Clock) -> Move:
        """One of `decision.options`."""
        ...
