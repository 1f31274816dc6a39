"""What travels on a table's WebSocket, and the shapes it shares with the HTTP API.

`FromClient` and `FromHouse` are tagged unions on the field `type`. Clients may send nothing that is not declared here;
the house may add fields to its own messages in later versions, so clients skip what they do not know.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from osteria.server.wire.fields import (
    Away,
    ClientId,
    Count,
    DeclineSeconds,
    FrameNumber,
    GameEvent,
    GameView,
    Key,
    MayUndo,
    MoveText,
    OpenHands,
    SeatNumber,
    TableId,
    Watchers,
    Window,
)
from osteria.server.wire.words import (
    ErrorKey,
    Game,
    Hands,
    LessonState,
    Memory,
    Phrase,
    Reaction,
    Role,
    SeatKind,
    Status,
)


class Shape(Struct, frozen=True):
    """What the house sends."""


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client sends. Anything undeclared is refused."""


class Problem(Shape, omit_defaults=True, frozen=True):
    """Why something was refused: a key to translate, and an English sentence that is safe to show."""

    key: ErrorKey
    text: str
    clause: str | None = None
    at: Annotated[int, Meta(description="which of several moves, from 0")] | None = None
    retry_after: Annotated[float, Meta(description="seconds")] | None = None


class Clock(Said, frozen=True):
    """A bank of seconds for the game and an increment for every answer; a broken line stops it for `grace` seconds."""

    bank: Annotated[int, Meta(ge=10, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 5
    grace: Annotated[int, Meta(ge=0, le=3_600)] = 30


class Settings(Said, frozen=True):
    """How a table is played. Everything here is fixed when the table is made."""

    memory: Memory = "authentic"
    listed: Annotated[bool, Meta(description="shown in the lobby, where anybody may sit down or watch")] = False
    spectators: Annotated[bool, Meta(description="people without a seat may watch")] = True
    open_hands: Annotated[
        bool, Meta(description="proposes that spectators see every hand; so it is if everybody agrees before the start")
    ] = False
    clock: Clock | None = None
    days: (
        Annotated[
            Literal[1, 3, 7],
            Meta(
                description="days for each answer: nobody has to be there, and a bot makes the move when they are over"
            ),
        ]
        | None
    ) = None
    faces: Annotated[
        tuple[str, ...], Meta(min_length=6, max_length=6, description="games with such dice: the six faces of a die")
    ] = ("1", "1", "2", "hook", "double", "water")
    kinds: Annotated[
        tuple[str, ...], Meta(max_length=5, description="pizza games: the own kinds by seat; empty: the first ones")
    ] = ()
    pace: Annotated[
        Literal[0, 2, 5, 10],
        Meta(description="seconds that bots take at least for an answer, while somebody is there who has not skipped"),
    ] = 0
    grace: Annotated[
        int,
        Meta(ge=10, le=86_400, description="seconds after which those present may let a bot play on for somebody away"),
    ] = 60
    away: Annotated[int, Meta(ge=10, le=86_400, description="without meaning since 0.2; `grace` took its place")] = 180


class SeatInfo(Shape, frozen=True):
    """A seat, as everybody sees it."""

    seat: SeatNumber
    kind: SeatKind
    name: Annotated[str, Meta(description="display name; empty for an open seat and for a bot")] = ""
    level: Annotated[str, Meta(description="the bot's name")] = ""
    stand_in: Annotated[
        str, Meta(description="why a bot answers for this person now: clock, away, left; empty: no")
    ] = ""
    stood_by: Annotated[SeatNumber, Meta(description="away: whose word it was")] | None = None
    turns: Annotated[int, Meta(ge=0, description="turns that a bot played for this person, until they play again")] = 0
    reserved: Annotated[str, Meta(description="an open seat kept for somebody by name (a rematch)")] = ""
    agrees: Annotated[bool, Meta(description="this person agrees that spectators see every hand")] = False
    random: Annotated[str, Meta(description="32 bytes in hex that this seat added to the deal; empty: none")] = ""
    own: Annotated[
        str, Meta(description="pizza games: the own kind; before the start the one that this seat would get now")
    ] = ""
    declines: Annotated[DeclineSeconds, Meta(description="the house declines for this person; the shortest window")] = 0
    chosen: Annotated[
        bool, Meta(description="somebody chose this own kind; else the seat gets the first that is free")
    ] = False


class ChairInfo(Shape, frozen=True):
    """A chair that was left for long at a listed table, and that somebody would open for a newcomer."""

    seat: SeatNumber
    agreed: Annotated[list[SeatNumber], Meta(description="who is for it, who asked first")]
    opens: Annotated[float, Meta(description="its person is warned; it is opened then (seconds since 1970)")] | None = (
        None
    )


class TableInfo(Shape, frozen=True):
    """A table, as everybody sees it."""

    table: TableId
    game: Game
    players: Annotated[int, Meta(ge=2, le=8)]
    status: Status
    settings: Settings
    seats: list[SeatInfo]
    host: SeatNumber | None
    created: Annotated[float, Meta(description="seconds since 1970")]
    commitment: Annotated[
        str, Meta(description="SHA-256 of the house's bytes and the table's id, in hex: fixed before anybody sits")
    ]
    winners: Annotated[list[SeatNumber], Meta(description="when the game is over")] = []
    rematch: Annotated[TableId, Meta(description="the table where these people play again")] | None = None
    code: Annotated[str, Meta(description="while a chair is free: a word and digits that lead here")] = ""
    undo: Annotated[
        list[SeatNumber], Meta(description="who is for taking the last decision back; the first of them asked")
    ] = []
    chairs: Annotated[list[ChairInfo], Meta(description="listed tables: chairs that somebody would open")] = []
    again: Annotated[list[SeatNumber], Meta(description="who said yes to playing again, the first to ask first")] = []
    hands: Annotated[
        Hands, Meta(description="open: spectators see every hand; proposed: once every person agrees, before the start")
    ] = "closed"
    day: Annotated[
        str, Meta(description="the day whose deal it plays: while that day lasts nobody looks back at it; empty: none")
    ] = ""
    unreadable: Annotated[str, Meta(description="why the house closed it: its log does not replay; empty: it does")] = (
        ""
    )
    lesson: Annotated[
        LessonState,
        Meta(description="a first game that teaches and counts for nothing; on: as its script has it; off: no longer"),
    ] = ""
    elsewhere: Annotated[
        bool, Meta(description="begun elsewhere and taken in: not dealt by this house, and it counts for nothing")
    ] = False


class ClockInfo(Shape, frozen=True):
    """How much time everybody has left. `running` is the seat whose time runs since `at`."""

    left: Annotated[list[float], Meta(description="seconds in each bank")]
    at: Annotated[float, Meta(description="the house's time, seconds since 1970")]
    running: SeatNumber | None = None


class You(Shape, frozen=True):
    """Who the house takes this viewer for."""

    role: Role
    seat: SeatNumber | None = None
    invites: Annotated[dict[str, Key], Meta(description="for the host, while waiting: a secret per open seat")] = {}
    played: Annotated[
        list[str], Meta(description="assisted: the moves that a bot made for this seat, until its person plays again")
    ] = []


class MissedFrame(Shape, omit_defaults=True, frozen=True):
    """A frame of the time before this line was opened. `events` is empty where nothing may be shown (again)."""

    number: FrameNumber
    events: list[GameEvent] = []
    said: "Saying | None" = None


class Saying(Shape, frozen=True):
    """A quick phrase said at the table, or a reaction shown for a moment."""

    seat: SeatNumber
    phrase: Phrase | Reaction


# ---------------------------------------------------------------------------------------------- from the client


class Hello(Said, tag="hello", frozen=True):
    """The first message on a line: who looks, and the last frame they saw (left out: the house looks in its book)."""

    key: Key | None = None
    since: FrameNumber | None = None
    name: Annotated[str, Meta(max_length=24, description="a spectator: what the players are told who watches")] = ""
    also: Annotated[
        tuple[Key, ...],
        Meta(max_length=8, description="keys of other seats on this device: their people are here, too"),
    ] = ()


class Play(Said, tag="play", frozen=True):
    """One move, or a run of moves that one seat makes in a row. All are made, or none."""

    id: ClientId
    question: Annotated[
        int, Meta(ge=0, le=10_000_000, description="the question being answered, as the last frame said")
    ]
    moves: Annotated[list[MoveText], Meta(min_length=1, max_length=16)]


class Seen(Said, tag="seen", frozen=True):
    """Acknowledges every frame up to this one."""

    frame: FrameNumber


class Say(Said, tag="say", frozen=True):
    """Says a quick phrase, or shows a reaction (one in five seconds)."""

    id: ClientId
    phrase: Annotated[str, Meta(max_length=40)]


class PlayOn(Said, tag="play-on", frozen=True):
    """Let a bot play on for somebody who has been away for longer than the grace, while the table waits for them. The
    seat stays theirs: they have it back the moment they return."""

    id: ClientId
    seat: SeatNumber


class Back(Said, tag="back", frozen=True):
    """The person takes the seat back from a stand-in."""

    id: ClientId


class Decline(Said, tag="decline", frozen=True):
    """*Decline for me when I cannot*: from the next question on, this seat's answers to what may be declined (help, blocking)
    come at the end of a window of `seconds` to `seconds` + 2, and who has not answered by then has declined."""

    id: ClientId
    seconds: DeclineSeconds = 0


class Undo(Said, tag="undo", frozen=True):
    """Asks to take the own last decision back, or answers somebody who asks. The last yes of all people takes it back."""

    id: ClientId
    yes: bool = True


class OpenChair(Said, tag="open-chair", frozen=True):
    """Would open a chair at a listed table whose person has been away for long (`chair` of the welcome), or is against it.
    When all who are there agree its person is warned; after the table's grace it is free for a newcomer."""

    id: ClientId
    seat: SeatNumber
    yes: bool = True


class Skip(Said, tag="skip", frozen=True):
    """This person skipped what is shown: the table's pace delays no bot for them until they are asked."""


class Ping(Said, tag="ping", frozen=True):
    """Asks for a pong, to see that the line lives."""

    n: Count = 0


FromClient = Hello | Play | Seen | Say | PlayOn | Back | Decline | Undo | OpenChair | Skip | Ping


# ---------------------------------------------------------------------------------------------- from the house


class Welcome(Shape, tag="welcome", frozen=True):
    """Where the table stands: everything a viewer needs to draw it. Frames follow from `frame` + 1."""

    frame: FrameNumber
    table: TableInfo
    you: You
    question: Annotated[int, Meta(ge=0, description="send it back with the answer")]
    view: GameView | None
    missed: list[MissedFrame]
    present: Annotated[list[SeatNumber], Meta(description="seats with a person on the line")]
    watching: Annotated[int, Meta(ge=0, description="how many people watch")]
    away: Away = {}
    clock: ClockInfo | None = None
    hands: OpenHands | None = None
    window: Window | None = None
    watchers: Watchers = []
    undo: MayUndo = False
    chair: (
        Annotated[
            float,
            Meta(description="listed tables: so many seconds away, and those present may open a chair; none: never"),
        ]
        | None
    ) = None


class Frame(Shape, tag="frame", omit_defaults=True, frozen=True):
    """One thing that happened. Every viewer gets every number once, in order."""

    number: FrameNumber
    question: Annotated[int, Meta(ge=0)]
    events: list[GameEvent] = []
    view: GameView | None = None
    table: TableInfo | None = None
    you: You | None = None
    said: Saying | None = None
    clock: ClockInfo | None = None
    hands: OpenHands | None = None
    window: Window | None = None
    undo: MayUndo = False


class Ack(Shape, tag="ack", frozen=True):
    """The message with this id is in the log, for good, and counted once. Its last frame has this number."""

    id: str
    frame: FrameNumber


class Refused(Shape, tag="refused", frozen=True):
    """The message with this id changed nothing."""

    id: str
    problem: Problem


class Present(Shape, tag="present", frozen=True):
    """Who is on the line now. Not numbered, never missed."""

    present: list[SeatNumber]
    watching: Count
    away: Away = {}
    watchers: Watchers = []


class Pong(Shape, tag="pong", frozen=True):
    """The line lives."""

    n: Count
    at: float


class Bye(Shape, tag="bye", frozen=True):
    """The last message of a line that the house closes."""

    problem: Problem


FromHouse = Welcome | Frame | Ack | Refused | Present | Pong | Bye

decode_client = msgspec.json.Decoder(FromClient).decode
encode = msgspec.json.Encoder().encode
