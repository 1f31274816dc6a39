"""What forgetting cost: how well a player seems to remember, and which choices a perfect memory would have made otherwise.

A player is compared with the rules of thumb at different memories (`osteria.bots.hints`). The memory at which they would most
likely have made the player's moves is the measured one. A move that they make more often at that memory than with a perfect one
was, in that proportion, made because something was forgotten; what it lost against the perfect memory's move is the price.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt

from osteria.bots.compact_view import CompactView, compact
from osteria.bots.hints import NOVICE, REGULAR, Sighting, hints_for, hints_of
from osteria.bots.rules_of_thumb import RulesOfThumb
from osteria.hindsight.judges import Estimate, total
from osteria.play.view import View

LEVELS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""Memories that are tried."""
PERFECT = 1.0
STYLES = (REGULAR, NOVICE)
"""Weights of the rules of thumb that are tried: which of them a player resembles is measured too."""
LUCKS = 8
"""Players of each memory, each with its own luck in what it forgets and among equals."""
SLIP = 0.5
"""Added to how often a move was made, so that a move nobody makes is unlikely and not impossible."""
CLEAR = 2.0
"""So many standard errors above nothing, a loss is not put down to the luck of the playouts."""
WORTH_TELLING = 0.01
"""Less than this lost by forgetting is not worth a sentence."""

Actions = tuple[int, ...]
Manner = tuple[str, float]
"""A style and a memory."""


@dataclass(frozen=True)
class Watched:
    """A decision as players of every manner would have made it.

    Attributes:
        seen: what the player could see and remember.
        played: the small actions of the move that was made.
        options: how many moves there were.
        chosen: by manner, how many of the `LUCKS` players choose each move.
    """

    seen: CompactView
    played: Actions
    options: int
    chosen: Mapping[Manner, Counter[Actions]]

    @property
    def perfect(self) -> Counter[Actions]:
        """What those choose who remember everything, of every style."""
        return sum((chosen for (_, level), chosen in self.chosen.items() if level == PERFECT), Counter[Actions]())

    def noticed(self, number: int, seat: int, worth: Mapping[Actions, Estimate]) -> Noticed:
        """What stays of it.

        Args:
            number: of the decision.
            seat: whose it was.
            worth: the chance to win of the moves that count here: the one that was made, and those of a perfect memory. All
                of them met the same worlds, so that the error of the price is rather less than what is told.
        """
        perfect = self.perfect
        weights = {actions: count / perfect.total() for actions, count in perfect.items()}
        weights[self.played] = weights.get(self.played, 0.0) - 1
        ahead = sum(weight * worth[actions].value for actions, weight in weights.items())
        error = sqrt(sum((weight * worth[actions].error) ** 2 for actions, weight in weights.items()))
        return Noticed(
            number, seat, {manner: self._likelihood(manner) for manner in self.chosen}, Estimate(ahead, error)
        )

    def _likelihood(self, manner: Manner) -> float:
        """How likely a player of this manner makes the move that was made."""
        return (self.chosen[manner][self.played] + SLIP) / (LUCKS + SLIP * self.options)


@dataclass(frozen=True)
class Noticed:
    """What stays of a decision that was watched.

    Attributes:
        number: of the decision.
        seat: whose it was.
        likelihoods: by manner, how likely such a player makes the move that was made.
        ahead: by how much what a perfect memory would have chosen is better than it.
    """

    number: int
    seat: int
    likelihoods: Mapping[Manner, float]
    ahead: Estimate

    def price(self, manner: Remembering) -> Estimate:
        """What the move of a player who remembers so lost because something was forgotten."""
        chance = self.forgotten(manner)
        return Estimate(chance * self.ahead.value, chance * self.ahead.error)

    def forgotten(self, manner: Remembering) -> float:
        """How likely the move was made because something was forgotten."""
        return max(0.0, 1.0 - self.likelihoods[manner.style, PERFECT] / self.likelihoods[manner.style, manner.memory])


@dataclass(frozen=True)
class Remembering:
    """How a seat seems to have remembered.

    Attributes:
        style: whose rules of thumb its moves resemble most.
        memory: the share of what was hidden by and by that it seems to have remembered.
        support: by how much that is likelier than a perfect memory of the same style, as a logarithm; 0 if it is perfect.
    """

    style: str
    memory: float
    support: float


def can_forget(game: str) -> bool:
    """Whether there is anything to forget in a game, and rules of thumb that do."""
    hints = hints_for(game)
    return hints is not None and hints.forgets


class Watcher:
    """Looks on as decisions are made, and says afterwards what was forgotten."""

    def __init__(self, game: str) -> None:
        self._hints = hints_of(game)
        self._players = {
            (style, level): [RulesOfThumb(style, level, seed=luck) for luck in range(LUCKS)]
            for style in STYLES
            for level in LEVELS
        }

    def watch(self, view: View, played: Actions, options: int) -> Watched:
        """What players of every manner would have done."""
        seen = compact(view)
        chosen = {
            manner: Counter(player.actions(seen) for player in players) for manner, players in self._players.items()
        }
        return Watched(seen, played, options, chosen)

    def named(self, seen: CompactView, played: Actions, manner: Remembering) -> Sighting | None:
        """What those who make the move have forgotten more often than the others; of equals what came last."""
        gaps = Counter[Sighting]()
        for player in self._players[manner.style, manner.memory]:
            sign = 1 if player.actions(seen) == played else -1
            for what in self._hints.forgotten(seen.noted, seen.seats, manner.memory, player.luck):
                gaps[what] += sign
        return max(reversed(gaps), key=gaps.__getitem__, default=None)


def forgetful(noticed: Sequence[Noticed]) -> dict[int, Remembering]:
    """The seats that lost by forgetting, as far as it is clear of chance, and how they remember.

    Who plays unlike the rules of thumb may seem to forget something; what that cost is then as often a gain as a loss.
    """
    manners = manners_of(noticed)
    prices = {seat: total([one.price(manners[seat]) for one in noticed if one.seat == seat]) for seat in manners}
    return {seat: manner for seat, manner in manners.items() if prices[seat].value > CLEAR * prices[seat].error}


def dearest(noticed: Iterable[Noticed], manners: Mapping[int, Remembering], most: int) -> list[Noticed]:
    """The decisions of these seats where forgetting cost most, dearest first, if that is worth telling and above its error."""
    prices = [(one.price(manners[one.seat]), one) for one in noticed if one.seat in manners]
    told = [(price.value, one) for price, one in prices if price.value > max(WORTH_TELLING, price.error)]
    return [one for _, one in sorted(told, key=lambda pair: -pair[0])[:most]]


def manners_of(noticed: Iterable[Noticed]) -> dict[int, Remembering]:
    """How every seat remembers, from its own decisions."""
    by_seat: dict[int, list[Noticed]] = defaultdict(list)
    for one in noticed:
        by_seat[one.seat].append(one)
    return {seat: remembering(its_own) for seat, its_own in by_seat.items()}


def remembering(noticed: Sequence[Noticed]) -> Remembering:
    """How a player remembers, from all its decisions: the likeliest manner."""
    if not noticed:
        return Remembering(REGULAR, PERFECT, 0.0)
    likely = {manner: sum(log(one.likelihoods[manner]) for one in noticed) for manner in noticed[0].likelihoods}
    style, memory = max(likely, key=lambda manner: (likely[manner], manner[1]))
    return Remembering(style, memory, likely[style, memory] - likely[style, PERFECT])
