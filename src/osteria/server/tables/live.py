"""A table in memory, with the lines of those who look at it."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from osteria.server.people.limits import person_behind
from osteria.server.people.links import Link
from osteria.server.tables.book import Book
from osteria.server.tables.changes import CHANCE, Row
from osteria.server.tables.frames import Telling
from osteria.server.tables.played import Played
from osteria.server.tables.step import Step
from osteria.server.tables.table import Table
from osteria.server.tables.turns import Turns
from osteria.server.wire.messages import Bye, Present, encode
from osteria.server.wire.refusal import Refusal
from osteria.server.wire.words import ErrorKey, Role

PRESENCE_PAUSE = 0.1
"""Seconds between two messages about who is here."""
WATCHED_SECONDS = 10.0
"""So long after a request a table counts as watched."""
REMOTE_SECONDS = 25.0
"""How long another process is believed about who is on the line there."""
MOST_WATCHERS = 20
"""Names of spectators that are told."""
HTTP_SECONDS = 40.0
"""How long somebody without a line is taken to be there after asking over HTTP; a call may wait for 30."""


class Line(Protocol):
    """Somebody who looks: a seat, or (seat None) a spectator."""

    seat: int | None
    role: Role
    link: Link | None
    name: str
    """What a spectator wants to be called; empty: nothing."""
    links: tuple[Link, ...]
    """All that the device at the other end has to this table."""
    holds: frozenset[int]
    """All seats of the device at the other end; who shares a device is there while one of them looks."""

    def put(self, message: bytes) -> None:
        """Queues a message; never waits."""

    def end(self, code: int, message: bytes | None = None) -> None:
        """Closes the line after what is queued."""


def close_code(refusal: Refusal) -> int:
    """The code that closes a line: 1012 where coming back at once is right, else 4000 and the HTTP status."""
    return 1012 if refusal.status == 503 else 4000 + refusal.status


def close_with(line: Line, refusal: Refusal) -> None:
    """Closes a line with a last message that says why."""
    line.end(close_code(refusal), encode(Bye(refusal.problem)))


@dataclass(frozen=True)
class Held:
    """An answer that waits for the end of its window: whose client sent it, and who is told when it is given out."""

    question: int
    run: Sequence[Played]
    client: str
    told: Callable[[int | Refusal], None]


class Live:
    """A table in memory. `turns` order everything that changes it here; the log orders it between processes."""

    def __init__(self, table: Table, book: Book, absent_since: float | None = None) -> None:
        self.table, self.book = table, book
        self.turns = Turns()
        self.lines: set[Line] = set()
        self.last_used = time.monotonic()
        self.owner = ""
        """Who made the table, or came first, as far as this process knows: the bots of one address share one turn at the
        workers."""
        self.changed = asyncio.Event()
        """Wakes the attendant."""
        self.attendant: asyncio.Task[None] | None = None
        self.is_gone = False
        """It left the memory: whoever still has it looks for the table again."""
        self.held: Held | None = None
        """The answer to what is asked now, while its window is open; to begin with, the house's."""
        self.due: float | None = None
        """When the index says that somebody has to look at the table."""
        self.heard = 0
        """The last row that other processes told of."""
        self.called: dict[int, int] = {}
        """What each seat was last called for, as far as this process knows."""
        self.stood_back = (-1, 0.0)
        """The question that another process is to answer for a bot, and since when this one leaves it to them."""
        self._passed_over: set[str] = set()
        """Processes that did not answer for a bot, until they are heard of again."""
        self._skipped: set[int] = set()
        """Seats whose people skipped what is shown, until they are asked; as far as this process knows."""
        self._news: asyncio.Event | None = None
        """Set with the next frame, where somebody waits for it."""
        self._remote: dict[str, tuple[float, frozenset[int], int, tuple[str, ...]]] = {}
        self._absent_since: dict[int, float] = {}
        self._told_at = 0.0
        self._owes = False
        """Whether something changed about who is here that was not told at once."""
        self._asked_at: dict[int, float] = {}
        self._told: tuple[list[int], int, list[str]] = ([], 0, [])
        if absent_since is not None:
            self._absent_since = dict.fromkeys(table.people, absent_since)

    def hold(self, held: Held | None, why: ErrorKey = "move.stale") -> None:
        """Keeps an answer until its window ends; one that was held before is not given out any more. A table that left the
        memory gives out none."""
        before, self.held = (held, None) if self.is_gone else (self.held, held)
        if before is not None:
            before.told(Refusal("house.trouble" if self.is_gone else why))

    def leave(self) -> None:
        """It leaves the memory: what was held is not given out here, and everybody comes back to what the log says."""
        for line in list(self.lines):
            line.end(1012)  # before what is held is refused: whoever comes back says it again
        self.hold(None, "house.trouble")
        self.is_gone = True
        self._wake_waiting()

    def belong_to(self, address: str) -> None:
        """Somebody made the table, or comes to their seat: where nobody is known to have made it, as after a restart, that is
        taken to be them."""
        if not self.owner:
            self.owner = person_behind(address)

    # ---------------------------------------------------------------------------------------------------- who is here

    @property
    def seats_on_lines(self) -> set[int]:
        """Seats with a line to this process."""
        return {seat for line in self.lines for seat in line.holds}

    @property
    def seats_here(self) -> list[int]:
        """Seats with a line to this process, or that asked it over HTTP a moment ago."""
        here = self.seats_on_lines
        if self._asked_at:
            oldest = time.monotonic() - HTTP_SECONDS
            here.update(seat for seat, at in self._asked_at.items() if at > oldest)
        return sorted(here)

    @property
    def watching_here(self) -> int:
        """Spectators on a line to this process."""
        return sum(line.seat is None for line in self.lines)

    @property
    def is_watched(self) -> bool:
        """Whether anybody looks at it now, or did a moment ago."""
        return bool(self.lines) or time.monotonic() - self.last_used < WATCHED_SECONDS or bool(self._believed())

    @property
    def is_visited(self) -> bool:
        """Whether somebody is here through this process: on a line, or by asking over HTTP."""
        return bool(self.lines) or bool(self._asked_at and self.seats_here)

    @property
    def is_used(self) -> bool:
        """Whether anybody uses it through this process: on a line, by a request that waits or came a moment ago, or to write."""
        is_open = bool(self.lines) or self.turns.is_taken or self._news is not None or self.held is not None
        return is_open or time.monotonic() - self.last_used < WATCHED_SECONDS

    @property
    def is_quiet(self) -> bool:
        """Whether nobody need attend: a person is asked, all people are on a line, here or elsewhere, and no clock runs.
        Whoever goes away wakes the attendant.

        SPEED: waking the attendant is a task's switch, and most moves are followed by a question that waits for nobody else.
        """
        table = self.table
        asked = table.asked
        if asked is None or table.clocks.clock is not None or table.window is not None:
            return False
        if table.seats[asked].is_answered_by_bot:
            return False
        here, people = {line.seat for line in self.lines}, table.people
        return here.issuperset(people) or (bool(here) and here.union(self._elsewhere()).issuperset(people))

    def _elsewhere(self) -> set[int]:
        """Seats with a line to another process."""
        return {seat for _, seats, _, _ in self._believed() for seat in seats}

    @property
    def is_looked_on(self) -> bool:
        """Whether somebody at the table takes the time to see what happens: for them the table's pace delays bots."""
        return not self._skipped.issuperset(seat for seat in self.present if seat in self.table.people)

    def skip(self, seats: Iterable[int]) -> None:
        """People skip what is shown to them."""
        self._skipped.update(seats)
        self.changed.set()

    @property
    def watchers_here(self) -> list[str]:
        """The names of spectators on a line to this process, as far as they gave one."""
        return sorted(line.name for line in self.lines if line.seat is None and line.name)[:MOST_WATCHERS]

    @property
    def presence_here(self) -> tuple[list[int], int, list[str]]:
        """What other processes are told: who is on a line to this one."""
        return self.seats_here, self.watching_here, self.watchers_here

    @property
    def present(self) -> list[int]:
        """Seats with a line to any process."""
        return sorted(self._elsewhere().union(self.seats_here)) if self._remote else self.seats_here

    @property
    def is_attended(self) -> bool:
        """Whether one of those who play is there; who stood up is not, though their line may not have closed yet."""
        return any(self.table.seats[seat].stand_in != "left" for seat in self.present)

    @property
    def watching(self) -> int:
        """Spectators on a line to any process."""
        return self.watching_here + sum(count for _, _, count, _ in self._believed())

    @property
    def watchers(self) -> list[str]:
        """The names of spectators on a line to any process."""
        elsewhere = [name for _, _, _, names in self._believed() for name in names]
        return sorted([*self.watchers_here, *elsewhere])[:MOST_WATCHERS]

    @property
    def presence(self) -> tuple[list[int], int, list[str]]:
        """What everybody is told: seats with a person on a line, how many watch, and who."""
        return self.present, self.watching, self.watchers

    def _believed(self) -> list[tuple[float, frozenset[int], int, tuple[str, ...]]]:
        return [entry for entry in self._remote.values() if time.monotonic() - entry[0] < REMOTE_SECONDS]

    def processes_before(self, name: str) -> set[str]:
        """Other processes with lines to this table that come before this one where one of them is enough: those with people
        who play before those with spectators, then by name. All of them find the same order."""
        mine = (not self.seats_here, name)
        before = {s for s, (_, seats, count, _) in self._remote.items() if (seats or count) and (not seats, s) < mine}
        recent = {sender for sender in before if time.monotonic() - self._remote[sender][0] < REMOTE_SECONDS}
        return recent - self._passed_over

    def pass_over(self, processes: set[str]) -> None:
        """These processes did not do what was theirs."""
        self._passed_over |= processes

    def hear_of(self, sender: str, seats: Sequence[int], watching: int, watchers: Sequence[str] = ()) -> None:
        """Another process says who is on the line there."""
        before = self.presence
        self._passed_over.discard(sender)
        if sender not in self._remote:  # a house that began anew has another name
            self._remote = {name: entry for name, entry in self._remote.items() if entry in self._believed()}
        self._remote[sender] = (time.monotonic(), frozenset(seats), watching, tuple(watchers))
        if self.presence != before:
            self.tell_presence()

    def arrive(self, line: Line) -> float:
        """Somebody opens a line; how many seconds their seat had none anywhere."""
        away = 0.0 if line.seat is None else self.absent_for(line.seat)
        if line.seat is not None:
            self._absent_since.pop(line.seat, None)
        self.lines.add(line)
        return away

    def absent_for(self, seat: int) -> float:
        """Seconds since a seat was last seen on the line."""
        gone = self._gone()
        return time.time() - gone[seat] if seat in gone else 0.0

    def _gone(self) -> dict[int, float]:
        here, now = set(self.present), time.time()
        gone = [seat for seat in self.table.people if seat not in here]
        self._absent_since = {seat: self._absent_since.get(seat, now) for seat in gone}
        return self._absent_since

    @property
    def away(self) -> dict[str, float]:
        """People who are not on the line: seat number, and since when. Where there are days for a move, nobody is away."""
        return {} if self.table.settings.days else {str(seat): since for seat, since in self._gone().items()}

    def notice(self, seat: int) -> bool:
        """A seat asks over HTTP, without a line: it is there for a while. Whether that is new."""
        was_here = seat in self.present
        self._asked_at[seat] = time.monotonic()
        return not was_here

    def depart(self, line: Line) -> None:
        """A line ended; what its people asked over HTTP before no longer means that they are there."""
        self.lines.discard(line)
        self.last_used = time.monotonic()
        for seat in line.holds:
            self._asked_at.pop(seat, None)
            self.absent_for(seat)  # from now on, unless another line is open

    # -------------------------------------------------------------------------------------------------------- telling

    def note_sent(self, rows: Sequence[Row]) -> bool:
        """Notes in the book that the frames of these rows go out to the seats here; whether there are any.

        Only authentic memory needs the book: at an assisted table everything may be told again.
        """
        if self.table.settings.memory == "assisted":
            return False
        frame = self.table.frame + len([row for row in rows if row.who != CHANCE])
        seats = {line.seat for line in self.lines if line.seat is not None}
        self.book.send(seats, frame)
        return bool(seats)

    def look_around(self) -> None:
        """Tells every line what they were not told: who had no line here has gone without a goodbye, or many came at once."""
        may_differ = (
            self._owes or self._remote or self._asked_at
        )  # SPEED: at most tables nothing can have changed unseen
        if self.lines and may_differ and self._told != self.presence:
            self.tell_presence()

    def tell_presence(self) -> None:
        """Tells every line who is here: at once; where many come and go, what changed since is told by `look_around`."""
        self.changed.set()
        self._owes = time.monotonic() - self._told_at < PRESENCE_PAUSE
        if self._owes:
            return
        self._told, self._told_at = self.presence, time.monotonic()
        present, watching, watchers = self._told
        message = encode(Present(present, watching, self.away, watchers))
        for line in self.lines:
            line.put(message)

    def tell(self, steps: Sequence[Step], secret: bytes) -> None:
        """Sends new frames to every line; viewers with the same eyes share the bytes."""
        telling = Telling(self.table, steps, secret)
        messages: dict[tuple[int | None, Role], list[bytes]] = {}
        for line in self.lines:
            eyes = line.seat, line.role
            if eyes not in messages:
                messages[eyes] = telling.messages(*eyes)
            for message in messages[eyes]:
                line.put(message)
        if self.held is not None and self.held.question != self.table.question:
            self.hold(None)
        if self._skipped and self.table.asked is not None:
            self._skipped.discard(self.table.asked)
        if not self.is_quiet:
            self.changed.set()
        self._wake_waiting()

    def _wake_waiting(self) -> None:
        if self._news is not None:
            self._news.set()
            self._news = None

    async def wait_after(self, frame: int, seconds: float) -> None:
        """Returns when there is a frame after this one, when the time is up, or when the table left the memory."""
        until = time.monotonic() + seconds
        while self.table.frame <= frame and not self.is_gone and (left := until - time.monotonic()) > 0:
            self._news = self._news or asyncio.Event()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._news.wait()
