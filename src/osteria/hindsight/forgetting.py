"""What forgetting cost: how well a player seems to remember, and which choices a perfect memory would have made otherwise.

A player is compared with the rules of thumb at different memories (`osteria.bots.hints`). The memory at which they would most
likely have made the player's moves is the measured one. A move that they make more often at that memory than with a perfect one
was, in that proportion, made because something was forgotten; what it lost against the perfect memory's move is the price.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt

from osteria.bots.compact_view import CompactView, compact
from osteria.bots.hints import NOVICE, REGULAR, hints_for, hints_of
from osteria.bots.rules_of_thumb import RulesOfThumb
from osteria.hindsight.judges import Estimate
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

    def likelihood(self, manner: Manner) -> float:
        """How likely a player of this manner makes the move that was made."""
        return (self.chosen[manner][self.played] + SLIP) / (LUCKS + SLIP * self.options)


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


@dataclass(frozen=True)
class Forgotten:
    """What forgetting had to do with one move.

    Attributes:
        chance: how likely the move was made because something was forgotten.
        what: what was forgotten, in words; empty if nothing can be named.
    """

    chance: float
    what: str


NOTHING = Forgotten(0.0, "")


def can_forget(game: str) -> bool:
    """Whether there is anything to forget in a game, and rules of thumb that do."""
    hints = hints_for(game)
    return hints is not None and hints.forgets


class Watcher:
    """Looks on as decisions are made, and says afterwards what forgetting had to do with them."""

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

    def forgotten(self, decision: Watched, manner: Remembering) -> Forgotten:
        """What forgetting had to do with a move of a player who remembers so."""
        if manner.memory == PERFECT:
            return NOTHING
        then, ever = (decision.likelihood((manner.style, memory)) for memory in (manner.memory, PERFECT))
        chance = max(0.0, 1.0 - ever / then)
        return Forgotten(chance, self._named(decision, (manner.style, manner.memory)) if chance else "")

    def _named(self, decision: Watched, manner: Manner) -> str:
        """What those who make the move have forgotten more often than the others; of equals what came last."""
        gaps = Counter[str]()
        for player in self._players[manner]:
            sign = 1 if player.actions(decision.seen) == decision.played else -1
            for what in self._hints.forgotten(decision.seen.noted, decision.seen.seats, manner[1], player.luck):
                gaps[what] += sign
        return max(reversed(gaps), key=gaps.__getitem__, default="")


def remembering(watched: Sequence[Watched]) -> Remembering:
    """How a player remembers, from all its decisions: the likeliest manner."""
    if not watched:
        return Remembering(REGULAR, PERFECT, 0.0)
    likely = {manner: sum(log(decision.likelihood(manner)) for decision in watched) for manner in watched[0].chosen}
    style, memory = max(likely, key=lambda manner: (likely[manner], manner[1]))
    return Remembering(style, memory, likely[style, memory] - likely[style, PERFECT])


def price_of(decision: Watched, chance: float, worth: Mapping[Actions, Estimate]) -> Estimate:
    """What a move lost because something was forgotten: against what a perfect memory would have chosen, in proportion.

    Args:
        decision: as others would have made it.
        chance: how likely the move was made because something was forgotten.
        worth: the chance to win of every option. All of them met the same worlds, so that the error of the price is
            rather less than what is told.
    """
    perfect = Counter[Actions]()
    for (_, level), chosen in decision.chosen.items():
        if level == PERFECT:
            perfect += chosen
    weights = {actions: chance * count / perfect.total() for actions, count in perfect.items()}
    weights[decision.played] = weights.get(decision.played, 0.0) - chance
    value = sum(weight * worth[actions].value for actions, weight in weights.items())
    return Estimate(value, sqrt(sum((weight * worth[actions].error) ** 2 for actions, weight in weights.items())))
