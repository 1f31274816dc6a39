"""What a seat asks for, over HTTP or on a line: its message becomes a command that is committed once."""

import asyncio
import time
from functools import partial

from osteria.server import measures
from osteria.server.house import House, Told, settle
from osteria.server.tables import commands
from osteria.server.tables.live import Live
from osteria.server.wire.messages import Back, Play, PlayOn, Say
from osteria.server.wire.refusal import Refusal

Asked = Play | Say | PlayOn | Back


async def obey(house: House, live: Live, seat: int, message: Asked) -> int:
    """What a seat asks for, once per id; returns its last frame."""
    done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    submit(house, live, seat, message, partial(settle, done))
    return await done


def submit(house: House, live: Live, seat: int, message: Asked, told: Told) -> None:
    """The same for callbacks: `told` hears the last frame, or the refusal."""
    client = f"{seat}:{message.id}"
    if isinstance(message, Play):
        told = partial(_count_moves, len(message.moves), time.perf_counter(), told)
    try:
        house.submit(live, _command(live, seat, message, client), client, told)
    except Refusal as refusal:
        told(refusal)


def _command(live: Live, seat: int, message: Asked, client: str) -> commands.Command:
    if isinstance(message, Play):
        return commands.play(seat, message.question, message.moves, client)
    if isinstance(message, Say):
        return commands.say(seat, message.phrase, client)
    if isinstance(message, PlayOn):
        if live.absent_for(message.seat) < live.table.settings.grace:
            raise Refusal("seat.present")
        return commands.let_bot_play_on(seat, message.seat, client)
    return commands.come_back(seat, client)


def _count_moves(moves: int, begun: float, told: Told, answer: int | Refusal) -> None:
    if not isinstance(answer, Refusal):
        measures.MOVE_SECONDS.observe(time.perf_counter() - begun)
        measures.MOVES_BY_PEOPLE.inc(moves)
    told(answer)
