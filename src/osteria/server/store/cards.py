"""Cards of people in the database: their devices, seats and names."""

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, select, update

from osteria.server.people.cards import TICKET_SECONDS, hash_of, new_card_id, new_ticket
from osteria.server.store import tables
from osteria.server.store.acts import Act, write_act
from osteria.server.store.database import Database
from osteria.server.store.names import forget_names

RUNNING = ("waiting", "playing")
MOST_SEATS = 50
"""Seats at tables that wait or play which a card tells of, the newest."""


@dataclass(frozen=True)
class Card:
    """A card, as the house knows it."""

    id: str
    name: str
    made: float
    devices: int
    settings: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class CardSeat:
    """A seat that belongs to a card."""

    table: str
    seat: int
    sitting: int


class Cards:
    """The cards of a house."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, secret: str) -> Card | None:
        """The card that a device has."""
        async with self._database.reading() as connection:
            return await connection.run_sync(_card, tables.secrets.c.hash == hash_of(secret))

    async def find_by_ticket(self, ticket: str) -> Card | None:
        """The card that a link brings, while it does."""
        async with self._database.reading() as connection:
            return await connection.run_sync(_card, *_is_ticket(ticket))

    async def make(self, secret: str, name: str) -> None:
        """A new card for a device; one that has a card keeps it."""
        card, now = new_card_id(), time.time()
        device = self._database.insert(tables.secrets).values(hash=hash_of(secret), card_id=card, made=now)

        def work(connection: Connection) -> None:
            if connection.execute(device.on_conflict_do_nothing()).rowcount:
                values = {"card_id": card, "name": name, "made": now, "settings": "{}"}
                connection.execute(insert(tables.cards), [values])

        await self._database.write(work)

    async def change(self, card: Card, **values: str) -> None:
        """Another name, or other settings."""
        changed = update(tables.cards).where(tables.cards.c.card_id == card.id).values(**values)
        await self._database.write(lambda connection: connection.execute(changed))

    async def write_ticket(self, card: Card) -> tuple[str, float]:
        """A ticket for one more device, and until when it is good; the one before is not any more."""
        ticket, until = new_ticket(), time.time() + TICKET_SECONDS
        await self._database.write(
            lambda connection: connection.execute(
                update(tables.cards)
                .where(tables.cards.c.card_id == card.id)
                .values(ticket=hash_of(ticket), ticket_until=until)
            )
        )
        return ticket, until

    async def take(self, ticket: str, secret: str) -> bool:
        """A device takes a card with a ticket, once. What its own card had goes with it, unless other devices have that."""
        return await self._database.write(lambda connection: _take(connection, ticket, hash_of(secret)))

    async def drop_devices(self, card: Card, secret: str, *, others: bool) -> None:
        """The other devices, or this one, no longer have the card; a link that is under way brings nothing."""
        device, mine = tables.secrets.c, hash_of(secret)
        gone = delete(tables.secrets).where(
            device.card_id == card.id, device.hash != mine if others else device.hash == mine
        )
        void = update(tables.cards).where(tables.cards.c.card_id == card.id).values(ticket=None)

        def work(connection: Connection) -> None:
            connection.execute(gone)
            connection.execute(void)

        await self._database.write(work)

    async def claim(self, card: Card, seats: Sequence[CardSeat]) -> None:
        """Seats belong to a card from now on; who sits there first says so, and nobody after."""
        rows = [
            {"table_id": seat.table, "seat": seat.seat, "sitting": seat.sitting, "card_id": card.id, "at": time.time()}
            for seat in seats
        ]
        fresh = self._database.insert(tables.card_seats).on_conflict_do_nothing()
        if rows:
            await self._database.write(lambda connection: connection.execute(fresh, rows))

    async def seats(self, card: Card) -> list[CardSeat]:
        """Seats of a card at tables that wait or play, the newest first; each once, however often its person sat down there."""
        seat, listing = tables.card_seats.c, tables.tables.c
        wanted = (
            select(seat.table_id, seat.seat, func.max(seat.sitting))
            .join(tables.tables, listing.table_id == seat.table_id)
            .where(seat.card_id == card.id, listing.status.in_(RUNNING))
            .group_by(seat.table_id, seat.seat)
            .order_by(func.max(seat.at).desc())
            .limit(MOST_SEATS)
        )
        async with self._database.reading() as connection:
            return [CardSeat(*row) for row in await connection.execute(wanted)]

    async def delete(self, card: Card) -> list[str]:
        """Deletes a card with everything that names its person; the tables that changed, which a house may have in memory.

        Table by table: others write in between. The card goes last, so that a deletion that was broken off can be said again.
        """
        changed: list[str] = []
        while (here := await self._database.write(lambda connection: _delete_next(connection, card.id))) is not None:
            changed += here
        return changed


def _card(connection: Connection, *which: ColumnElement[bool]) -> Card | None:
    card, device = tables.cards.c, tables.secrets.c
    joined = select(tables.cards).join(tables.secrets, device.card_id == card.card_id)
    found = connection.execute(joined.where(*which).limit(1)).one_or_none()
    if found is None:
        return None
    devices = select(func.count()).select_from(tables.secrets).where(device.card_id == found.card_id)
    count = int(connection.execute(devices).scalar_one())
    return Card(found.card_id, found.name, found.made, count, json.loads(found.settings))


def _is_ticket(ticket: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return tables.cards.c.ticket == hash_of(ticket), tables.cards.c.ticket_until > time.time()


def _take(connection: Connection, ticket: str, device: str) -> bool:
    cards, owned = tables.cards.c, tables.secrets.c
    used = update(tables.cards).where(*_is_ticket(ticket)).values(ticket=None)
    card = connection.execute(select(cards.card_id).where(*_is_ticket(ticket))).scalar_one_or_none()
    if card is None or not connection.execute(used).rowcount:
        return False
    before = connection.execute(select(owned.card_id).where(owned.hash == device)).scalar_one_or_none()
    connection.execute(delete(tables.secrets).where(owned.hash == device))
    connection.execute(insert(tables.secrets), [{"hash": device, "card_id": card, "made": time.time()}])
    others = select(func.count()).select_from(tables.secrets).where(owned.card_id == before)
    if before not in (None, card) and not connection.execute(others).scalar_one():
        seats = tables.card_seats
        connection.execute(update(seats).where(seats.c.card_id == before).values(card_id=card))
        _merge_tries(connection, str(before), card)
        connection.execute(delete(tables.cards).where(cards.card_id == before))
    return True


def _merge_tries(connection: Connection, before: str, card: str) -> None:
    """First tries at days' deals go along, unless the card has had its own."""
    tries, had = tables.day_tries, tables.day_tries.alias()
    has_own = select(had.c.day).where(had.c.card_id == card, had.c.day == tries.c.day, had.c.game == tries.c.game)
    fresh = update(tries).where(tries.c.card_id == before, ~has_own.exists()).values(card_id=card)
    connection.execute(fresh)
    connection.execute(delete(tries).where(tries.c.card_id == before))


