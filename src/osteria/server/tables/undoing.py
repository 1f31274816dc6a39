"""Taking the last decision back, if all people at the table agree: asking, and answering who asks."""

from osteria.server.tables import changes
from osteria.server.tables.changes import Change, Entry
from osteria.server.tables.commands import Command, change, must_play, person
from osteria.server.tables.table import Table
from osteria.server.wire.refusal import Refusal


def ask_or_agree(number: int, yes: bool, client: str) -> Command:
    """A person asks to take the own last decision back, or answers somebody who asks; the last yes takes it back."""

    def command(table: Table) -> Entry:
        must_play(table)
        person(table, number)
        if table.back is None or (not table.undo and table.back.seat != number):
            raise Refusal("undo.impossible")
        if not yes:
            return change(table, changes.Undo(number, agrees=False), client=f"{client}/0")
        made: list[Change] = [changes.Undo(number)]
        if all(seat in (*table.undo, number) for seat in table.people if not table.seats[seat].stand_in):
            made.append(changes.Undone(table.back.moves))
        return change(table, *made, client=f"{client}/0")

    return command
