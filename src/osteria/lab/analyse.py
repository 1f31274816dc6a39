"""A game, decision by decision: what each option was worth, what a move cost, what luck did."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from math import sqrt
from typing import Any

from osteria.core.decision import Decision, Move
from osteria.core.errors import OsteriaError
from osteria.hindsight.forgetting import Noticed, Remembering, Watched, Watcher, can_forget, manners_of
from osteria.hindsight.judges import Estimate, Judge, judge_of, total
from osteria.play.fate import ASK
from osteria.play.match import Match
from osteria.play.transcript import replay
from osteria.play.view import View

NOTHING_LOST = Estimate(0.0)


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
        memory: the part of the cost that is due to something forgotten; the rest of it is choice.
        forgot: what was forgotten, in words; empty if nothing was.
        chances: every seat's chance to win before the move, with all cards open.
        effects: what the move did to every seat's chance, with all cards open, against the judge's baseline.
        luck: what the cards and dice after the move did to it, until the next decision.
    """

    number: int
    seat: int
    ask: str
    played: str
    options: dict[str, Estimate]
    cost: Estimate
    chances: list[float]
    effects: list[Estimate]
    luck: list[float]
    memory: Estimate = NOTHING_LOST
    forgot: str = ""


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
        memory: the part of the cost that is due to something forgotten; the rest of it is choice.
        remembers: the share of what was hidden by and by that it seems to have remembered, measured from its own moves; None
            where there is nothing to forget.
    """

    start: float
    own: Estimate
    others: Estimate
    luck: Estimate
    result: float | None
    cost: Estimate
    memory: Estimate
    remembers: float | None


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
    match = finished.afresh()
    judge = judge_of(match, playouts, seed)
    decisions: list[Decided] = []
    watching = Watching(match.game)
    lines = [move for _, move in finished.lines()]
    for place, asked, move in _followed(match, lines):
        decisions.append(_look(match, judge, len(decisions) + 1, asked, move))
        watching.see(match.view(asked.seat, memory="assisted"), asked, move, decisions[-1])
        if heard:
            heard(place + 1, len(lines))
    if not decisions:
        raise OsteriaError("Nobody was asked anything in this transcript.")
    names = [str(name) for name in match.seats]
    decisions, remembers = watching.tell(_with_luck(match, decisions))
    return Analysis(match.game, names, judge.baseline, decisions, _accounts(match, decisions, remembers))


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
    weighed = judge.weigh(match.view(asked.seat, memory="assisted"), options, options.index(move))
    chances, effects = judge.look(match, move)
    told = {str(option): found for option, found in zip(options, weighed.chances, strict=True)}
    return Decided(number, asked.seat, asked.ask, str(move), told, weighed.cost, chances, effects, [])


def _with_luck(match: Match, decisions: list[Decided]) -> list[Decided]:
    """The decisions with what chance did after each: what the move does not explain of the way to the next one."""
    last = [match.outcome.share(seat) for seat in range(match.players)] if match.outcome else None
    after = [decided.chances for decided in decisions[1:]] + [last or _moved(decisions[-1])]
    return [
        replace(decided, luck=[later - now for later, now in zip(then, _moved(decided), strict=True)])
        for decided, then in zip(decisions, after, strict=True)
    ]


def _moved(decided: Decided) -> list[float]:
    """Every seat's chance right after the move, before the cards and dice that follow."""
    return [chance + effect.value for chance, effect in zip(decided.chances, decided.effects, strict=True)]


class Watching:
    """Follows a game decision by decision, to tell in the end how everybody remembered and what that cost."""

    def __init__(self, game: str) -> None:
        self._watcher = Watcher(game) if can_forget(game) else None
        self._seen: dict[int, tuple[Watched, Noticed]] = {}

    def see(self, view: View, asked: Decision, move: Move, decided: Decided) -> None:
        """Note a decision, if there was anything to choose."""
        if self._watcher and len(asked.options) > 1:
            worth = {option.actions: decided.options[str(option)] for option in asked.options}
            watched = self._watcher.watch(view, move.actions, len(asked.options))
            self._seen[decided.number] = watched, watched.noticed(decided.number, asked.seat, worth)

    def tell(self, decisions: list[Decided]) -> tuple[list[Decided], dict[int, Remembering]]:
        """The decisions with what forgetting cost in each, and how each seat remembers."""
        manners = manners_of(noticed for _, noticed in self._seen.values())
        return [self._told(decided, manners) for decided in decisions], manners

    def _told(self, decided: Decided, manners: dict[int, Remembering]) -> Decided:
        if self._watcher is None or decided.number not in self._seen:
            return decided
        (watched, noticed), manner = self._seen[decided.number], manners[decided.seat]
        named = self._watcher.named(watched.seen, watched.played, manner) if noticed.forgotten(manner) else None
        return replace(decided, memory=noticed.price(manner), forgot=str(named or ""))


def _accounts(match: Match, decisions: list[Decided], remembers: dict[int, Remembering]) -> list[Account]:
    outcome = match.outcome
    return [
        _account(seat, decisions, outcome.share(seat) if outcome else None, remembers.get(seat))
        for seat in range(match.players)
    ]


def _account(seat: int, decisions: list[Decided], result: float | None, manner: Remembering | None) -> Account:
    start = decisions[0].chances[seat]
    own = total([decided.effects[seat] for decided in decisions if decided.seat == seat])
    others = total([decided.effects[seat] for decided in decisions if decided.seat != seat])
    now = decisions[-1].chances[seat] + decisions[-1].effects[seat].value if result is None else result
    luck = Estimate(now - start - own.value - others.value, sqrt(own.error**2 + others.error**2))
    cost = total([decided.cost for decided in decisions if decided.seat == seat])
    memory = total([decided.memory for decided in decisions if decided.seat == seat])
    return Account(start, own, others, luck, result, cost, memory, manner.memory if manner else None)
