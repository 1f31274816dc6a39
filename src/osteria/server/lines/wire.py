"""What carries a line: the ASGI connection, or (under our own server) the socket itself."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

DIRECT = "osteria.wire"
"""The ASGI extension under which our own server hands over a wire that needs no task to write."""


MOST_MESSAGES = 512
"""Messages that may wait for a slow reader before its line is closed, where another server than our own counts its bytes."""
CLOSE_SECONDS = 5.0
"""How long a peer that does not read may take until its line is simply cut."""
Hear = Callable[[str | None], None]
"""Called with a message; None: it was not text."""


class Wire(Protocol):
    """Sends text to one viewer. Nothing here waits."""

    def write(self, *texts: bytes) -> None:
        """Sends messages, in order."""

    def close(self, code: int) -> None:
        """Closes the connection after what was sent."""

    @property
    def is_slow(self) -> bool:
        """Whether so much waits to be read that its reader is to be sent away."""

    def count_with(self, count: Callable[[float], bool]) -> None:
        """From now on frames that are no plain message are counted, by their cost (False: the line is to end)."""

    def listen(self, hear: "Hear") -> None:
        """From now on messages are heard."""

    async def stop(self) -> None:
        """The line is over."""


class AsgiWire:
    """Any ASGI server: what waits is written by a task."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._waiting: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._code: int | None = None
        self._writer = asyncio.create_task(self._write())

    def count_with(self, count: Callable[[float], bool]) -> None:
        """Frames are the server's own affair."""

    def listen(self, hear: Hear) -> None:
        """Whoever reads the ASGI messages hands them on."""

    def write(self, *texts: bytes) -> None:
        """Queues messages."""
        self._waiting.extend(texts)
        self._wake.set()

    def close(self, code: int) -> None:
        """Closes after what is queued; or at once, where nobody reads it anyway."""
        if self.is_slow:
            self._waiting.clear()
        self._code = code
        self._wake.set()

    @property
    def is_slow(self) -> bool:
        """Whether as many messages wait as may."""
        return len(self._waiting) >= MOST_MESSAGES

    async def stop(self) -> None:
        """Ends the task, when it has said why the line is closed."""
        if self._code is None:
            self._writer.cancel()
        await asyncio.wait({self._writer}, timeout=CLOSE_SECONDS)
        self._writer.cancel()

    async def _write(self) -> None:
        try:
            while True:
                while self._waiting:
                    await self._socket.send_text(self._waiting.popleft().decode())
                if self._code is not None:
                    await self._socket.close(self._code)
                    return
                self._wake.clear()
                await self._wake.wait()
        except (WebSocketDisconnect, RuntimeError, OSError):
            return  # the line broke: RuntimeError is what Starlette says when we write to it


def wire_of(socket: WebSocket) -> Wire:
    """The best wire that the server offers."""
    direct: Wire | None = socket.scope.get("extensions", {}).get(DIRECT)
    return AsgiWire(socket) if direct is None else direct
