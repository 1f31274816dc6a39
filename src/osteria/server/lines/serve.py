"""Everything between a WebSocket's opening and its end."""

import asyncio
import contextlib
from collections.abc import Sequence
from functools import partial

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from osteria.server import measures
from osteria.server.house import House
from osteria.server.lines.line import TOO_SLOW, Line
from osteria.server.lines.welcome import join
from osteria.server.lines.wire import Wire, wire_of
from osteria.server.people.limits import HELLO, Limits
from osteria.server.people.links import Link
from osteria.server.people.names import clean_name
from osteria.server.tables.live import Live, close_code
from osteria.server.tables.viewers import OF_THE_TABLE, admit, seats_held
from osteria.server.wire.messages import Bye, Hello, decode_client, encode
from osteria.server.wire.refusal import Refusal

HELLO_SECONDS = 10.0
FAILED = 1011
log = structlog.get_logger()


async def serve_line(socket: WebSocket, table: str, house: House, limits: Limits, address: str) -> None:
    """One WebSocket. However it ends, it ends with a code, and what nobody expected is in the log."""
    await socket.accept()
    wire = wire_of(socket)
    wire.count_with(partial(_may_go_on, limits, address))
    try:
        limits.count(address, HELLO)
        with limits.socket(address):
            await _serve(socket, table, wire, house, limits, address)
    except Refusal as refusal:
        measures.REFUSALS.labels(refusal.problem.key).inc()
        wire.write(encode(Bye(refusal.problem)))
        wire.close(close_code(refusal))
    except TimeoutError:
        wire.close(TOO_SLOW)  # the hello may be lost: come back
    except WebSocketDisconnect:
        pass  # the line broke
    except Exception:
        log.exception("line.failed", table=table, seq=house.seq_of(table))
        measures.ERRORS.labels("line").inc()
        wire.close(FAILED)
    finally:
        await wire.stop()


async def _serve(socket: WebSocket, table: str, wire: Wire, house: House, limits: Limits, address: str) -> None:
    with measures.LINES.labels("greeting").track_inprogress():
        hello = await _hello(socket)
        if not house.is_ready:
            raise Refusal("house.stopping")
        live = await house.open(table)
        line = Line(house, live, house.link_of(live.table, hello.key), wire, partial(limits.count, address))
    line.role, line.seat = admit(live.table, line.link)
    line.links = _links(house, live, line.link, hello.also)
    line.holds = seats_held(live.table, line.links)
    if line.role in OF_THE_TABLE or line.holds:
        live.belong_to(address)
    if line.seat is None and not line.holds and hello.name:
        line.name = clean_name(hello.name)
    state = "watching" if line.seat is None else "seated"
    with measures.LINES.labels(state).track_inprogress():
        try:
            await join(house, live, line, hello.since)
            wire.listen(line.hear)
            await _read(socket, line)
        finally:
            live.depart(line)
            house.slices.do(partial(house.announce, live))


def _links(house: House, live: Live, own: Link | None, also: Sequence[str]) -> tuple[Link, ...]:
    """What the keys of a device stand for; of the others, those that are of another table are passed over."""
    found = [own]
    for key in also:
        with contextlib.suppress(Refusal):
            found.append(house.link_of(live.table, key))
    return tuple(filter(None, found))


async def _hello(socket: WebSocket) -> Hello:
    """The first message says who it is."""
    async with asyncio.timeout(HELLO_SECONDS):
        message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    try:
        hello = decode_client(message.get("text") or b"")
    except msgspec.MsgspecError:
        raise Refusal("request.malformed") from None
    if not isinstance(hello, Hello):
        raise Refusal("request.malformed", "The first message is hello.")
    return hello


async def _read(socket: WebSocket, line: Line) -> None:
    """Until the end. A direct wire hands messages on by itself; then only the end comes here."""
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        line.hear(message.get("text"))


def _may_go_on(limits: Limits, address: str, cost: float) -> bool:
    try:
        limits.count(address, cost)
    except Refusal:
        return False
    return True
