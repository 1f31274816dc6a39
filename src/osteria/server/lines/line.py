"""A line: one viewer of a table, with what they say and what they are told."""

import asyncio
import time
from collections.abc import Callable
from contextvars import copy_context
from functools import partial

import msgspec
import structlog

from osteria.server import measures
from osteria.server.house import House
from osteria.server.lines.wire import Wire
from osteria.server.obey import Asked, submit
from osteria.server.people.links import Link
from osteria.server.tables.live import Live, close_with
from osteria.server.wire.messages import (
    Ack,
    FromClient,
    Hello,
    Ping,
    Play,
    Pong,
    Refused,
    Seen,
    Skip,
    decode_client,
    encode,
)
from osteria.server.wire.refusal import Refusal
from osteria.server.wire.words import Role

TOO_SLOW = 4008
MOST_MALFORMED = 20
"""Malformed messages on one line before it is closed."""
MOST_PENDING = 64
"""Messages of one line that wait to be answered."""
MOST_UNREAD = 512
"""Messages of one line that came faster than the house reads them."""

Count = Callable[[], None]
log = structlog.get_logger()


class Line:
    """One viewer. `count` counts a message against their address, and refuses one too many."""

    def __init__(self, house: House, live: Live, link: Link | None, wire: Wire, count: Count) -> None:
        self.role: Role = "stranger"
        self.seat: int | None = None
        self.link = link
        self.name = ""
        self.links: tuple[Link, ...] = ()
        self.holds: frozenset[int] = frozenset()
        self._house, self._live, self._wire, self._count = house, live, wire, count
        self._is_over = False
        self._malformed = self._pending = self._unread = 0
        self._kept: list[bytes] = []
        """What goes out with the answer that is about to be given."""
        self._context = copy_context()
        """What the log says of this line: its messages come straight from the socket, which knows nothing of it."""

    # ------------------------------------------------------------------------------------------------- being told

    def put(self, message: bytes) -> None:
        """Sends a message; a reader who is too slow is sent away (and comes back to where the table stands)."""
        if self._is_over:
            return
        if self._wire.is_slow:
            measures.SLOW_LINES.inc()
            self.end(TOO_SLOW)
        elif self._pending:
            self._keep(message)
        else:
            self._wire.write(message)

    def _keep(self, message: bytes) -> None:
        """SPEED: whoever waits for an answer gets it right after the frame it made: one way to the socket for both."""
        if not self._kept:
            asyncio.get_running_loop().call_soon(self._write_kept)
        self._kept.append(message)

    def _write_kept(self) -> None:
        if self._kept:
            kept, self._kept = self._kept, []
            self._wire.write(*kept)

    def end(self, code: int, message: bytes | None = None) -> None:
        """Closes the line after what was sent."""
        if self._is_over:
            return
        if not self._wire.is_slow:
            self._wire.write(*self._kept, *(() if message is None else (message,)))
        self._is_over, self._kept = True, []
        self._wire.close(code)

    # ----------------------------------------------------------------------------------------------------- saying

    def hear(self, text: str | None) -> None:
        """One message of the viewer; None where it was no text. Whatever it is, nothing is raised."""
        if self._is_over:
            return
        try:
            self._count()
            if self._unread >= MOST_UNREAD:
                raise Refusal("request.too-many", retry_after=1.0)
        except Refusal as refusal:
            self._refuse(refusal)
        else:
            self._unread += 1
            self._house.slices.do(partial(self._context.run, self._heed, text))

    def _heed(self, text: str | None) -> None:
        self._unread -= 1
        if self._is_over:
            return
        try:
            message = _decode(text)
            self._live.last_used = time.monotonic()
            self._obey(message)
        except Refusal as refusal:
            self._refuse(refusal)
        except Exception:  # an error of ours ends this line only, with a code
            table = self._live.table
            log.exception("line.failed", table=table.id, seq=table.seq, seat=self.seat)
            measures.ERRORS.labels("line").inc()
            close_with(self, Refusal("house.trouble"))

    def _refuse(self, refusal: Refusal) -> None:
        if refusal.problem.key != "request.malformed":
            close_with(self, refusal)
            return
        self._malformed += 1
        if self._malformed > MOST_MALFORMED:
            close_with(self, refusal)
        else:
            self.put(encode(Refused("", refusal.problem)))

    def _obey(self, message: FromClient) -> None:
        if isinstance(message, Play) and self.seat is not None and self._pending < MOST_PENDING:
            self._submit(self.seat, message)  # SPEED: most messages are moves
        elif isinstance(message, Ping):
            self.put(encode(Pong(message.n, time.time())))
        elif isinstance(message, Seen):
            if self.seat is not None:
                self._live.book.acknowledge(self.seat, message.frame, self._live.table.frame)
        elif isinstance(message, Skip):
            if self.seat is not None:
                self._live.skip(self.holds)
        elif isinstance(message, Hello):
            raise Refusal("request.malformed", "Hello was said.")
        elif self._pending >= MOST_PENDING:
            raise Refusal("request.too-many", retry_after=1.0)
        elif self.seat is None:
            self._answer(message.id, Refusal("link.missing"))
        else:
            self._submit(self.seat, message)

    def _submit(self, seat: int, message: Asked) -> None:
        self._pending += 1
        submit(self._house, self._live, seat, message, partial(self._done, message.id))

    def _done(self, message_id: str, answer: int | Refusal) -> None:
        self._answer(message_id, answer)
        self._pending -= 1
        self._write_kept()

    def _answer(self, message_id: str, answer: int | Refusal) -> None:
        if isinstance(answer, Refusal):
            measures.REFUSALS.labels(answer.problem.key).inc()
            self.put(encode(Refused(message_id, answer.problem)))
        else:
            self.put(encode(Ack(message_id, answer)))


def _decode(text: str | None) -> FromClient:
    if text is None:
        raise Refusal("request.malformed", "Messages are text.")
    try:
        message: FromClient = decode_client(text)
    except msgspec.MsgspecError as error:
        raise Refusal("request.malformed", str(error)) from None
    return message
