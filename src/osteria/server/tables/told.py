"""Moves that another process wrote, followed without reading the log: what chance answered is dealt by the table's seed.

SPEED: reading a row from PostgreSQL takes five times as long as playing the move.
"""

from collections.abc import Sequence

from msgspec import Struct

from osteria.core.errors import OsteriaError
from osteria.server.tables.changes import CHANCE, HOUSE, NOTHING, Entry, Row, rows_of
from osteria.server.tables.played import Played
from osteria.server.tables.table import Table


class ToldMove(Struct, frozen=True, array_like=True):
    """A row of a person or a bot, without what chance did after it."""

    seq: int
    at: float
    who: str
    text: str
    client: str | None = None


def moves_in(rows: Sequence[Row]) -> list[ToldMove]:
    """The moves of rows that hold nothing but moves; none where the table changed, and the log has to be read."""
    if any(row.who == HOUSE for row in rows):
        return []
    return [ToldMove(row.seq, row.at, row.who, row.text, row.client) for row in rows if row.who != CHANCE]


def follow(table: Table, moves: Sequence[ToldMove], seq: int) -> Entry:
    """The rows up to `seq` that these moves make at a table; NOTHING where they do not follow what it knows."""
    if table.match is None or table.status != "playing":
        return NOTHING
    match, rows, played = table.match, list[Row](), dict[int, Played]()
    for move in moves:
        if move.seq != table.seq + len(rows) + 1:
            return NOTHING
        try:
            played[move.seq] = made = Played.move(match, move.text)
        except OsteriaError:
            return NOTHING
        if made.actions[0][0] != move.who:
            return NOTHING
        rows += rows_of(table.id, made, move.seq - 1, move.at, move.client)
        match = made.match
    return Entry(rows, played) if rows and rows[-1].seq == seq else NOTHING
