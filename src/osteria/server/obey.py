"""What a seat asks for, over HTTP or on a line: its message becomes a command that is committed once."""

from osteria.server import measures
from osteria.server.house import House
from osteria.server.tables import commands
from osteria.server.tables.live import Live
from osteria.server.wire.messages import Back, Play, PlayOn, Say
from osteria.server.wire.refusal import Refusal


async def obey(house: House, live: Live, seat: int, message: Play | Say | PlayOn | Back) -> int:
    """What a seat asks for, once per id; returns its last frame."""
    client = f"{seat}:{message.id}"
    if isinstance(message, Play):
        command = commands.play(seat, message.question, message.moves, client)
        with measures.MOVE_SECONDS.time():
            frame = await house.commit(live, command, client)
        measures.MOVES.labels("person").inc(len(message.moves))
        return frame
    if isinstance(message, Say):
        command = commands.say(seat, message.phrase, client)
    elif isinstance(message, PlayOn):
        if live.absent_for(message.seat) < live.table.settings.grace:
            raise Refusal("seat.present")
        command = commands.let_bot_play_on(seat, message.seat, client)
    else:
        command = commands.come_back(seat, client)
    return await house.commit(live, command, client)
