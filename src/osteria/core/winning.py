"""G-7: who wins, written once: outcomes, drivers, playouts and solvers ask here."""

from __future__ import annotations

from osteria.core.kernel import kernel


@kernel
def is_ahead(score: int, tiebreak: int, other_score: int, other_tiebreak: int) -> bool:
    """G-7: a higher score is ahead, and of equal scores a higher tie-break; who is still level shares the win."""
    return score > other_score or (score == other_score and tiebreak > other_tiebreak)


@kernel
def shared(winners: int) -> float:
    """G-7: for ratings and search a win shared by k seats is worth 1/k to each of them."""
    return 1.0 / winners
