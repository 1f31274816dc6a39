"""The house: tables in memory, one writer each, and what keeps all of it going."""

import asyncio
import secrets
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any

import msgspec
import structlog
from sqlalchemy.exc import SQLAlchemyError

from osteria.games import NAMES, game
from osteria.server import measures
from osteria.server.bots.attendant import attend
from osteria.server.bots.lookback import Lookback
from osteria.server.bots.thinkers import Thinkers
from osteria.server.bus.nats import NatsBus
from osteria.server.bus.news import Bus, Codec, LocalBus
from osteria.server.bus.postgres import PostgresBus
from osteria.server.config import Config
from osteria.server.following import Following
from osteria.server.modules import Modules
from osteria.server.pauses import Slices, in_parts
from osteria.server.people.code_index import CodeIndex
from osteria.server.people.codes import code_of, digits_for
from osteria.server.people.links import Link, new_table_id, read
from osteria.server.push.caller import Caller
from osteria.server.store.batch import Listing
from osteria.server.supervise import Supervisor
from osteria.server.tables import changes
from osteria.server.tables.book import Book
from osteria.server.tables.changes import Row, row_of
from osteria.server.tables.commands import Command, begin, made_before
from osteria.server.tables.live import Live
from osteria.server.tables.table import Table, rebuild
from osteria.server.wire.refusal import Refusal

MOST_CODES = 5_000
"""Tables that wait beyond so many are found by their link only."""
SWEEP_SECONDS = 1.0
PRESENCE_SECONDS = 10.0
PULSE_SECONDS = 5.0
"""How often the house notes that it is open: after a crash, absence is measured from there."""
LOAD_SECONDS = 10.0
"""How long the house waits for the compiled rules before it opens; mostly it is one or two. It plays without them until then."""
log = structlog.get_logger()


