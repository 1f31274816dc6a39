"""Uvicorn's WebSocket, with a way straight to the socket.

SPEED: a message costs no queue, no task and no change of what the event loop watches: 0.1 ms of processor time less for
a move with four viewers.
"""

from asyncio import BaseTransport
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from osteria.server.lines.wire import CLOSE_SECONDS, DIRECT, Hear
from osteria.server.people.limits import CONTROL

MOST_BYTES = 512 * 1024
"""Bytes that may wait for a slow reader before its line is closed."""
MOST_FOR_PONGS = 64 * 1024
HEAR_SECONDS = 0.5
"""How long answers to pings are read that came while the event loop was held up."""
UNHEARD = 1011
MOST_FRAGMENTS = 128
"""Frames of one message; the library bounds their bytes, and an empty frame has none."""
TOO_LONG, NO_TEXT = 1009, 1007
WHOLE_TEXT, CLOSE, PONG, MASKED = 0x81, 0x88, 0x8A, 0x80
"""The first byte of a text message in one frame, of a frame that closes and of an answer to a ping; of the second byte, that
it is masked, as a client's always is."""
LONGEST_CLOSE = 131
ANSWERED_CLOSE = b"\x88\x82"
"""How a frame begins that closes with a code and no reason, as every answer to our own does; it has eight bytes."""


