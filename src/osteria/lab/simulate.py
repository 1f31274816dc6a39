"""Many games at once, and what came of them by seat."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from osteria.core.errors import OsteriaError
from osteria.core.game import Options
from osteria.lab.batch import Tally, random_games
from osteria.lab.pool import Here, Pool

CHUNKS = 100
MOST_IN_A_PART = 1_000_000
"""So that Ctrl-C is heard, and work can be shared, however many games there are."""
NORMAL_95 = 1.959964


@dataclass(frozen=True)
class SeatResult:
    """One seat over many games, with the half width of a 95 % interval for each mean."""

    seat: int
    score: float
    score_error: float
    wins: float
    wins_error: float


def simulate(
    game: str,
    players: int,
    games: int,
    seed: int,
    advance: Callable[[int], None] = lambda _: None,
    *,
    options: Options | None = None,
    pool: Pool | None = None,
) -> tuple[list[SeatResult], int]:
    """Random players, whole games; returns the results by seat and the number of decisions, the same wherever it runs.

    Args:
        game: the game's name.
        players: seats at each table.
        games: how many.
        seed: the games follow from it.
        advance: is told how many games were played since it was last told.
        options: what the table chooses about the rules.
        pool: where to play; left out, on all cores of this machine.
    """
    if games < 1:
        raise OsteriaError(f"Play at least one game, not {games}.")
    size, tallies = min(MOST_IN_A_PART, max(1, games // CHUNKS)), []
    threads = (os.cpu_count() or 1) if pool is None else 1
    parts = ((first, min(size, games - first)) for first in range(0, games, size))
    for tally in (pool or Here()).map(partial(play_part, game, players, seed, options, threads), parts):
        tallies.append(tally)
        advance(tally.games)
    return results(tallies, players, games), sum(tally.decisions for tally in tallies)


def play_part(
    game: str, players: int, seed: int, options: Options | None, threads: int, part: tuple[int, int]
) -> Tally:
    """Play some games, from a number on so many; may run on another machine."""
    first, count = part
    return random_games(game, players, count, seed, first=first, options=options, threads=threads)


def results(tallies: list[Tally], players: int, games: int) -> list[SeatResult]:
    """Means and their errors by seat."""
    scores = np.sum([tally.score_counts for tally in tallies], axis=0)
    wins = np.sum([tally.win_counts for tally in tallies], axis=0)
    points = np.arange(scores.shape[1])
    shares = np.array([0.0, *(1 / k for k in range(1, wins.shape[1]))])
    found = []
    for seat in range(players):
        score, score_error = _mean(scores[seat], points, games)
        share, share_error = _mean(wins[seat], shares, games)
        found.append(SeatResult(seat, score, score_error, share, share_error))
    return found


def _mean(counts: np.ndarray, values: np.ndarray, games: int) -> tuple[float, float]:
    """The mean of values that occurred so often (what is missing to all games counts as 0), and its 95 % half width."""
    mean = float(counts @ values) / games
    square = float(counts @ values**2) / games
    return mean, NORMAL_95 * max(0.0, square - mean * mean) ** 0.5 / games**0.5
