"""Chance from given stacks: a scenario's supply and order stacks, in the order in which it lists them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from copy import deepcopy
from typing import Any

from osteria.core.game import LIST, Game, GivenChance, Zones
from osteria.core.schema import State, Table


class GivenStacks(GivenChance):
    """Deals what a scenario gives, top first; what it does not give is asked."""

    def __init__(self, seats: tuple[Hashable, ...], given: Mapping[str, Any]) -> None:
        self.seats = seats
        self.round = given.get("round", 1)
        self.supply = [str(card) for card in given.get("supply") or []]
        stacks = given.get("orders") or {}
        self.orders = {seat: [str(order) for order in stacks.get(seat) or []] for seat in seats}

    def is_ordered(self, s: State) -> bool:
        """Whether the supply still is the given one; a new supply has no order."""
        return bool(s["round"] == self.round)

    def draw(self, game: Game, states: Table) -> int | None:
        """The top of the stack that chance deals from now."""
        s = states[0]
        name, *numbers = game.stack(s)
        if not numbers:
            return None  # the draw for the start
        [number] = numbers
        cards = self.orders[self.seats[number]] if name == "orders" else self.supply
        if not cards or (name == "supply" and not self.is_ordered(s)):
            return None
        return game.read(s, f"deal {cards.pop(0)}")[0]

    def copy(self) -> GivenStacks:
        """The same stacks."""
        return deepcopy(self)

    def arrange(self, zones: Zones, s: State) -> Zones:
        """Zones with the given stacks in their given order."""
        for seat, cards in self.orders.items():
            zones["orders"][seat] = cards + zones["orders"][seat][len(cards) :]
        if self.is_ordered(s):
            zones["supply"] = [card for card in self.supply if card != "sole-mio" or s["card_in_supply"]]
        return zones

    def kind_of(self, zone: str, s: State) -> str | None:
        """A given supply has an order, for as long as it lasts."""
        return LIST if zone == "supply" and self.is_ordered(s) else None
