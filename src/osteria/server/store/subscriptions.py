"""Where people are called while their page is closed: push subscriptions of their devices, kept by seat."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, select, update

from osteria.server.store import tables
from osteria.server.store.database import Database

MOST_DEVICES = 5
"""Devices on which one seat is called; the newest ones."""
KEPT_SECONDS = 7 * 86_400.0
"""How long after a game somebody can still be called to its rematch."""
_columns = tables.subscriptions.c
_ANY = select(_columns.seat).where(_columns.table_id == bindparam("of_table")).limit(1)
"""SPEED: to put a statement together takes longer than to ask it."""


@dataclass(frozen=True)
class Device:
    """One subscription: where to push, and the keys that only the device can open messages with (RFC 8291)."""

    endpoint: str
    p256dh: str
    auth: str


@dataclass(frozen=True)
class Place:
    """A seat at a table, in the generation of its link: whoever sits there later is somebody else."""

    table: str
    seat: int
    generation: int


async def keep(database: Database, device: Device, places: Sequence[Place]) -> None:
    """From now on these seats are called on this device."""
    rows = [
        {"table_id": place.table, "seat": place.seat, "generation": place.generation, "called": 0,
         "at": time.time(), **vars(device)}
        for place in places
    ]  # fmt: skip
    fresh = database.insert(tables.subscriptions)
    newest = fresh.on_conflict_do_update(
        index_elements=["table_id", "seat", "endpoint"],
        set_={name: fresh.excluded[name] for name in ("generation", "p256dh", "auth", "at")},
    )

    def work(connection: Connection) -> None:
        connection.execute(newest, rows)
        for place in places:
            _drop_oldest(connection, place)

    if rows:
        await database.write(work)


def _drop_oldest(connection: Connection, place: Place) -> None:
    own = (_columns.table_id == place.table, _columns.seat == place.seat)
    newest = select(_columns.endpoint).where(*own).order_by(_columns.at.desc()).limit(MOST_DEVICES)
    kept = list(connection.execute(newest).scalars())
    connection.execute(delete(tables.subscriptions).where(*own, _columns.endpoint.not_in(kept)))


async def claim(database: Database, calls: Mapping[Place, int]) -> dict[Place, list[Device]]:
    """The devices on which seats of a table are to be called, each with its mark; each call is claimed once, whichever
    process and however often it asks. SPEED: most tables call nobody; one look finds that out for all seats."""

    def work(connection: Connection) -> dict[Place, list[Device]]:
        if connection.execute(_ANY, {"of_table": next(iter(calls)).table}).first() is None:
            return {}
        return {place: _claim(connection, place, mark) for place, mark in calls.items()}

    return await database.write(work)


def _claim(connection: Connection, place: Place, mark: int) -> list[Device]:
    own = (_columns.table_id == place.table, _columns.seat == place.seat, _columns.generation == place.generation)
    claimed = update(tables.subscriptions).where(*own, _columns.called < mark).values(called=mark)
    found = connection.execute(claimed.returning(_columns.endpoint, _columns.p256dh, _columns.auth))
    return [Device(*row) for row in found]


async def remove(database: Database, endpoint: str) -> None:
    """Nobody is called there any more."""
    gone = delete(tables.subscriptions).where(_columns.endpoint == endpoint)
    await database.write(lambda connection: connection.execute(gone))


async def remove_old(database: Database) -> None:
    """Forgets the devices of games that ended long ago."""
    index = tables.tables.c
    ended = select(index.table_id).where(
        index.status.in_(("over", "closed")), index.changed < time.time() - KEPT_SECONDS
    )
    gone = delete(tables.subscriptions).where(_columns.table_id.in_(ended))
    await database.write(lambda connection: connection.execute(gone))
