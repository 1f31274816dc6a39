"""The view of Roll for Soles, as a type."""

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from osteria.server.wire.views import Ahead, History, Question, Result
from osteria.server.wire.words import Memory


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
    ahead: Ahead
    outcome: Result | None
    history: NotRequired[History]


VIEW = SolesView
