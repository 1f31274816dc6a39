"""Bodies and answers of the HTTP API."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from osteria.server.wire.fields import (
    ClientId,
    Count,
    DeclineSeconds,
    FrameNumber,
    GameEvent,
    GameView,
    Key,
    MoveText,
    Name,
    OpenHands,
    PushAddress,
    SeatNumber,
    TableId,
    Window,
    written,
)
from osteria.server.wire.messages import Problem, Said, Settings, Shape, TableInfo, You
from osteria.server.wire.words import Game, Memory

MOST_TRANSCRIPT = 100_000
"""Characters of a game that is taken in: four times the longest."""


class Failure(Shape, frozen=True):
    """Every answer with a status of 400 or more."""

    error: Problem


class GameInfo(Shape, frozen=True):
    """A game that this house plays."""

    game: Game
    fewest: int
    most: int
    bots: Annotated[list[str], Meta(description="levels, weakest first")]
    called: Annotated[str, Meta(description="the name as people write it")] = ""
    words: Annotated[
        Mapping[str, Mapping[str, str]],
        Meta(description="what a plain table says, by language and key: ask.X, move.X, zone.X, event.X"),
    ] = {}
    only_for: Annotated[
        Mapping[str, int], Meta(description="levels that play only with so many at the table, such as in the page")
    ] = {}


class HouseInfo(Shape, frozen=True):
    """What a client needs to know before it makes a table."""

    version: str
    games: list[GameInfo]
    phrases: list[str]
    faces: list[str]
    kinds: list[str]
    push: Annotated[str, Meta(description="the public key with which a browser subscribes to be called")] = ""


class SeatWish(Said, frozen=True):
    """Who shall sit in a seat of a new table."""

    kind: Literal["me", "open", "bot"]
    name: Annotated[str, Meta(max_length=24, description="me: a name of its own, where several share a device")] = ""
    level: Annotated[str, Meta(max_length=60)] = ""
    own: Annotated[str, Meta(max_length=20, description="pizza games: the own kind; empty: the first that is free")] = (
        ""
    )


class NewTable(Said, frozen=True):
    """A table to be made. Seats, clockwise; their number is the number of players."""

    game: Game
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=8)]
    name: Annotated[str, Meta(max_length=24)] = ""
    settings: Settings = Settings()
    start: Annotated[bool, Meta(description="begin at once; no seat may be open")] = False


class NewLesson(Said, frozen=True):
    """A first game that teaches, to be made and begun."""

    game: Game
    name: Name


class GameBegun(Said, frozen=True):
    """A game against bots that was begun elsewhere, to go on with here; it counts for nothing."""

    transcript: Annotated[str, Meta(max_length=MOST_TRANSCRIPT)]
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=8, description="me or bot, in seat order")]
    name: Name
    memory: Memory = "authentic"


class Seated(Shape, frozen=True):
    """The keys of a device at a table. A link is `/t/TABLE#KEY`: what follows the # never reaches a log."""

    table: TableId
    keys: Annotated[dict[str, Key], Meta(description="seat number: key")]
    host: Annotated[Key, Meta(description="for a host without a seat")] | None = None


class Sit(Said, frozen=True):
    """Sits down. Without a seat: the invitation's, or the first open one."""

    name: Name
    seat: SeatNumber | None = None


class SetSeat(Said, frozen=True):
    """The host, before the start: opens a seat (whoever sits there is removed) or puts a bot there."""

    kind: Literal["open", "bot"]
    level: Annotated[str, Meta(max_length=60)] = ""


class NewName(Said, frozen=True):
    """Another display name."""

    name: Name


class Contribution(Said, frozen=True):
    """Random bytes of this device for the deal, before the start: nobody, the house included, then chose it alone."""

    random: Annotated[str, written("[0-9a-f]{64}", "32 bytes in hex")]


class SetHands(Said, frozen=True):
    """A person, before the start, at a table that proposes open hands: agrees, or (with `open` false) does not."""

    open: bool


class SetKind(Said, frozen=True):
    """A person, before the start: chooses an own kind that is free, or (empty) leaves it to the house."""

    own: Annotated[str, Meta(max_length=20)] = ""


class PlayBody(Said, frozen=True):
    """As the message `play` of the WebSocket."""

    id: ClientId
    question: Annotated[int, Meta(ge=0, le=10_000_000)]
    moves: Annotated[list[MoveText], Meta(min_length=1, max_length=16)]


class SayBody(Said, frozen=True):
    """As the message `say` of the WebSocket."""

    id: ClientId
    phrase: Annotated[str, Meta(max_length=40)]


class PlayOnBody(Said, frozen=True):
    """As the message `play-on` of the WebSocket."""

    id: ClientId
    seat: SeatNumber


class BackBody(Said, frozen=True):
    """As the message `back` of the WebSocket."""

    id: ClientId


class UndoBody(Said, frozen=True):
    """As the message `undo` of the WebSocket."""

    id: ClientId
    yes: bool = True


class ChairBody(Said, frozen=True):
    """As the message `open-chair` of the WebSocket."""

    id: ClientId
    seat: SeatNumber
    yes: bool = True


class DeclineBody(Said, frozen=True):
    """As the message `decline` of the WebSocket."""

    id: ClientId
    seconds: DeclineSeconds = 0


class Done(Shape, frozen=True):
    """It is in the log, counted once; its last frame has this number."""

    frame: FrameNumber


class Position(Shape, frozen=True):
    """Where a table stands, for this viewer."""

    frame: FrameNumber
    table: TableInfo
    you: You
    question: Count
    view: GameView | None
    hands: OpenHands | None = None
    window: Window | None = None


