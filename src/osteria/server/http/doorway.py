"""Uvicorn's HTTP connection, with an end to waiting for a request and to how many connections there are."""

import asyncio
import ipaddress
import resource
from collections import Counter
from typing import Any, NoReturn

import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from osteria.core.errors import OsteriaError
from osteria.server import measures
from osteria.server.config import AT_LEAST, Config
from osteria.server.people.limits import Limits, person_behind
from osteria.server.wire.refusal import Refusal

HEADER_SECONDS = 10.0
"""How long a request may take until it has come as far as its body, and then its body."""
READ_SECONDS = 60.0
"""How long nothing of an answer may be read, while more than a little waits."""
MOST_HEAD, MOST_AT_ONCE = 32 * 1024, 16 * 1024
"""Bytes of a request around its body; bytes that are read before anybody looks how many there were."""
MOST_FIELDS = 128
"""Headers and trailers of a request."""
MOST_PIPELINED = 16
"""Requests of one connection that wait for the answer to an earlier one."""
SPARE_FILES = 64
"""Open files that the house needs for itself: database, workers, its log."""
NEARLY_ALL = 0.9
log = structlog.get_logger()


class Doorway:
    """Counts the connections of one house, those that are open and how often one is opened."""

    def __init__(self, config: Config, limits: Limits) -> None:
        self._most, self._limits = room_for(config), limits
        self._most_of_one = 2 * config.sockets + config.waits
        self._proxies = config.proxy_networks
        self._open: Counter[str] = Counter()
        self._has_warned = False

    def enter(self, address: str) -> str | None:
        """Who came in, to be said again when they leave; None: there is no room. A request that the parser refuses is the
        last of its connection, and has been counted with it."""
        who, everybody = person_behind(address), self._open.total()
        is_nearly_full = everybody > NEARLY_ALL * self._most
        if is_nearly_full and not self._has_warned:
            log.warning("connections.nearly-all", open=everybody, most=self._most)
        self._has_warned = is_nearly_full
        if everybody >= self._most or not (self._is_proxy(address) or self._may_come(address, who)):
            return None
        self._open[who] += 1
        measures.CONNECTIONS.inc()
        return who

    def _may_come(self, address: str, who: str) -> bool:
        """Whether an address may open one more connection, of which it has neither too many nor opened too many lately."""
        if self._open[who] >= self._most_of_one:
            return False
        try:
            self._limits.count_connection(address)
        except Refusal:
            return False
        return True

    def _is_proxy(self, address: str) -> bool:
        """A proxy brings many people along."""
        try:
            return any(ipaddress.ip_address(address) in network for network in self._proxies)
        except ValueError:
            return False

    def leave(self, who: str) -> None:
        """A connection ended."""
        measures.CONNECTIONS.dec()
        self._open[who] -= 1
        if not self._open[who]:
            del self._open[who]


def room_for(config: Config) -> int:
    """How many connections this process can have; refuses where the system allows hardly any."""
    allowed, least = allow_open_files(config.connections + SPARE_FILES), SPARE_FILES + int(AT_LEAST["connections"])
    if allowed < least:
        raise OsteriaError(
            f"This process may open {allowed} files, and a house needs {least}: raise the limit (ulimit -n)."
        )
    return min(config.connections, allowed - SPARE_FILES)


