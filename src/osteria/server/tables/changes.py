"""The rows of a table's log.

A row is an action of the game, exactly as a transcript writes it (`who`: an own kind, `seat 2`, or `chance`), or a
change of the table (`who`: `house`, the change as JSON). A table is the sum of its rows; nothing else is kept. Names of
people are kept beside the log, not in it (`Row.names`), so that they can be deleted.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from osteria.server.tables.played import Played
from osteria.server.wire.messages import Clock, Settings

HOUSE = "house"
CHANCE = "chance"
FORGOTTEN = "···"
"""What stands in the log for a name; and the name of somebody whose name was deleted."""


class Row(Struct, frozen=True, gc=False):
    """One line of a table's log. `client` makes the message behind it count once.

    SPEED: a frozen dataclass takes seven times as long to make, and the collector looks at it.
    """

    table: str
    seq: int
    at: float
    who: str
    text: str
    client: str | None = None
    names: tuple[tuple[int, str], ...] = ()
    """Names of people that the row brings, by seat."""


class Entry(Struct, frozen=True):
    """What a command writes: rows, and by row number the moves (or the deal) that were tried to write them."""

    rows: list[Row] = []
    played: Mapping[int, Played] = {}


NOTHING = Entry()
"""Nothing is left to do."""


class _Change(Struct, frozen=True, tag_field="change", omit_defaults=True):
    """Something that happened to a table, not in its game."""


class Opened(_Change, frozen=True, tag="opened"):
    """The table was made. The seed is fixed here, before anybody sits."""

    game: str
    players: int
    settings: Settings
    seed: str
    host: int | None
    reserved: tuple[str, ...] = ()
    before: str | None = None
    law: int = 1
    """The version of the law by which the house played when the table was made; the first one was not written."""
    lesson: bool = False
    """Whether it is a first game that teaches, dealt from the seed of its script."""
    day: str = ""
    """The day whose deal it plays; the seed is the day's then, and the bots play by it."""
    elsewhere: tuple[str, ...] = ()
    """Where the game was begun elsewhere: what chance did there, in the words of its transcript."""
    digits: int = 0
    """Of the code that leads to it; none where every seat was taken at once."""


class Sat(_Change, frozen=True, tag="sat"):
    """A person sat down; `again` where the seat was kept for them from the table before."""

    seat: int
    name: str
    again: bool = False
    agrees: bool = False


class BotSat(_Change, frozen=True, tag="bot"):
    """The host seated a bot."""

    seat: int
    level: str


class Emptied(_Change, frozen=True, tag="emptied"):
    """A seat is open again: its person left before the start, or was removed."""

    seat: int
    removed: bool = False


class Renamed(_Change, frozen=True, tag="renamed"):
    """A person has another name."""

    seat: int
    name: str


class Rotated(_Change, frozen=True, tag="rotated"):
    """A seat has a new link."""

    seat: int


class Agreed(_Change, frozen=True, tag="agreed"):
    """A person agrees that spectators see every hand, or no longer does."""

    seat: int
    open: bool


class Chose(_Change, frozen=True, tag="chose"):
    """An own kind was chosen for a seat (G-3), or, empty, is left open again."""

    seat: int
    own: str


class Contributed(_Change, frozen=True, tag="contributed"):
    """A person's device added random bytes (hex) to the deal, after the house had committed to its own."""

    seat: int
    random: str


class Began(_Change, frozen=True, tag="began"):
    """The game began: the deal follows."""


class StoodIn(_Change, frozen=True, tag="stood-in"):
    """A bot answers for a person, until the person is back (`why` is clock: for one answer); `by`: whose word it was."""

    seat: int
    why: str
    by: int | None = None


class CameBack(_Change, frozen=True, tag="came-back"):
    """A person took the seat back."""

    seat: int


class Returned(_Change, frozen=True, tag="returned"):
    """A broken line is whole again: so many seconds of absence are given back, up to the grace.

    Logs of 0.1.0 did not measure: there everything since the question is given back, up to the grace.
    """

    seat: int
    seconds: float | None = None


class Declines(_Change, frozen=True, tag="declines"):
    """A person lets the house decline for them: their answers to such questions come at the end of a window of at least so
    many seconds (0: no longer), from the next question on."""

    seat: int
    seconds: int


class Undo(_Change, frozen=True, tag="undo"):
    """A person asks to take the last decision back, or agrees; `agrees` false: no longer asks, or does not agree."""

    seat: int
    agrees: bool = True


class Undone(_Change, frozen=True, tag="undone"):
    """Everybody agreed: of the moves so far, chance included, only so many count."""

    moves: int


class ChairAsked(_Change, frozen=True, tag="chair-asked"):
    """Somebody would open a chair that was left for long; `agrees` false: is against it, and it stays."""

    seat: int
    by: int
    agrees: bool = True


