"""The maestro with time to think: a search that begins with what was learned."""

from __future__ import annotations

import numpy as np

from osteria.bots.bot import Bot
from osteria.bots.compact_view import compact
from osteria.bots.expert import EACH, Expert
from osteria.bots.hints import LEARNED, Floats, hints_of
from osteria.bots.maestro.maestro import Maestro
from osteria.core.decision import Decision, Move
from osteria.play.view import View

TENTHS = 10
"""Networks value in tenths of what playouts count."""
TRUST = 1.0
"""How much what was learned weighs beside the mean of the playouts."""


class SearchingMaestro(Expert):
    """Searches as the expert does, with its own move as the one to beat, the options first that its network values, and
    that value added to what the playouts say.

    Args:
        playouts, seconds, seed: as for the expert.
        trust: how much what was learned weighs beside the mean of the playouts.
    """

    player = LEARNED

    def __init__(
        self,
        *,
        playouts: int | None = None,
        seconds: float | None = None,
        trust: float = TRUST,
        seed: int | None = None,
    ) -> None:
        super().__init__(playouts=playouts, seconds=seconds, seed=seed)
        self._alone = self._careful = Maestro(seed=seed)
        self._trust = trust

    def _prior(self, view: View, options: list[Move]) -> Floats:
        worth, win = self._worth(view), hints_of(view.game).win_weight(view)
        found = np.array([worth[option.actions] for option in options])
        return np.asarray((found - found[0]) * self._trust / TENTHS / (1 - win))

    def _worth(self, view: View) -> dict[tuple[int, ...], float]:
        seen, values = self._alone.opinion(compact(view))
        return {seen.actions(place): float(value) for place, value in enumerate(values)}

    def _candidates(self, decision: Decision, first: Move, view: View, playouts: int | None) -> list[Move]:
        """The own move first, then those that are valued most."""
        worth = self._worth(view)
        others = sorted((option for option in decision.options if option != first), key=lambda o: -worth[o.actions])
        most = len(others) if playouts is None else max(1, playouts // EACH - 1) if playouts > 1 else 0
        return [first, *others[:most]]


def maestro(
    *, playouts: int | None = None, seconds: float | None = None, trust: float = TRUST, seed: int | None = None
) -> Bot:
    """The player that learned: without a budget it searches nothing."""
    if playouts is None and seconds is None:
        return Maestro(seed=seed)
    return SearchingMaestro(playouts=playouts, seconds=seconds, trust=trust, seed=seed)
