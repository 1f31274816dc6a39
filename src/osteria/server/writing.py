"""Writing: whatever changes a table is tried, on disk, and only then told."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextvars import copy_context
from functools import partial

import structlog

from osteria.server import measures
from osteria.server.config import Config
from osteria.server.memory import Memory, trouble_said
from osteria.server.store.batch import Listing
from osteria.server.store.journal import Group, Journal
from osteria.server.tables import changes, commands
from osteria.server.tables.book import Book, Seen
from osteria.server.tables.changes import HOUSE, Entry, Row
from osteria.server.tables.live import Live, close_with
from osteria.server.tables.results import Result, results_of
from osteria.server.tables.table import Table
from osteria.server.tables.viewers import admit, seats_held
from osteria.server.wire.refusal import Refusal

MOST_TRIES = 20
"""How often a command is tried again when other processes write to the same table."""
Told = Callable[[int | Refusal], None]
"""The number of a command's last frame, when it is on disk; or why it was refused."""
log = structlog.get_logger()


class Writing(Memory):
    """Everything that must be on disk before anybody hears of it."""

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.secret = config.secret.encode()
        self.journal = Journal(self.database, lambda rows: self.bus.say_rows(rows))

    async def commit(self, live: Live, command: commands.Command, client: str | None = None) -> int:
        """Does what a command says, once per client id; returns the number of its last frame, when it is on disk.

        Whoever asked may go away meanwhile: what is begun is finished, and everybody at the table hears of it.
        """
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.submit(live, command, client, partial(settle, done))
        return await done

    def submit(self, live: Live, command: commands.Command, client: str | None, told: Told) -> None:
        """The same for callbacks: `told` is called once, perhaps before this returns. What is logged on the way names the
        request, whoever passes the turn on."""
        live.turns.take(partial(copy_context().run, self._try, live, command, client, told, MOST_TRIES))

    def _try(self, live: Live, command: commands.Command, client: str | None, told: Told, tries: int) -> None:
        """Whoever has the turn at a table: looks at it, refuses or writes."""
        if live.is_gone:
            self._end_turn(live, told, Refusal("house.trouble"))
            return
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
                written = partial(self._written, live, entry, command, client, told, tries)
                self._put(live, entry, written)
            else:
                self._end_turn(live, told, live.table.counted.get(client or "", live.table.frame))

    def _put(self, live: Live, entry: Entry, told: Callable[[bool | Exception], None]) -> None:
        live.note_sent(entry.rows)
        listing, results = _index(live.table, entry)
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
        self._spawn(live.table, self._look_and_go_on(live, again, told, refusal))

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
        async with trouble_said(rows[0].table if rows else ""):
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
        async with trouble_said(live.table.id):
            rows = await self.database.rows(live.table.id, after=live.table.seq)
        await self._add(live, rows)

    async def _add(self, live: Live, rows: list[Row]) -> None:
        if not rows:
            return
        live.note_sent(rows)
        if live.book.must_be_written:
            await self._write_books([live.book])
        if not self._advance_or_break(live, Entry(rows)):
            raise Refusal("house.trouble")

    async def note_due(self, live: Live, due: float) -> None:
        """Somebody has to look at a table at some time, whether or not it is in memory then."""
        if live.due != due:
            table = live.table
            live.due = due
            await self._write(
                (), Listing(table.id, table.game, table.status, table.settings.listed, time.time(), due), ()
            )

    async def open_book(self, live: Live, seat: int) -> range:
        """A seat opens a line: the frames it may be told of. The book is written before any of them is sent. Whoever calls has
        the turn."""
        if self.database.is_postgres:
            async with trouble_said(live.table.id):
                rows, seen = await self.database.rows_and_seen(live.table.id, after=live.table.seq)
            live.book.merge(seen)
            await self._add(live, rows)
        before = live.book.entry(seat)
        told = live.book.open_line(seat, live.table.frame)
        if live.book.must_be_written:
            try:
                await self._write_books([live.book])
            except BaseException:
                live.book.put_back(seat, before)  # nothing of it was sent
                raise
        return told

    async def begin_book(self, live: Live, seat: int) -> None:
        """Somebody new has a seat: what was told to whoever sat there before is not told again."""
        async with live.turns.turn():
            live.book.acknowledge(seat, live.table.frame, live.table.frame)
            await self.open_book(live, seat)

    async def _write_books(self, books: Sequence[Book]) -> None:
        """What changed in some books; where that cannot be written, it is still to be."""
        changed = [(book, entries) for book in books if (entries := book.changed())]
        if not changed:
            return
        try:
            await self._write((), None, [entry for _, entries in changed for entry in entries])
        except BaseException:
            for book, _ in changed:
                book.write_again()
            raise


def _admit_again(live: Live) -> None:
    """After a change of the table every line is asked again who it is; one that would be refused now is closed first."""
    before = live.seats_here
    for line in list(live.lines):
        try:
            line.role, _ = admit(live.table, line.link)
            line.holds = seats_held(live.table, line.links)
        except Refusal as refusal:
            live.lines.discard(line)
            close_with(line, refusal)
    if live.seats_here != before:
        live.tell_presence()


def settle(done: "asyncio.Future[int]", answer: int | Refusal) -> None:
    """Hands an answer to whoever waits for it, if anybody still does."""
    if done.done():
        return
    if isinstance(answer, Refusal):
        done.set_exception(answer)
    else:
        done.set_result(answer)


def _index(table: Table, entry: Entry) -> tuple[Listing | None, Sequence[Result]]:
    """The table's line in the index, where these rows change it, and how the game ended, where it ends with them. A table of
    days is due at once: whoever attends it finds out when it is the next time, also if the house is closed before that."""
    ends = [played.match for played in entry.played.values() if played.is_end]
    made = [changes.read_change(row.text) for row in entry.rows if row.who == HOUSE]
    if not (ends or made or table.settings.days):
        return None, ()
    if ends:
        status = "over"
    elif any(isinstance(change, changes.Began) for change in made):
        status = "playing"
    elif any(isinstance(change, changes.Closed) for change in made):
        status = "closed"
    elif table.status == "playing" and table.settings.days:
        status = "playing"
    else:
        return None, ()
    at = entry.rows[-1].at
    due = at if status == "playing" and table.settings.days else None
    listing = Listing(table.id, table.game, status, table.settings.listed, at, due)
    return listing, results_of(table, ends[-1], at) if ends else ()