def allow_open_files(wanted: int) -> int:
    """Raises this process's limit on open files as far as it may; the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = max(soft, wanted if hard == resource.RLIM_INFINITY else min(wanted, hard))
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed


class GuardedProtocol(HttpToolsProtocol):
    """One connection, which is cut where its request does not come, or there are too many."""

    doorway: Doorway
    _who: str | None = None
    _patience: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _is_coming = _is_in_head = False
    _around = _fields = 0
    """Of a request that comes: bytes that are not its body, headers and trailers."""

    def connection_made(self, transport: Any) -> None:
        """Somebody connects."""
        peer = transport.get_extra_info("peername")
        self._who = self.doorway.enter(peer[0] if peer else "unknown")
        super().connection_made(transport)
        if self._who is None:
            transport.abort()
        else:
            self._wait()

    def data_received(self, data: bytes) -> None:
        """Reads so much at once that an endless head is noticed in time."""
        for at in range(0, len(data), MOST_AT_ONCE):
            part = data[at : at + MOST_AT_ONCE]
            super().data_received(part)
            if self.parser is None or self.transport.is_closing():
                return
            self._around += len(part)
            if self._is_coming and self._around > MOST_HEAD:
                self.transport.abort()
                return
        if self._is_coming or not self._is_answering:
            self._wait()  # nothing is being answered, and Uvicorn waits no more once anything comes

    def on_message_begin(self) -> None:
        """A request begins."""
        self._is_coming = self._is_in_head = True
        self._fields, self._around = 0, -MOST_AT_ONCE  # what was read at once with it may belong to the one before
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header; or a trailer, which nobody needs, and which Uvicorn would put among the headers: a proxy passes trailers
        on as they are, `X-Forwarded-For` too."""
        self._fields += 1
        if self._fields > MOST_FIELDS:
            self._cut()
        if self._is_in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """A request has come as far as its body, whose time begins."""
        self._is_in_head = False
        self._stop_waiting()
        is_upgrade = self.parser.should_upgrade()
        if len(self.pipeline) >= MOST_PIPELINED or (is_upgrade and (self._is_answered_late() or self._has_body())):
            self._cut()
        super().on_headers_complete()
        if is_upgrade and self.cycle is not None:
            self.cycle.keep_alive = False  # what follows an upgrade is not for this parser, whatever Uvicorn thinks

    def on_body(self, body: bytes) -> None:
        """How long a body may be is for whoever reads it."""
        self._around -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """A request has come; until the next one Uvicorn's own patience counts."""
        self._is_coming = False
        self._stop_waiting()
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection ended."""
        self._leave()
        super().connection_lost(exc)
        self._let_go()

    def send_400_response(self, msg: str) -> None:
        """The last answer of a connection."""
        super().send_400_response(msg)
        self._expect_reader()

    def on_response_complete(self) -> None:
        """An answer is out, but may not have been read: the connection is closed only when it has."""
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._expect_reader()

    def pause_writing(self) -> None:
        """More waits to be read than is held ready."""
        super().pause_writing()
        self._expect_reader()

    def resume_writing(self) -> None:
        """Some of it was read."""
        super().resume_writing()
        self._expect_reader()

    def handle_websocket_upgrade(self) -> None:
        """A WebSocket counts itself, and as a connection until it ends."""
        who, self._who = self._who, None
        super().handle_websocket_upgrade()
        socket: Any = self.transport.get_protocol()
        if who is not None and hasattr(socket, "left"):
            socket.left = lambda: self.doorway.leave(who)
        elif who is not None:
            self.doorway.leave(who)
        self._let_go()

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _is_answered_late(self) -> bool:
        """Whether an answer is still to be given, or to be read: a line begins with nothing that waits before it."""
        return self._is_answering or self.transport.get_write_buffer_size() > 0

    def _has_body(self) -> bool:
        """Whether a request brings a body: after an upgrade the parser takes it for the next requests."""
        lengths = [value for name, value in self.headers if name in (b"content-length", b"transfer-encoding")]
        return any(length != b"0" for length in lengths)

    def _cut(self) -> NoReturn:
        """Ends the connection; the parser stops where this is raised, and reads no more of what came."""
        self.transport.abort()
        raise ConnectionAbortedError

    def _let_go(self) -> None:
        """SPEED: the parser, the requests and this object hold each other; nobody else would ever free them but a collection,
        and by then they may be frozen."""
        self._expect_no_reader()
        self.parser = self.cycle = None  # type: ignore[assignment]
        self.pipeline.clear()

    def _wait(self) -> None:
        if self._patience is None:
            self._patience = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _expect_reader(self) -> None:
        self._expect_no_reader()
        waits = self.transport.get_write_buffer_size()
        self._unread = self.loop.call_later(READ_SECONDS, self._end_unread, waits)

    def _expect_no_reader(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _end_unread(self, waited: int) -> None:
        """As much as waited still waits: nobody reads; else somebody does, however slowly."""
        self._unread = None
        if waits := self.transport.get_write_buffer_size():
            if waits >= waited:
                self.transport.abort()
            else:
                self._expect_reader()

    def _leave(self) -> None:
        self._stop_waiting()
        if self._who is not None:
            self.doorway.leave(self._who)
            self._who = None


def guarded(config: Config, limits: Limits) -> type[GuardedProtocol]:
    """The connection of one house."""
    return type("Guarded", (GuardedProtocol,), {"doorway": Doorway(config, limits)})
