"""Time that clear decisions leave for those that are not."""

from __future__ import annotations

SHARE, MOST = 4, 3.0
"""A decision may take a quarter of what was saved besides its own time, and three times its own time in all."""


class Savings:
    """What is left of the time for the decisions of a game.

    Args:
        seconds: for each decision, on average.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds, self._saved, self._moves = seconds, 0.0, 0

    def allowed(self, moves: int) -> float:
        """For a decision after so many moves; after fewer than the last time another game has begun, and nothing is saved."""
        if moves < self._moves:
            self._saved = 0.0
        self._moves = moves
        return max(0.0, min(self._seconds + self._saved / SHARE, MOST * self._seconds))

    def spend(self, seconds: float) -> None:
        """So long a decision took."""
        self._saved += self._seconds - seconds
