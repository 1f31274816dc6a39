"""The three pizza games, as the layers above know them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from osteria.core.errors import OsteriaError
from osteria.core.events import Row, new_log, rows_of
from osteria.core.game import Game, Options, Zones
from osteria.core.schema import State, Table, blank
from osteria.games.pizzeria import actions as a
from osteria.games.pizzeria import notation, telling, zones
from osteria.games.pizzeria import record as r
from osteria.games.pizzeria.box import Box
from osteria.games.pizzeria.cards import HAND, KINDS, MOST_PLAYERS
from osteria.games.pizzeria.given_stacks import GivenStacks
from osteria.games.pizzeria.kernels import KERNELS
from osteria.games.pizzeria.lesson import LESSON
from osteria.games.pizzeria.notation import Refusal
from osteria.games.pizzeria.order_table import BY_NAME, names_kind_first, row_words
from osteria.games.pizzeria.rules.filling import first_open
from osteria.games.pizzeria.rules.game import go_on
from osteria.games.pizzeria.rules.ways import ways_from_columns
from osteria.games.pizzeria.stacks import STACKS
from osteria.games.pizzeria.wording import WORDING

assert r.PLAY < r.ORDER < r.DRAW
ASKS = {
    r.START: "start",
    r.DEAL: "deal",
    r.DEAL_ORDER: "deal",
    r.PLAY: "play",
    r.ORDER: "order",
    r.DRAW: "draw",
    r.JOIN: "join",
    r.AMOUNTS: "amounts",
    r.WAY: "way",
    r.FILL: "fill",
    r.HELP: "help",
    r.BLOCK: "block",
    r.PICK: "pick",
    r.REVEAL: "reveal",
    r.MATCH: "match",
}


class PizzaGame(Game):
    """What the three share; a subclass says what is in its box."""

    box: ClassVar[Box]
    most = MOST_PLAYERS
    kernels = KERNELS
    asks = ASKS
    own_kinds = KINDS
    composed = frozenset((r.WAY, r.AMOUNTS, r.HELP))
    last_asks = frozenset((r.DRAW,))
    declining: ClassVar[Mapping[str, str]] = {"help": "decline", "block": "hold"}
    events = telling.EVENTS
    wording = WORDING
    stacks = STACKS
    deal_base = a.DEAL
    order_base = a.DEAL_ORDER
    hides = True
    own_fields = ("viewer", "picked", "hand_orders", "hand", "picks")
    sequence_length = r.OVEN
    seat_words = KINDS
    longest = 5000  # BOUND: rounds end with their supplies; no pizza game comes near so many small actions
    zone_kinds = zones.KINDS_OF_ZONES
    sample_moves = notation.SAMPLES
    hints = "osteria.bots.pizzeria.hints:HINTS"
    drawing = "osteria.terminal.pizzeria.kitchen:Kitchen"
    page = "pizza"
    lesson = LESSON

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        telling.check_box(cls.box)

    def seats(self, players: int | Sequence[Hashable]) -> tuple[Hashable, ...]:
        """G-1: each player owns one kind; a number takes the first kinds of the list."""
        if isinstance(players, int):
            self.check_players(players)
            return KINDS[:players]
        self.check_players(len(players))
        if any(kind not in KINDS for kind in players) or len(set(players)) != len(players):
            raise OsteriaError(f"Players own different kinds out of {', '.join(KINDS)}; {list(players)} will not do.")
        return tuple(players)

    def empty(self, seats: tuple[Hashable, ...]) -> Table:
        """A table with nothing on it."""
        states = blank(r.RECORD)
        s = states[0]
        s["players"], s["rounds"] = len(seats), self.box.rounds
        s["helps"], s["removes"] = int(self.box.has_card), int(self.box.removes)
        s["first_ingredients"], s["first_orders"] = self.box.ingredients, self.box.first_orders
        for field in (
            "seat",
            "turn",
            "starter",
            "holder",
            "baker",
            "owner",
            "helper",
            "chosen",
            "revealed",
            "said_seat",
        ):
            s[field] = -1
        for seat, kind in enumerate(seats):
            s["own"][seat] = KINDS.index(str(kind))
        return states

    def fresh(self, seats: tuple[Hashable, ...], options: Options) -> Table:
        """MM-1, SM-1, GR-1: the cards for so many players; MM-2, SM-2, GR-2: the orders of each."""
        states = self.empty(seats)
        s = states[0]
        s["supply"][0::2] = self.box.singles[len(seats)]
        s["supply"][1::2] = self.box.doubles[len(seats)]
        for seat in range(len(seats)):
            s["stack"][seat] = zones.orders_of(self.box.orders, int(s["own"][seat]))
        s["ask"] = r.START
        return states

    def place(self, seats: tuple[Hashable, ...], options: Options, given: Mapping[str, Any]) -> Table:
        """A scenario's part of a table."""
        states = self.empty(seats)
        zones.place(states[0], seats, given, self.box)
        return states

    def given_chance(self, seats: tuple[Hashable, ...], given: Mapping[str, Any]) -> GivenStacks:
        """The supply and the order stacks of a scenario, in the order in which it lists them."""
        return GivenStacks(seats, given)

    def inventory(self, zones: Zones) -> Counter[str]:
        """G-2: every physical card, wherever it lies."""
        found: Counter[str] = Counter()
        for zone in ("columns", "used", "committed"):
            found.update(zones[zone])
        found.update([*zones["supply"], *zones["oven"], *zones["open"]])
        for seat, cards in zones["hands"].items():
            found.update(card if card.removeprefix("double-") in KINDS else f"{seat}/{card}" for card in cards)
        for zone in ("delivered", "removed", "orders"):
            found.update(f"{seat}/{order}" for seat, orders in zones[zone].items() for order in orders)
        found["sole-mio"] += zones["holder"] is not None
        return found

    def begin(self, states: Table) -> list[Row]:
        """Whatever is forced from a position that a scenario gives."""
        log = new_log()
        go_on(states[0], log)
        return rows_of(log)

    def read(self, s: State, text: str) -> tuple[int, ...]:
        """The small actions of a move's text."""
        return notation.read(r.as_pizzeria(s), text, Refusal(self, s))

    def asked_since(self, s: State) -> int:
        """MM-14: version 1 took the only kind that was complete in the columns without asking for it."""
        table = r.as_pizzeria(s)
        is_new = table["ask"] == r.WAY and names_kind_first(first_open(table)) and ways_from_columns(table) == 1
        return 2 if is_new else 1

    def tables(self) -> dict[str, Any]:
        """MM-1 to MM-3, SM-1 to SM-3, GR-1 to GR-4: the box, and its orders as the table of orders has them."""
        return {
            **super().tables(),
            **self.box.tables(),
            "kinds": list(KINDS),
            "hand": HAND,
            "series": r.SERIES,
            "order_names": zones.orders_in(self.box.orders),
            "orders": {name: row_words(BY_NAME[name]) for name in zones.orders_in(self.box.orders)},
        }

    def hidden_deals(self, rows: Sequence[Row]) -> Iterator[bool]:
        """Chance draws the start and deals cards; each told by one row."""
        return (row[2] < 0 for row in rows if telling.is_by_chance(row))
