"""What the fields of messages hold, each with its bounds."""

from typing import Annotated, Any

from msgspec import Meta


def written(pattern: str, description: str | None = None) -> Meta:
    """A text that is written so from its first character to its last: Python's `$` would let one line end follow it."""
    return Meta(pattern=rf"^{pattern}\Z", description=description)


TableId = Annotated[str, written("[a-z2-9]{12}", "a table's id; whoever knows it may look in")]
Key = Annotated[
    str, Meta(min_length=16, max_length=200, description="the secret of a link: a seat, an invitation, a host")
]
Name = Annotated[str, Meta(min_length=1, max_length=24, description="a display name")]
MoveText = Annotated[str, Meta(min_length=1, max_length=120, description='a move in words, such as "play 2 olive"')]
ClientId = Annotated[str, written("[A-Za-z0-9_-]{1,40}", "chosen by the client, once per message; makes it count once")]
PushAddress = Annotated[str, written(r"[^\x00-\x1f\x7f]{10,1000}", "of a push service that the house knows")]
SeatNumber = Annotated[int, Meta(ge=0, le=7, description="clockwise from 0")]
Count = Annotated[int, Meta(ge=0)]
FrameNumber = Annotated[
    int, Meta(ge=0, le=10_000_000, description="counts from 1, alike for every viewer; 0: none yet")
]
DeclineSeconds = Annotated[int, Meta(ge=0, le=60, description="0: off; else 3 or more")]
Window = Annotated[
    float,
    Meta(ge=0, description="for the seat that is asked: its answer is given out in so many seconds, and none is a no"),
]
GameEvent = Annotated[dict[str, Any], Meta(title="GameEvent", description="an event as this viewer sees it")]
GameView = Annotated[dict[str, Any], Meta(title="GameView", description="what this viewer may see now: views.json")]
OpenHands = Annotated[
    dict[str, list[str]],
    Meta(title="OpenHands", description="for spectators of a table whose hands are open: every seat's cards"),
]


MayUndo = Annotated[bool, Meta(description="this seat may ask to take its last decision back")]
Watchers = Annotated[list[str], Meta(description="names of those who watch, as far as they gave one")]
Away = Annotated[
    dict[str, float], Meta(title="Away", description="people who are not on the line: seat number, and since when")
]