class House(Following):
    """All tables of one server process."""

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.name = secrets.token_hex(6)
        self.thinkers = Thinkers(config)
        self.lookback = Lookback(self.thinkers, config.playouts)
        self.modules = Modules(config.modules)
        self.supervisor = Supervisor()
        self.caller = Caller(config, self.database)
        self.more_work: list[tuple[str, Callable[[], Coroutine[Any, Any, None]]]] = []
        """What else is to be kept going while the house is open."""
        self.codes = CodeIndex(self._with_codes)
        self.slices = Slices()
        """What lines ask for: many may at once."""
        self.is_ready = False

    async def start(self) -> None:
        """Opens the database and begins to serve."""
        await self.database.open(for_house=True)
        self.secret = self.secret or bytes.fromhex(await self.database.keep("secret", secrets.token_hex(32)))
        await self.caller.open()
        self.bus = await self._new_bus()
        self.database.notifications = self.bus.notifications
        self._closed_since, self._opened_at = await self._measure_closing(), time.time()
        if self.database.is_postgres:
            loading = threading.Thread(target=_load_rules, name="rules", daemon=True)
            loading.start()
            await asyncio.to_thread(loading.join, LOAD_SECONDS)
        self.supervisor.keep("journal", self.journal.run)
        for name, work in self.bus.works:
            self.supervisor.keep(name, work)
        self.supervisor.keep("sweeper", self._sweep_forever)
        self.supervisor.keep("pulse", self._beat_forever)
        self.supervisor.keep("push", self.caller.run)
        self.supervisor.keep("workers", self.thinkers.watch)
        for name, more in self.more_work:
            self.supervisor.keep(name, more)
        self.is_ready = True

    async def _new_bus(self) -> Bus:
        if not self.database.is_postgres:
            return LocalBus()
        if not self.config.bus:
            return PostgresBus(self.database.url, Codec(self.name, self.secret), self)
        name = await self.database.keep("name", secrets.token_hex(6))
        return NatsBus(self.config.bus, name, Codec(self.name, self.secret), self)

    async def _measure_closing(self) -> float | None:
        """One process on a file: since when everybody was away because the house was closed (seconds since 1970)."""
        return None if self.database.is_postgres else float(await self.database.keep("pulse", str(time.time())))

    async def stop(self) -> None:
        """Ends every table's attendant, writes what waits, closes the database."""
        self.is_ready = False
        await asyncio.sleep(0)  # whatever was begun is under way, and gives back its turn when it is ended
        attendants = [live.attendant for live in self._lives.values() if live.attendant]
        for task in (*attendants, *self._tasks):
            task.cancel()
        await asyncio.gather(*attendants, *self._tasks, return_exceptions=True)
        await self.lookback.stop()
        await self._drain()
        await self.supervisor.stop()
        self.thinkers.stop()
        await self.database.close()

    async def _drain(self) -> None:
        """Whatever was begun is finished: moves that wait for their turn, then the books."""
        for live in list(self._lives.values()):
            async with live.turns.turn():
                pass
        try:
            await self._write_books([live.book for live in self._lives.values()])
            if not self.database.is_postgres:
                await self.database.note("pulse", str(time.time()))
        except (Refusal, SQLAlchemyError, OSError):
            log.exception("house.unwritten")

    def troubles(self) -> list[str]:
        """What does not work now, for `/readyz`."""
        found = [f"{name} ended" for name in self.supervisor.down]
        return [*found, *([f"bus: {self.bus.trouble}"] if self.bus.trouble else [])]

    async def create(
        self,
        opened: changes.Opened,
        made: Sequence[changes.Change],
        table_id: str = "",
        *,
        begins: bool = False,
        moves: Sequence[str] = (),
    ) -> Live:
        """A new table, with its first changes, on disk; with an id of its own, unless one was given out before. Where the
        game begins at once, that is in the same transaction, and so is the book of what its people are told first; and so
        are the moves that were made elsewhere, of which nobody is told."""
        table_id, now = table_id or new_table_id(), time.time()
        is_full = sum(isinstance(change, (changes.Sat, changes.BotSat)) for change in made) == opened.players
        if not is_full or opened.settings.listed:
            others = await self.codes.like(code_of(table_id))
            opened = msgspec.structs.replace(opened, digits=digits_for(table_id, others))
        rows = [row_of(table_id, seq, now, change) for seq, change in enumerate((opened, *made), start=1)]
        if moves:  # SPEED: a whole game is played again, up to 0.6 s of it
            table, rows = await asyncio.to_thread(_first_steps, rows, moves, begins=begins)
        else:
            table, rows = _first_steps(rows, begins=begins)
        book = Book(table_id, table.players, {})
        if moves:
            for seat in table.people:
                book.acknowledge(seat, table.frame, table.frame)
        if begins and not self.database.is_postgres:  # there the next process would take them for sent
            for seat in table.people:
                book.reserve(seat, table.frame)
        due = now if begins and table.settings.days else None
        listing = Listing(table_id, table.game, table.status, table.settings.listed, now, due)
        try:
            await self.bus.serve(table_id)
            is_first = await self._write(rows, listing, book.changed())
        except BaseException:
            self.bus.leave(table_id)
            raise
        if not is_first:
            self.bus.leave(table_id)
            return await self.open(table_id)  # an id that was given out twice: the other one was faster
        return self._keep(Live(table, book))

    async def find(self, code: str) -> Live | None:
        """The table with a free chair that a code leads to."""
        digits = len(code.partition(" ")[2])
        for table_id in await self.codes.like(code):
            if code_of(table_id, digits) == code and (live := await self.open(table_id)).table.code == code:
                return live
        return None

    async def _with_codes(self, since: float) -> list[str]:
        waiting = await self.database.table_ids("waiting", since=since, limit=MOST_CODES)
        # at listed tables chairs may be opened while they play
        return waiting + await self.database.table_ids("playing", listed=True, since=since, limit=MOST_CODES)

    def link_of(self, table: Table, key: str | None) -> Link | None:
        """What a key stands for at a table; a refusal for one that is not of this table."""
        if key is None:
            return None
        link = read(self.secret, table.id, key)
        if link is None or (link.role != "host" and link.seat >= table.players):
            raise Refusal("link.invalid")
        return link

    async def _sweep_forever(self) -> None:
        """Writes acknowledgements, tells other processes who is here, forgets tables that nobody looks at."""
        told = time.monotonic()
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            with measures.SWEEP_SECONDS.time():
                tells = time.monotonic() - told > PRESENCE_SECONDS
                told = time.monotonic() if tells else told
                try:
                    await self._write_books([live.book for live in self._lives.values()])
                except Refusal:
                    log.warning("sweep.unwritten")
                await self._look_around(tells_others=tells)
                await self._forget_idle()

    async def _look_around(self, *, tells_others: bool) -> None:
        """Who is where, table by table."""
        async for live in in_parts([live for live in self._lives.values() if live.is_visited]):
            if tells_others:
                self.bus.say_present(live.table.id, live.table.seq, live.presence_here)
            live.look_around()

    async def _beat_forever(self) -> None:
        while not self.database.is_postgres:
            await asyncio.sleep(PULSE_SECONDS)
            await self.database.note("pulse", str(time.time()))
        await asyncio.Event().wait()

    async def _attend(self, live: Live) -> None:
        await attend(self, live)


def _first_steps(rows: list[Row], moves: Sequence[str] = (), *, begins: bool) -> tuple[Table, list[Row]]:
    """The table of the first rows, begun and with the moves that were made elsewhere; and all rows that make it so."""
    table = rebuild(rows)
    steps: list[Command] = [begin] if begins else []
    steps += [partial(made_before, moves=moves)] if moves else []
    for step in steps:
        entry = step(table)
        table.apply(entry.rows, entry.played)
        rows = rows + entry.rows
    return table, rows


def _load_rules() -> None:
    """The compiled rules, before anybody comes: where several processes share the tables, a process that is back finds all its
    people at the door at once."""
    for name in NAMES:
        game(name).kernels.load()
