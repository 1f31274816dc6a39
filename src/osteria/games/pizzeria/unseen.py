"""What a viewer of a pizza game has not seen, read off what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from osteria.core.events import Row
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
from osteria.games.pizzeria.cards import (
    BOMBASTICA,
    CARD_COUNT,
    FOUR,
    KIND_COUNT,
    MINIMALE,
    MISTA,
    MONOTONI,
    NORMALE,
    ORDER_COUNT,
    OWN_KIND,
)
from osteria.games.pizzeria.rules.ways import FEW_OF_SCARCEST, MANY_OF_ONE

NO_CARD = -1


class Reader:
    """Follows the events of a match as one viewer saw them (hidden cards are -1) and notes what they tell of hands."""

    def __init__(self, fresh: State, viewer: int | None) -> None:
        self.viewer, self.players = viewer, int(fresh["players"])
        self.helps = bool(fresh["helps"])
        self.own = [int(kind) for kind in fresh["own"]]
        self.unseen = Unseen()
        self.pool = 0
        self.supply: list[int] = [card for card in range(CARD_COUNT) for _ in range(int(fresh["supply"][card]))]
        self.dealt_here: list[int] = []
        self.columns, self.used, self.committed = [0] * CARD_COUNT, [0] * CARD_COUNT, [0] * CARD_COUNT
        self.needs: list[int] = [0] * KIND_COUNT
        self.opened: list[int] = []
        self.decks = [[o for o in range(ORDER_COUNT) if int(fresh["stack"][p]) >> o & 1] for p in range(self.players)]
        self.own_stacks = [OwnStack(list(deck)) for deck in self.decks]
        self.known_orders: list[set[int]] = [set() for _ in range(self.players)]
        self.under: list[list[int]] = [[] for _ in range(self.players)]
        self.chance: Iterator[int] = iter(())

    def read(self, rows: Sequence[Row], chance_actions: Sequence[int]) -> Unseen:
        """Everything the viewer has not seen.

        Args:
            rows: the events, with -1 for cards this viewer did not see.
            chance_actions: where in the trace's actions each chance action stands.
        """
        self.chance = iter(chance_actions)
        for code, seat, b, c in rows:
            follow = FOLLOW.get(code)
            if follow is not None:
                follow(self, seat, b, c)
        self._lay_out_supply()
        self.unseen.stacks = [stack for stack in self.own_stacks if stack.places]
        return self.unseen

    # ------------------------------------------------------------------------------------------------------- dealing

    def start(self, _seat: int, _b: int, _c: int) -> None:
        """Chance drew the starting player, for all to see."""
        next(self.chance)

    def deal(self, seat: int, card: int, _c: int) -> None:
        """A card of the supply went to a hand."""
        position = len(self.unseen.pools)
        self.unseen.pools.append(self.pool)
        self.unseen.entries.append(NO_CARD)
        self.unseen.fixed.append(card if card >= 0 else ANY)
        self.unseen.actions.append(next(self.chance))
        self.dealt_here.append(position)
        self.unseen.steps.append((DEALT, seat, position, 0))

    def sole_mio(self, _seat: int, _b: int, _c: int) -> None:
        """The Sole Mio! card, for all to see."""
        next(self.chance)

    def deal_order(self, seat: int, order: int, _c: int) -> None:
        """An order of the shuffled part of a stack went to a hand."""
        place = next(self.chance)
        if order >= 0:
            self.own_stacks[seat].unseen.remove(order)
        else:
            self.own_stacks[seat].places.append(place)

    def failed(self, seat: int, order: int, _c: int) -> None:
        """C-7: everybody saw this order go under its stack (in Grande it left the game)."""
        self.under[seat].append(order)

    def deal_known(self, seat: int, _order: int, _c: int) -> None:
        """An order that everybody saw go under the stack came back: a good memory knows which."""
        self.known_orders[seat].add(self.under[seat].pop(0))

    def reward_known(self, seat: int, _order: int, _c: int) -> None:
        """Such an order was turned up as a reward."""
        self.under[seat].pop(0)

    def reward(self, seat: int, order: int, _c: int) -> None:
        """The top of a stack, turned up for all to see."""
        next(self.chance)
        self.own_stacks[seat].unseen.remove(order)

    def lay_order(self, seat: int, order: int, _c: int) -> None:
        """An order left a hand: it had been drawn before."""
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

    def new_round(self, _seat: int, number: int, _c: int) -> None:
        """MM-16, SM-12: used cards and what was left of the supply (SM-9) are shuffled into a new one."""
        if number == 1:
            return
        left_over = self._lay_out_supply()
        self.pool += 1
        self.supply = [card for card in range(CARD_COUNT) for _ in range(self.used[card])]
        self.supply += [LEFTOVER + position for position in left_over]
        self.dealt_here = []
        self.used, self.columns = [0] * CARD_COUNT, [0] * CARD_COUNT

    # ------------------------------------------------------------------------------------------------ what hands showed

    def changed(self, seat: int, card: int, by: int) -> None:
        """A card was seen to leave a hand, or to come back to it."""
        if by:
            self.unseen.steps.append((CHANGED, seat, card, by))

    def play(self, seat: int, kind: int, both: int) -> None:
        """Cards went into the oven."""
        singles, doubles = t.digits(both, 2)
        self.changed(seat, 2 * kind, -singles)
        self.changed(seat, 2 * kind + 1, -doubles)

    def add(self, seat: int, card: int, _c: int) -> None:
        """C-4: a card was added; where help is not allowed the hand could complete the order."""
        if self.opened[0] == OWN_KIND:
            own = self.own[seat]
            self._worth(seat, own, 2 - self._ingredients(self.columns, own) - self._ingredients(self.committed, own))
        elif not self.helps and self.opened[0] != BOMBASTICA:
            self._completes(seat)
        self.committed[card] += 1
        self.changed(seat, card, -1)

    def _completes(self, seat: int) -> None:
        for kind, need in enumerate(self.needs):
            there = self._ingredients(self.columns, kind) + self._ingredients(self.committed, kind)
            self._worth(seat, kind, need - there)

    def _worth(self, seat: int, kind: int, amount: int) -> None:
        if amount > 0:
            self.unseen.steps.append((WORTH, seat, kind, amount))

    def _ingredients(self, cards: list[int], kind: int) -> int:
        return cards[2 * kind] + 2 * cards[2 * kind + 1]

    def returned(self, seat: int, cards: int, _c: int) -> None:
        """C-5: committed cards went back."""
        for card, count in enumerate(t.digits(cards, CARD_COUNT)):
            self.committed[card] -= count
            self.changed(seat, card, count)

    def give(self, seat: int, cards: int, _c: int) -> None:
        """HP-5: a helper's cards were used."""
        for card, count in enumerate(t.digits(cards, CARD_COUNT)):
            self.used[card] += count
            self.changed(seat, card, -count)

    def match(self, seat: int, card: int, _c: int) -> None:
        """SM-29: the card that matched was used."""
        self.used[card] += 1
        self.changed(seat, card, -1)

    def reveal(self, seat: int, card: int, _c: int) -> None:
        """SM-29: the card is in that hand."""
        self.unseen.steps.append((AT_LEAST, seat, card, 1))

    def show(self, seat: int, cards: int, _c: int) -> None:
        """SM-27: these are all the cards of that kind in that hand."""
        kind = next(card // 2 for card, count in enumerate(t.digits(cards, CARD_COUNT)) if count)
        for card in (2 * kind, 2 * kind + 1):
            self.unseen.steps.append((EXACTLY, seat, card, t.digits(cards, CARD_COUNT)[card]))

    def over(self, _seat: int, counted: int, _c: int) -> None:
        """MM-17, SM-13: everybody counted out the ingredients in hand."""
        for seat, ingredients in enumerate(t.digits(counted, self.players)):
            self.unseen.steps.append((TOTAL, seat, 0, ingredients))

    # -------------------------------------------------------------------------------------------------- what lay there

    def turn_over(self, card: int, _b: int, _c: int) -> None:
        """A card fell into the columns."""
        self.columns[card] += 1

    def open(self, seat: int, order: int, _c: int) -> None:
        """An order was turned up."""
        self.opened = [order]
        self.needs = [0] * KIND_COUNT
        own = self.own[seat]
        if order < MISTA:
            self.needs[order - NORMALE], self.needs[own] = 4, 1
        elif order == MISTA:
            self.needs = [1] * KIND_COUNT

    def join(self, seat: int, order: int, c: int) -> None:
        """SM-21: an order of the hand joined."""
        self.opened.append(order)
        self.lay_order(seat, order, c)

    def way(self, seat: int, kinds: int, length: int) -> None:
        """C-2: in Mamma Mia! a way that was picked is one that the hand could complete."""
        order = self.opened[0]
        if self.helps or order not in (MONOTONI, MINIMALE):
            return
        kind, own = t.digits(kinds, length)[0], self.own[seat]
        self.needs = [0] * KIND_COUNT
        self.needs[kind], self.needs[own] = MANY_OF_ONE if order == MONOTONI else FEW_OF_SCARCEST, 1
        if order == MONOTONI or self._is_tied(kind, own):
            self._completes(seat)

    def _is_tied(self, kind: int, own: int) -> bool:
        """MM-15: whether the owner had a choice between kinds that are equally scarce."""
        count = self.columns[2 * kind]
        return sum(self.columns[2 * other] == count for other in range(KIND_COUNT) if other != own) > 1

    def filled(self, seat: int, order: int, taken: int) -> None:
        """C-6: column cards and committed cards were used."""
        for card, count in enumerate(t.digits(taken, CARD_COUNT)):
            self.columns[card] -= count
            self.used[card] += count
        kinds = [order - FOUR] if len(self.opened) > 1 else range(KIND_COUNT)
        for card in (card for kind in kinds for card in (2 * kind, 2 * kind + 1)):
            self.used[card] += self.committed[card]
            self.committed[card] = 0

    def blocked(self, _seat: int, _b: int, _c: int) -> None:
        """SM-28: the cards that the owner added stay in the columns."""
        for card in range(CARD_COUNT):
            self.columns[card] += self.committed[card]
            self.committed[card] = 0


FOLLOW = {
    t.START: Reader.start,
    t.DEAL: Reader.deal,
    t.SOLE_MIO: Reader.sole_mio,
    t.DEAL_ORDER: Reader.deal_order,
    t.DEAL_KNOWN: Reader.deal_known,
    t.REWARD: Reader.reward,
    t.REWARD_KNOWN: Reader.reward_known,
    t.FAILED: Reader.failed,
    t.ORDER: Reader.lay_order,
    t.JOIN: Reader.join,
    t.ROUND: Reader.new_round,
    t.PLAY: Reader.play,
    t.ADD: Reader.add,
    t.RETURNED: Reader.returned,
    t.GIVE: Reader.give,
    t.MATCH: Reader.match,
    t.REVEAL: Reader.reveal,
    t.SHOW: Reader.show,
    t.TURN_OVER: Reader.turn_over,
    t.OPEN: Reader.open,
    t.WAY: Reader.way,
    t.FILLED: Reader.filled,
    t.BLOCKED: Reader.blocked,
    t.OVER: Reader.over,
}
