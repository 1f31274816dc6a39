"""A view that leads nowhere: nothing that can be reached from it is a match."""

from __future__ import annotations

from dataclasses import dataclass

from osteria.core.decision import Decision, Move
from osteria.play.view import View


@dataclass(frozen=True)
class Listed:
    """Options that were listed already; a decision's own would reach back into the match."""

    moves: tuple[Move, ...]

    def __call__(self) -> tuple[Move, ...]:
        """The options."""
        return self.moves


def sealed(view: View) -> View:
    """The same view, holding nothing but data: what a bot is handed, here or in another process."""
    asked = view.decision
    decision = Decision(asked.seat, asked.ask, asked.clause, Listed(asked.options)) if asked else None
    return View(
        view.words,
        game=view.game,
        seat=view.seat,
        memory=view.memory,
        decision=decision,
        history=view.history,
        observation=view.observation,
        trace=view.trace,
    )
