"""What operators do to tables and addresses, beside the open houses: every act is written down, and every house reads it.

The list of acts is their audit, too: who, when, what, why.
"""

import getpass
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Select, delete, insert, or_, select, update

from osteria.server.store import tables
from osteria.server.store.database import Database
from osteria.server.store.names import forget_names

DAY = 86_400.0
MARGIN = 3_600.0
"""Seconds by which tables are looked at before they may be deleted: a house with somebody on the line there is in time to say
so."""
NUMBERING = 0x6F737466
"""PostgreSQL's lock for whoever writes an act."""


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
    """Writes an act down; open houses read it within a second. To forget somebody is an act for every table that changed."""

    def work(connection: Connection) -> None:
        subjects = [act.subject]
        if act.act == "forget":
            assert act.seat is not None
            subjects = forget_names(connection, act.subject, {act.seat: None})
        for subject in subjects:
            write_act(connection, replace(act, subject=subject))

    await database.write(work)


def write_act(connection: Connection, act: Act) -> None:
    """Writes an act down, as this operator's unless it says whose it is.

    Houses read on after the last number they saw, so numbers must become visible in their order: on PostgreSQL whoever
    has the next one waits until the one before is committed. (SQLite has one writer at a time.)
    """
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({NUMBERING})")
    values = {
        "at": time.time(), "who": act.who or _operator(), "act": act.act, "subject": act.subject, "seat": act.seat,
        "until": act.until, "reason": act.reason,
    }  # fmt: skip
    connection.execute(insert(tables.acts), [values])


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


async def left_alone(database: Database, days: float) -> list[str]:
    """Tables at which nothing has happened for so many days, finished or not; among them some for which that is almost so."""
    async with database.reading() as connection:
        return list((await connection.execute(_left_alone(days, MARGIN))).scalars())


async def forget(database: Database, some: Sequence[str], watched: Sequence[str], days: float) -> list[str]:
    """Deletes those of some tables at which nothing has happened for so many days; which they were. Somebody who is there
    is something that happens: the index says so to other houses, which do not know of it."""
    index = tables.tables
    is_there = update(index).where(index.c.table_id.in_(watched)).values(changed=time.time())

    def work(connection: Connection) -> list[str]:
        connection.execute(is_there)
        old = list(connection.execute(_left_alone(days).where(index.c.table_id.in_(some))).scalars())
        for table in tables.OF_TABLES:
            connection.execute(delete(table).where(table.c.table_id.in_(old)))
        return old

    return await database.write(work)


def _left_alone(days: float, margin: float = 0.0) -> Select[Any]:
    """By the index, and by the last row of the tables that it finds: it is not written with every move. Where something is
    due, as at tables with days for each move, the time is counted from there."""
    before = time.time() - days * DAY + margin
    index, log = tables.tables.c, tables.log.c
    last = select(log.at).where(log.table_id == index.table_id).order_by(log.seq.desc()).limit(1).scalar_subquery()
    is_old = (index.status.in_(tables.STATUSES), index.changed < before, last < before)
    return select(index.table_id).where(*is_old, or_(index.due.is_(None), index.due < before))
