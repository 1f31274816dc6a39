"""A second, naive reading of the law of the pizza games, to hold against the first.

A game is one generator: it yields what is asked, `(seat, ask, options)` or `("chance", weights)`, and is sent the move.
It is slow, plain, and shares nothing with the engine but the words of the moves.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import product
from typing import Any

from second_reading_orders import CARDS, KINDS, Game, Scoring, is_ingredient, total

BOXES = {
    "mamma-mia": {5: (13, 0), 4: (12, 0), 3: (10, 0), 2: (8, 0)},
    "sole-mio": {5: (9, 2), 4: (8, 2), 3: (8, 1), 2: (6, 1)},
    "grande": {5: (12, 2), 4: (11, 2), 3: (11, 1), 2: (8, 1)},
}
"""MM-1, SM-1, GR-1: singles and doubles of each kind by the number of players."""
ROUNDS = {"mamma-mia": 3, "sole-mio": 2, "grande": 3}
FIRST_HAND = {"mamma-mia": (6, 1), "sole-mio": (5, 2), "grande": (5, 2)}


def box_of_orders(game: str, own: str) -> set[str]:
    """MM-2, SM-2, GR-2."""
    others = [kind for kind in KINDS if kind != own]
    of_mamma_mia = {f"normale-{kind}" for kind in others} | {"mista", "bombastica", "monotoni", "minimale"}
    of_sole_mio = {f"four-{kind}" for kind in others} | {"two-of-each", "own-kind", "match", "without-own"}
    of_sole_mio |= {"two-doubles", "four-three-two-one", "sole-mio"}
    return {"mamma-mia": of_mamma_mia, "sole-mio": of_sole_mio, "grande": of_mamma_mia | of_sole_mio}[game]


class Pizzeria(Scoring):
    """One table of a pizza game; `play()` is the game."""

    def __init__(self, game: str, seats: Iterable[str]) -> None:
        self.game, self.seats = game, list(seats)
        self.has_help = game != "mamma-mia"
        singles, doubles = BOXES[game][len(self.seats)]
        self.supply = Counter({card: singles if card in KINDS else doubles for card in CARDS})
        self.stack = {seat: box_of_orders(game, seat) for seat in self.seats}
        self.hands, self.under, self.delivered, self.removed = ({seat: [] for seat in self.seats} for _ in range(4))
        self.oven, self.open = [], []
        self.columns, self.used, self.committed = Counter(), Counter(), Counter()
        self.phase, self.round = "turn", 1
        self.turn = self.starter = self.holder = self.baker = None

    def zones(self) -> dict[str, Any]:
        """The table in the words of `Match.zones()`, what has no order sorted."""
        piles = {name: getattr(self, name) for name in ("hands", "delivered", "removed")}
        return {
            **{name: getattr(self, name) for name in ("phase", "round", "turn", "starter", "oven", "open")},
            **{name: +getattr(self, name) for name in ("columns", "used", "committed")},
            **{name: {seat: sorted(cards) for seat, cards in pile.items()} for name, pile in piles.items()},
            "supply": sorted(self.supply.elements()),
            "orders": {seat: (sorted(self.stack[seat]), self.under[seat]) for seat in self.seats},
            **({"holder": self.holder} if self.has_help else {"baker": self.baker}),
        }

    def outcome(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """MM-17, SM-13: score, tie-break and winners."""
        score = tuple(len(self.delivered[seat]) for seat in self.seats)
        tiebreak = tuple(total(Counter(self.hands[seat])) for seat in self.seats)
        results = list(zip(score, tiebreak, strict=True))
        return score, tiebreak, tuple(seat for seat, result in enumerate(results) if result == max(results))

    def opponents(self, seat: str) -> list[str]:
        """G-3: clockwise from the left neighbour."""
        place = self.seats.index(seat)
        return self.seats[place + 1 :] + self.seats[:place]

    def ingredients(self, seat: str) -> list[str]:
        return [card for card in self.hands[seat] if is_ingredient(card)]

    def orders_in_hand(self, seat: str) -> list[str]:
        return [card for card in self.hands[seat] if not is_ingredient(card)]

    # ------------------------------------------------------------------------------------------------- the game

    def play(self) -> Game:
        move = yield "chance", {f"start {seat}": 1 for seat in self.seats}
        self.starter = move.split()[1]
        yield from self.set_up()
        while True:
            yield from self.play_round()
            yield from self.score()
            if self.round == ROUNDS[self.game]:
                self.phase = "over"
                return
            self.gather()

    def set_up(self) -> Game:
        """MM-3, SM-3, GR-3."""
        ingredients, orders = FIRST_HAND[self.game]
        for seat in self.seats:
            for _ in range(ingredients):
                yield from self.deal_ingredient(seat)
        for seat in self.seats:
            for _ in range(orders):
                yield from self.deal_order(seat)
        self.supply["sole-mio"] = int(self.has_help)

    def deal_ingredient(self, seat: str) -> Game:
        """SM-7: the Sole Mio! card is never in a hand."""
        move = yield "chance", {f"deal {card}": count for card, count in self.supply.items() if count}
        card = move.split()[1]
        self.supply[card] -= 1
        if card == "sole-mio":
            self.holder = seat
        else:
            self.hands[seat].append(card)

    def top_order(self, seat: str) -> Game:
        """G-5: the shuffled part by chance, then what was put under it in order; None from an empty stack."""
        if self.stack[seat]:
            move = yield "chance", {f"deal {order}": 1 for order in self.stack[seat]}
            self.stack[seat].remove(move.split()[1])
            return move.split()[1]
        return self.under[seat].pop(0) if self.under[seat] else None

    def deal_order(self, seat: str) -> Game:
        self.hands[seat].append((yield from self.top_order(seat)))

    def play_round(self) -> Game:
        """MM-9, MM-10, SM-7, SM-9."""
        self.turn, self.phase = self.starter, "turn"
        idle = 0
        while True:
            seat = self.turn
            passed = not self.ingredients(seat)
            if not passed:
                yield from self.put_in_oven(seat)
            drew = yield from self.draw(seat)
            idle = idle + 1 if passed and not drew else 0
            if not self.supply.total() or idle == len(self.seats):
                return self.end_round(self.starter if self.supply.total() else seat)
            self.turn = self.opponents(seat)[0]

    def end_round(self, last: str) -> None:
        """MM-9: the last drawer bakes; SM-9: without a holder the starting player takes the card."""
        if not self.has_help:
            self.baker = last
        elif self.holder is None:
            self.supply["sole-mio"] -= 1
            self.holder = self.starter
        self.phase, self.turn = "scoring", None

    def gather(self) -> None:
        """MM-16, SM-12, GR-6."""
        self.oven = [card for card in CARDS for _ in range(self.columns[card])]
        self.supply += self.used
        self.columns, self.used = Counter(), Counter()
        if self.has_help:
            self.supply["sole-mio"] += 1
        self.starter, self.holder, self.baker = self.holder or self.baker, None, None
        self.round += 1

    # ------------------------------------------------------------------------------------------------- the turn

    def put_in_oven(self, seat: str) -> Game:
        """MM-4, MM-5, SM-4, SM-5."""
        plays = self.plays(Counter(self.hands[seat]))
        move = (yield seat, "play", set(plays)) if len(plays) > 1 else next(iter(plays))
        for card in plays[move]:
            self.hands[seat].remove(card)
            self.oven.append(card)
        if held := self.orders_in_hand(seat):
            move = yield seat, "order", {f"order {order}" for order in held} | {"no order"}
            if move != "no order":
                self.hands[seat].remove(move.split()[1])
                self.oven.append(f"{seat}/{move.split()[1]}")

    @staticmethod
    def plays(hand: Counter[str]) -> dict[str, list[str]]:
        found = {}
        for kind in KINDS:
            double = f"double-{kind}"
            for singles, doubles in product(range(hand[kind] + 1), range(hand[double] + 1)):
                words = [f"{n} {card}" for card, n in ((kind, singles), (double, doubles)) if n]
                found["play " + " ".join(words)] = [kind] * singles + [double] * doubles
        return {move: cards for move, cards in found.items() if cards}

    def draw(self, seat: str) -> Game:
        """MM-6, MM-7, MM-8, SM-6, SM-8: whether anything was drawn."""
        has_orders = bool(self.stack[seat] or self.under[seat])
        choices = [f"draw {name}" for name, has in (("supply", self.supply.total()), ("orders", has_orders)) if has]
        if len(self.hands[seat]) == 7 or not choices:
            return False
        if not self.has_help and self.supply.total() and not self.ingredients(seat):
            choices = ["draw supply"]
        move = (yield seat, "draw", set(choices)) if len(choices) > 1 else choices[0]
        while len(self.hands[seat]) < 7:
            if move == "draw supply" and self.supply.total():
                yield from self.deal_ingredient(seat)
            elif move == "draw orders" and (self.stack[seat] or self.under[seat]):
                yield from self.deal_order(seat)
            else:
                break
        return True