class DirectProtocol(WebSocketsSansIOProtocol):
    """One connection; in the scope of the application it is the extension DIRECT, a `Wire`."""

    left: Callable[[], None] | None = None
    """Called when the connection ends."""
    _hear: Hear | None = None
    """Called with every message once the line stands; until then messages wait in the queue."""
    _count: Callable[[float], bool] | None = None
    """Counts a frame; before there is one nobody may send any: the handshake has not been answered."""
    is_slow = False
    """Whether as many bytes wait as may. SPEED: its transport says when that changes, and is not asked with every frame."""
    _rest: bytes | None = None
    """The beginning of a frame of which more is to come; None: the library reads whatever comes."""

    def handle_connect(self, event: Any) -> None:
        """The application finds this wire in its scope."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][DIRECT] = self  # type: ignore[assignment]
            self._rest = b""
        else:
            self._cut_unread()

    def connection_made(self, transport: BaseTransport) -> None:
        """The connection was taken over from the one that was to answer a request."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=MOST_BYTES, low=MOST_BYTES)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection ended."""
        if self.left is not None:
            self.left()
            self.left = None
        super().connection_lost(exc)
        self.conn.parser.close()  # it holds the library's protocol, which holds it: frozen by then, that would stay for ever

    def pause_writing(self) -> None:
        """More waits than may."""
        super().pause_writing()
        self.is_slow = True

    def resume_writing(self) -> None:
        """As much was read again."""
        super().resume_writing()
        self.is_slow = False

    # ----------------------------------------------------------------------------------------------------- hearing

    def count_with(self, count: Callable[[float], bool]) -> None:
        """From now on frames are read, and each that the library reads is counted; one too many ends the connection."""
        self._count = count

    def listen(self, hear: Hear) -> None:
        """Messages that came before the line stood are heard first."""
        self._hear = hear
        while not self.queue.empty():
            event = self.queue.get_nowait()
            if event["type"] == "websocket.disconnect":
                self.queue.put_nowait(event)
                return
            hear(event.get("text"))  # type: ignore[arg-type]
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        """SPEED: a text message in one frame, as nearly all are, is read here; the library is handed all other frames, each
        whole, and takes ten times as long."""
        if self._rest is None:
            super().data_received(data)
            if not self.handshake_initiated:
                self._refuse_handshake()
            return
        if self.close_sent:
            self._look_for_close(data)
            return
        data, at = self._rest + data if self._rest else data, 0
        while at < len(data) and not self.close_sent and not self.transport.is_closing():
            start, end = _payload(data, at)
            if end - start > self.config.ws_max_size or (len(data) > at + 1 and not data[at + 1] & MASKED):
                self._rest = None  # the library says what is wrong with it
                super().data_received(data[at:])
                return
            if end > len(data) or not start:
                break
            if data[at] == WHOLE_TEXT and self._hear is not None and not self.frames:
                self._tell(self._hear, _unmasked(data[start - 4 : start], data[start:end]))
            else:
                self._read_by_library(data[at:end], start - at)
            at = end
        self._rest = b"" if self.close_sent else data[at:]

    def _refuse_handshake(self) -> None:
        """A head comes whole: where the library has made no event of it by now, it has an answer at most, and Uvicorn waits
        for ever."""
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()
        self._cut_unread()

    def _read_by_library(self, frame: bytes, start: int) -> None:
        """One frame whose payload begins at `start`, counted before it costs anything: one read brings 40,000 of them. The
        two that the house asked for are free: an answer to its ping (from whoever may still be here), and the end."""
        if frame[0] != CLOSE and (self._count is None or not self._count(self._cost(frame, start))):
            self.transport.abort()
        elif len(self.frames) >= MOST_FRAGMENTS and frame[0] in (0, MASKED):
            self.close(TOO_LONG)
        else:
            super().data_received(frame)

    def _cost(self, frame: bytes, start: int) -> float:
        is_asked_for = frame[0] == PONG and self.pending_ping_payload == _unmasked(
            frame[start - 4 : start], frame[start:]
        )
        return 0.0 if is_asked_for else CONTROL

    def _look_for_close(self, data: bytes) -> None:
        """After our own close only the peer's is waited for, which comes first or after its last words; nothing else is read."""
        if data[0] == CLOSE:
            super().data_received(data[:LONGEST_CLOSE])
        elif data[-8:-6] == ANSWERED_CLOSE:
            super().data_received(data[-8:])

    def send_receive_event_to_app(self) -> None:
        """A whole message came. The library takes text that is none for an error of ours."""
        is_text, data = self.curr_msg_data_type == "text", b"".join(self.frames)
        if is_text and not self.close_sent and _text(data) is None:
            self.frames = []
            self.close(NO_TEXT)
        elif self._hear is None or self.close_sent:
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self._hear(_text(data) if is_text else None)

    def _tell(self, hear: Hear, data: bytes) -> None:
        text = _text(data)
        if text is None:
            self.close(NO_TEXT)
        else:
            hear(text)

    def handle_ping(self) -> None:
        """A ping is answered only to those who read the answers."""
        if self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size() < MOST_FOR_PONGS:
            super().handle_ping()
        else:
            self.conn.data_to_send()
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """A ping was not answered in time, or nobody looked: an event loop that was held up looks at its timers before its
        sockets, where the answer may lie. Whoever is still not heard then is told, and not cut off."""
        self.pong_timer = self.loop.call_later(HEAR_SECONDS, self._end_unheard)

    def _end_unheard(self) -> None:
        self.pong_timer = self.pending_ping_payload = None
        self.close(UNHEARD)

    # ----------------------------------------------------------------------------------------------------- saying

    def write(self, *texts: bytes) -> None:
        """Text frames, together."""
        if texts and not self.close_sent and not self.transport.is_closing():
            self.transport.write(_framed(texts[0]) if len(texts) == 1 else b"".join(map(_framed, texts)))

    def close(self, code: int) -> None:
        """Closes with a code, unless the peer just did; one that does not answer is not waited for."""
        if self.close_sent or self.transport.is_closing() or self.conn.state is not State.OPEN:
            return
        if self.is_slow:
            self.transport.abort()
            return
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def handle_close(self, event: Any) -> None:
        """The peer closes, or answers our close."""
        super().handle_close(event)
        self._cut_unread()

    async def run_asgi(self) -> None:
        """The application, from the line's beginning to its end."""
        try:
            await super().run_asgi()
        finally:
            self._cut_unread()

    def shutdown(self) -> None:
        """The house stops: whoever has said goodbye is told nothing more."""
        if self.transport.is_closing():
            self.stop_keepalive()
        else:
            super().shutdown()
        self._cut_unread()

    def _cut_unread(self) -> None:
        """A connection that is closed ends when all of it was read; whoever does not read is not waited for."""
        if self.transport.is_closing() and not self.disconnected and self.close_timer is None:
            self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    async def stop(self) -> None:
        """The line is over: nothing refers to it any more, and it to nothing."""
        self._hear = self._count = None
        self.scope["extensions"].pop(DIRECT, None)


def _text(data: bytes) -> str | None:
    """A message as text; None: it is not."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def _framed(text: bytes) -> bytes:
    """One unmasked text frame (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return bytes((WHOLE_TEXT, size)) + text
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def _payload(data: bytes, at: int) -> tuple[int, int]:
    """Where the payload of a masked frame begins and ends (RFC 6455, 5.2); (0, 0): not enough of its head has come."""
    if len(data) < at + 2:
        return 0, 0
    size, start = data[at + 1] & 0x7F, at + 6
    if size > 125:
        start += 2 if size == 126 else 8
        size = int.from_bytes(data[at + 2 : start - 4], "big")
    return (start, start + size) if len(data) >= start else (0, 0)


def _unmasked(mask: bytes, data: bytes) -> bytes:
    """A payload without its mask."""
    size = len(data)
    whole = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "big") ^ int.from_bytes(whole, "big")).to_bytes(size, "big")
