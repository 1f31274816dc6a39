"""Opening a chair that was left for long: asking, agreeing, and what the house does when the warning is over."""

from collections.abc import Collection

from osteria.server.tables import changes
from osteria.server.tables.chairs import Chair
from osteria.server.tables.changes import NOTHING, Change, Entry
from osteria.server.tables.commands import Command, change, must_play, person, write
from osteria.server.tables.table import Table
from osteria.server.wire.refusal import Refusal


def ask_to_open(number: int, seat: int, yes: bool, present: Collection[int], client: str) -> Command:
    """A person would open a chair, or is against it; the last yes of those present warns whoever left it. Whether that one
    has been away for long enough is seen by who calls."""

    def command(table: Table) -> Entry:
        must_play(table)
        person(table, number)
        if not table.may_open_chairs:
            raise Refusal("chair.kept")
        if person(table, seat) is table.seats[number]:
            raise Refusal("seat.present")
        agreed = table.chairs.get(seat, Chair()).agreed
        if not yes:
            return (
                change(table, changes.ChairAsked(seat, number, agrees=False), client=f"{client}/0")
                if agreed
                else NOTHING
            )
        if number in agreed:
            return NOTHING
        made: list[Change] = [changes.ChairAsked(seat, number)]
        if all(other in (*agreed, number, seat) for other in table.people if other in present):
            made.append(changes.ChairWarned(seat))
        return change(table, *made, client=f"{client}/0")

    return command


def keep_chair(seat: int) -> Command:
    """Its person is back: nobody opens it."""
    return lambda table: write(table, changes.ChairKept(seat)) if seat in table.chairs else NOTHING


def open_chair(seat: int) -> Command:
    """The warning is over: the chair is free, unless its person came back or somebody said no meanwhile."""

    def command(table: Table) -> Entry:
        is_warned = table.status == "playing" and table.chairs.get(seat, Chair()).warned is not None
        return write(table, changes.ChairOpened(seat)) if is_warned else NOTHING

    return command


def opens_at(table: Table, seat: int) -> float | None:
    """When a chair is opened whose person is warned: after the table's grace; None: nobody is warned."""
    warned = table.chairs[seat].warned
    return None if warned is None else warned + table.settings.grace
