"""What is being asked, and the answers to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from osteria.core.errors import IllegalMove
from osteria.core.winning import is_ahead, shared

CHANCE = -1
"""The seat that deals cards and rolls dice."""


class Move:
    """One whole move; `str(move)` is its notation. Moves are equal when their notation is."""

    __slots__ = ("actions", "text")

    def __init__(self, text: str, actions: tuple[int, ...]) -> None:
        self.text = text
        self.actions = actions

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


class Decision:
    """What is asked of whom.

    Attributes:
        seat: the seat that is asked (a number), or `CHANCE`.
        ask: what is asked, a word such as "play" or "fill".
        clause: the id of the clause that asks, such as "MM-4".
        options: every legal move (worked out when first looked at).
        weights: for chance, how many equally likely outcomes each option stands for; else None.
    """

    __slots__ = ("_clause", "_follow", "_options", "_weigh", "_weights", "ask", "seat")

    def __init__(
        self,
        seat: int,
        ask: str,
        clause: str | Callable[[], str],
        options: tuple[Move, ...] | Callable[[], tuple[Move, ...]],
        weights: Callable[[tuple[Move, ...]], tuple[int, ...]] | None = None,
        follow: Callable[[Move], Decision | None] | None = None,
    ) -> None:
        self.seat, self.ask, self._clause = seat, ask, clause
        self._options, self._weigh, self._follow = options, weights, follow
        self._weights: tuple[int, ...] | None = None

    @property
    def clause(self) -> str:
        """The id of the clause that asks."""
        if not isinstance(self._clause, str):
            self._clause = self._clause()
        return self._clause

    @property
    def options(self) -> tuple[Move, ...]:
        """Every legal move."""
        if not isinstance(self._options, tuple):
            self._options = self._options()
        return self._options

    @property
    def weights(self) -> tuple[int, ...] | None:
        """For chance: the integer weight of each option, in the order of `options`."""
        if self._weights is None and self._weigh is not None:
            self._weights = self._weigh(self.options)
        return self._weights

    def follows(self, move: Move | str) -> Decision | None:
        """What the same seat is asked next within its turn if it says `move`, one of the options.

        None as soon as something would happen in between: chance acts, another seat is asked, a card of the oven is turned,
        the turn ends. It tells nothing that the seat cannot see. Raises IllegalMove for what is no option.
        """
        for option in self.options:
            if option.text == str(move):
                return None if self._follow is None else self._follow(option)
        raise IllegalMove(f"“{move}” is none of the options.", self.clause)

    def __repr__(self) -> str:
        return f"Decision(seat={self.seat}, ask={self.ask!r}, clause={self.clause!r})"


@dataclass(frozen=True)
class Outcome:
    """How a game ended, by seat.

    Attributes:
        score: delivered orders, or points.
        tiebreak: ingredients left in hand (all 0 where there is no tie-break).
        winners: the seats that share the win.
    """

    score: tuple[int, ...]
    tiebreak: tuple[int, ...]
    winners: tuple[int, ...]

    def share(self, seat: int) -> float:
        """G-7: a win shared by k seats is worth 1/k to each of them, for ratings and search."""
        return shared(len(self.winners)) if seat in self.winners else 0.0


def best_of(score: tuple[int, ...], tiebreak: tuple[int, ...]) -> Outcome:
    """G-7: most score wins, then most tie-break; who is still level shares the win."""
    standings = tuple(zip(score, tiebreak, strict=True))
    winners = [seat for seat, mine in enumerate(standings) if not any(is_ahead(*other, *mine) for other in standings)]
    return Outcome(score, tiebreak, tuple(winners))


Words = dict[str, Any]
