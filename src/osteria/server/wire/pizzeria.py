"""The views of the pizza games, as types."""

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from osteria.server.wire.views import Ahead, Cards, History, Question, Result, Seat
from osteria.server.wire.words import Memory


class OtherHand(TypedDict):
    """Another seat's hand: the backs differ."""

    ingredients: int
    orders: int


class Oven(TypedDict):
    """The oven: its size and its top card (none while it is scored). Assisted memory also counts what lies in it."""

    size: int
    top: str | None
    count: NotRequired[Cards]


class OrderStack(TypedDict):
    """An order stack: how many are shuffled, and how many were put under it (assisted: which, top first)."""

    shuffled: int
    under: int | list[str]


class Filling(TypedDict):
    """The order being filled."""

    owner: Seat
    orders: list[str]
    needs: Cards
    short: Cards
    request: Cards | None
    bid: int | None
    shown: int | None
    declined: list[Seat]
    picked: Seat | None
    revealed: str | None


class Announcement(TypedDict):
    """The last play, until the next one."""

    seat: Seat
    kind: str
    ingredients: int
    doubles: int


class PizzaView(TypedDict):
    """A viewer's table in mamma-mia, sole-mio and grande."""

    game: Literal["mamma-mia", "sole-mio", "grande"]
    seats: list[Seat]
    seat: Seat | None
    memory: Memory
    phase: Literal["turn", "scoring", "over"]
    round: int
    turn: Seat | None
    starter: Seat | None
    holder: Seat | None
    baker: Seat | None
    columns: Cards
    committed: Cards
    used: Annotated[int | dict[str, int], Meta(description="a number; assisted: how many of each card")]
    oven: Oven
    supply: int
    hands: Annotated[
        dict[str, list[str] | OtherHand], Meta(description="the own hand as cards, the others' as numbers")
    ]
    orders: dict[str, OrderStack]
    delivered: dict[str, list[str]]
    removed: dict[str, list[str]]
    open: Annotated[list[str], Meta(description="orders being filled, with their owner: pepper/four-olive")]
    filling: Filling | None
    announcement: Announcement | None
    decision: Question | None
    ahead: Ahead
    outcome: Result | None
    history: NotRequired[History]


VIEW = PizzaView
