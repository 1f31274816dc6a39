"""What the layers above may ask of a game. They know a game only through this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any, ClassVar

import numpy as np

from osteria.core.decision import Outcome
from osteria.core.errors import OsteriaError
from osteria.core.events import EventType, Row
from osteria.core.kernel import Kernels
from osteria.core.schema import State, Table
from osteria.core.unseen import Unseen

Zones = dict[str, Any]
NO_CLOSE = (-1, -1)
"""`Game.close` where a game has no rounds to close."""
Rank = Callable[..., int]
"""A number that a seed gives to a physical card or a roll, by its words."""


@dataclass(frozen=True)
class Options:
    """What a table may choose about the rules.

    Attributes:
        faces: the six faces of each die of Roll for Soles, from "1 2 hook double water" (RS-2; the default is ASSUMED:
            the rulebook shows the faces, not how many of each).
    """

    faces: tuple[str, ...] = ("1", "1", "2", "hook", "double", "water")

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", tuple(str(face) for face in self.faces))


@dataclass(frozen=True)
class Why:
    """Why a move is refused: a sentence that is safe to show to the seat that tried it, and the clause."""

    sentence: str
    clause: str


class Game(ABC):
    """The rules of one game, its words, and its kernels.

    The kernels of every game are called alike:

    - `step(states, action, log) -> ask`: apply one small action and whatever is forced after it;
    - `quiet(states, actions, closing, close) -> ask`: apply many, telling nobody, closing rounds as they end;
    - `legal(states, out) -> count`: the small actions that may be taken now;
    - `total(states) -> n`, `outcome(states, i) -> action`, `weight(states, action) -> n`: chance as n equally likely
      outcomes;
    - `observe(states, viewer, memory, out)`: fill the observation of a viewer.
    """

    name: ClassVar[str]
    fewest: ClassVar[int] = 2
    most: ClassVar[int]
    record: ClassVar[np.dtype[Any]]
    observation: ClassVar[np.dtype[Any]]
    kernels: ClassVar[Kernels]
    asks: ClassVar[Mapping[int, str]]
    chance_asks: ClassVar[frozenset[int]]
    composed: ClassVar[frozenset[int]]
    """Asks whose moves are several small actions."""
    over: ClassVar[int]
    """The ask code of a finished game."""
    close: ClassVar[tuple[int, int]]
    """(ask code, action) of the forced step that closes a round; the ask is never put to anybody."""
    events: ClassVar[Mapping[int, EventType]]
    actions: ClassVar[int]
    """Small actions have ids from 0 to below this number."""
    deal_base: ClassVar[int] = 0
    """The action that deals card 0 of the common stack."""
    order_base: ClassVar[int] = 0
    """The action that deals card 0 of a seat's own stack."""

    @abstractmethod
    def seats(self, players: int | Sequence[Hashable]) -> tuple[Hashable, ...]:
        """The words for the seats, clockwise from 0; a sentence (OsteriaError) for a number that cannot play."""

    @abstractmethod
    def fresh(self, seats: tuple[Hashable, ...], options: Options) -> Table:
        """An array of one record: the table before anything was drawn."""

    @abstractmethod
    def place(self, seats: tuple[Hashable, ...], options: Options, given: Mapping[str, Any]) -> Table:
        """An array of one record: a part of a table, as a scenario gives it (`given` in the words of `zones`)."""

    def begin(self, states: Table) -> list[Row]:
        """Play whatever is forced from a position that `place` gave; returns what happened."""
        return []

    @abstractmethod
    def zones(self, s: State) -> Zones:
        """The truth, zone by zone."""

    @abstractmethod
    def say(self, s: State, ask: int, actions: tuple[int, ...]) -> str:
        """The notation of a whole move that answered an ask."""

    @abstractmethod
    def read(self, s: State, text: str) -> tuple[int, ...]:
        """The small actions that a move's text stands for now.

        Raises MalformedMove if it is no move of this game; may raise IllegalMove if no small actions could mean it.
        """

    @abstractmethod
    def why_not(self, s: State, actions: tuple[int, ...]) -> Why:
        """Why these actions are not a legal move now, in a sentence for the seat that is asked."""

    @abstractmethod
    def clause(self, s: State) -> str:
        """The id of the clause that asks what is asked now."""

    def asked_since(self, s: State) -> int:
        """The version of the law (of transcripts) since which what is asked now is asked. Versions before did not ask."""
        return 1

    @abstractmethod
    def view(self, s: State, observation: State, viewer: int | None, memory: str) -> dict[str, Any]:
        """An observation in words. Only public facts are read from the record beside it."""

    @abstractmethod
    def outcome(self, s: State) -> Outcome | None:
        """Who won, once the game is over."""

    @abstractmethod
    def who(self, s: State, seat: int) -> str:
        """How a transcript names a seat."""

    @abstractmethod
    def stack(self, s: State) -> Hashable:
        """The shuffled stack (or the dice) that chance draws from now; a new shuffle is a new stack."""

    @abstractmethod
    def deck(self, s: State, rank: Rank) -> Sequence[Any]:
        """That stack, just shuffled, in the order of a seed's ranks."""

    @abstractmethod
    def drawn(self, s: State, entry: Any) -> int:
        """The chance action that draws an entry of a deck."""

    def length(self, s: State, action: int) -> int:
        """How many small actions a move has that begins with this one."""
        return 1

    def goes_on(self, before: State, after: State) -> bool:
        """Whether what is asked `after` a move belongs to the same turn of the seat that was asked `before`.

        Neither asks chance. A game that turns hidden cards over by itself, or whose turns may come back unasked, says more.
        """
        return bool(before["seat"] == after["seat"])

    def hidden_deals(self, rows: Sequence[Row]) -> Iterator[bool]:
        """For every chance action, whether its outcome was hidden from the viewer who saw these rows."""
        return repeat(False)

    def unseen(self, fresh: State, viewer: int | None, rows: Sequence[Row], chance: Sequence[int]) -> Unseen | None:
        """What a viewer has not seen, from the events as the viewer saw them (-1 for what was hidden).

        Args:
            fresh: the table before anything was drawn.
            viewer: a seat, or None for a spectator.
            rows: the events.
            chance: where among the actions each chance action stands.

        None where nothing is ever hidden.
        """
        return None

    @abstractmethod
    def names(self, s: State) -> Any:
        """What events need to turn numbers into words: the words for the seats."""

    def check_players(self, count: int) -> None:
        """OsteriaError unless so many can play."""
        if not self.fewest <= count <= self.most:
            raise OsteriaError(f"{self.name} is for {self.fewest} to {self.most} players, not {count}.")
