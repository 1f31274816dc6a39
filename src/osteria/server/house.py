"""The house: tables in memory, one writer each, and everything that must be on disk before anybody hears of it."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import msgspec
import structlog
from sqlalchemy.exc import SQLAlchemyError

from osteria.server import measures
from osteria.server.bots.attendant import attend
from osteria.server.bots.lookback import Lookback
from osteria.server.bots.thinkers import Thinkers
from osteria.server.bus.nats import NatsBus
from osteria.server.bus.news import Bus, Codec, LocalBus, News
from osteria.server.bus.postgres import PostgresBus
from osteria.server.config import Config
from osteria.server.people.codes import code_of, digits_for
from osteria.server.people.links import Link, is_table_id, new_table_id, read
from osteria.server.push.caller import Caller
from osteria.server.store.batch import Listing, StoreTrouble
from osteria.server.store.database import Database
from osteria.server.store.journal import Group, Journal
from osteria.server.supervise import Supervisor
from osteria.server.tables import changes, commands
from osteria.server.tables.book import Book, Seen
from osteria.server.tables.changes import HOUSE, Entry, Row, row_of
from osteria.server.tables.live import Live, close_with
from osteria.server.tables.results import Result, results_of
from osteria.server.tables.table import Table, rebuild, reopen
from osteria.server.tables.told import follow
from osteria.server.tables.viewers import admit
from osteria.server.wire.refusal import Refusal

CODE_SECONDS, MOST_CODES = 86_400.0, 5_000
"""Tables that began to wait longer ago, or beyond so many, are found by their link only."""
MOST_TRIES = 20
"""How often a command is tried again when other processes write to the same table."""
SWEEP_SECONDS = 1.0
PRESENCE_SECONDS = 10.0
PULSE_SECONDS = 5.0
"""How often the house notes that it is open: after a crash, absence is measured from there."""
DONE_SECONDS = 60.0
"""How long a finished table stays in memory that nobody looks at."""
RETRY_SECONDS = 0.5
NEVER_READ = 2**62
"""Instead of the last row that was heard of, where nobody knows which one that is."""
AT_ONCE = 8
"""Tables that are read from the database at the same time when news may have been missed."""

Told = Callable[[int | Refusal], None]
"""The number of a command's last frame, when it is on disk; or why it was refused."""
log = structlog.get_logger()