class Summary(Shape, frozen=True):
    """A table in the lobby, or one that this device holds a seat at."""

    table: TableInfo
    frame: FrameNumber
    asked: SeatNumber | None = None
    you: You | None = None
    until: (
        Annotated[float, Meta(description="when the time of the seat that is asked is up, seconds since 1970")] | None
    ) = None


class Found(Shape, frozen=True):
    """The table that a code leads to."""

    table: TableId


class Lobby(Shape, frozen=True):
    """Listed tables: waiting ones first, then those that may be watched."""

    tables: list[Summary]


class HeldSeat(Said, frozen=True):
    """A key that a device keeps."""

    table: TableId
    key: Key


class Held(Said, frozen=True):
    """The keys that a device keeps."""

    seats: Annotated[list[HeldSeat], Meta(max_length=50)]


class CallMe(Said, frozen=True):
    """Call the people of these seats on this device when it is their turn, their table begins, ends or asks for a rematch,
    also while the page is closed: a browser's push subscription."""

    seats: Annotated[list[HeldSeat], Meta(max_length=50)]
    endpoint: PushAddress
    p256dh: Annotated[str, written("[A-Za-z0-9_-]{87}=?", "the device's public key, base64url")]
    auth: Annotated[str, written("[A-Za-z0-9_-]{22}={0,2}", "16 bytes of the device, base64url")]


class CallNoMore(Said, frozen=True):
    """Call nobody on this device any more."""

    endpoint: PushAddress


class Calls(Shape, frozen=True):
    """Where the house calls this device."""

    tables: list[TableId]


class HeldAnswer(Shape, frozen=True):
    """One entry per key, in order: the table, or what became of the link."""

    tables: list["HeldTable"]


class HeldTable(Shape, frozen=True):
    """What became of one link."""

    table: TableId
    found: Summary | None = None
    problem: Problem | None = None


class Deal(Shape, frozen=True):
    """The fair deal of a finished game: SHA-256 of the seed's bytes and the table's id (ASCII) is the commitment. Where
    seats added bytes, the game is dealt from SHA-256 of the seed's bytes, theirs in seat order, and the table's id."""

    table: TableId
    commitment: str
    seed: Annotated[str, Meta(description="32 bytes in hex")]
    transcript: str
    random: Annotated[
        tuple[str, ...], Meta(description="by seat: 32 bytes in hex that it added; empty where none")
    ] = ()


class ReplayStep(Shape, frozen=True):
    """The table after one move. Step 0 is the table after the deal."""

    step: Count
    events: list[GameEvent]
    view: GameView
    who: Annotated[SeatNumber, Meta(description="whose move; finished games")] | None = None
    move: Annotated[str, Meta(description="finished games")] | None = None


class Replay(Shape, frozen=True):
    """Steps of a game from `start`; `steps_in_all` is how many there are."""

    table: TableId
    start: Count
    steps_in_all: Count
    steps: list[ReplayStep]


class ChancesTask(Shape, frozen=True):
    """What a device needs to work the chances of a finished game out by itself: the numbers are those of the house."""

    text: Annotated[str, Meta(description="the transcript")]
    seed: Annotated[int, Meta(ge=0, description="of the playouts")]
    sample: Annotated[int, Meta(ge=0, description="the step that the house wants to compare (POST)")]


class ChancesSample(Said, frozen=True):
    """One step of a finished game as a device worked it out."""

    step: Annotated[int, Meta(ge=0, le=10_000_000)]
    chances: Annotated[list[float], Meta(max_length=8, description="by seat")]


class ChancesChecked(Shape, frozen=True):
    """Whether the house finds the same; if not, its own numbers are to be asked for."""

    agrees: bool


class Chances(Shape, frozen=True):
    """The chance to win after each step of a finished game, all cards open; being worked out while there are fewer rows
    than steps: ask again."""

    table: TableId
    steps_in_all: Count
    playouts: Annotated[int, Meta(ge=0, description="games played on from each step by rules of thumb; 0: exact")]
    chances: Annotated[
        list[list[float]], Meta(description="by step, from 0 (the deal), then by seat; the last: the result")
    ]
    task: Annotated[
        ChancesTask | None, Meta(description="the house has not begun: the device that asked works it out (`device=1`)")
    ] = None


class ForgottenMove(Shape, frozen=True):
    """A move that was made because something was forgotten that its player had seen go into the oven."""

    step: Annotated[int, Meta(ge=1, description="the step of the replay that the move led to")]
    seat: SeatNumber
    lost: Annotated[float, Meta(description="the chance to win that it lost")]
    what: Annotated[str, Meta(description="a kind, or an order with its owner (`pepper/four-olive`)")]
    first: Annotated[int, Meta(ge=0, description="of a kind which ones, counted since the last scoring; 0: an order")]
    last: Count


class ForgetfulSeat(Shape, frozen=True):
    """A seat that lost by forgetting, and how well it seems to have remembered, measured from its own moves."""

    seat: SeatNumber
    remembers: Annotated[float, Meta(ge=0, le=1, description="the share of what went into the oven")]


class Forgetting(Shape, frozen=True):
    """What forgetting cost in a finished game; being worked out while fewer steps are known than there are: ask again."""

    table: TableId
    steps_in_all: Count
    steps_known: Count
    seats: Annotated[list[ForgetfulSeat], Meta(description="those who lost by forgetting; empty until all is known")]
    moves: Annotated[list[ForgottenMove], Meta(description="the dearest, by step")]


class Drawing(Said, frozen=True):
    """A link to draw as a QR code."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]
