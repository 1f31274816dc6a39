"""What a seat asks for, over HTTP or on a line: its message becomes a command that is committed once."""

import asyncio
import time
from collections.abc import Sequence
from functools import partial

from osteria.server import measures
from osteria.server.house import House
from osteria.server.people.windows import check_seconds
from osteria.server.tables import commands
from osteria.server.tables.live import Held, Live
from osteria.server.tables.opening_chairs import ask_to_open
from osteria.server.tables.played import Played
from osteria.server.tables.undoing import ask_or_agree
from osteria.server.wire.messages import Back, Decline, OpenChair, Play, PlayOn, Say, Undo
from osteria.server.wire.refusal import Refusal
from osteria.server.writing import Told, settle

Wish = Say | PlayOn | Back | Decline | Undo | OpenChair
Asked = Play | Wish


async def obey(house: House, live: Live, seat: int, message: Asked) -> int:
    """What a seat asks for, once per id; returns its last frame."""
    done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    submit(house, live, seat, message, partial(settle, done))
    return await done


def submit(house: House, live: Live, seat: int, message: Asked, told: Told) -> None:
    """The same for callbacks: `told` hears the last frame, or the refusal."""
    client = f"{seat}:{message.id}"
    if isinstance(message, Play):
        _answer(house, live, seat, message, client, told)
        return
    try:
        house.submit(live, _command(house, live, seat, message, client), client, told)
    except Refusal as refusal:
        told(refusal)


def _answer(house: House, live: Live, seat: int, message: Play, client: str, told: Told) -> None:
    """An answer counts at once, or is held until its window ends: then whoever sent it is told then."""
    counted = partial(_count_moves, len(message.moves), time.perf_counter(), told)
    if live.table.window is None and live.table.question == message.question:
        house.submit(live, commands.play(seat, message.question, message.moves, client), client, counted)
        return
    kept: list[Held] = []

    def hold(question: int, run: Sequence[Played]) -> None:
        kept[:] = [Held(question, run, client, told)]

    def tried(answer: int | Refusal) -> None:
        if kept and not isinstance(answer, Refusal):
            live.hold(kept[0])  # counted like the house's own no, when it is given out
        else:
            counted(answer)

    house.submit(live, commands.play(seat, message.question, message.moves, client, hold), client, tried)


def _command(house: House, live: Live, seat: int, message: Wish, client: str) -> commands.Command:
    if isinstance(message, Say):
        return commands.say(seat, message.phrase, client)
    if isinstance(message, PlayOn):
        if live.table.settings.days or live.absent_for(message.seat) < live.table.settings.grace:
            raise Refusal("seat.present")
        return commands.let_bot_play_on(seat, message.seat, client)
    if isinstance(message, Decline):
        return commands.let_decline(seat, check_seconds(message.seconds))
    if isinstance(message, Undo):
        return ask_or_agree(seat, message.yes, client)
    if isinstance(message, OpenChair):
        if message.yes and live.absent_for(message.seat) < house.config.chair:
            raise Refusal("seat.present")
        return ask_to_open(seat, message.seat, message.yes, live.present, client)
    return commands.come_back(seat, client)


def _count_moves(moves: int, begun: float, told: Told, answer: int | Refusal) -> None:
    if not isinstance(answer, Refusal):
        measures.MOVE_SECONDS.observe(time.perf_counter() - begun)
        measures.MOVES_BY_PEOPLE.inc(moves)
    told(answer)
