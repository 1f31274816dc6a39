"""Imagined worlds: matches made from what a viewer has seen and nothing else."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np

from osteria.core.errors import OsteriaError
from osteria.core.schema import Table
from osteria.core.unseen import ANY, AT_LEAST, CHANGED, DEALT, EXACTLY, OwnStack, Unseen
from osteria.games import game as game_of
from osteria.play.fate import Drawn
from osteria.play.match import Match
from osteria.play.reshuffle import KERNELS, LATER, SEATS, UNDEALT
from osteria.play.view import View

BURN_IN = 16
"""Exchanges tried for each loose position before a first world is taken."""
THINNING = 2
"""Exchanges tried for each loose position between two worlds of one chain."""
PATIENCE = 300
"""Exchanges tried to mend a first guess before another is made."""
GUESSES = 200
"""First guesses before a view is said to contradict itself; one or two suffice where it does not."""


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
        found: list[int] = self._deal(1)[0].tolist()
        return found

    def _deal(self, count: int) -> Table:
        """The actions of so many new worlds, a row each."""
        worlds = np.repeat(np.array([self.trace.actions], np.int64), count, 0)
        if self._chain:
            self._chain.deal(worlds, self.game.deal_base)
        for stack in self.unseen.stacks if self.unseen else ():
            deal_stack(stack, worlds, self.game.order_base, self.rng)
        return worlds

    def match(self) -> Match:
        """A new world as a match; its future is drawn from the generator."""
        match = Match(self.game, self.trace.seats, self.trace.options, self._fresh(), Drawn(self.rng.integers))
        for action in self.actions():
            match.follow(action)
        match.run_on()
        return match

    def worlds(self, count: int) -> Table:
        """So many new worlds, as records."""
        states = np.repeat(self._fresh(), count)
        quiet = self.game.kernels.best.quiet
        for number, actions in enumerate(self._deal(count)):
            quiet(states[number : number + 1], actions, *self.game.close)
        return states


class Chain:
    """The Markov chain over the unseen cards of the common stack."""

    def __init__(self, unseen: Unseen, rng: np.random.Generator) -> None:
        self.unseen, self.rng = unseen, rng
        self.fixed, self.places = np.array(unseen.fixed, np.int64), np.array(unseen.actions, np.int64)
        self.state = rng.integers(1, 2**31 - 300, 2, np.int64)
        pools, steps = np.array(unseen.pools, np.int64), np.array(unseen.steps, np.int64).reshape(-1, 4)
        loose = np.flatnonzero((self.fixed == ANY) | (pools > 0))
        self.entries = self._possible(_by_pool(pools, np.arange(len(pools))), steps)
        self.first = self.entries.copy()
        by_seat = steps[np.argsort(steps[:, 1], kind="stable")]
        bounds = np.searchsorted(by_seat[:, 1], np.arange(SEATS + 1))
        self._seen = (
            _by_pool(pools, loose),
            self.fixed,
            by_seat,
            bounds,
            _owners(pools, steps),
            self.state,
            len(loose),
        )
        KERNELS.best.reshuffle(self.entries, *self._seen, BURN_IN * len(loose))

    def _possible(self, pools: Table, steps: Table) -> Table:
        """A deal that agrees with everything that was seen: a guess, mended until nothing is wrong."""
        for _ in range(GUESSES):
            entries = first_guess(self.unseen, self.rng)
            if KERNELS.best.mend(entries, pools, self.fixed, steps, self.state, PATIENCE) == 0:
                return entries
        raise OsteriaError("What was seen contradicts itself: no deal agrees with it.")

    def deal(self, worlds: Table, base: int) -> None:
        """Write the cards of new worlds into their actions."""
        tries = THINNING * self._seen[-1]
        KERNELS.best.deal(self.entries, *self._seen, tries, self.places, base, self.first, worlds)


def _owners(pools: Table, steps: Table) -> Table:
    """For each position the seat that was dealt its card."""
    owners = np.where(pools == pools.max(), UNDEALT, LATER)
    dealt = steps[steps[:, 0] == DEALT]
    owners[dealt[:, 2]] = dealt[:, 1]
    return owners


def first_guess(unseen: Unseen, rng: np.random.Generator) -> Table:
    """A deal in which most of what was seen is possible: cards that the viewer saw dealt lie where they were, and every
    card that left a hand is dealt to it before."""
    guess, luck = [ANY] * len(unseen.pools), rng.random(len(unseen.pools)).tolist()
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

    for position, card in enumerate(unseen.fixed):
        if card != ANY:
            place(position, card)
    for what, seat, a, b in unseen.steps:
        if what == DEALT:
            if guess[a] == ANY:
                hands[seat].insert(int(luck.pop() * (len(hands[seat]) + 1)), a)
            continue
        wanted = -b if what == CHANGED else b if what in (AT_LEAST, EXACTLY) else 0
        for _ in range(wanted - known[seat, a]):
            found = next((position for position in hands[seat] if place(position, a)), None)
            if found is not None:
                hands[seat].remove(found)
                known[seat, a] += 1
        if what == CHANGED:
            known[seat, a] = max(0, known[seat, a] + b)
    for position, pool in enumerate(unseen.pools):
        if guess[position] == ANY:
            guess[position] = left[pool].pop()
    return np.array(guess, np.int64)


def _by_pool(pools: Table, positions: Table) -> Table:
    """Rows: the pool of each of these positions; the positions by pool; where each pool begins there; how many it has.

    In the first pool a card that the viewer saw can only be what it was seen to be, so its position is not loose; later
    ones may hold it as one of several that look alike.
    """
    table = np.zeros((4, len(pools)), np.int64)
    table[0] = pools
    table[1, : len(positions)] = positions[np.argsort(pools[positions], kind="stable")]
    sizes = np.bincount(pools[positions], minlength=1)
    table[2, : len(sizes)] = np.cumsum(sizes) - sizes
    table[3, : len(sizes)] = sizes
    return table


def deal_stack(stack: OwnStack, worlds: Table, base: int, rng: np.random.Generator) -> None:
    """Deal a stack that one seat alone draws from, in every world."""
    dated = sorted(stack.deadlines, key=lambda pair: pair[1])
    known = [card for card, _ in dated]
    cards = np.array(known + [card for card in stack.unseen if card not in known], np.int64)
    deadlines, places = np.array([deadline for _, deadline in dated], np.int64), np.array(stack.places, np.int64)
    KERNELS.best.deal_stack(cards, deadlines, places, base, rng.integers(1, 2**31 - 300, 2, np.int64), worlds)


def imagine(view: View, rng: np.random.Generator) -> Match:
    """A match that the viewer cannot tell from the true one: what is hidden is re-dealt, weighted by chance,
    consistently with everything the viewer has seen. Its future is drawn from `rng`."""
    KERNELS.hurry()
    return Imagination(view, rng).match()


def worlds(view: View, rng: np.random.Generator, count: int) -> Table:
    """So many imagined worlds as records of the game, for compiled search."""
    return Imagination(view, rng).worlds(count)


__all__ = ["Imagination", "imagine", "worlds"]
