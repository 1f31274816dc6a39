"""What is in the box of a pizza game: all that tells the three apart, but for named clauses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Box:
    """The components of a game.

    Attributes:
        singles: singles of each kind, by number of players.
        doubles: doubles of each kind, by number of players.
        orders: the orders of each player, a bit an order (the one that names the own kind is left out).
        ingredients: dealt to each player.
        first_orders: drawn by each player.
        rounds: in a game.
        has_card: whether the Sole Mio! card is in the box, and with it the rules of SM and HP.
        removes: whether an order that is not filled leaves the game (GR-4).
        section: how the game's own clauses are called ("MM", "SM", "GR").
    """

    singles: Mapping[int, int]
    doubles: Mapping[int, int]
    orders: int
    ingredients: int
    first_orders: int
    rounds: int
    has_card: bool
    removes: bool
    section: str

    def tables(self) -> dict[str, Any]:
        """The box as plain data, but for its orders."""
        return {
            "singles": {str(players): count for players, count in sorted(self.singles.items())},
            "doubles": {str(players): count for players, count in sorted(self.doubles.items())},
            "ingredients": self.ingredients,
            "first_orders": self.first_orders,
            "rounds": self.rounds,
            "has_card": self.has_card,
            "removes": self.removes,
        }
