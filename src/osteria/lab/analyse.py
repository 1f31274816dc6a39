"""A game, decision by decision: what each option was worth, what a move cost, what luck did."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

from osteria.core.decision import Decision, Move
from osteria.core.errors import OsteriaError
from osteria.hindsight.judges import Estimate, Judge, Weighed, judge_of
from osteria.play.match import ASK, Match, new
from osteria.play.transcript import replay


@dataclass(frozen=True)
class Decided:
    """One decision.

    Attributes:
        number: of the decision, from 1.
        seat: who was asked, a number.
        ask: what was asked.
        played: the move.
        options: every option with its chance to win, as far as the seat could know.
        cost: what the move lost against the best of them.
        chances: every seat's chance to win before the move, with all cards open.
        effects: what the move did to every seat's chance, with all cards open, against the judge's baseline.
    """

    number: int
    seat: int
    ask: str
    played: str
    options: dict[str, Estimate]
    cost: Estimate
    chances: list[float]
    effects: list[Estimate]


@dataclass(frozen=True)
class Account:
    """What a seat's result is made of; the parts add up to it.

    Attributes:
        start: the chance to win at the first decision, with all cards open.
        own: what its own choices did, against the judge's baseline.
        others: what the choices of the others did.
        luck: what the cards and dice did: the rest.
        result: the share of the win; None while the game is not over (then luck is told up to here).
        cost: what its choices lost in all against the best option, as far as it could know.
    """

    start: float
    own: Estimate
    others: Estimate
    luck: Estimate
    result: float | None
    cost: Estimate


@dataclass(frozen=True)
class Analysis:
    """A game, decision by decision, and an account for every seat."""

    game: str
    seats: list[str]
    baseline: str
    decisions: list[Decided]
    accounts: list[Account]

    def words(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        return asdict(self)


def analyse(text: str, playouts: int, seed: int, heard: Callable[[int, int], None] | None = None) -> Analysis:
    """Look at every decision of a transcript.

    Args:
        text: the transcript.
        playouts: for every option of every decision (a game that is solved is exact, without any).
        seed: of the playouts.
        heard: told how many of the moves were looked at, and how many there are.
    """
    if playouts < 2:
        raise OsteriaError("An analysis needs at least 2 playouts for an option.")
    finished = replay(text, seed=ASK)
    match = new(finished.game, finished.seats, seed=ASK, options=finished.options)
    judge = judge_of(match, playouts, seed)
    decisions: list[Decided] = []
    lines = [move for _, move in finished.lines()]
    for place, asked, move in _followed(match, lines):
        decisions.append(_look(match, judge, len(decisions) + 1, asked, move))
        if heard:
            heard(place + 1, len(lines))
    if not decisions:
        raise OsteriaError("Nobody was asked anything in this transcript.")
    names = [str(name) for name in match.seats]
    return Analysis(match.game, names, judge.baseline, decisions, _accounts(match, decisions))


def _followed(match: Match, lines: list[str]) -> Iterator[tuple[int, Decision, Move]]:
    """Play the lines; before each move of a person tell what was asked and what is played."""
    for place, line in enumerate(lines):
        asked = match.decision
        assert asked is not None
        move = next(option for option in asked.options if str(option) == line)
        if asked.seat >= 0:
            yield place, asked, move
        match.play(move)


def _look(match: Match, judge: Judge, number: int, asked: Decision, move: Move) -> Decided:
    options = asked.options
    weighed = _weigh(match, judge, asked, options.index(move))
    chances, effects = judge.look(match, move)
    told = {str(option): found for option, found in zip(options, weighed.chances, strict=True)}
    return Decided(number, asked.seat, asked.ask, str(move), told, weighed.cost, chances, effects)


def _weigh(match: Match, judge: Judge, asked: Decision, played: int) -> Weighed:
    return judge.weigh(match.view(asked.seat, memory="assisted"), asked.options, played)


def _accounts(match: Match, decisions: list[Decided]) -> list[Account]:
    outcome = match.outcome
    return [_account(seat, decisions, outcome.share(seat) if outcome else None) for seat in range(match.players)]


def _account(seat: int, decisions: list[Decided], result: float | None) -> Account:
    start = decisions[0].chances[seat]
    own = total([decided.effects[seat] for decided in decisions if decided.seat == seat])
    others = total([decided.effects[seat] for decided in decisions if decided.seat != seat])
    now = decisions[-1].chances[seat] + decisions[-1].effects[seat].value if result is None else result
    luck = Estimate(now - start - own.value - others.value, sqrt(own.error**2 + others.error**2))
    cost = total([decided.cost for decided in decisions if decided.seat == seat])
    return Account(start, own, others, luck, result, cost)


def total(parts: list[Estimate]) -> Estimate:
    """The sum of independent estimates."""
    return Estimate(sum(part.value for part in parts), sqrt(sum(part.error**2 for part in parts)))
