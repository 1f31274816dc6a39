"""What every view has, as types: a description for clients. The engine builds views, nothing here does. The zones of a family
of games are in a file of its name beside this one, as its `VIEW`."""

from typing import Annotated, Any, NotRequired, TypedDict

from msgspec import Meta

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


Ahead = Annotated[
    Question | None,
    Meta(description="for a seat that waits: what it would be asked if its turn came now, as far as it can know"),
]


class Result(TypedDict):
    """How the game ended, by seat (as text)."""

    score: dict[str, int]
    tiebreak: dict[str, int]
    winners: list[str | int]
