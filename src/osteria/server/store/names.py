"""Deleting names of people at tables: those beside a log, and those in it, where an older version wrote it."""

from collections.abc import Collection, Iterator, Mapping

import msgspec
from sqlalchemy import Connection, Select, bindparam, delete, or_, select, update

from osteria.server.store import tables
from osteria.server.tables.changes import (
    FORGOTTEN,
    HOUSE,
    Change,
    Rematched,
    Sat,
    names_in,
    read_change,
    with_names,
    write_change,
)

Whose = Mapping[int, Collection[int] | None]
"""Whose names, by seat: of those who sat there, one after the other, from 1 (0: for whom the seat was kept); None: of all."""
KEPT = frozenset({0})
TELLING = ("opened", "sat", "renamed", "rematched")
"""Kinds of changes that can hold names, or say whose they are."""
Found = tuple[int, Change | None, set[int]]
"""A row of a log, its change (None: it cannot be read), and the seats whose people are meant there."""


def forget_names(connection: Connection, table_id: str, whose: Whose) -> list[str]:
    """Deletes names of people at a table, also where seats are kept for them at the next table, and where they are called;
    the tables that changed. Names in older logs are the one thing that is ever changed in a log."""
    beside = _names_beside(connection, table_id)
    found = list(_follow(connection, table_id, whose, beside))
    gone = [(seq, seat) for seq, _, meant in found for seat in meant & beside.get(seq, set())]
    _delete_names(connection, table_id, gone)
    _clean_log(connection, table_id, found)
    for seat in found[-1][2] if found else ():
        _delete_devices(connection, table_id, seat)
    changed = [table_id]
    for _, change, meant in found:
        if isinstance(change, Rematched) and meant:
            changed += forget_names(connection, change.table, dict.fromkeys(meant, KEPT))
    return changed


def _names_beside(connection: Connection, table_id: str) -> dict[int, set[int]]:
    """The seats that have a name beside a row, by row."""
    names, beside = tables.names.c, dict[int, set[int]]()
    for seq, seat in connection.execute(select(names.seq, names.seat).where(names.table_id == table_id)):
        beside.setdefault(seq, set()).add(seat)
    return beside


def _follow(connection: Connection, table_id: str, whose: Whose, beside: Mapping[int, set[int]]) -> Iterator[Found]:
    """The rows that can name somebody, in order, each with the seats in which somebody sits then who is meant."""
    sittings: dict[int, set[int]] = {seat: {0} for seat in whose}
    for seq, text in connection.execute(_telling(table_id)).all():
        change = _readable(text)
        for seat, now in sittings.items():
            sittings[seat] = _sitting_after(now, change, seat, is_beside=seat in beside.get(seq, ()))
        yield seq, change, {seat for seat, now in sittings.items() if _is_meant(whose[seat], now, change)}


def _telling(table_id: str) -> Select[int, str]:
    """SPEED: a log has hundreds of rows, and few of them tell of names."""
    log, names = tables.log.c, tables.names.c
    by_kind = [log.text.startswith(f'{{"change":"{kind}"', autoescape=True) for kind in TELLING]
    has_name = log.seq.in_(select(names.seq).where(names.table_id == table_id))
    wanted = select(log.seq, log.text).where(log.table_id == table_id, log.who == HOUSE, or_(has_name, *by_kind))
    return wanted.order_by(log.seq)


def _readable(text: str) -> Change | None:
    """A change; None for one of a newer version, or a damaged one: their names stand beside them."""
    try:
        return read_change(text)
    except msgspec.MsgspecError:
        return None


def _sitting_after(now: set[int], change: Change | None, seat: int, *, is_beside: bool) -> set[int]:
    """How many have sat down in a seat. A row that cannot be read and brought a name may have been one of them."""
    one_more = {sitting + 1 for sitting in now}
    if isinstance(change, Sat) and change.seat == seat:
        return one_more
    return now | one_more if change is None and is_beside else now


def _is_meant(wanted: Collection[int] | None, now: set[int], change: Change | None) -> bool:
    if isinstance(change, Rematched) and now == KEPT:
        return False  # nobody sat there who would play again
    return wanted is None or not now.isdisjoint(wanted)


def _delete_names(connection: Connection, table_id: str, places: list[tuple[int, int]]) -> None:
    names = tables.names.c
    place = (names.table_id == table_id, names.seq == bindparam("of_seq"), names.seat == bindparam("of_seat"))
    if places:
        connection.execute(
            delete(tables.names).where(*place), [{"of_seq": seq, "of_seat": seat} for seq, seat in places]
        )


def _clean_log(connection: Connection, table_id: str, found: list[Found]) -> None:
    for seq, change, meant in found:
        if change is None or meant.isdisjoint(names_in(change)):
            continue
        if (cleaned := with_names(change, dict.fromkeys(meant, FORGOTTEN))) != change:
            row = (tables.log.c.table_id == table_id, tables.log.c.seq == seq)
            connection.execute(update(tables.log).where(*row).values(text=write_change(cleaned)))


def _delete_devices(connection: Connection, table_id: str, seat: int) -> None:
    devices = tables.subscriptions.c
    connection.execute(delete(tables.subscriptions).where(devices.table_id == table_id, devices.seat == seat))
