"""How orders are filled, by the second reading of the law; see second_reading.py."""

from collections import Counter
from collections.abc import Generator, Mapping
from itertools import combinations, permutations, product
from typing import Any

KINDS = ("olive", "pepper", "mushroom", "salami", "pineapple")
CARDS = tuple(card for kind in KINDS for card in (kind, f"double-{kind}"))
Game = Generator[tuple[Any, ...], str, Any]


def kind_of(card: str) -> str:
    return card.removeprefix("double-")


def is_ingredient(card: str) -> bool:
    return kind_of(card) in KINDS


def worth(cards: Mapping[str, int], kind: str) -> int:
    """G-2: ingredients of a kind among counted cards."""
    return cards[kind] + 2 * cards[f"double-{kind}"]


def total(cards: Mapping[str, int]) -> int:
    return sum(worth(cards, kind) for kind in KINDS)


def have(cards: Mapping[str, int], what: str) -> int:
    """SM-31: where a double is named only doubles count."""
    return cards[what] if what.startswith("double-") else worth(cards, what)


def is_four(order: str) -> bool:
    return order.removeprefix("four-") in KINDS


def covers(gift: Mapping[str, int], request: Mapping[str, int]) -> bool:
    return all(have(gift, what) >= amount for what, amount in request.items())


