"""Turns: whoever changes a table does so alone, in the order in which they came."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

Turn = Callable[[], None]


class Turns:
    """A lock whose holders may be plain callbacks.

    SPEED: a move takes, uses and passes on its turn without a task, a future or a context manager of its own.
    """

    def __init__(self) -> None:
        self._is_taken = False
        self._waiting: deque[Turn] = deque()

    @property
    def is_taken(self) -> bool:
        """Whether somebody has the turn."""
        return self._is_taken

    def take(self, turn: Turn) -> None:
        """Calls back when it is their turn: at once, if nobody has it. They pass it on."""
        if self._is_taken:
            self._waiting.append(turn)
        else:
            self._is_taken = True
            turn()

    def pass_on(self) -> None:
        """The next in line has the turn."""
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._waiting.popleft())
        else:
            self._is_taken = False

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """The same for coroutines."""
        mine = asyncio.get_running_loop().create_future()
        self.take(lambda: self.pass_on() if mine.cancelled() else mine.set_result(None))
        try:
            await mine
            yield
        finally:
            if mine.done() and not mine.cancelled():
                self.pass_on()
