"""What a viewer of a pizza game has not seen, read off what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from osteria.core.events import Row
from osteria.core.fold import Piles
from osteria.core.schema import State
from osteria.core.unseen import (
    ANY,
    AT_LEAST,
    CHANGED,
    DEALT,
    EXACTLY,
    LEFTOVER,
    NOT_DEALT,
    TOTAL,
    WORTH,
    OwnStack,
    Unseen,
)
from osteria.games.pizzeria import telling as t
from osteria.games.pizzeria.cards import BOMBASTICA, CARD_COUNT, KIND_COUNT, ORDER_COUNT, OWN_KIND, kind_of, value_of

NO_CARD = -1


class Reader:
    """Follows the events of a match as one viewer saw them (hidden cards are -1) and notes what they tell of hands."""

    def __init__(self, fresh: State, viewer: int | None) -> None:
        self.viewer, self.players = viewer, int(fresh["players"])
        self.helps = bool(fresh["helps"])
        self.unseen = Unseen()
        self.pool = 0
        self.supply: list[int] = [card for card in range(CARD_COUNT) for _ in range(int(fresh["supply"][card]))]
        self.dealt_here: list[int] = []
        self.order, self.needs, self.is_picked = -1, [0] * KIND_COUNT, False
        decks = [[o for o in range(ORDER_COUNT) if int(fresh["stack"][p]) >> o & 1] for p in range(self.players)]
        self.own_stacks = [OwnStack(deck) for deck in decks]
        self.known_orders: list[set[int]] = [set() for _ in range(self.players)]
        self.piles = Piles(t.EVENTS, (t.COLUMNS, t.COMMITTED, t.USED, *range(t.UNDER, t.UNDER + self.players)))
        self.chance: Iterator[int] = iter(())

    def read(self, rows: Sequence[Row], chance_actions: Sequence[int]) -> Unseen:
        """Everything the viewer has not seen.

        Args:
            rows: the events, with -1 for cards this viewer did not see.
            chance_actions: where in the trace's actions each chance action stands.
        """
        self.chance = iter(chance_actions)
        for row in rows:
            follow = FOLLOW.get(row[0])
            if follow is not None:
                follow(self, row)
            self.piles.hear(row)
        self._lay_out_supply()
        self.unseen.stacks = [stack for stack in self.own_stacks if stack.places]
        return self.unseen

    # ------------------------------------------------------------------------------------------------------- dealing

    def chance_was_seen(self, _row: Row) -> None:
        """Chance drew the starting player, or the Sole Mio! card, for all to see."""
        next(self.chance)

    def deal(self, row: Row) -> None:
        """A card of the supply went to a hand."""
        _, seat, card = row[:3]
        position = len(self.unseen.pools)
        self.unseen.pools.append(self.pool)
        self.unseen.entries.append(NO_CARD)
        self.unseen.fixed.append(card if card >= 0 else ANY)
        self.unseen.actions.append(next(self.chance))
        self.dealt_here.append(position)
        self.unseen.steps.append((DEALT, seat, position, 0))

    def deal_order(self, row: Row) -> None:
        """An order went to a hand: from the shuffled part of a stack, or one that everybody saw go under it: a good memory
        knows which."""
        _, seat, order, source = row[:4]
        if source == t.UNDER + seat:
            self.known_orders[seat].add(t.order_of(self.piles[source][0]))
            return
        place = next(self.chance)
        if order >= 0:
            self.own_stacks[seat].unseen.remove(t.order_of(order))
        else:
            self.own_stacks[seat].places.append(place)

    def reward(self, row: Row) -> None:
        """The top of a stack, turned up for all to see."""
        if t.is_by_chance(row):
            next(self.chance)
            self.own_stacks[row[1]].unseen.remove(t.order_of(row[2]))

    def lay_order(self, row: Row) -> None:
        """An order left a hand: it had been drawn before."""
        seat, order = row[1], t.order_of(row[2])
        stack = self.own_stacks[seat]
        if order in self.known_orders[seat]:
            self.known_orders[seat].remove(order)
        elif seat != self.viewer and order in stack.unseen:
            stack.deadlines.append((order, len(stack.places)))

    def _lay_out_supply(self) -> list[int]:
        """Give the pool its cards; what was not dealt becomes positions too. Returns those."""
        rest = []
        for _ in range(len(self.supply) - len(self.dealt_here)):
            rest.append(len(self.unseen.pools))
            self.unseen.pools.append(self.pool)
            self.unseen.entries.append(NO_CARD)
            self.unseen.fixed.append(ANY)
            self.unseen.actions.append(NOT_DEALT)
        for position, card in zip(self.dealt_here + rest, self.supply, strict=True):
            self.unseen.entries[position] = card
        return rest

    def gather(self, _row: Row) -> None:
        """MM-16, SM-12: used cards and what was left of the supply (SM-9) are shuffled into a new one."""
        left_over = self._lay_out_supply()
        self.pool += 1
        self.supply = sorted(self.piles[t.USED]) + [LEFTOVER + position for position in left_over]
        self.dealt_here = []

    # ------------------------------------------------------------------------------------------------ what hands showed

    def move(self, row: Row) -> None:
        """Cards were seen to leave a hand, or to come back to it."""
        _, seat, card, source, target, count = row[:6]
        if source == t.HAND + seat:
            self.unseen.steps.append((CHANGED, seat, card, -count))
        elif target == t.HAND + seat:
            self.unseen.steps.append((CHANGED, seat, card, count))

    def add(self, row: Row) -> None:
        """C-4: a card was added; where help is not allowed the hand could complete the order, and a bid its 2."""
        if self.order == OWN_KIND or (not self.helps and self.order != BOMBASTICA):
            self._completes(row[1])
        self.move(row)

    def _completes(self, seat: int) -> None:
        """The hand held what the columns and the cards already added lack."""
        there = [0] * KIND_COUNT
        for card in self.piles[t.COLUMNS] + self.piles[t.COMMITTED]:
            there[kind_of(card)] += value_of(card)
        for kind, need in enumerate(self.needs):
            if need > there[kind]:
                self.unseen.steps.append((WORTH, seat, kind, need - there[kind]))

    def open(self, _row: Row) -> None:
        """An order was turned up."""
        self.is_picked = False

    def way(self, row: Row) -> None:
        """C-2: whether this way was picked among several."""
        self.is_picked = bool(row[4])

    def short(self, row: Row) -> None:
        """C-2: what is missing; in Mamma Mia! a way that was picked is one that the hand could complete."""
        self.order, self.needs = row[2], t.digits(row[5], KIND_COUNT)
        if self.is_picked and not self.helps:
            self._completes(row[1])

    def reveal(self, row: Row) -> None:
        """SM-29: the card is in that hand."""
        self.unseen.steps.append((AT_LEAST, row[1], row[2], 1))

    def show(self, row: Row) -> None:
        """SM-27: these are all the cards of that kind in that hand."""
        counts = t.digits(row[2], CARD_COUNT)
        kind = next(kind_of(card) for card, count in enumerate(counts) if count)
        for card in (2 * kind, 2 * kind + 1):
            self.unseen.steps.append((EXACTLY, row[1], card, counts[card]))

    def over(self, row: Row) -> None:
        """MM-17, SM-13: everybody counted out the ingredients in hand."""
        for seat, ingredients in enumerate(t.digits(row[2], self.players)):
            self.unseen.steps.append((TOTAL, seat, 0, ingredients))


FOLLOW: dict[int, Callable[[Reader, Row], None]] = {
    t.START: Reader.chance_was_seen,
    t.SOLE_MIO: Reader.chance_was_seen,
    t.DEAL: Reader.deal,
    t.DEAL_ORDER: Reader.deal_order,
    t.REWARD: Reader.reward,
    t.ORDER: Reader.lay_order,
    t.JOIN: Reader.lay_order,
    t.GATHER: Reader.gather,
    t.MOVE: Reader.move,
    t.MATCH: Reader.move,
    t.RETURNED: Reader.move,
    t.ADD: Reader.add,
    t.OPEN: Reader.open,
    t.WAY: Reader.way,
    t.SHORT: Reader.short,
    t.REVEAL: Reader.reveal,
    t.SHOW: Reader.show,
    t.OVER: Reader.over,
}
