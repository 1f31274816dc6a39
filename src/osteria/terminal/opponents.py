"""The bots at the table. Each is handed its own view, and nothing of the table."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence

from osteria import bots
from osteria.core.decision import Move
from osteria.core.errors import OsteriaError
from osteria.play.match import Match

USUAL = "regular"
THINKING_S = 2.0
"""The longest that a person should wait for one answer."""


class Opponents:
    """Bots by seat.

    Args:
        by_seat: a bot for every seat but the person's.
        pace: about how many seconds an answer takes. The pause is drawn before the bot is asked, from one distribution
            whatever its options are (G-6): it tells nothing.
    """

    def __init__(self, by_seat: Mapping[int, bots.Bot], pace: float) -> None:
        self._by_seat, self._pace = by_seat, pace
        self._rng = random.Random()

    def answer(self, match: Match) -> Move:
        """The move of the bot that is asked."""
        decision = match.decision
        assert decision is not None
        at = time.monotonic() + self._pace * self._rng.uniform(0.5, 1.5)
        view = bots.data_only(match.view(decision.seat, memory="assisted"))
        assert view.decision is not None
        move = self._by_seat[decision.seat].choose(view.decision, view, THINKING_S)
        if (rest := at - time.monotonic()) > 0:
            time.sleep(rest)
        return move


def seated(names: str, seats: Sequence[int], seed: int | None) -> dict[int, bots.Bot]:
    """Bots by name (`regular,novice`) for these seats, in their order; one name serves for all."""
    chosen = bots.split_names(names) or [USUAL]
    if len(chosen) == 1:
        chosen *= len(seats)
    if len(chosen) != len(seats):
        raise OsteriaError(f"there are {len(seats)} seats for bots, but {len(chosen)} names.")
    return {
        seat: bots.make(name, seed=None if seed is None else seed + seat)
        for seat, name in zip(seats, chosen, strict=True)
    }
