"""The operators' desk: tables listed and shown without cards, and acts written down for the open houses."""

import asyncio
import ipaddress
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from osteria.core.errors import OsteriaError
from osteria.server.config import Config
from osteria.server.people.links import is_table_id
from osteria.server.store.acts import Act, acts_after, do
from osteria.server.store.database import Database, must_exist
from osteria.server.store.tables import STATUSES
from osteria.server.tables.table import Table, reopen

SHOWN = 200
"""Tables in a list."""


@dataclass(frozen=True)
class Wish:
    """What an operator asks for."""

    act: str
    subject: str = ""
    seat: int | None = None
    hours: float = 24.0
    reason: str = ""
    is_json: bool = False


def answer(config: Config, wish: Wish) -> int:
    """Does it and prints what came of it."""
    _check(wish)
    rows = asyncio.run(_with_database(config, wish))
    if wish.is_json:
        print(json.dumps({"act": wish.act, "rows": rows}))
    for row in rows if not wish.is_json else ():
        print("  ".join(str(value) for value in row.values() if value not in (None, "")))
    return 0


def _check(wish: Wish) -> None:
    if wish.act in ("show", "close", "mute", "forget") and not is_table_id(wish.subject):
        raise OsteriaError(f"{wish.act} needs the id of a table (12 letters and digits), not {wish.subject!r}.")
    if wish.act in ("mute", "forget") and (wish.seat is None or wish.seat < 0):
        raise OsteriaError(f"{wish.act} needs the number of a seat, from 0.")
    if wish.act == "ban":
        try:
            ipaddress.ip_address(wish.subject)
        except ValueError:
            raise OsteriaError(f"ban needs an address, not {wish.subject!r}.") from None
    if wish.hours < 0:
        raise OsteriaError("A ban lasts 0 hours (it ends) or more.")


async def _with_database(config: Config, wish: Wish) -> list[dict[str, Any]]:
    must_exist(config.database_url)
    database = Database(config.database_url)
    try:
        await database.open()
        return await _ACTS.get(wish.act, _write)(database, wish)
    finally:
        await database.close()


async def _list(database: Database, _wish: Wish) -> list[dict[str, Any]]:
    return [await _listed(database, table_id) for table_id in await database.table_ids(*STATUSES, limit=SHOWN)]


async def _listed(database: Database, table_id: str) -> dict[str, Any]:
    """A table's line; one that cannot be read, or has just been deleted, keeps no other from being listed."""
    try:
        return _line(await _table(database, table_id))
    except OsteriaError as error:
        return {"table": table_id, "unreadable": str(error)}


async def _show(database: Database, wish: Wish) -> list[dict[str, Any]]:
    table = await _table(database, wish.subject)
    seats = [
        {"seat": number, "kind": seat.kind, "name": seat.name, "level": seat.level, "stand_in": seat.stand_in,
         "muted": "muted" if seat.is_muted else ""}
        for number, seat in enumerate(table.seats)
    ]  # fmt: skip
    return [_line(table), *seats]


async def _audit(database: Database, _wish: Wish) -> list[dict[str, Any]]:
    return [{**vars(act), "at": _day(act.at), "until": _day(act.until)} for act in await acts_after(database, 0)]


async def _write(database: Database, wish: Wish) -> list[dict[str, Any]]:
    if wish.act != "ban":
        await _check_with_table(database, wish)
    until = time.time() + wish.hours * 3_600 if wish.act == "ban" else None
    await do(database, Act(wish.act, wish.subject, wish.seat, until, wish.reason))
    return [{"done": f"{wish.act} {wish.subject}", "until": _day(until)}]


async def _check_with_table(database: Database, wish: Wish) -> None:
    """Refuses what the open houses could not do. Names are deleted from a log that cannot be read as well."""
    try:
        table = await _table(database, wish.subject)
    except _Unreadable:
        if wish.act != "forget":
            raise
    else:
        if wish.seat is not None and wish.seat >= table.players:
            raise OsteriaError(f"Table {table.id} has the seats 0 to {table.players - 1}, and no seat {wish.seat}.")
        if wish.act == "mute" and wish.seat is not None and table.seats[wish.seat].kind != "person":
            raise OsteriaError(f"Nobody sits in seat {wish.seat} of table {table.id} who could say anything.")


class _Unreadable(OsteriaError):
    """A log that makes no table."""


async def _table(database: Database, table_id: str) -> Table:
    rows = await database.rows(table_id)
    if not rows:
        raise OsteriaError(f"There is no table {table_id}.")
    try:
        return reopen(rows)
    except Exception as error:  # whatever is wrong with it
        raise _Unreadable(f"The log of table {table_id} cannot be read ({type(error).__name__}).") from error


def _line(table: Table) -> dict[str, Any]:
    people = ", ".join(seat.name or seat.level or "-" for seat in table.seats)
    return {
        "table": table.id,
        "game": table.game,
        "status": table.status,
        "made": _day(table.created),
        "moves": table.question,
        "seats": people,
        "unreadable": table.unreadable,
    }


def _day(seconds: float | None) -> str:
    return "" if seconds is None else datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


_ACTS: dict[str, Callable[[Database, Wish], Awaitable[list[dict[str, Any]]]]] = {
    "list": _list,
    "show": _show,
    "audit": _audit,
}
