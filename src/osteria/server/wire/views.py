"""The views and events of the games, as types: a description for clients. The engine builds them, nothing here does."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from osteria.server.wire.words import Memory

Seat = Annotated[str, Meta(description="an own kind: pepper")]
Cards = Annotated[dict[str, int], Meta(description='how many of each card: {"olive": 2, "double-olive": 1}')]
History = Annotated[list[dict[str, Any]], Meta(description="assisted, in a welcome: all events so far")]


By = Annotated[dict[str, int], Meta(description="numbers by what is needed: a kind, double-KIND (cards), or any")]
GameEvent = TypedDict(
    "GameEvent",
    {
        "event": Annotated[str, Meta(description="its name; an event with `from` is a move, any other a reason")],
        "clause": NotRequired[Annotated[str, Meta(description="the clause that it comes from")]],
        "seat": NotRequired[str | int],
        "from": NotRequired[Annotated[str, Meta(description="a path into the view, such as hands/pepper")]],
        "to": NotRequired[Annotated[str, Meta(description="likewise; of filled and failed: where the order goes")]],
        "of": NotRequired[Annotated[str, Meta(description="what moves: ingredients, orders, points or dice")]],
        "count": NotRequired[Annotated[int, Meta(description="how many")]],
        "what": NotRequired[Annotated[dict[str, int], Meta(description="which, where this viewer may know it")]],
        "now": NotRequired[
            Annotated[dict[str, Any], Meta(description="parts of the view, by path, that are so from now on")]
        ],
        "needed": NotRequired[By],
        "lay": NotRequired[Annotated[By, Meta(description="in the columns, before anything was taken")]],
        "added": NotRequired[Annotated[By, Meta(description="by the owner")]],
        "given": NotRequired[Annotated[By, Meta(description="by the helper")]],
        "missing": NotRequired[By],
        "taken": NotRequired[Annotated[Cards, Meta(description="column cards that an order used")]],
        "helper": NotRequired[Annotated[Seat | None, Meta(description="who gave")]],
        "declined": NotRequired[Annotated[list[Seat], Meta(description="who did not, in the order asked")]],
    },
)
"""One thing that happened, as this viewer saw it. Other fields say more, by the name of the event."""


class FollowUp(TypedDict):
    """What the same seat may be asked next within its turn, before anything else happens."""

    ask: str
    clause: str
    options: list[str]
    follows: Annotated[
        list[int | None] | None,
        Meta(
            description="for each option its place in `then`, null: nothing; in all null: not worked out so far ahead"
        ),
    ]


class Question(TypedDict):
    """What is asked, and of whom. All but seat and ask is there only for the seat that is asked."""

    seat: str | int
    ask: str
    options: NotRequired[list[str]]
    clause: NotRequired[str]
    follows: NotRequired[
        Annotated[
            list[int | None],
            Meta(
                description="for each option what follows it: a place in `then`; null: nothing, before something happens"
            ),
        ]
    ]
    then: NotRequired[Annotated[list[FollowUp], Meta(description="questions that may follow, each once")]]


class Result(TypedDict):
    """How the game ended, by seat (as text)."""

    score: dict[str, int]
    tiebreak: dict[str, int]
    winners: list[str | int]


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
    outcome: Result | None
    history: NotRequired[History]


class SolesView(TypedDict):
    """A viewer's table in roll-for-soles."""

    game: Literal["roll-for-soles"]
    seats: list[int]
    seat: int | None
    memory: Memory
    phase: Literal["turn", "over"]
    turn: int | None
    middle: int
    net: int
    supplies: Annotated[dict[str, int], Meta(description="points by seat number (as text)")]
    dice: Annotated[list[str], Meta(description="set aside")]
    rolled: Annotated[list[str], Meta(description="just rolled, until secure or roll")]
    decision: Question | None
    outcome: Result | None
    history: NotRequired[History]
