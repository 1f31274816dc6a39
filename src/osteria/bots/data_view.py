"""A view that leads nowhere: nothing that can be reached from it is a match."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import Any

from osteria.core.decision import Decision, Move
from osteria.core.errors import OsteriaError
from osteria.play.view import View


@dataclass(frozen=True)
class Foreseen:
    """What follows each option, from the tables of a view."""

    seat: int
    follows: list[int | None] | None
    options: tuple[Move, ...]
    then: list[dict[str, Any]]

    def __call__(self, move: Move) -> Decision | None:
        """What follows a move."""
        if self.follows is None:
            raise OsteriaError("That was not worked out so far ahead.")
        place = self.follows[self.options.index(move)]
        return None if place is None else self._decision(self.then[place])

    def _decision(self, words: dict[str, Any]) -> Decision:
        options = tuple(Move(text, ()) for text in words["options"])
        after = Foreseen(self.seat, words["follows"], options, self.then)
        return Decision(self.seat, words["ask"], words["clause"], options, follow=after)


def _as_data(asked: Decision, words: dict[str, Any]) -> Decision:
    """The options as they are listed now; those that are listed later would reach back into the match."""
    foreseen = Foreseen(asked.seat, words["follows"], asked.options, words["then"])
    return Decision(asked.seat, asked.ask, asked.clause, asked.options, follow=foreseen)


def data_only(view: View) -> View:
    """The same view, holding nothing but data: what a bot is handed, here or in another process."""
    words, found = view.words, copy(view)
    found.decision = _as_data(view.decision, words["decision"]) if view.decision else None
    return found
