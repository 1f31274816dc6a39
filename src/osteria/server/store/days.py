"""The deals of days and who tried them."""

import secrets
import time
from dataclasses import dataclass, field

from sqlalchemy import Connection, and_, func, select

from osteria.server.store import tables
from osteria.server.store.database import Database
from osteria.server.tables import days

SEED_BYTES = 32


@dataclass(frozen=True)
class DayDealt:
    """What is dealt on a day: the seed is secret until the day is over."""

    day: str
    game: str
    seed: bytes = field(repr=False)
    bot: str = ""


@dataclass(frozen=True)
class Try:
    """The first try of a card: its table, and how it ended, if it did."""

    table: str
    score: int | None = None
    ended: float | None = None
    place: int | None = None


class Deals:
    """The deals of a house, day by day."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, day: str, game: str, bot: str) -> DayDealt:
        """The deal of a day: made when it is first asked for, the same for every process from then on."""
        fresh = {"day": day, "game": game, "seed": secrets.token_hex(SEED_BYTES), "bot": bot}
        made = self._database.insert(tables.day_deals).values(**fresh).on_conflict_do_nothing()
        if (kept := await self.kept(day, game)) is None:
            await self._database.write(lambda connection: connection.execute(made))
            kept = await self.kept(day, game)
        assert kept is not None
        return kept

    async def kept(self, day: str, game: str) -> DayDealt | None:
        """The deal of a day, if this house has made it."""
        wanted = select(tables.day_deals).filter_by(day=day, game=game)
        async with self._database.reading() as connection:
            found = (await connection.execute(wanted)).one_or_none()
        return None if found is None else DayDealt(found.day, found.game, bytes.fromhex(found.seed), found.bot)

    async def enter(self, day: str, game: str, card: str, table_id: str) -> str:
        """The table of a card's first try: this one, unless there was one before."""
        fresh = self._database.insert(tables.day_tries).values(
            day=day, game=game, card_id=card, table_id=table_id, at=time.time()
        )
        place = {"day": day, "game": game, "card_id": card}

        def work(connection: Connection) -> str:
            connection.execute(fresh.on_conflict_do_nothing())
            return str(connection.execute(select(tables.day_tries.c.table_id).filter_by(**place)).scalar_one())

        return await self._database.write(work)

    async def first_try(self, day: str, game: str, card: str) -> Try | None:
        """The first try of a card, and how it ended."""
        one, result = tables.day_tries.c, tables.results.c
        own = and_(result.table_id == one.table_id, result.seat == 0)
        wanted = select(one.table_id, result.score, result.ended).join(tables.results, own, isouter=True)
        async with self._database.reading() as connection:
            found = (
                await connection.execute(wanted.filter(one.day == day, one.game == game, one.card_id == card))
            ).first()
            if found is None or found.score is None:
                return None if found is None else Try(found.table_id)
            better = select(func.count()).select_from(tables.results)
            ahead = better.where(result.table_id == found.table_id, result.score > found.score)
            return Try(*found, 1 + int((await connection.execute(ahead)).scalar_one()))

    async def scores(self, day: str, game: str) -> list[tuple[int, int]]:
        """(score, people) of the first tries that ended before the day did."""
        one, result = tables.day_tries.c, tables.results.c
        own = and_(result.table_id == one.table_id, result.seat == 0)
        wanted = (
            select(result.score, func.count())
            .join(tables.day_tries, own)
            .where(one.day == day, one.game == game, result.ended < days.end_of(day))
            .group_by(result.score)
            .order_by(result.score)
        )
        async with self._database.reading() as connection:
            return [(int(score), int(people)) for score, people in await connection.execute(wanted)]