class House:
    """All tables of one server process."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.name = secrets.token_hex(6)
        self.database = Database(config.database or f"sqlite:///{config.folder / 'house.sqlite3'}")
        self.bus: Bus = LocalBus()
        self.journal = Journal(self.database, lambda rows: self.bus.say_rows(rows))
        self.thinkers = Thinkers(config)
        self.lookback = Lookback(self.thinkers, config.playouts)
        self.supervisor = Supervisor()
        self.caller = Caller(config, self.database)
        self.secret = config.secret.encode()
        self.more_work: list[tuple[str, Callable[[], Coroutine[Any, Any, None]]]] = []
        """What else is to be kept going while the house is open."""
        self.is_ready = False
        self._lives: dict[str, Live] = {}
        self._opening: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Future[None]] = set()
        self._behind: set[str] = set()
        """Tables that are being brought to what other processes wrote."""
        self._reading = asyncio.Semaphore(AT_ONCE)
        self._closed_since: float | None = None

    async def start(self) -> None:
        """Opens the database and begins to serve."""
        await self.database.open(for_house=True)
        self.secret = self.secret or bytes.fromhex(await self.database.keep("secret", secrets.token_hex(32)))
        await self.caller.open()
        self.bus = await self._new_bus()
        self.database.notifications = self.bus.notifications
        self._closed_since = await self._measure_closing()
        self.supervisor.keep("journal", self.journal.run)
        for name, work in self.bus.works:
            self.supervisor.keep(name, work)
        self.supervisor.keep("sweeper", self._sweep_forever)
        self.supervisor.keep("pulse", self._beat_forever)
        self.supervisor.keep("push", self.caller.run)
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
            await self._write_books()
            if not self.database.is_postgres:
                await self.database.note("pulse", str(time.time()))
        except (Refusal, SQLAlchemyError, OSError):
            log.exception("house.unwritten")

    def troubles(self) -> list[str]:
        """What does not work now, for `/readyz`."""
        found = [f"{name} ended" for name in self.supervisor.down]
        return [*found, *([f"bus: {self.bus.trouble}"] if self.bus.trouble else [])]

    # ------------------------------------------------------------------------------------------------ opening a table

    async def open(self, table_id: str) -> Live:
        """A table, from memory or from its log."""
        live = self._lives.get(table_id) or await self._open_once(table_id)
        live.last_used = time.monotonic()
        return live

    def is_in_memory(self, table_id: str) -> bool:
        """Whether a table has its attendant in this process."""
        return table_id in self._lives

    async def _open_once(self, table_id: str) -> Live:
        """However many ask for a table at the same time, it is loaded once, and all get the same one."""
        if not is_table_id(table_id):
            raise Refusal("table.unknown")
        if table_id not in self._opening:
            task = asyncio.create_task(self._load(table_id), name=f"loading {table_id}")
            self._opening[table_id] = task
            task.add_done_callback(partial(self._opened, table_id))
        return await asyncio.shield(self._opening[table_id])

    def _opened(self, table_id: str, task: asyncio.Task[Live]) -> None:
        del self._opening[table_id]
        if not task.cancelled():
            task.exception()  # whoever asked may have gone away: then nobody else looks at it

    async def _load(self, table_id: str) -> Live:
        """News of the table are heard before its log is read, so that nothing falls between."""
        await self.bus.serve(table_id)
        try:
            async with _trouble_said(table_id):
                rows = await self.database.rows(table_id)
                seen = await self.database.seen(table_id)
            if not rows:
                raise Refusal("table.unknown")
            table = await asyncio.to_thread(_rebuild, rows)
        except BaseException:
            self.bus.leave(table_id)
            raise
        return self._keep(Live(table, Book(table_id, table.players, seen), self._closed_since))

    def _keep(self, live: Live) -> Live:
        self._lives[live.table.id] = live
        measures.TABLES.set(len(self._lives))
        live.attendant = asyncio.create_task(attend(self, live), name=f"table {live.table.id}")
        return live

    async def create(self, opened: changes.Opened, made: Sequence[changes.Change], table_id: str = "") -> Live:
        """A new table, with its first changes, on disk; with an id of its own, unless one was given out before."""
        table_id, now = table_id or new_table_id(), time.time()
        is_full = sum(isinstance(change, (changes.Sat, changes.BotSat)) for change in made) == opened.players
        if not is_full or opened.settings.listed:
            opened = msgspec.structs.replace(opened, digits=digits_for(table_id, await self._with_codes()))
        rows = [row_of(table_id, seq, now, change) for seq, change in enumerate((opened, *made), start=1)]
        table = rebuild(rows)
        listing = Listing(table_id, table.game, table.status, table.settings.listed, now)
        await self.bus.serve(table_id)
        if not await self._write(rows, listing, ()):
            self.bus.leave(table_id)
            return await self.open(table_id)  # an id that was given out twice: the other one was faster
        return self._keep(Live(table, Book(table_id, table.players, {})))

    async def find(self, code: str) -> Live | None:
        """The table with a free chair that a code leads to."""
        digits = len(code.partition(" ")[2])
        for table_id in await self._with_codes():
            if code_of(table_id, digits) == code and (live := await self.open(table_id)).table.code == code:
                return live
        return None

    async def _with_codes(self) -> list[str]:
        since = time.time() - CODE_SECONDS
        waiting = await self.database.table_ids("waiting", since=since, limit=MOST_CODES)
        # at listed tables chairs may be opened while they play
        return waiting + await self.database.table_ids("playing", listed=True, since=since, limit=MOST_CODES)

    # -------------------------------------------------------------------------------------------------------- writing

    async def commit(self, live: Live, command: commands.Command, client: str | None = None) -> int:
        """Does what a command says, once per client id; returns the number of its last frame, when it is on disk.

        Whoever asked may go away meanwhile: what is begun is finished, and everybody at the table hears of it.
        """
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.submit(live, command, client, partial(settle, done))
        return await done

    def submit(self, live: Live, command: commands.Command, client: str | None, told: Told) -> None:
        """The same for callbacks: `told` is called once, perhaps before this returns."""
        live.turns.take(partial(self._try, live, command, client, told, MOST_TRIES))

    def _try(self, live: Live, command: commands.Command, client: str | None, told: Told, tries: int) -> None:
        """Whoever has the turn at a table: looks at it, refuses or writes."""
        try:
            entry = changes.NOTHING if client in live.table.counted else command(live.table)
        except Refusal as refusal:
            self._end_turn(live, told, refusal)
        except Exception:
            log.exception("command.failed", table=live.table.id, seq=live.table.seq)
            measures.ERRORS.labels("command").inc()
            self._end_turn(live, told, Refusal("house.trouble"))
        else:
            if entry.rows:
                self._put(live, entry, partial(self._written, live, entry, command, client, told, tries))
            else:
                self._end_turn(live, told, live.table.counted.get(client or "", live.table.frame))

    def _put(self, live: Live, entry: Entry, told: Callable[[bool | Exception], None]) -> None:
        live.note_sent(entry.rows)
        listing, results = _listing(live.table, entry), _results(live.table, entry)
        if listing is not None:
            live.due = listing.due
        self.journal.put(Group(entry.rows, listing, live.book.changed(), told, results))

    def _written(
        self,
        live: Live,
        entry: Entry,
        command: commands.Command,
        client: str | None,
        told: Told,
        tries: int,
        result: bool | Exception,
    ) -> None:
        """The journal answers: the table goes on, or looks again at what others wrote."""
        if result is True:
            is_whole = self._advance_or_break(live, entry)
            self._end_turn(live, told, live.table.frame if is_whole else Refusal("house.trouble"))
            return
        live.book.write_again()
        if isinstance(result, Exception):
            log.error("database.trouble", table=live.table.id, seq=live.table.seq, exc_info=result)
            tries = 0
        again = None if tries <= 0 else partial(self._try, live, command, client, told, tries - 1)
        refusal = Refusal("house.trouble" if isinstance(result, Exception) else "table.busy")
        self._spawn(self._look_and_go_on(live, again, told, refusal))

    async def _look_and_go_on(self, live: Live, again: Callable[[], None] | None, told: Told, refusal: Refusal) -> None:
        """Adds what other processes wrote; then the command is tried again, or refused."""
        try:
            await self._catch_up(live)
        except Refusal as trouble:
            again, refusal = None, trouble
        except asyncio.CancelledError:
            self._end_turn(live, told, Refusal("house.stopping"))
            raise
        if again is None:
            self._end_turn(live, told, refusal)
        else:
            again()

    def _end_turn(self, live: Live, told: Told, answer: int | Refusal) -> None:
        live.turns.pass_on()
        told(answer)

    async def _write(self, rows: Sequence[Row], listing: Listing | None, seen: Sequence[Seen]) -> bool:
        async with _trouble_said(rows[0].table if rows else ""):
            return await self.journal.append(rows, listing=listing, seen=seen)

    def _advance_or_break(self, live: Live, entry: Entry) -> bool:
        """Whether the table could go on with these rows; else it is forgotten, and read again when somebody asks."""
        try:
            self._advance(live, entry)
        except Exception:
            self._break(live)
            return False
        return True

    def _advance(self, live: Live, entry: Entry) -> None:
        steps = live.table.apply(entry.rows, entry.played)
        if any(step.is_change for step in steps):
            _admit_again(live)
        live.tell(steps, self.secret)

    async def _catch_up(self, live: Live) -> None:
        """Adds what other processes wrote. Whoever calls has the turn."""
        async with _trouble_said(live.table.id):
            rows = await self.database.rows(live.table.id, after=live.table.seq)
        if not rows:
            return
        if live.note_sent(rows):
            await self._write((), None, live.book.changed())
        if not self._advance_or_break(live, Entry(rows)):
            raise Refusal("house.trouble")

    def _break(self, live: Live) -> None:
        """A log that contradicts itself hurts its own table only."""
        log.exception("table.broken", table=live.table.id, seq=live.table.seq)
        measures.BROKEN_TABLES.inc()
        self._drop(live)

    def _drop(self, live: Live) -> None:
        """Forgets a table; its viewers come back and find what the log says."""
        if self._lives.get(live.table.id) is live:
            del self._lives[live.table.id]
            self.bus.leave(live.table.id)
        measures.TABLES.set(len(self._lives))
        attendant, live.attendant = live.attendant, None  # a cancelled task holds its table
        if attendant is not None and attendant is not asyncio.current_task():
            attendant.cancel()
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

    # -------------------------------------------------------------------------------------------- between processes

    def hear(self, table: str, news: News) -> None:
        """Another process wrote rows, or says who is on the line there."""
        live = self._lives.get(table)
        if live is None:
            return
        if news.present is not None:
            live.hear_of(news.sender, *news.present, news.watchers)
        if news.seq > live.table.seq and not self._follow(live, news):
            live.heard = max(live.heard, news.seq)
            self._catch_up_soon(live)

    def _follow(self, live: Live, news: News) -> bool:
        """Plays the moves of another process, where they came with the news; False: the log has to be read."""
        if live.turns.is_taken:
            return False
        entry = follow(live.table, news.moves, news.seq)
        if not entry.rows:
            return False
        live.turns.take(partial(self._write_book_first, live, entry))
        return True

    def _write_book_first(self, live: Live, entry: Entry) -> None:
        """What goes out to seats here is noted before, on disk too; mostly it is already."""
        live.note_sent(entry.rows)
        if live.book.must_be_written:
            self.journal.put(Group((), None, live.book.changed(), partial(self._followed, live, entry)))
        else:
            self._followed(live, entry, True)

    def _followed(self, live: Live, entry: Entry, result: bool | Exception) -> None:
        """The table goes on with another process's moves; where the book cannot be written, the log is read later."""
        if result is True:
            self._advance_or_break(live, entry)
        else:
            live.book.write_again()
            live.heard = NEVER_READ
            self._catch_up_soon(live)
        live.turns.pass_on()

    def look_again(self) -> None:
        """News may have been missed: every table is looked at, and says who is here."""
        for live in self._lives.values():
            live.heard = NEVER_READ
            self._catch_up_soon(live)
            if live.lines:
                self.bus.say_present(live.table.id, live.table.seq, live.presence_here)

    def _catch_up_soon(self, live: Live) -> None:
        if live.table.id not in self._behind:
            self._behind.add(live.table.id)
            self._spawn(self._catch_up_until_done(live))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that waits for the database, ended with the house."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._spawned)

    def _spawned(self, task: "asyncio.Future[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("table.failed", exc_info=error)
            measures.ERRORS.labels("table").inc()

    async def _catch_up_until_done(self, live: Live) -> None:
        """However often the database fails meanwhile."""
        table_id = live.table.id
        while self._lives.get(table_id) is live:
            try:
                async with self._reading, live.turns.turn():
                    self._behind.discard(table_id)  # what is written from now on is read by another look
                    wanted, live.heard = live.heard, 0
                    if wanted > live.table.seq:
                        await self._catch_up(live)
                break
            except Refusal:
                live.heard = NEVER_READ
                await asyncio.sleep(RETRY_SECONDS)
        self._behind.discard(table_id)

    def announce(self, live: Live) -> None:
        """Tells everybody who is on the line."""
        live.tell_presence()
        self.bus.say_present(live.table.id, live.table.seq, live.presence_here)

    # ----------------------------------------------------------------------------------------------- now and then

    async def _sweep_forever(self) -> None:
        """Writes acknowledgements, tells other processes who is here, forgets tables that nobody looks at."""
        told = time.monotonic()
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            with measures.SWEEP_SECONDS.time():
                if time.monotonic() - told > PRESENCE_SECONDS:
                    told = time.monotonic()
                    for live in self._lives.values():
                        if live.lines:
                            self.bus.say_present(live.table.id, live.table.seq, live.presence_here)
                try:
                    await self._write_books()
                except Refusal:
                    log.warning("sweep.unwritten")
                for live in list(self._lives.values()):
                    live.look_around()
                self._forget_idle()

    async def _beat_forever(self) -> None:
        while not self.database.is_postgres:
            await asyncio.sleep(PULSE_SECONDS)
            await self.database.note("pulse", str(time.time()))
        await asyncio.Event().wait()

    async def note_due(self, live: Live, due: float) -> None:
        """Somebody has to look at a table at some time, whether or not it is in memory then."""
        if live.due != due:
            table = live.table
            live.due = due
            await self._write(
                (), Listing(table.id, table.game, table.status, table.settings.listed, time.time(), due), ()
            )

    async def open_book(self, live: Live, seat: int) -> range:
        """A seat opens a line: the frames it may be told of. The book is written before any of them is sent."""
        if self.database.is_postgres:
            async with _trouble_said(live.table.id):
                live.book.merge(await self.database.seen(live.table.id))
            await self._catch_up(live)
        told = live.book.open_line(seat, live.table.frame)
        await self._write((), None, live.book.changed())
        return told

    async def begin_book(self, live: Live, seat: int) -> None:
        """Somebody new has a seat: what was told to whoever sat there before is not told again."""
        live.book.acknowledge(seat, live.table.frame, live.table.frame)
        await self.open_book(live, seat)

    async def _write_books(self) -> None:
        entries = [entry for live in self._lives.values() for entry in live.book.changed()]
        if entries:
            await self._write((), None, entries)

    def _forget_idle(self) -> None:
        now = time.monotonic()
        for live in list(self._lives.values()):
            is_done = live.table.status in ("over", "closed")
            idle = min(self.config.idle, DONE_SECONDS) if is_done else self.config.idle
            if not live.lines and now - live.last_used > idle and not live.turns.is_taken:
                self._drop(live)

    def reload(self, table_id: str) -> None:
        """Forgets what is in memory of a table whose log was changed by an operator, or is just being read."""
        if (opening := self._opening.get(table_id)) is not None:
            opening.add_done_callback(lambda _: self.reload(table_id))
        if (live := self._lives.get(table_id)) is not None:
            self._drop(live)

    async def end_lines(self) -> None:
        """Closes every line: the house restarts, come back at once."""
        for live in self._lives.values():
            for line in list(live.lines):
                line.end(1012)


def _admit_again(live: Live) -> None:
    """After a change of the table every line is asked again who it is; one that would be refused now is closed first."""
    for line in list(live.lines):
        try:
            line.role, _ = admit(live.table, line.link)
        except Refusal as refusal:
            live.lines.discard(line)
            close_with(line, refusal)


def settle(done: "asyncio.Future[int]", answer: int | Refusal) -> None:
    """Hands an answer to whoever waits for it, if anybody still does."""
    if done.done():
        return
    if isinstance(answer, Refusal):
        done.set_exception(answer)
    else:
        done.set_result(answer)


def _rebuild(rows: Sequence[Row]) -> Table:
    """The table of a log; whatever is wrong with it, people are told, and the log says what it was."""
    try:
        table = reopen(rows)
        if table.unreadable:
            log.error("table.unreadable", table=table.id, seq=table.seq, why=table.unreadable)
            measures.BROKEN_TABLES.inc()
        return table
    except Exception:
        log.exception("table.broken", table=rows[0].table, seq=rows[-1].seq)
        measures.BROKEN_TABLES.inc()
        raise Refusal("house.trouble") from None


@asynccontextmanager
async def _trouble_said(table: str) -> AsyncIterator[None]:
    """Whatever the database does, people are told to try again, and the log says what it was."""
    try:
        yield
    except (SQLAlchemyError, StoreTrouble, OSError, TimeoutError) as error:
        log.error("database.trouble", table=table, exc_info=error)
        raise Refusal("house.trouble") from None


def _results(table: Table, entry: Entry) -> Sequence[Result]:
    """How the game ended, where it ends with these rows."""
    ends = [played.match for played in entry.played.values() if played.is_end]
    return results_of(table, ends[-1], entry.rows[-1].at) if ends else ()


def _listing(table: Table, entry: Entry) -> Listing | None:
    """The table's line in the index, where these rows change it. A table of days is due at once: whoever attends it finds
    out when it is the next time, also if the house is closed before that."""
    made = [changes.read_change(row.text) for row in entry.rows if row.who == HOUSE]
    if entry.is_end:
        status = "over"
    elif any(isinstance(change, changes.Began) for change in made):
        status = "playing"
    elif any(isinstance(change, changes.Closed) for change in made):
        status = "closed"
    elif table.status == "playing" and table.settings.days:
        status = "playing"
    else:
        return None
    at = entry.rows[-1].at
    due = at if status == "playing" and table.settings.days else None
    return Listing(table.id, table.game, status, table.settings.listed, at, due)
