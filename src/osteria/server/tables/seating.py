"""Who sits where, and as what: commands for seats, most of them before the start."""

from collections.abc import Sequence

from osteria.core.errors import OsteriaError
from osteria.games import game as game_of
from osteria.server.tables import changes
from osteria.server.tables.changes import NOTHING, Change, Entry
from osteria.server.tables.commands import Command, change, must_wait, person, write
from osteria.server.tables.table import Table
from osteria.server.wire.refusal import Refusal


def sit(number: int, name: str, *, again: bool = False) -> Command:
    """A person takes an open seat (`again`: one that was kept from the table before); while the game is played, one that
    those who were there opened."""

    def command(table: Table) -> Entry:
        if number >= table.players:
            raise Refusal("seat.unknown")
        if table.status != "playing" or table.seats[number].kind != "open":
            must_wait(table)
        seat = table.seats[number]
        if seat.kind != "open" or (seat.reserved and not again):
            raise Refusal("seat.taken")
        if seat.is_worn:
            raise Refusal("seat.taken", "Too many people have sat there.")
        return write(table, changes.Sat(number, name, again))

    return command


def rename(number: int, name: str) -> Command:
    """A person takes another name."""

    def command(table: Table) -> Entry:
        person(table, number)
        return change(table, changes.Renamed(number, name))

    return command


def leave(number: int) -> Command:
    """A person stands up: before the start the seat is open again, afterwards a stand-in answers (a day's deal waits: it is
    one person's try)."""

    def command(table: Table) -> Entry:
        seat = person(table, number)
        if table.status == "waiting":
            return write(table, changes.Emptied(number), *_closing(table, number))
        if table.status == "playing" and not seat.stand_in and not table.day:
            return change(table, changes.StoodIn(number, "left"))
        return NOTHING

    return command


def _closing(table: Table, leaver: int) -> list[Change]:
    return [] if [seat for seat in table.people if seat != leaver] or table.host is None else [changes.Closed()]


def rotate(number: int) -> Command:
    """A person's seat gets a new link."""

    def command(table: Table) -> Entry:
        person(table, number)
        return change(table, changes.Rotated(number))

    return command


def agree(number: int, is_open: bool) -> Command:
    """A person agrees to open hands, or no longer does; only before the start, only where they are proposed."""

    def command(table: Table) -> Entry:
        must_wait(table)
        seat = person(table, number)
        if not table.settings.open_hands:
            raise Refusal("options.wrong", "This table plays with closed hands.")
        return NOTHING if seat.agrees == is_open else change(table, changes.Agreed(number, is_open))

    return command


def contribute(number: int, random: str) -> Command:
    """A person's device adds random bytes to the deal, once; before it, and after the house has committed to its own."""

    def command(table: Table) -> Entry:
        must_wait(table)
        seat = person(table, number)
        if table.day:
            raise Refusal("options.wrong", "A day's deal is the same for everybody: nobody adds to it.")
        added = bytes.fromhex(random).hex()
        if seat.random and seat.random != added:  # the device that added them would take this for a lie of the house
            raise Refusal("options.wrong", "This seat has added its bytes; they stay as they are.")
        return NOTHING if seat.random == added else change(table, changes.Contributed(number, added))

    return command


def choose_kind(number: int, own: str) -> Command:
    """G-3: a person chooses an own kind that is free, or (empty) leaves it to the house; before the start."""

    def command(table: Table) -> Entry:
        must_wait(table)
        seat = person(table, number)
        check_kind(table.game, own, table.settings.kinds)
        if own and any(other.own == own for other in table.seats if other is not seat):
            raise Refusal("kind.taken")
        return NOTHING if seat.own == own else change(table, changes.Chose(number, own))

    return command


def check_kind(game: str, own: str, fixed: Sequence[str]) -> None:
    """Refuses an own kind that is none, in a game without own kinds, or where the table fixed all of them."""
    if fixed:
        raise Refusal("options.wrong", "The own kinds of this table are fixed.")
    try:
        game_of(game).choose_seats([own])
    except OsteriaError as error:
        raise Refusal("options.wrong", str(error)) from None


def set_seat(number: int, level: str | None) -> Command:
    """The host opens a seat (level None) or puts a bot there, before the start."""

    def command(table: Table) -> Entry:
        must_wait(table)
        if number >= table.players:
            raise Refusal("seat.unknown")
        if number == table.host:
            raise Refusal("seat.taken")
        if level is not None:
            return change(table, changes.BotSat(number, level))
        if table.seats[number].kind == "open" and not table.seats[number].reserved:
            return NOTHING
        return write(table, changes.Emptied(number, removed=True))

    return command
