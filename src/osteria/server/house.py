"""The house: tables in memory, one writer each, and everything that must be on disk before anybody hears of it."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import structlog
from sqlalchemy.exc import SQLAlchemyError

from osteria.server import measures
from osteria.server.bots.attendant import attend
from osteria.server.bots.lookback import Lookback
from osteria.server.bots.thinkers import Thinkers
from osteria.server.bus.news import Bus, LocalBus, News
from osteria.server.bus.postgres import PostgresBus
from osteria.server.config import Config
from osteria.server.people.links import Link, is_table_id, new_table_id, read
from osteria.server.store.database import Database
from osteria.server.store.journal import Journal, Listing
from osteria.server.tables import changes, commands
from osteria.server.tables.book import Book, Seen
from osteria.server.tables.changes import HOUSE, Row, write_change
from osteria.server.tables.live import Line, Live, close_with
from osteria.server.tables.table import LogError, Table, rebuild, reopen
from osteria.server.wire.refusal import Refusal
from osteria.server.wire.words import Role

MOST_TRIES = 20
"""How often a command is tried again when other processes write to the same table."""
SWEEP_SECONDS = 1.0
PRESENCE_SECONDS = 10.0

log = structlog.get_logger()


class House:
    """All tables of one server process."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.name = secrets.token_hex(6)
        self.database = Database(config.database or f"sqlite:///{config.folder / 'house.sqlite3'}")
        self.bus: Bus = PostgresBus(self.database.url, self.name) if self.database.is_postgres else LocalBus()
        self.journal = Journal(self.database, self.bus)
        self.thinkers = Thinkers(config)
        self.lookback = Lookback(self.thinkers, config.playouts)
        self.secret = config.secret.encode()
        self.is_ready = False
        self._lives: dict[str, Live] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._commits: set[asyncio.Task[int]] = set()
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Opens the database and begins to serve."""
        await self.database.open()
        self.secret = self.secret or await self.database.secret()
        self.journal.start()
        await self.bus.start(self._hear)
        self._sweeper = asyncio.create_task(self._sweep_forever(), name="sweeper")
        self.is_ready = True

    async def stop(self) -> None:
        """Ends every table's attendant, writes what waits, closes the database."""
        self.is_ready = False
        tasks = [task for task in (self._sweeper, *(live.attendant for live in self._lives.values())) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self._commits, return_exceptions=True)
        await self.lookback.stop()
        await self._write_books()
        await self.bus.stop()
        await self.journal.stop()
        self.thinkers.stop()
        await self.database.close()

    # ------------------------------------------------------------------------------------------------ opening a table

    async def open(self, table_id: str) -> Live:
        """A table, from memory or from its log."""
        live = self._lives.get(table_id) or await self._open_once(table_id)
        live.last_used = time.monotonic()
        return live

    async def _open_once(self, table_id: str) -> Live:
        """However many ask for a table at the same time, it is loaded once."""
        if not is_table_id(table_id):
            raise Refusal("table.unknown")
        lock = self._opening.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                return self._lives.get(table_id) or await self._load(table_id)
        finally:
            self._opening.pop(table_id, None)

    async def _load(self, table_id: str) -> Live:
        async with _trouble_said():
            rows = await self.database.rows(table_id)
            seen = await self.database.seen(table_id)
        if not rows:
            raise Refusal("table.unknown")
        table = await asyncio.to_thread(reopen, rows)
        return self._keep(Live(table, Book(table_id, table.players, seen)))

    def _keep(self, live: Live) -> Live:
        self._lives[live.table.id] = live
        measures.TABLES.set(len(self._lives))
        live.attendant = asyncio.create_task(attend(self, live), name=f"table {live.table.id}")
        return live

    async def create(self, opened: changes.Opened, made: Sequence[changes.Change]) -> Live:
        """A new table, with its first changes, on disk."""
        table_id, now = new_table_id(), time.time()
        first = Row(table_id, 1, now, HOUSE, write_change(opened))
        rows = [first, *(Row(table_id, 2 + n, now, HOUSE, write_change(change)) for n, change in enumerate(made))]
        table = rebuild(rows)
        listing = Listing(table_id, table.game, table.status, table.settings.listed, now)
        await self._write(rows, listing, ())
        return self._keep(Live(table, Book(table_id, table.players, {})))

    # -------------------------------------------------------------------------------------------------------- writing

    async def commit(self, live: Live, command: commands.Command, client: str | None = None) -> int:
        """Does what a command says, once per client id; returns the number of its last frame, when it is on disk.

        Whoever asked may go away meanwhile: what is begun is finished, and everybody at the table hears of it.
        """
        task = asyncio.create_task(self._commit(live, command, client))
        self._commits.add(task)
        task.add_done_callback(self._forget)
        return await asyncio.shield(task)

    def _forget(self, task: asyncio.Task[int]) -> None:
        """A command is done; where whoever asked went away, nobody else hears of a refusal."""
        self._commits.discard(task)
        if not task.cancelled():
            task.exception()

    async def _commit(self, live: Live, command: commands.Command, client: str | None) -> int:
        async with live.lock:
            for _ in range(MOST_TRIES):
                if client is not None and client in live.table.counted:
                    return live.table.counted[client]
                rows = command(live.table)
                if not rows or await self._append(live, rows):
                    return live.table.frame
                await self._catch_up(live)
        raise Refusal("table.busy")

    async def _append(self, live: Live, rows: Sequence[Row]) -> bool:
        """Writes rows, then lets the table and its viewers know. False: another process was first."""
        live.note_sent(rows)
        try:
            is_written = await self._write(rows, _listing(live.table, rows), live.book.changed())
        except Refusal:
            await self._catch_up(live)
            raise
        if is_written:
            self._advance(live, rows)
        return is_written

    async def _write(self, rows: Sequence[Row], listing: Listing | None, seen: Sequence[Seen]) -> bool:
        async with _trouble_said():
            return await self.journal.append(rows, listing=listing, seen=seen)

    def _advance(self, live: Live, rows: Sequence[Row]) -> None:
        links = {line: live.table.seats[line.seat].generation for line in live.lines if line.seat is not None}
        live.tell(live.table.apply(rows), self.secret)
        for line, generation in links.items():
            if line.seat is not None and live.table.seats[line.seat].generation != generation:
                self._end_replaced(live, line)

    def _end_replaced(self, live: Live, line: Line) -> None:
        """A line whose link ended just now says so and closes."""
        try:
            self.viewer_of(live.table, line.link)
        except Refusal as refusal:
            close_with(line, refusal)

    async def _catch_up(self, live: Live) -> None:
        """Adds what other processes wrote."""
        async with _trouble_said():
            rows = await self.database.rows(live.table.id, after=live.table.seq)
        if not rows:
            return
        if live.note_sent(rows):
            await self._write((), None, live.book.changed())
        try:
            self._advance(live, rows)
        except LogError:
            log.exception("table.broken", table=live.table.id)
            self._drop(live)
            raise Refusal("house.trouble") from None

    def _drop(self, live: Live) -> None:
        """Forgets a table; its viewers come back and find what the log says."""
        self._lives.pop(live.table.id, None)
        measures.TABLES.set(len(self._lives))
        if live.attendant is not None and live.attendant is not asyncio.current_task():
            live.attendant.cancel()
        for line in list(live.lines):
            line.end(1012)

    # ------------------------------------------------------------------------------------------------------ who it is

    def link_of(self, table: Table, key: str | None) -> Link | None:
        """What a key stands for at a table; a refusal for one that is not of this table."""
        if key is None:
            return None
        link = read(self.secret, table.id, key)
        if link is None or (link.role != "host" and link.seat >= table.players):
            raise Refusal("link.invalid")
        return link

    def viewer_of(self, table: Table, link: Link | None) -> tuple[Role, int | None]:
        """The role and seat of a link, or a refusal that says what became of it."""
        if link is None:
            return "stranger", None
        if link.role == "host":
            return "host", None
        seat = table.seats[link.seat]
        if link.generation < seat.generation:
            raise Refusal(seat.ended[link.generation])
        if link.role == "invite":
            return "invited", None
        return ("host" if table.host == link.seat else "seat"), link.seat

    # -------------------------------------------------------------------------------------------- between processes

    async def _hear(self, news: News) -> None:
        """Another process wrote rows, or says who is on the line there."""
        lost = not news.rows and not news.present
        for table_id, live in list(self._lives.items()):
            if lost or news.rows.get(table_id, 0) > live.table.seq:
                async with live.lock:
                    await self._catch_up(live)
            if table_id in news.present:
                live.hear_of(news.sender, *news.present[table_id])

    async def announce(self, live: Live) -> None:
        """Tells everybody who is on the line."""
        live.tell_presence()
        await self.bus.publish({live.table.id: (live.seats_here, live.watching_here)})

    async def _sweep_forever(self) -> None:
        """Writes acknowledgements, tells other processes who is here, forgets tables that nobody looks at."""
        told = time.monotonic()
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self._write_books()
                if time.monotonic() - told > PRESENCE_SECONDS:
                    told = time.monotonic()
                    await self.bus.publish(
                        {
                            live.table.id: (live.seats_here, live.watching_here)
                            for live in self._lives.values()
                            if live.lines
                        }
                    )
            except Refusal:
                log.warning("sweep.failed")
            for live in list(self._lives.values()):
                live.look_around()
            self._forget_idle()

    async def open_book(self, live: Live, seat: int) -> range:
        """A seat opens a line: the frames it may be told of. The book is written before any of them is sent."""
        if self.database.is_postgres:
            async with _trouble_said():
                live.book.merge(await self.database.seen(live.table.id))
        told = live.book.open_line(seat, live.table.frame)
        await self._write((), None, live.book.changed())
        return told

    async def _write_books(self) -> None:
        entries = [entry for live in self._lives.values() for entry in live.book.changed()]
        if entries:
            await self._write((), None, entries)

    def _forget_idle(self) -> None:
        oldest = time.monotonic() - self.config.idle
        for live in list(self._lives.values()):
            if not live.lines and live.last_used < oldest and not live.lock.locked():
                self._drop(live)

    async def end_lines(self) -> None:
        """Closes every line: the house restarts, come back at once."""
        for live in self._lives.values():
            for line in list(live.lines):
                line.end(1012)


@asynccontextmanager
async def _trouble_said() -> AsyncIterator[None]:
    """Whatever the database does, people are told to try again, and the log says what it was."""
    try:
        yield
    except (SQLAlchemyError, OSError, TimeoutError) as error:
        log.error("database.trouble", error=type(error).__name__)
        raise Refusal("house.trouble") from None


def _listing(table: Table, rows: Sequence[Row]) -> Listing | None:
    """The table's line in the index, where these rows change it."""
    made = [changes.read_change(row.text) for row in rows if row.who == HOUSE]
    if any(row.played and row.played.is_end for row in rows):
        status = "over"
    elif any(isinstance(change, changes.Began) for change in made):
        status = "playing"
    elif any(isinstance(change, changes.Closed) for change in made):
        status = "closed"
    else:
        return None
    return Listing(table.id, table.game, status, table.settings.listed, rows[-1].at)
