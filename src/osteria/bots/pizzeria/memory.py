"""What a player remembers of the oven: everything, or by a model of forgetting.

The oven is remembered item by item: a play (so many of a kind), an order, the cards of one kind that were gathered into
it. With a memory m between 0 and 1 an item is still remembered when so many others came after it with the chance

    exp(-age / span) * (1 - blur) ** likes,     span = SPAN * m / (1 - m),     blur = BLUR * (1 - m)

where `likes` is how many of the later items were of the same kind (orders are like orders): like things interfere. At
most HOLDS * m items are held at once, the best kept ones. What is forgotten stays forgotten: each item has its own luck
from the beginning. On average a player remembers about the share m of what lies in the oven.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from math import exp

from osteria.bots.hints import Diary, Sighting
from osteria.core.events import Row
from osteria.core.fold import Piles
from osteria.core.schema import State
from osteria.games.pizzeria import telling
from osteria.games.pizzeria.cards import CARD_COUNT, KINDS, ORDER_COUNT, ORDERS, kind_of

SPAN = 30
"""Items after which a half memory has lost most of an item."""
BLUR = 0.1
HOLDS = 45
MOST_LUCK = 1 << 14
ORDER = -1
"""All orders are alike, as far as forgetting goes."""
REMEMBERS = {
    "place": telling.OVEN,
    "moves": [code for code, kind in telling.EVENTS.items() if kind.of is not None],
    "emptied": telling.GATHER,
    "kinds": [kind_of(card) for card in range(CARD_COUNT)],
    "span": SPAN,
    "blur": BLUR,
    "holds": HOLDS,
}
"""All of this page as data: the place that is remembered, the kinds of cards (other things are alike), and the model."""


@dataclass(frozen=True)
class Item:
    """Cards that went into the oven together: their kind (ORDER for an order) and how they lie there."""

    kind: int
    cards: tuple[int, ...]


@dataclass(frozen=True)
class Memory:
    """How well a player remembers.

    Args:
        level: the share of the oven that is remembered, about: 1 is everything, 0 nothing but the top card.
        seed: the player's own luck.
    """

    level: float = 1.0
    seed: int = 0

    def keeps(self, items: list[Item]) -> list[bool]:
        """Which of the items are still remembered; the last one lies on top, for everybody to see."""
        if self.level == 1:
            return [True] * len(items)
        margins = [chance - luck_of(self.seed, place) for place, chance in enumerate(self.chances(items))]
        kept = [place for place, margin in enumerate(margins) if margin > 0]
        kept.sort(key=margins.__getitem__, reverse=True)
        held = {*kept[: round(HOLDS * self.level)], len(items) - 1}
        return [place in held for place in range(len(items))]

    def chances(self, items: list[Item]) -> list[float]:
        """How likely each item is still remembered."""
        if self.level in (0, 1):
            return [float(self.level)] * len(items)
        span, blurred = SPAN * self.level / (1 - self.level), 1 - BLUR * (1 - self.level)
        likes: Counter[int] = Counter()
        found = []
        for age, item in enumerate(reversed(items)):
            found.append(exp(-age / span) * blurred ** likes[item.kind])
            likes[item.kind] += 1
        return found[::-1]

    def oven(self, items: list[Item], turned: int) -> list[int]:
        """The cards of the oven in order, as far as they are remembered; in a scoring those still to be turned."""
        if self.level == 1:
            return [card for item in items for card in item.cards][turned:]
        keeps = self.keeps(items) if items else []
        cards = [(card, is_kept) for item, is_kept in zip(items, keeps, strict=True) for card in item.cards]
        return [card for card, is_kept in cards[turned:] if is_kept]


@lru_cache(MOST_LUCK)
def luck_of(seed: int, place: int) -> float:
    """The luck of a player with an item, from the beginning."""
    digest = blake2b(f"{seed} {place}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") / 2**64


class OvenDiary(Diary):
    """What everybody sees go into the oven and come out, noted as it happens.

    Attributes:
        items: what went into the oven since the last scoring, in order: what was put there together is one.
        turned: how many of those cards were turned over since.
    """

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.turned = 0
        self._oven = Piles(telling.EVENTS, (telling.OVEN,))
        self._is_together = False

    def hear(self, rows: Iterable[Row]) -> None:
        """Note what happened."""
        for row in rows:
            before = self._oven[telling.OVEN]
            self._oven.hear(row)
            after = self._oven[telling.OVEN]
            if len(after) > len(before):
                self._lay(after[len(before) :])
            elif after is not before:
                self.turned += len(before) - len(after)
            else:
                self._is_together = False
            if row[0] == telling.GATHER:
                self.items, self.turned = [], 0

    def noted(self, observation: State) -> tuple[list[Item], int]:
        """As `oven_items`."""
        return self.items, self.turned

    def _lay(self, cards: list[int]) -> None:
        kind = kind_of(cards[0]) if cards[0] < CARD_COUNT else ORDER
        if self._is_together and kind == self.items[-1].kind != ORDER:
            self.items[-1] = Item(kind, (*self.items[-1].cards, *cards))
        else:
            self.items.append(Item(kind, tuple(cards)))
        self._is_together = True


def oven_items(rows: Sequence[Row]) -> tuple[list[Item], int]:
    """What went into the oven since the last scoring, item by item, and how many of those cards were turned over since.

    Args:
        rows: the events as the viewer saw them.
    """
    diary, place = OvenDiary(), len(rows)
    while place > 0 and rows[place - 1][0] != telling.GATHER:
        place -= 1
    diary.hear(rows[place:])
    return diary.items, diary.turned


def sightings(items: Sequence[Item], seats: Sequence[object]) -> list[Sighting]:
    """The items as they are spoken of: cards by their number of that kind in the oven, orders by owner and name."""
    seen: Counter[int] = Counter()
    found = []
    for item in items:
        if item.kind == ORDER:
            seat, order = divmod(item.cards[0] - CARD_COUNT, ORDER_COUNT)
            found.append(Sighting(f"{seats[seat]}/{ORDERS[order]}"))
        else:
            first, seen[item.kind] = seen[item.kind] + 1, seen[item.kind] + len(item.cards)
            found.append(Sighting(str(KINDS[item.kind]), first, seen[item.kind]))
    return found