def _delete_next(connection: Connection, card: str) -> list[str] | None:
    """Deletes the names at one table of a card; the tables that changed. None: there was none left, and the card is gone."""
    seat, listing = tables.card_seats.c, tables.tables.c
    table = connection.execute(select(seat.table_id).where(seat.card_id == card).limit(1)).scalar_one_or_none()
    if table is None:
        for of_card in (tables.secrets, tables.cards):
            connection.execute(delete(of_card).where(of_card.c.card_id == card))
        return None
    here = (seat.card_id == card, seat.table_id == table)
    whose = _whose(connection.execute(select(seat.seat, seat.sitting).where(*here)).all())
    changed = forget_names(connection, table, whose)
    connection.execute(delete(tables.card_seats).where(*here))
    kept = list(connection.execute(select(listing.table_id).where(listing.table_id.in_(changed))).scalars())
    for table_id in kept:
        write_act(connection, Act("forget", table_id, reason="a card was deleted", who="its person"))
    return kept


def _whose(seats: Iterable[Row[int, int]]) -> dict[int, set[int]]:
    """Sittings by seat; whoever sat there first is also who the seat was kept for."""
    found: dict[int, set[int]] = {}
    for seat, sitting in seats:
        found.setdefault(seat, set()).update({0, 1} if sitting == 1 else {sitting})
    return found
