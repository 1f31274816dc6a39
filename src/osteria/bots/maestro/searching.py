"""The maestro with time to think: a search that begins with what was learned."""

from __future__ import annotations

import numpy as np

from osteria.bots.bot import Bot
from osteria.bots.compact_view import compact
from osteria.bots.expert import EACH, Expert
from osteria.bots.hints import LEARNED, Floats, hints_of
from osteria.bots.maestro.inference import Inference
from osteria.bots.maestro.maestro import Maestro, describer_of
from osteria.bots.search import all_compiled
from osteria.core.decision import Decision, Move
from osteria.core.errors import OsteriaError
from osteria.core.schema import Table
from osteria.games import game as game_of
from osteria.play.view import View

TENTHS = 10
"""Networks value in tenths of what playouts count."""
TRUST = 1.0
"""How much what was learned weighs beside the mean of the playouts."""
INFER = 0
"""Whether worlds are weighed by the others' choices."""


class SearchingMaestro(Expert):
    """Searches as the expert does, with its own move as the one to beat, the options first that its network values, and
    that value added to what the playouts say.

    Args:
        playouts, seconds, seed: as for the expert.
        trust: how much what was learned weighs beside the mean of the playouts.
        infer: whether worlds are weighed by how likely the others' choices were in them, 1 or 0.
    """

    player = LEARNED

    def __init__(
        self,
        *,
        playouts: int | None = None,
        seconds: float | None = None,
        trust: float = TRUST,
        infer: int = INFER,
        seed: int | None = None,
    ) -> None:
        super().__init__(playouts=playouts, seconds=seconds, seed=seed)
        if infer not in (0, 1):
            raise OsteriaError(f"Whether the maestro infers hands is 1 or 0, not {infer!r}.")
        self._alone = self._careful = Maestro(seed=seed)
        self._trust = trust
        self._inference = Inference(self._alone) if infer else None

    def _imagine(self, view: View, seed: int, count: int, seconds: float | None) -> Table:
        if self._inference is None or (seconds is not None and not is_described_fast(view.game)):
            return super()._imagine(view, seed, count, seconds)
        all_compiled(view.game)
        return self._inference.worlds(view, seed, count, seconds)

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


def is_described_fast(game: str) -> bool:
    """Whether what describes options is compiled: else there is no time to describe those of others, too."""
    return bool(describer_of(game_of(game).kernels.name).KERNELS.is_compiled)


def maestro(
    *,
    playouts: int | None = None,
    seconds: float | None = None,
    trust: float = TRUST,
    infer: int = INFER,
    seed: int | None = None,
) -> Bot:
    """The player that learned: without a budget it searches nothing."""
    if playouts is None and seconds is None:
        return Maestro(seed=seed)
    return SearchingMaestro(playouts=playouts, seconds=seconds, trust=trust, infer=infer, seed=seed)