class ChairWarned(_Change, frozen=True, tag="chair-warned"):
    """All who were there agreed: whoever left the chair is called."""

    seat: int


class ChairKept(_Change, frozen=True, tag="chair-kept"):
    """Whoever left the chair is back."""

    seat: int


class ChairOpened(_Change, frozen=True, tag="chair-opened"):
    """The chair is free for a newcomer; a bot plays on until one sits down."""

    seat: int


class Voted(_Change, frozen=True, tag="voted"):
    """Only in logs of 0.1.0: a person was for (or no longer for) a bot in a seat."""

    voter: int
    seat: int
    bot: bool


class Said(_Change, frozen=True, tag="said"):
    """A person said a quick phrase."""

    seat: int
    phrase: str


class Rematched(_Change, frozen=True, tag="rematched"):
    """The same people play on at another table."""

    table: str


class Again(_Change, frozen=True, tag="again"):
    """A person says yes to playing again."""

    seat: int


class Muted(_Change, frozen=True, tag="muted"):
    """An operator took the phrases from a seat."""

    seat: int


class Closed(_Change, frozen=True, tag="closed"):
    """Everybody left before the start, or an operator closed the table."""


Change = (
    Opened
    | Sat
    | BotSat
    | Emptied
    | Renamed
    | Rotated
    | Agreed
    | Chose
    | Contributed
    | Began
    | StoodIn
    | CameBack
    | Returned
    | Declines
    | Undo
    | Undone
    | ChairAsked
    | ChairWarned
    | ChairKept
    | ChairOpened
    | Voted
    | Said
    | Rematched
    | Again
    | Muted
    | Closed
)

_read = msgspec.json.Decoder(Change).decode


def kind_of(change: Change) -> str:
    """The name of what a change does, as in the log."""
    kind = type(change).__struct_config__.tag
    assert isinstance(kind, str)
    return kind


def doer_of(change: Change) -> int | None:
    """The seat whose people did it, or to which the host did it; None: the house, an operator, or all together."""
    if isinstance(change, ChairAsked | StoodIn):
        return change.by if isinstance(change, ChairAsked) or change.why != "left" else change.seat
    return getattr(change, "seat", None)


def read_change(text: str) -> Change:
    """The change that a row's text tells. A setting that a newer version added is passed over (clients may send none that is
    not known); a kind of change that is not known cannot be."""
    try:
        change: Change = _read(text)
    except msgspec.ValidationError:
        change = msgspec.convert(_with_known_settings(msgspec.json.decode(text)), Change)
    return change


def _with_known_settings(change: Any) -> Any:
    if not isinstance(change, dict) or not isinstance(change.get("settings"), dict):
        return change
    settings = _known(change["settings"], Settings)
    if isinstance(settings.get("clock"), dict):
        settings["clock"] = _known(settings["clock"], Clock)
    return {**change, "settings": settings}


def _known(values: dict[str, Any], shape: type[Struct]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name in shape.__struct_fields__}


def write_change(change: Change) -> str:
    """A change as the text of a row."""
    return msgspec.json.encode(change).decode()


def row_of(table: str, seq: int, at: float, change: Change, client: str | None = None) -> Row:
    """A change as a row: names of people stand beside it, not in its text."""
    names = names_in(change)
    text = write_change(with_names(change, dict.fromkeys(names, FORGOTTEN)))
    return Row(table, seq, at, HOUSE, text, client, tuple(names.items()))


def rows_of(table: str, played: Played, after: int, at: float, client: str | None = None) -> list[Row]:
    """A move and what chance did, after another row; the first of them carries the client's id."""
    return [
        Row(table, after + place, at, who, text, client if place == 1 else None)
        for place, (who, text) in enumerate(played.actions, start=1)
    ]


def change_of(row: Row) -> Change:
    """The change of a row, with the names that were not deleted."""
    return with_names(read_change(row.text), dict(row.names))


def names_in(change: Change) -> dict[int, str]:
    """The names of people in a change, by seat."""
    if isinstance(change, Sat | Renamed):
        return {change.seat: change.name}
    if isinstance(change, Opened):
        return {seat: name for seat, name in enumerate(change.reserved) if name}
    return {}


def with_names(change: Change, names: Mapping[int, str]) -> Change:
    """A change with other names for some seats; the same, where it names none of them."""
    found = {seat: names[seat] for seat in names_in(change) if seat in names}
    if not found:
        return change
    if isinstance(change, Opened):
        reserved = tuple(found.get(seat, name) for seat, name in enumerate(change.reserved))
        return msgspec.structs.replace(change, reserved=reserved)
    assert isinstance(change, Sat | Renamed)
    return msgspec.structs.replace(change, name=found[change.seat])
