"""Views that can travel to another process: plain data, cut off from the match that they were made from."""

from dataclasses import dataclass

from osteria.core.decision import Decision, Move
from osteria.play.view import View


@dataclass(frozen=True)
class FixedOptions:
    """Options that were listed already; a decision's own would reach back into the match."""

    moves: tuple[Move, ...]

    def __call__(self) -> tuple[Move, ...]:
        """The options."""
        return self.moves


def seal(view: View) -> View:
    """The same view, holding nothing but data."""
    asked = view.decision
    decision = Decision(asked.seat, asked.ask, asked.clause, FixedOptions(asked.options)) if asked else None
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
