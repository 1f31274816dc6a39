"""The hints of the pizza games: weights found by letting the rules of thumb play each other, the oven as it is remembered,
and how far playouts go.

The weights lie beside the kernels, not among them: others need no other compiled code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

from osteria.bots.hints import LEARNED, NOVICE, PLAYOUTS, RANDOM, REGULAR, Diary, Hints, Sighting
from osteria.bots.pizzeria.memory import REMEMBERS, Item, Memory, OvenDiary, oven_items, sightings
from osteria.bots.pizzeria.playouts import KERNELS, LONGEST_MOVE
from osteria.bots.pizzeria.scratch import SCRATCH
from osteria.bots.pizzeria.weights import changed, weights
from osteria.core.events import Row
from osteria.core.schema import State
from osteria.games.pizzeria.cards import MOST_PLAYERS

MAMMA_MIA = weights(
    hand_card=41,
    missing=(303, 188, 20),
    building=17,
    other_orders=10,
    played_card=13,
    claimed_card=740,
    enough=292,
    enough_late=150,
    late=3,
    orders_wanted=5,
    ingredients_kept=1,
    others_find=1,
    noise=10,
)
SOLE_MIO = weights(
    hand_card=78,
    missing=(328, 415, 330),
    match_kind=401,
    bid=500,
    bid_over=87,
    building=20,
    other_orders=10,
    played_card=3,
    played_double=80,
    claimed_card=243,
    enough=268,
    enough_late=71,
    late=5,
    orders_wanted=3,
    ingredients_kept=2,
    others_find=1,
    lead_to_help=2,
    bid_safety=1000,
    noise=10,
)
GRANDE = weights(
    hand_card=38,
    missing=(409, 504, 100),
    match_kind=389,
    bid=500,
    bid_over=150,
    building=8,
    played_card=30,
    played_double=27,
    claimed_card=1528,
    enough=635,
    enough_late=300,
    late=3,
    orders_wanted=4,
    ingredients_kept=3,
    bid_safety=1000,
    noise=14,
)
CAUTIOUS_SOLE_MIO = weights(
    hand_card=40,
    missing=(500, 250, 100),
    match_kind=150,
    bid=500,
    bid_over=150,
    building=30,
    other_orders=10,
    played_card=30,
    played_double=20,
    claimed_card=400,
    enough=450,
    enough_late=150,
    late=3,
    orders_wanted=3,
    ingredients_kept=3,
    others_find=1,
    bid_safety=1000,
    noise=10,
)
"""Puts in an order only if it looks good, which is less than Sole Mio! rewards: others help."""
BY_GAME = {"mamma-mia": MAMMA_MIA, "sole-mio": SOLE_MIO, "grande": GRANDE}
KEPT: Mapping[str, Mapping[str, tuple[int, ...]]] = {
    "mamma-mia": {"kept_order": (200, 280), "kept_start": (230, 450)},
    "sole-mio": {"kept_order": (110, 110), "kept_start": (400, 400)},
    "grande": {"kept_order": (500, 80), "kept_stack": (160, 180), "kept_start": (150, 110)},
}
"""What was learned of the end of a round: by how many orders more a game ends for who has so much then."""
WEIGHTS = {
    REGULAR: BY_GAME,
    PLAYOUTS: BY_GAME,
    LEARNED: {game: changed(found, **KEPT[game]) for game, found in BY_GAME.items()},
    NOVICE: {**BY_GAME, "sole-mio": CAUTIOUS_SOLE_MIO},
    RANDOM: dict.fromkeys(BY_GAME, weights(random=1)),
}
Oven = tuple[list[Item], int]
"""What went into the oven since the last scoring, item by item, and how many of those cards were turned over since."""
memory_of = lru_cache(Memory)


class PizzeriaHints(Hints):
    """Rules of thumb that foresee what the oven will make of orders."""

    forgets = True
    remembers = REMEMBERS

    def diary(self) -> Diary:
        """What goes into the oven and comes out."""
        return OvenDiary()

    def noted(self, rows: Sequence[Row], observation: State) -> Oven:
        """The same, from all events."""
        return oven_items(rows)

    def remembered(self, noted: Oven, level: float, seed: int) -> list[int]:
        """The cards of the oven in order, as far as they are remembered."""
        return memory_of(level, seed).oven(*noted)

    def forgotten(self, noted: Oven, seats: Sequence[object], level: float, seed: int) -> list[Sighting]:
        """The items of the oven that are still there and not remembered."""
        items, turned = noted
        keeps, ends = memory_of(level, seed).keeps(items), accumulate(len(item.cards) for item in items)
        gone = [not is_kept and end > turned for is_kept, end in zip(keeps, ends, strict=True)]
        return [seen for seen, is_gone in zip(sightings(items, seats), gone, strict=True) if is_gone]


HINTS = PizzeriaHints(KERNELS, WEIGHTS, seats=MOST_PLAYERS, longest_move=LONGEST_MOVE, scratch=SCRATCH)
