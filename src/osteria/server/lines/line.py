"""A line: one WebSocket. What the house says goes through a queue with an end, so that nobody slow holds up a table."""

import asyncio
import contextlib
import time
from collections import deque

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from osteria.server import measures
from osteria.server.house import House
from osteria.server.obey import obey
from osteria.server.people.limits import Limits
from osteria.server.people.links import Link
from osteria.server.tables import commands, frames
from osteria.server.tables.live import Live, close_code, close_with
from osteria.server.wire.messages import (
    Ack,
    Back,
    Bye,
    Hello,
    Ping,
    Play,
    PlayOn,
    Pong,
    Refused,
    Say,
    Seen,
    Welcome,
    decode_client,
    encode,
)
from osteria.server.wire.refusal import Refusal
from osteria.server.wire.words import Role

HELLO_SECONDS = 10.0
TOO_SLOW = 4008
MOST_MALFORMED = 20
"""Malformed messages on one line before it is closed."""


class SocketLine:
    """One viewer's WebSocket, with what waits to be sent."""

    def __init__(self, socket: WebSocket, role: Role, seat: int | None, link: Link | None, most: int) -> None:
        self.role, self.seat, self.link = role, seat, link
        self.holds: frozenset[int] = frozenset() if seat is None else frozenset({seat})
        self._socket, self._most = socket, most
        self._waiting: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._end: int | None = None

    def put(self, message: bytes) -> None:
        """Queues a message; a reader who is too slow is sent away (and comes back to where the table stands)."""
        if self._end is not None:
            return
        if len(self._waiting) >= self._most:
            measures.SLOW_LINES.inc()
            self._waiting.clear()
            self.end(TOO_SLOW)
            return
        self._waiting.append(message)
        self._wake.set()

    def end(self, code: int, message: bytes | None = None) -> None:
        """Closes the line after what is queued."""
        if self._end is None:
            if message is not None:
                self._waiting.append(message)
            self._end = code
            self._wake.set()

    async def write(self) -> None:
        """Sends what is queued until the line ends."""
        while True:
            while self._waiting:
                await self._socket.send_text(self._waiting.popleft().decode())
            if self._end is not None:
                await self._socket.close(self._end)
                return
            self._wake.clear()
            if not self._waiting and self._end is None:
                await self._wake.wait()


async def serve_line(socket: WebSocket, house: House, limits: Limits, address: str) -> None:
    """Everything between a WebSocket's opening and its end."""
    await socket.accept()
    with measures.LINES.track_inprogress():
        try:
            async with limits.socket(address):
                live, line, hello = await _welcome_in(socket, house)
                await _talk(socket, house, limits, address, live, line, hello)
        except Refusal as refusal:
            measures.REFUSALS.labels(refusal.problem.key).inc()
            await _turn_away(socket, refusal)
        except TimeoutError:
            await socket.close(TOO_SLOW)  # the hello may be lost: come back
        except (WebSocketDisconnect, RuntimeError):
            return  # the line broke: RuntimeError is what Starlette says when we write to it


async def _turn_away(socket: WebSocket, refusal: Refusal) -> None:
    if socket.application_state is WebSocketState.CONNECTED:
        await socket.send_text(encode(Bye(refusal.problem)).decode())
        await socket.close(close_code(refusal))


