"""What a position is worth: exactly where it is solved, else by playouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import ClassVar, Protocol

import numpy as np

from osteria.bots.comparing import KERNELS as COMPARING
from osteria.bots.hints import END, PLAYOUTS, Floats, hints_of
from osteria.bots.search import Search, imagined
from osteria.core.decision import Move
from osteria.core.family import MOST_LEGAL
from osteria.core.game import load
from osteria.core.kernel import Kernels
from osteria.core.schema import Table
from osteria.games import game as game_of
from osteria.play.imagine import SEEDS
from osteria.play.match import Match
from osteria.play.view import View

MOST_WORLDS = 64
MOST_STEPS = 2**20
"""More than any game has: a step's playouts draw from a seed of its own."""
NO_MOVE = -1
"""The rules of thumb choose from the start."""
ANY_MOVE = 0
"""For tables that are over: it is not made."""


@dataclass(frozen=True)
class Estimate:
    """A number and its standard error; 0 where it is exact."""

    value: float
    error: float = 0.0


@dataclass(frozen=True)
class Weighed:
    """The options of a decision as its seat could judge them.

    Attributes:
        chances: the chance to win of every option.
        cost: what the move that was played lost against the best option.
    """

    chances: list[Estimate]
    cost: Estimate


class Judge(Protocol):
    """Something that knows what a position is worth."""

    baseline: str
    """What the effect of a move is compared with, in words."""

    def weigh(self, view: View, options: Sequence[Move], played: int) -> Weighed:
        """Every option, from what the seat could see."""
        ...

    def chances(self, match: Match) -> list[float]:
        """With all cards open: every seat's chance to win."""
        ...

    def look(self, match: Match, move: Move) -> tuple[list[float], list[Estimate]]:
        """With all cards open: every seat's chance to win before a move, and what the move did to it."""
        ...


class ExactJudge(Judge, Protocol):
    """Somebody who knows exactly what the positions of some matches are worth."""

    kernels: ClassVar[Kernels]
    """What has to be compiled to judge quickly."""

    def __init__(self, match: Match) -> None: ...

    @staticmethod
    def knows(match: Match) -> bool:
        """Whether this match is among them."""
        ...


def judge_of(match: Match, playouts: int, seed: int) -> Judge:
    """Who knows this match exactly, where there is somebody; playouts for all else."""
    exact = exact_judge(match)
    return exact(match) if exact else Playouts(match, playouts, seed)


def exact_judge(match: Match) -> type[ExactJudge] | None:
    """Who knows this match exactly, if anybody does."""
    where = game_of(match.game).judge
    judge: type[ExactJudge] | None = load(where) if where else None
    return judge if judge and judge.knows(match) else None


class Playouts:
    """Playouts by rules of thumb: of imagined worlds for what a seat could know, of the true one for what was."""

    baseline = "the rules of thumb"

    def __init__(self, match: Match, playouts: int, seed: int | Sequence[int]) -> None:
        self.playouts, self.rng = playouts, np.random.default_rng(seed)
        self.seed = (seed if isinstance(seed, int) else seed[0] * MOST_STEPS + seed[1]) % SEEDS
        hints = hints_of(match.game)
        self.roll, self.longest_move = hints.kernels.compiled().roll, hints.longest_move
        self.weights = hints.weights_of_all(PLAYOUTS, match.game)
        self.work, self.legal = hints.room(), np.zeros(MOST_LEGAL, np.int64)

    def weigh(self, view: View, options: Sequence[Move], played: int) -> Weighed:
        """All options meet the same imagined worlds."""
        seed = int(self.rng.integers(SEEDS))
        search = Search(view, options, seed, imagined(view, seed, min(MOST_WORLDS, self.playouts)))
        search.play(np.ones(len(options), np.int64), self.playouts)
        shares = search.shares[: search.met]
        return Weighed([estimate(shares[:, option]) for option in range(len(options))], cost_of(shares, played))

    def chances(self, match: Match) -> list[float]:
        """The shares of games that the rules of thumb play on from here; the same for the same seed in the page.

        SPEED: a playout tells the share of one seat. So each is played once and its last table kept; whose share is asked
        of those tables, where nothing is left to play (0.3 to 0.5 of the time for five players, 1.3 of it for two).
        """
        states, ends = match.stepper.states, match.stepper.states.repeat(self.playouts)
        streams = np.zeros(self.playouts, np.int64)
        COMPARING.best.start_streams(self.seed, 0, streams)
        for place in range(self.playouts):
            table = states.copy()
            self._roll(states, self._moves(NO_MOVE), 0, streams[place : place + 1], table)
            ends[place] = table[0]
        shares = [
            self._roll(ends, self._moves(ANY_MOVE), seat, streams, states.copy()) for seat in range(match.players)
        ]
        return [float(share.mean()) for share in shares]

    def look(self, match: Match, move: Move) -> tuple[list[float], list[Estimate]]:
        """The rules of thumb and the move that was played meet the same future."""
        moves = np.full((2, self.longest_move), -1, np.int64)
        moves[1, : len(move.actions)] = move.actions
        streams = self.rng.integers(1, 2**31 - 1, self.playouts, np.int64)
        chances, effects = [], []
        for seat in range(match.players):
            shares = self._roll(match.stepper.states, moves, seat, streams, match.stepper.states.copy())
            chances.append(float(shares[:, 0].mean()))
            effects.append(estimate(shares[:, 1] - shares[:, 0]))
        return chances, effects

    def _moves(self, action: int) -> Table:
        """One move, made of this action."""
        return np.full((1, self.longest_move), action, np.int64)

    def _roll(self, worlds: Table, moves: Table, seat: int, streams: Table, scratch: Table) -> Floats:
        """A seat's share after each move, a playout a stream; the last table of the last one stays in `scratch`."""
        shares, leads = np.zeros((len(streams), len(moves))), np.zeros((len(streams), len(moves)))
        self.roll(
            *(worlds.copy(), 0, len(streams), moves, np.ones(len(moves), np.int64), seat, END, self.weights),
            *(np.zeros(2, np.int64), streams, scratch, self.work, self.legal, shares, leads),
        )
        return shares


def cost_of(shares: Floats, played: int) -> Estimate:
    """What the played option lost against the best. The best of noisy numbers looks better than it is, so each half of
    the playouts says which option is best, and the other half what it is worth."""
    halves = shares[::2], shares[1::2]
    lost = [
        judging[:, int(choosing.mean(axis=0).argmax())] - judging[:, played]
        for choosing, judging in (halves, halves[::-1])
    ]
    return estimate(np.concatenate(lost))


def estimate(numbers: Floats) -> Estimate:
    """The mean of playouts and its standard error."""
    if len(numbers) < 2:
        return Estimate(float(numbers.mean()), 1.0)
    return Estimate(float(numbers.mean()), float(numbers.std(ddof=1)) / sqrt(len(numbers)))


def total(parts: list[Estimate]) -> Estimate:
    """The sum of independent estimates."""
    return Estimate(sum(part.value for part in parts), sqrt(sum(part.error**2 for part in parts)))
