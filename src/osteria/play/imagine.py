"""Imagined worlds: matches made from what a viewer has seen and nothing else."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np

from osteria.core.errors import OsteriaError
from osteria.core.schema import Table
from osteria.core.unseen import ANY, AT_LEAST, CHANGED, DEALT, EXACTLY, NOT_DEALT, OwnStack, Unseen
from osteria.games import game as game_of
from osteria.play.fate import Drawn
from osteria.play.match import Match
from osteria.play.stir import KERNELS, card_at
from osteria.play.view import View

BURN_IN = 40
"""Exchanges tried for each position before a first world is taken."""
THINNING = 8
"""Exchanges tried for each position between two worlds of one chain."""
PATIENCE = 300
"""Exchanges tried to mend a first guess before another is made."""


class Imagination:
    """Draws worlds that a viewer cannot tell from the true one, one after the other.

    Args:
        view: an assisted view.
        rng: where the worlds, and their futures, are drawn from.
    """

    def __init__(self, view: View, rng: np.random.Generator) -> None:
        if view.trace is None:
            raise OsteriaError("Worlds are imagined from an assisted view: view(seat, memory='assisted').")
        self.trace, self.rng = view.trace, rng
        self.game = game_of(self.trace.game)
        self.unseen = self.game.unseen(self._fresh()[0], self.trace.viewer, self.trace.rows, self.trace.chance)
        self._chain = Chain(self.unseen, rng) if self.unseen and self.unseen.pools else None

    def _fresh(self) -> Table:
        return self.game.fresh(self.trace.seats, self.trace.options)

    def actions(self) -> list[int]:
        """The actions of a new world: what was seen, and a card for every deal that was not."""
        actions = list(self.trace.actions)
        if self.unseen is None:
            return actions
        if self._chain:
            self._chain.deal_into(actions, self.game.deal_base)
        for stack in self.unseen.stacks:
            deal_stack(stack, actions, self.game.order_base, self.rng)
        return actions

    def match(self) -> Match:
        """A new world as a match; its future is drawn from the generator."""
        match = Match(self.game, self.trace.seats, self.trace.options, self._fresh(), Drawn(self.rng))
        for action in self.actions():
            match._follow(action)
        match._run_on()
        return match

    def worlds(self, count: int) -> Table:
        """So many new worlds, as records."""
        states = np.repeat(self._fresh(), count)
        quiet = self.game.kernels.best.quiet
        for number in range(count):
            quiet(states[number : number + 1], np.array(self.actions(), np.int64), *self.game.close)
        return states


class Chain:
    """The Markov chain over the unseen cards of the common stack."""

    def __init__(self, unseen: Unseen, rng: np.random.Generator) -> None:
        self.unseen, self.rng = unseen, rng
        self.pools = _by_pool(unseen.pools)
        self.fixed = np.array(unseen.fixed, np.int64)
        self.steps = np.array(unseen.steps, np.int64).reshape(-1, 4)
        self.state = rng.integers(1, 2**31 - 300, 2, np.int64)
        self.entries = self._possible()
        self._stir(BURN_IN)

    def _stir(self, rounds: int) -> None:
        tries = rounds * len(self.entries)
        KERNELS.best.stir(self.entries, self.pools, self.fixed, self.steps, self.state, tries)

    def _possible(self) -> Table:
        """A deal that agrees with everything that was seen: a guess, mended until nothing is wrong."""
        while True:
            entries = first_guess(self.unseen, self.rng)
            if KERNELS.best.mend(entries, self.pools, self.fixed, self.steps, self.state, PATIENCE) == 0:
                return entries

    def deal_into(self, actions: list[int], base: int) -> None:
        """Write the cards of a new world into its actions."""
        self._stir(THINNING)
        for position, action in enumerate(self.unseen.actions):
            if action != NOT_DEALT and self.fixed[position] == ANY:
                actions[action] = base + card_at(self.entries, position)


def first_guess(unseen: Unseen, rng: np.random.Generator) -> Table:
    """A deal in which most of what was seen is possible: every card that left a hand is dealt to it before."""
    guess = np.full(len(unseen.pools), ANY, np.int64)
    left: list[list[int]] = [[] for _ in range(max(unseen.pools) + 1)]
    for position in rng.permutation(len(unseen.pools)).tolist():
        left[unseen.pools[position]].append(unseen.entries[position])
    hands: dict[int, list[int]] = defaultdict(list)
    known: Counter[tuple[int, int]] = Counter()

    def place(position: int, card: int) -> bool:
        if card in left[unseen.pools[position]]:
            left[unseen.pools[position]].remove(card)
            guess[position] = card
            return True
        return False

    for what, seat, a, b in unseen.steps:
        if what == DEALT:
            if unseen.fixed[a] == ANY or not place(a, unseen.fixed[a]):
                hands[seat].insert(int(rng.integers(len(hands[seat]) + 1)), a)
            continue
        wanted = -b if what == CHANGED else b if what in (AT_LEAST, EXACTLY) else 0
        for _ in range(wanted - known[seat, a]):
            found = next((position for position in hands[seat] if place(position, a)), None)
            if found is not None:
                hands[seat].remove(found)
                known[seat, a] += 1
        if what == CHANGED:
            known[seat, a] = max(0, known[seat, a] + b)
    for position in np.flatnonzero(guess == ANY).tolist():
        guess[position] = left[unseen.pools[position]].pop()
    return guess


def _by_pool(pools: list[int]) -> Table:
    """Rows: the pool of each position; positions by pool; where each pool begins there; how many it has."""
    count = len(pools)
    table = np.zeros((4, count), np.int64)
    table[0] = pools
    table[1] = np.argsort(table[0], kind="stable")
    for pool in range(max(pools) + 1):
        table[2, pool] = int((table[0] < pool).sum())
        table[3, pool] = int((table[0] == pool).sum())
    return table


def deal_stack(stack: OwnStack, actions: list[int], base: int, rng: np.random.Generator) -> None:
    """Deal a stack that one seat alone draws from, exactly: the cards with the nearest deadlines choose first, and
    since a later deadline leaves every earlier place open, each has equally many places however the others chose."""
    free, unseen = list(range(len(stack.places))), list(stack.unseen)
    chosen: dict[int, int] = {}
    for card, deadline in sorted(stack.deadlines, key=lambda pair: pair[1]):
        open_places = [place for place in free if place < deadline]
        place = open_places[int(rng.integers(len(open_places)))]
        chosen[place] = card
        free.remove(place)
        unseen.remove(card)
    chosen |= dict(zip(free, rng.permutation(np.array(unseen, np.int64)).tolist(), strict=False))
    for place, card in chosen.items():
        actions[stack.places[place]] = base + card


def imagine(view: View, rng: np.random.Generator) -> Match:
    """A match that the viewer cannot tell from the true one: what is hidden is re-dealt, weighted by chance,
    consistently with everything the viewer has seen. Its future is drawn from `rng`."""
    KERNELS.hurry()
    return Imagination(view, rng).match()


def worlds(view: View, rng: np.random.Generator, count: int) -> Table:
    """So many imagined worlds as records of the game, for compiled search."""
    return Imagination(view, rng).worlds(count)


__all__ = ["Imagination", "imagine", "worlds"]