async def _welcome_in(socket: WebSocket, house: House) -> tuple[Live, SocketLine, Hello]:
    """The first message says who it is."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            text = await socket.receive_text()
        hello = decode_client(text)
    except (msgspec.MsgspecError, KeyError):
        raise Refusal("request.malformed") from None
    if not isinstance(hello, Hello):
        raise Refusal("request.malformed", "The first message is hello.")
    if not house.is_ready:
        raise Refusal("house.stopping")
    live = await house.open(str(socket.path_params["table"]))
    link = house.link_of(live.table, hello.key)
    role, seat = house.viewer_of(live.table, link)
    if seat is None and role == "stranger" and not live.table.settings.spectators and live.table.status != "waiting":
        raise Refusal("table.no-spectators")
    line = SocketLine(socket, role, seat, link, house.config.outbox)
    line.holds = frozenset(_seats_of(house, live, hello.also) | ({seat} if seat is not None else set()))
    return live, line, hello


def _seats_of(house: House, live: Live, keys: tuple[str, ...]) -> set[int]:
    """The seats whose keys work now; others are passed over."""
    found = set[int]()
    for key in keys:
        with contextlib.suppress(Refusal):
            _, seat = house.viewer_of(live.table, house.link_of(live.table, key))
            found |= {seat} if seat is not None else set()
    return found


async def _talk(
    socket: WebSocket, house: House, limits: Limits, address: str, live: Live, line: SocketLine, hello: Hello
) -> None:
    writer = asyncio.create_task(line.write())
    try:
        await _join(house, live, line, hello.since)
        reader = asyncio.create_task(_listen(socket, house, limits, address, live, line))
        done, _ = await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
        reader.cancel()
        for task in done:
            task.result()
    finally:
        writer.cancel()
        await _depart(house, live, line)


async def _join(house: House, live: Live, line: SocketLine, since: int | None) -> None:
    """Under the table's lock no frame can slip between the welcome and the first frame after it."""
    async with live.lock:
        missed = range(0)
        if line.seat is not None:
            missed = _missed(live, line.seat, since, await house.open_book(live, line.seat))
        elif since is not None and live.table.settings.memory == "assisted":
            missed = range(since + 1, live.table.frame + 1)
        live.lines.add(line)
        line.put(encode(_welcome(house, live, line, since, missed)))
    await house.announce(live)
    for seat in line.holds:
        await house.commit(live, commands.come_back(seat))
    if line.seat is not None:
        await house.commit(live, commands.return_to_clock(line.seat))


def _missed(live: Live, seat: int, since: int | None, told: range) -> range:
    """The frames whose events a seat is told: at an authentic table those of the book, at an assisted one all."""
    after = live.book.acknowledged(seat) if since is None else since
    if live.table.settings.memory == "assisted":
        return range(after + 1, live.table.frame + 1)
    return range(max(after + 1, told.start), told.stop)


def _welcome(house: House, live: Live, line: SocketLine, since: int | None, told: range) -> Welcome:
    table = live.table
    last_seen = since if since is not None else told.start - 1 if told else table.frame
    return Welcome(
        frame=table.frame,
        table=frames.table_info(table),
        you=frames.you(table, house.secret, line.role, line.seat),
        question=table.question,
        view=frames.view_words(table.match, line.seat, table.settings.memory),
        missed=frames.missed_frames(table, line.seat, last_seen, told),
        present=live.present,
        watching=live.watching,
        away=live.away,
        clock=table.clocks.info(),
        hands=frames.open_hands(table, line.seat),
    )


async def _depart(house: House, live: Live, line: SocketLine) -> None:
    live.depart(line)
    await house.announce(live)


async def _listen(socket: WebSocket, house: House, limits: Limits, address: str, live: Live, line: SocketLine) -> None:
    malformed = 0
    while True:
        text = await socket.receive_text()
        limits.count(address)
        try:
            message = decode_client(text)
        except msgspec.MsgspecError as error:
            malformed += 1
            if malformed > MOST_MALFORMED:
                close_with(line, Refusal("request.malformed"))
            line.put(encode(Refused("", Refusal("request.malformed", str(error)).problem)))
            continue
        live.last_used = time.monotonic()
        await _hear(house, live, line, message)


async def _hear(
    house: House, live: Live, line: SocketLine, message: Hello | Play | Seen | Say | PlayOn | Back | Ping
) -> None:
    if isinstance(message, Ping):
        line.put(encode(Pong(message.n, time.time())))
    elif isinstance(message, Seen):
        if line.seat is not None:
            live.book.acknowledge(line.seat, message.frame, live.table.frame)
    elif isinstance(message, Hello):
        line.put(encode(Refused("", Refusal("request.malformed", "Hello was said.").problem)))
    else:
        await _answer(house, live, line, message)


async def _answer(house: House, live: Live, line: SocketLine, message: Play | Say | PlayOn | Back) -> None:
    try:
        if line.seat is None:
            raise Refusal("link.missing")
        frame = await obey(house, live, line.seat, message)
        line.put(encode(Ack(message.id, frame)))
    except Refusal as refusal:
        measures.REFUSALS.labels(refusal.problem.key).inc()
        line.put(encode(Refused(message.id, refusal.problem)))
