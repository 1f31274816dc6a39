"""The maestro with time to think: a search that begins with what was learned."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from osteria.bots.bot import Bot, Clock
from osteria.bots.compact_view import compact
from osteria.bots.expert import EACH, Expert, moves_of
from osteria.bots.hints import LEARNED, Floats, hints_of
from osteria.bots.maestro.cutting import TENTHS, CutSearch, kernels_of, values_of
from osteria.bots.maestro.inference import Inference
from osteria.bots.maestro.maestro import Maestro, describer_of
from osteria.bots.maestro.savings import Savings
from osteria.bots.search import Search, all_compiled
from osteria.core.decision import Decision, Move
from osteria.core.errors import OsteriaError
from osteria.core.kernel import Kernels
from osteria.core.schema import Table
from osteria.games import game as game_of
from osteria.play.view import View

TRUST = 1.0
"""How much what was learned weighs beside the mean of the playouts."""
INFER = 0
"""Whether worlds are weighed by the others' choices."""
CUT = 0
"""Turns after which playouts end."""


class SearchingMaestro(Expert):
    """Searches as the expert does, with its own move as the one to beat, the options first that its network values, and
    that value added to what the playouts say.

    Args:
        playouts, seed: as for the expert.
        seconds: for each decision on average; what clear ones leave is kept for others of the same game.
        trust: how much what was learned weighs beside the mean of the playouts.
        infer: whether worlds are weighed by how likely the others' choices were in them, 1 or 0.
        cut: turns after which a playout ends with what the table is worth then by what was learned; 0: only with the round.
    """

    player = LEARNED

    def __init__(
        self,
        *,
        playouts: int | None = None,
        seconds: float | None = None,
        trust: float = TRUST,
        infer: int = INFER,
        cut: int = CUT,
        seed: int | None = None,
    ) -> None:
        super().__init__(playouts=playouts, seconds=seconds, seed=seed)
        if infer not in (0, 1):
            raise OsteriaError(f"Whether the maestro infers hands is 1 or 0, not {infer!r}.")
        self._alone = self._careful = Maestro(seed=seed)
        if not isinstance(cut, int) or cut < 0:
            raise OsteriaError(f"Playouts are cut after a whole number of turns, or 0 for never, not {cut!r}.")
        self._trust, self._cut = trust, cut
        self._savings = None if seconds is None else Savings(seconds)
        self._inference = Inference(self._alone) if infer else None

    def choose(self, decision: Decision, view: View, clock: Clock) -> Move:
        """The option that did best; with a budget of seconds it may take what others left."""
        if self._savings is None or len(decision.options) == 1:
            return super().choose(decision, view, clock)
        start, self._seconds = perf_counter(), self._savings.allowed(moves_of(view))
        move = super().choose(decision, view, clock)
        self._savings.spend(perf_counter() - start)
        return move

    def _search(self, view: View, options: list[Move], seed: int, worlds: Table, seconds: float | None) -> Search:
        if not self._cut or (seconds is not None and not is_compiled(kernels_of(view.game))):
            return super()._search(view, options, seed, worlds, seconds)
        if not values_of(view.game).exists():
            raise OsteriaError(f"The maestro has not learned what tables of {view.game} are worth: it takes no “cut”.")
        return CutSearch(view, options, seed, worlds, hints_of(view.game).horizon(view), self._cut)

    def _imagine(self, view: View, seed: int, count: int, seconds: float | None) -> Table:
        if self._inference is None or (
            seconds is not None and not is_compiled(describer_of(game_of(view.game).kernels.name).KERNELS)
        ):
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


def is_compiled(kernels: Kernels) -> bool:
    """Whether kernels are compiled; if not, they will be soon: who has a clock does without them."""
    kernels.hurry()
    return kernels.is_compiled


def maestro(
    *,
    playouts: int | None = None,
    seconds: float | None = None,
    trust: float = TRUST,
    infer: int = INFER,
    cut: int = CUT,
    seed: int | None = None,
) -> Bot:
    """The player that learned: without a budget it searches nothing."""
    if playouts is None and seconds is None:
        return Maestro(seed=seed)
    return SearchingMaestro(playouts=playouts, seconds=seconds, trust=trust, infer=infer, cut=cut, seed=seed)
