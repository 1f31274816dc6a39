"""Many games of bots that keep their seats, and every decision of them as rows for data frames."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

from osteria.bots import make, split_names
from osteria.core.errors import OsteriaError
from osteria.core.game import Options
from osteria.games import game as game_of
from osteria.lab.arena import ask_bot
from osteria.lab.pool import Here, Pool, in_order
from osteria.lab.seating import number_from
from osteria.lab.simulate import NORMAL_95, SeatResult
from osteria.play.new import new

COLUMNS = ("game", "decision", "seat", "bot", "ask", "clause", "options", "move", "share")
GAMES_IN_A_PART = 10
Rows = list[tuple[Any, ...]]


@dataclass(frozen=True)
class Seating:
    """Bots at a table.

    Attributes:
        game: its name.
        bots: names of bots, by seat.
        seed: deals and bots follow from it.
        options: what the table chooses about the rules.
        notes: whether every decision is noted.
    """

    game: str
    bots: tuple[str, ...]
    seed: int
    options: Options | None = None
    notes: bool = False

    def seed_of(self, *words: object) -> int:
        """A number that follows from the seed and these words."""
        return number_from(self.seed, self.game, len(self.bots), *words)


@dataclass(frozen=True)
class Played:
    """Some games: outcomes by seat, one row a game, and the decisions if they were wanted."""

    number: int
    scores: list[tuple[int, ...]]
    shares: list[tuple[float, ...]]
    decisions: int
    rows: Rows


def seating_of(game: str, players: int, bots: str, seed: int, options: Options | None, *, notes: bool) -> Seating:
    """Bots by name for every seat; one name serves for all. OsteriaError for what cannot sit down."""
    names = split_names(bots)
    game_of(game).seats(players)
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise OsteriaError(f"{players} seats need 1 or {players} bots, not {len(names)}.")
    for name in names:
        make(name)
    return Seating(game, tuple(names), seed, options, notes)


def play_seated(
    seating: Seating,
    games: int,
    pool: Pool | None = None,
    advance: Callable[[int], None] = lambda _: None,
    note: Callable[[Rows], None] = lambda _: None,
) -> tuple[list[SeatResult], int]:
    """Play so many games; the results by seat and the number of decisions.

    Args:
        seating: who plays what.
        games: how many.
        pool: where to play; left out, here.
        advance: told how many games were played since it was last told.
        note: told the decisions, in the order of the games, as they come.
    """
    starts = range(0, games, GAMES_IN_A_PART)
    tasks = ((seating, part, first, min(GAMES_IN_A_PART, games - first)) for part, first in enumerate(starts))
    scores, shares, decisions = list[tuple[int, ...]](), list[tuple[float, ...]](), 0
    for played in in_order((pool or Here()).map(play_part, tasks), lambda played: played.number):
        scores, shares, decisions = scores + played.scores, shares + played.shares, decisions + played.decisions
        note(played.rows)
        advance(len(played.scores))
    return [_result(seat, scores, shares) for seat in range(len(seating.bots))], decisions


def play_part(task: tuple[Seating, int, int, int]) -> Played:
    """Some games of a seating, by their numbers; may run on another machine."""
    seating, number, first, count = task
    game_of(seating.game).kernels.compiled()
    games = [_play(seating, game) for game in range(first, first + count)]
    scores, shares, rows, asked = zip(*games, strict=True)
    return Played(number, list(scores), list(shares), sum(asked), [row for noted in rows for row in noted])


def _play(seating: Seating, game: int) -> tuple[tuple[int, ...], tuple[float, ...], Rows, int]:
    bots = [make(name, seed=seating.seed_of("bot", game, seat)) for seat, name in enumerate(seating.bots)]
    match = new(seating.game, len(bots), seed=seating.seed_of("deal", game), options=seating.options)
    noted: Rows = []
    asked = 0
    while (decision := match.decision) is not None:
        move = str(ask_bot(bots[decision.seat], match))
        if seating.notes:
            about = (decision.seat, seating.bots[decision.seat], str(decision.ask), decision.clause)
            noted.append((game, asked, *about, len(decision.options), move))
        match.play(move)
        asked += 1
    outcome = match.outcome
    assert outcome is not None
    shares = tuple(outcome.share(seat) for seat in range(len(bots)))
    return outcome.score, shares, [(*row, shares[row[2]]) for row in noted], asked


def _result(seat: int, scores: list[tuple[int, ...]], shares: list[tuple[float, ...]]) -> SeatResult:
    score, score_error = _mean([row[seat] for row in scores])
    share, share_error = _mean([row[seat] for row in shares])
    return SeatResult(seat, score, score_error, share, share_error)


def _mean(numbers: list[int] | list[float]) -> tuple[float, float]:
    mean = sum(numbers) / len(numbers)
    square = sum(number * number for number in numbers) / len(numbers)
    return mean, NORMAL_95 * sqrt(max(0.0, square - mean * mean) / len(numbers))
