"""What the others' choices tell of their hands: imagined worlds, weighed by how likely the others chose so in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from osteria.bots.compact_view import CompactView
from osteria.bots.hints import Floats
from osteria.bots.maestro.maestro import Maestro, Outlook, describer_of
from osteria.core.schema import Table
from osteria.games import game as game_of
from osteria.play.fate import Asked
from osteria.play.imagine import Imagination, fresh_for
from osteria.play.stepper import Stepper
from osteria.play.trace import Trace
from osteria.play.view import View

LAST = 8
"""So many choices of others are looked at, the last ones."""
CANDIDATES = 2
"""So many worlds are weighed for each that is kept."""
BATCH = 16
"""Worlds that are weighed between two looks at the clock."""
SHARE = 0.2
"""Of the time for a decision; worlds that are not weighed by then weigh as much as the others on average."""
WARMTH = 0.2
"""In tenths, as networks value: an option that is so much better is e times as likely."""
HABIT = 1.0
"""So much of that is added to the rules of thumb's own move, as a logarithm."""
WHIM = 0.05
"""How likely a choice is made for reasons that no network knows."""
GOLDEN = (5**0.5 - 1) / 2
"""Multiples of it, without their whole part, lie evenly, however many of them are taken."""


@dataclass(frozen=True)
class Choice:
    """A move of another seat.

    Attributes:
        seat: whose it was.
        first: the place of its first small action among all.
        end: the place after its last.
    """

    seat: int
    first: int
    end: int


class Inference:
    """Imagines worlds, and keeps those in which the others were likely to choose as they did.

    Args:
        maestro: whose opinion of their options says how likely they choose each.
    """

    def __init__(self, maestro: Maestro) -> None:
        self._maestro = maestro

    def worlds(self, view: View, seed: int, count: int, seconds: float | None = None) -> Table:
        """So many worlds, some of them several times; of the time for the decision a share is taken."""
        deadline = None if seconds is None else perf_counter() + SHARE * seconds
        imagination = Imagination(view, seed)
        states, weights = zip(*self._weighed(imagination, CANDIDATES * count, deadline), strict=True)
        candidates, chances = np.concatenate(states), np.exp(shifted(np.concatenate(weights)))
        if len(candidates) < count:
            more = imagination.worlds(count - len(candidates))
            chances = np.concatenate([chances, np.full(len(more), chances.mean())])
            candidates = np.concatenate([candidates, more])
        return np.asarray(candidates[chosen_places(chances, count)])

    def _weighed(self, imagination: Imagination, most: int, deadline: float | None) -> Iterator[tuple[Table, Floats]]:
        """Worlds and the logarithms of their weights, batch after batch, until the deadline."""
        choices: list[Choice] | None = None
        for first in range(0, most, BATCH):
            deals = imagination.deals(min(BATCH, most - first))
            choices = others_choices(imagination.trace, deals[0])[-LAST:] if choices is None else choices
            yield self.weigh(imagination.trace, deals, choices)
            if deadline is not None and perf_counter() >= deadline:
                return

    def weigh(self, trace: Trace, deals: Table, choices: Sequence[Choice]) -> tuple[Table, Floats]:
        """Worlds by their actions, and how likely these choices are in each, as a logarithm."""
        game = game_of(trace.game)
        states, quiet, at = np.repeat(fresh_for(trace), len(deals)), game.kernels.best.quiet, 0
        weights, seen, made = np.zeros(len(deals)), list[Outlook](), list[int]()
        for choice in choices:
            for number, deal in enumerate(deals):
                quiet(states[number : number + 1], deal[at : choice.first], *game.close)
                seen.append(self._outlook(trace, states[number : number + 1], choice))
                made.append(place_of(seen[-1], deal[choice.first : choice.end]))
            at = choice.first
        for number, deal in enumerate(deals):
            quiet(states[number : number + 1], deal[at:], *game.close)
        if choices:
            chances = log_chances(self._maestro.values(trace.game, seen), seen, made)
            weights = chances.reshape(len(choices), len(deals)).sum(axis=0)
        return states, weights

    def _outlook(self, trace: Trace, states: Table, choice: Choice) -> Outlook:
        """The options of the other seat, as it sees them in an imagined world."""
        game = game_of(trace.game)
        observation = np.zeros(1, game.observation)
        game.kernels.best.observe(states, choice.seat, 1, observation)
        noted = describer_of(game.kernels.name).noted_at(states[0])
        view = CompactView(trace.game, trace.seats, trace.options, observation, noted, choice.first)
        seen = self._maestro.outlook(view)
        return Outlook(seen.moves.copy(), seen.rows.copy())


def others_choices(trace: Trace, actions: Table) -> list[Choice]:
    """All moves of others, in a world by its actions; in every world they lie at the same places."""
    game, found, first = game_of(trace.game), list[Choice](), 0
    stepper = Stepper(game, fresh_for(trace), Asked())
    for place, action in enumerate(actions.tolist()):
        is_chance, seat, is_begun = stepper.is_chance, stepper.seat, stepper.is_half_made
        first = first if is_begun else place
        stepper.act_quietly(action)
        if not is_chance and seat != trace.viewer and not stepper.is_half_made:
            found.append(Choice(seat, first, place + 1))
    return found


def place_of(seen: Outlook, actions: Table) -> int:
    """The place of the option that is made of these small actions."""
    return int((seen.moves[:, : len(actions)] == actions).all(axis=1).argmax())


def log_chances(values: Table, seen: Sequence[Outlook], made: Sequence[int]) -> Floats:
    """How likely each of these moves was, as a logarithm; `values` are those of all options, one decision after the other."""
    sizes = np.array([len(one.moves) for one in seen])
    starts = np.cumsum(sizes) - sizes
    drawn = values / WARMTH + HABIT * np.concatenate([one.rows[:, -1] for one in seen])
    drawn = np.exp(drawn - np.maximum.reduceat(drawn, starts).repeat(sizes))
    chances = drawn[starts + np.array(made)] / np.add.reduceat(drawn, starts)
    return np.asarray(np.log((1 - WHIM) * chances + WHIM / sizes))


def shifted(weights: Floats) -> Floats:
    """The same logarithms with 0 as the highest, so that none is too small for a number."""
    return np.asarray(weights - weights.max())


def chosen_places(chances: Floats, count: int) -> Table:
    """So many places, each as often as it is likely, as evenly as can be, also among the first few."""
    ends = np.cumsum(chances) / chances.sum()
    points = (0.5 + GOLDEN * np.arange(count)) % 1
    return np.minimum(np.searchsorted(ends, points), len(ends) - 1)
