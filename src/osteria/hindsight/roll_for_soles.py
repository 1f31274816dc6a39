"""What a position of Roll for Soles is worth, exactly."""

from __future__ import annotations

from collections.abc import Sequence

from osteria.core.decision import Move
from osteria.games.roll_for_soles.options import SolesOptions
from osteria.hindsight.judges import Estimate, Weighed
from osteria.play.match import Match
from osteria.play.view import View
from osteria.solve import turn
from osteria.solve.position import position_from
from osteria.solve.store import solution_for


class Solved:
    """Roll for Soles for two players, exactly."""

    baseline, kernels = "the best move", turn.KERNELS

    def __init__(self, match: Match) -> None:
        assert isinstance(match.options, SolesOptions)
        self.solution = solution_for(match.options.faces)

    @staticmethod
    def knows(match: Match) -> bool:
        """Three and more are not solved."""
        return match.players == 2

    def weigh(self, view: View, options: Sequence[Move], played: int) -> Weighed:
        """The chances of the solution."""
        found = self._chances(view)
        chances = [Estimate(found[str(option)]) for option in options]
        return Weighed(chances, Estimate(max(found.values()) - chances[played].value))

    def chances(self, match: Match) -> list[float]:
        """The chance of the best move."""
        seat, found = self._asked(match)
        best = max(found.values())
        return [best if other == seat else 1 - best for other in range(2)]

    def look(self, match: Match, move: Move) -> tuple[list[float], list[Estimate]]:
        """The chance of the best move, and what was lost."""
        seat, found = self._asked(match)
        lost = found[str(move)] - max(found.values())
        effects = [Estimate(lost if other == seat else -lost) for other in range(2)]
        return self.chances(match), effects

    def _asked(self, match: Match) -> tuple[int, dict[str, float]]:
        """Who is asked, and the chance of every option."""
        asked = match.decision
        assert asked is not None
        return asked.seat, self._chances(match.view(asked.seat, memory="assisted"))

    def _chances(self, view: View) -> dict[str, float]:
        return self.solution.best(position_from(view))
