"""Following: what other processes wrote to the tables that this one serves too."""

import asyncio
from functools import partial

from osteria.server.bus.news import News
from osteria.server.config import Config
from osteria.server.pauses import in_parts
from osteria.server.store.journal import Group
from osteria.server.tables.changes import Entry
from osteria.server.tables.live import Live
from osteria.server.tables.told import follow
from osteria.server.wire.refusal import Refusal
from osteria.server.writing import Writing

RETRY_SECONDS = 0.5
NEVER_READ = 2**62
"""Instead of the last row that was heard of, where nobody knows which one that is."""
AT_ONCE = 8
"""Tables that are read from the database at the same time when news may have been missed."""


class Following(Writing):
    """Hears the news of other processes, and tells them who is here."""

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self._behind: set[Live] = set()
        """Tables that are being brought to what other processes wrote."""
        self._reading = asyncio.Semaphore(AT_ONCE)

    def hear(self, table: str, news: News) -> None:
        """Another process wrote rows, or says who is on the line there."""
        live = self._lives.get(table)
        if live is None:
            self._look_at(table, news.seq)
            return
        if news.seq > live.table.seq and not live.is_used:
            self._drop(live)  # SPEED: it is played elsewhere; who asks for it here finds it in its log
            return
        if news.present is not None:
            live.hear_of(news.sender, *news.present, news.watchers)
        if news.seq > live.table.seq and not self._follow(live, news):
            self._look_at(table, news.seq)

    def look_at(self, table: str) -> None:
        """News of one table may have been missed."""
        self._look_at(table, NEVER_READ)

    def _look_at(self, table: str, seq: int) -> None:
        """Reads a table's log up to a row; one that is being opened may have been read before it was written."""
        if (live := self._lives.get(table)) is not None:
            live.heard = max(live.heard, seq)
            self._catch_up_soon(live)
        elif table in self._opening:
            self._unread[table] = max(self._unread.get(table, 0), seq)

    def _keep(self, live: Live) -> Live:
        kept = super()._keep(live)
        if (seq := self._unread.pop(kept.table.id, 0)) > kept.table.seq:
            self._look_at(kept.table.id, seq)
        return kept

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
            self.look_at(live.table.id)
        live.turns.pass_on()

    def look_again(self) -> None:
        """News may have been missed: every table is looked at, and says who is here."""
        for table in self._opening:
            self.look_at(table)
        self._spawn(None, self._look_at_all())

    async def _look_at_all(self) -> None:
        async for live in in_parts(list(self._lives.values())):
            self.look_at(live.table.id)
            if live.is_visited:
                self.bus.say_present(live.table.id, live.table.seq, live.presence_here)

    def _catch_up_soon(self, live: Live) -> None:
        if live not in self._behind:
            self._behind.add(live)
            self._spawn(live.table, self._catch_up_until_done(live))

    async def _catch_up_until_done(self, live: Live) -> None:
        """However often the database fails meanwhile."""
        while not live.is_gone:
            try:
                async with self._reading, live.turns.turn():
                    self._behind.discard(live)  # what is written from now on is read by another look
                    wanted, live.heard = live.heard, 0
                    if wanted > live.table.seq:
                        await self._catch_up(live)
                break
            except Refusal:
                live.heard = NEVER_READ
                self._behind.add(live)  # this look goes on; no other is needed
                await asyncio.sleep(RETRY_SECONDS)
        self._behind.discard(live)

    def announce(self, live: Live) -> None:
        """Tells everybody who is on the line."""
        if live.is_gone:
            return
        live.tell_presence()
        self.bus.say_present(live.table.id, live.table.seq, live.presence_here)
