"""What operators do to tables and addresses, beside the open houses: every act is written down, and every house reads it.

The list of acts is their audit, too: who, when, what, why.
"""

import getpass
import time
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from osteria.server.store import tables
from osteria.server.store.database import Database
from osteria.server.tables import changes
from osteria.server.tables.changes import HOUSE, read_change, write_change

FORGOTTEN = "···"
"""The name of somebody whose name was deleted."""
DAY = 86_400.0
BATCH = 200


@dataclass(frozen=True)
class Act:
    """One act: close (a table), mute (a seat), ban (an address, until), forget (a seat's names)."""

    act: str
    subject: str
    seat: int | None = None
    until: float | None = None
    reason: str = ""
    number: int = 0
    at: float = 0.0
    who: str = ""


async def do(database: Database, act: Act) -> None:
    """Writes an act down; open houses read it within a second."""
    values = {
        "at": time.time(), "who": _operator(), "act": act.act, "subject": act.subject, "seat": act.seat,
        "until": act.until, "reason": act.reason,
    }  # fmt: skip

    def work(connection: Connection) -> None:
        if act.act == "forget":
            assert act.seat is not None
            _forget(connection, act.subject, act.seat)
        connection.execute(insert(tables.acts), [values])

    await database.write(work)


def _operator() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "somebody"


async def acts_after(database: Database, number: int, *, since: float = 0.0) -> list[Act]:
    """Acts with a larger number, oldest first."""
    wanted = select(tables.acts).where(tables.acts.c.number > number, tables.acts.c.at >= since)
    async with database.reading() as connection:
        found = (await connection.execute(wanted.order_by(tables.acts.c.number))).mappings()
        return [Act(**row) for row in found]


def _forget(connection: Connection, table_id: str, seat: int) -> None:
    """Deletes a seat's names from a log, the one thing that is ever changed in it, and where its person was called."""
    log = tables.log.c
    found = connection.execute(select(log.seq, log.text).where(log.table_id == table_id, log.who == HOUSE))
    for seq, text in found.all():
        change = read_change(text)
        if (cleaned := without_name(change, seat)) is not change:
            place = (log.table_id == table_id, log.seq == seq)
            connection.execute(update(tables.log).where(*place).values(text=write_change(cleaned)))
    devices = tables.subscriptions.c
    connection.execute(delete(tables.subscriptions).where(devices.table_id == table_id, devices.seat == seat))


def without_name(change: changes.Change, seat: int) -> changes.Change:
    """A change without the name of a seat's person; the same, where it has none."""
    if isinstance(change, changes.Sat | changes.Renamed) and change.seat == seat:
        return msgspec.structs.replace(change, name=FORGOTTEN)
    if isinstance(change, changes.Opened) and seat < len(change.reserved) and change.reserved[seat]:
        names = tuple(FORGOTTEN if n == seat else name for n, name in enumerate(change.reserved))
        return msgspec.structs.replace(change, reserved=names)
    return change


async def forget_old(database: Database, days: float) -> list[str]:
    """Deletes tables at which nothing happened for so many days, whatever their state; which they were."""
    oldest = time.time() - days * DAY
    log = tables.log.c
    last = select(log.table_id).group_by(log.table_id).having(func.max(log.at) < oldest).limit(BATCH)

    def work(connection: Connection) -> Sequence[str]:
        old = list(connection.execute(last).scalars())
        for table in (tables.log, tables.seen, tables.subscriptions, tables.tables):
            connection.execute(delete(table).where(table.c.table_id.in_(old)))
        return old

    return list(await database.write(work))