class Scoring:
    """What a table does while its oven is turned over; the piles are those of `Pizzeria`."""

    # -------------------------------------------------------------------------------------------------- scoring

    def score(self) -> Game:
        """MM-11, SM-11."""
        while self.oven:
            card = self.oven.pop(0)
            if "/" in card:
                self.open = [card]
                yield from self.judge(*card.split("/"))
                self.open = []
            else:
                self.columns[card] += 1

    def judge(self, owner: str, order: str) -> Game:
        series = (yield from self.series(owner, order)) if is_four(order) else [order]
        if len(series) > 1:
            yield from self.fill_series(owner, series)
        elif order == "own-kind":
            yield from self.own_kind(owner)
        elif order == "match":
            yield from self.match(owner)
        elif order == "bombastica":
            yield from self.bombastica(owner)
        else:
            yield from self.fill(owner, order)

    def ways(self, owner: str, order: str) -> dict[str, dict[str, int]]:
        """Every way of an order by its text and the columns, with what it needs."""
        others = [kind for kind in KINDS if kind != owner]
        if order == "monotoni":
            return {f"way {kind}": {kind: 6, owner: 1} for kind in others}
        if order == "minimale":
            there = {kind: worth(self.columns, kind) for kind in others if worth(self.columns, kind)}
            return {f"way {kind}": {kind: 3, owner: 1} for kind, n in there.items() if n == min(there.values())}
        if order == "without-own":
            pairs = [] if worth(self.columns, owner) else combinations(others, 2)
            return {f"way {one} {two}": {one: 2, two: 2} for one, two in pairs}
        if order == "two-doubles":
            pairs = combinations(KINDS, 2)
            return {f"way {one} {two}": {f"double-{one}": 1, f"double-{two}": 1} for one, two in pairs}
        if order == "four-three-two-one":
            return {f"way {' '.join(p)}": dict(zip(p, (4, 3, 2, 1), strict=True)) for p in permutations(KINDS, 4)}
        return {"": self.amounts(owner, order, others)}

    def amounts(self, owner: str, order: str, others: list[str]) -> dict[str, int]:
        """MM-12, SM-20, SM-23, SM-33: the orders that leave nothing to choose."""
        if order == "mista":
            return dict.fromkeys(KINDS, 1)
        if order == "two-of-each":
            return dict.fromkeys(others, 2)
        if order == "sole-mio":
            return {self.holder: 4}
        kind = order.partition("-")[2]
        return {kind: 4} if is_four(order) else {kind: 4, owner: 1}

    def short(self, needs: Mapping[str, int]) -> Counter[str]:
        """C-3, C-4: what is missing after the columns and the committed cards."""
        paid = {what: have(self.columns, what) + have(self.committed, what) for what in needs}
        return +Counter({what: amount - paid[what] for what, amount in needs.items()})

    def can_complete(self, owner: str, needs: Mapping[str, int]) -> bool:
        hand = Counter(self.hands[owner])
        return all(have(hand, what) >= amount for what, amount in self.short(needs).items())

    def name_kind(self, owner: str, ways: Mapping[str, Mapping[str, int]]) -> Game:
        """MM-14: always asked, before the columns are compared."""
        if self.has_help:
            return (yield owner, "way", set(ways))
        is_complete = any(not self.short(needs) for needs in ways.values())
        able = {way for way in ways if self.can_complete(owner, ways[way])}
        return (yield owner, "way", able if is_complete else able | {"give up"})

    def choose_way(self, owner: str, ways: Mapping[str, Mapping[str, int]]) -> Game:
        """C-1, C-2."""
        complete = {way for way in ways if not self.short(ways[way])}
        if len(complete) == 1 or len(ways) == 1:
            return (complete or set(ways)).pop()
        if complete or self.has_help:
            return (yield owner, "way", complete or set(ways))
        return (yield owner, "way", {way for way in ways if self.can_complete(owner, ways[way])} | {"give up"})

    def fill(self, owner: str, order: str) -> Game:
        """C-1, C-2, C-4."""
        ways = self.ways(owner, order)
        choose = self.name_kind if order == "monotoni" else self.choose_way
        way = (yield from choose(owner, ways)) if ways else "give up"
        needs = ways.get(way, {})
        while way != "give up" and (short := self.short(needs)):
            may_add = self.has_help or self.can_complete(owner, needs)
            cards = {card for card in self.ingredients(owner) if may_add and {card, kind_of(card)} & set(short)}
            others = {"ask", "give up"} if self.has_help else {"give up"}
            move = yield owner, "fill", {f"add {card}" for card in cards} | others
            if move == "ask":
                yield from self.fill_with_help(owner, order, needs, short)
                return
            if move == "give up":
                break
            self.commit(owner, move.split()[1])
        if way == "give up" or self.short(needs):
            self.fail(owner, order)
        else:
            self.deliver(owner, order, needs)

    def commit(self, owner: str, card: str) -> None:
        self.hands[owner].remove(card)
        self.committed[card] += 1

    def fail(self, owner: str, order: str) -> None:
        """C-5, C-7."""
        self.hands[owner] += self.committed.elements()
        self.committed = Counter()
        self.put_away(owner, order)

    def put_away(self, owner: str, order: str) -> None:
        """C-7, GR-4."""
        pile = self.removed if self.game == "grande" else self.under
        pile[owner].append(order)

    def pay(self, needs: Mapping[str, int]) -> None:
        """C-3."""
        for what, amount in needs.items():
            double = f"double-{kind_of(what)}"
            pairs = min(self.columns[double], amount if what == double else (amount + 1) // 2)
            self.use(double, pairs)
            if what != double:
                self.use(what, min(self.columns[what], max(0, amount - 2 * pairs)))

    def use(self, card: str, count: int) -> None:
        self.columns[card] -= count
        self.used[card] += count

    def deliver(self, owner: str, order: str, needs: Mapping[str, int]) -> None:
        """C-6, SM-33."""
        self.pay(needs)
        self.used += self.committed
        self.committed = Counter()
        self.delivered[owner].append(order)
        if order == "sole-mio":
            self.holder = owner

    # ----------------------------------------------------------------------------------------------------- help

    def fill_with_help(self, owner: str, order: str, needs: Mapping[str, int], request: Mapping[str, int]) -> Game:
        """HP-5, HP-7."""
        helper = yield from self.ask_around(owner, request)
        if helper is None:
            self.fail(owner, order)
        else:
            self.deliver(owner, order, needs)
            yield from self.reward(helper)

    def ask_around(self, owner: str, request: Mapping[str, int]) -> Game:
        """HP-3: who gave, or None."""
        for helper in self.opponents(owner):
            gifts = self.gifts(Counter(self.ingredients(helper)), request)
            move = yield helper, "help", set(gifts) | {"decline"}
            if move != "decline":
                for card in gifts[move].elements():
                    self.hands[helper].remove(card)
                self.used += gifts[move]
                return helper
        return None

    @staticmethod
    def gifts(hand: Counter[str], request: Mapping[str, int]) -> dict[str, Counter[str]]:
        """HP-4: everything asked for, and no card that is not needed."""
        found = {}
        asked = [kind for kind in KINDS if kind in request or f"double-{kind}" in request]
        ranges = [range(hand[card] + 1) for kind in asked for card in (kind, f"double-{kind}")]
        cards = [card for kind in asked for card in (kind, f"double-{kind}")]
        for counts in product(*ranges):
            gift = Counter(dict(zip(cards, counts, strict=True)))
            spared = [gift - Counter([card]) for card in +gift]
            if covers(gift, request) and not any(covers(less, request) for less in spared):
                found["give " + " ".join(f"{gift[card]} {card}" for card in cards if gift[card])] = +gift
        return found

    def reward(self, helper: str) -> Game:
        """HP-6."""
        self.open = []
        order = yield from self.top_order(helper)
        if order:
            self.delivered[helper].append(order)

    # --------------------------------------------------------------------------------------------------- series

    def series(self, owner: str, order: str) -> Game:
        """SM-21."""
        series = [order]
        while len(series) < 4 and (held := self.orders_in_hand(owner)):
            move = yield owner, "join", {f"join {one}" for one in held if is_four(one)} | {"close series"}
            if move == "close series":
                break
            series.append(move.split()[1])
            self.hands[owner].remove(series[-1])
            self.open.append(f"{owner}/{series[-1]}")
        return series

    def fill_series(self, owner: str, series: list[str]) -> Game:
        """SM-22."""
        kinds = [order.removeprefix("four-") for order in series]
        move = yield owner, "amounts", {f"amounts {' '.join(named)}" for named in permutations(kinds)}
        needs = {kind: 4 - place for place, kind in enumerate(move.split()[1:])}
        helper = None
        while short := self.short(needs):
            adds = {f"add {card}" for card in self.ingredients(owner) if kind_of(card) in short}
            move = yield owner, "fill", adds | {"ask", "settle"}
            if move in ("ask", "settle"):
                helper = (yield from self.ask_around(owner, short)) if move == "ask" else None
                break
            self.commit(owner, move.split()[1])
        self.settle(owner, kinds, needs, Counter() if helper else self.short(needs))
        if helper:
            yield from self.reward(helper)

    def settle(self, owner: str, kinds: list[str], needs: Mapping[str, int], short: Counter[str]) -> None:
        """SM-22: each order on its own, the one turned up first."""
        for kind in kinds:
            mine = Counter({card: n for card, n in self.committed.items() if kind_of(card) == kind})
            self.committed -= mine
            if kind in short:
                self.hands[owner] += mine.elements()
                self.put_away(owner, f"four-{kind}")
            else:
                self.pay({kind: needs[kind]})
                self.used += mine
                self.delivered[owner].append(f"four-{kind}")

    # --------------------------------------------------------------------------------- own-kind, match, bombastica

    def own_kind(self, owner: str) -> Game:
        """SM-24 to SM-28."""
        move = ""
        while move not in ("settle", "give up"):
            bid = worth(self.columns, owner) + worth(self.committed, owner)
            can_bid = bid + worth(Counter(self.hands[owner]), owner) >= 2
            adds = {f"add {card}" for card in self.ingredients(owner) if can_bid and kind_of(card) == owner}
            move = yield owner, "fill", adds | {"settle" if bid >= 2 else "give up"}
            if move.startswith("add "):
                self.commit(owner, move.split()[1])
        if move == "give up":
            self.fail(owner, "own-kind")
            return
        is_blocked = yield from self.ask_to_block(owner, bid)
        self.columns += self.committed
        self.committed = Counter()
        if is_blocked:
            self.put_away(owner, "own-kind")
            return
        for card in (owner, f"double-{owner}"):
            self.use(card, self.columns[card])
        self.delivered[owner].append("own-kind")

    def ask_to_block(self, owner: str, bid: int) -> Game:
        """SM-27."""
        shown = 0
        for seat in self.opponents(owner):
            theirs = worth(Counter(self.hands[seat]), owner)
            move = yield seat, "block", {"show", "hold"} if theirs else {"hold"}
            shown += theirs if move == "show" else 0
            if shown >= bid:
                return True
        return False

    def match(self, owner: str) -> Game:
        """SM-29."""
        able = [seat for seat in self.opponents(owner) if self.ingredients(seat)]
        if not able:
            self.fail(owner, "match")
            return
        pick = (yield owner, "pick", {f"pick {seat}" for seat in able}) if len(able) > 1 else f"pick {able[0]}"
        seat = pick.split()[1]
        shown = yield seat, "reveal", {f"reveal {card}" for card in self.ingredients(seat)}
        kind = kind_of(shown.split()[1])
        cards = {f"match {card}" for card in self.ingredients(owner) if kind_of(card) == kind}
        move = yield owner, "match", cards | {"give up"}
        if move == "give up":
            self.fail(owner, "match")
        else:
            self.commit(owner, move.split()[1])
            self.deliver(owner, "match", {})

    def bombastica(self, owner: str) -> Game:
        """MM-13, GR-5."""
        wants: Counter[str] = Counter()
        while (short := 15 - total(self.columns) - total(self.committed) - wants.total()) > 0:
            may_add = not wants and (self.has_help or total(Counter(self.hands[owner])) >= short)
            adds = {f"add {card}" for card in self.ingredients(owner) if may_add}
            asks = {f"want {kind}" for kind in KINDS if self.has_help}
            move = yield owner, "fill", adds | asks | {"give up"}
            if move == "give up":
                self.fail(owner, "bombastica")
                return
            verb, word = move.split()
            if verb == "add":
                self.commit(owner, word)
            else:
                wants[word] += 1
        helper = (yield from self.ask_around(owner, wants)) if wants else None
        if wants and helper is None:
            self.fail(owner, "bombastica")
            return
        for card in CARDS:
            self.use(card, self.columns[card])
        self.deliver(owner, "bombastica", {})
        if helper:
            yield from self.reward(helper)
