"""Coming to a table: the welcome, with the frames that were missed."""

from osteria.server.house import House
from osteria.server.lines.line import Line
from osteria.server.tables import commands, frames
from osteria.server.tables.live import Live
from osteria.server.tables.opening_chairs import keep_chair
from osteria.server.tables.viewers import admit, seats_held
from osteria.server.wire.messages import Welcome, encode
from osteria.server.wire.refusal import Refusal

MOST_MISSED = 500
"""Frames that a welcome tells of; whoever missed more sees where the table stands, and the newest of them."""


async def join(house: House, live: Live, line: Line, since: int | None) -> None:
    """Whoever comes has the turn at the table: no frame can slip between the welcome and the first frame after it."""
    async with live.turns.turn():
        _must_be_here(live)
        missed = range(0)
        if line.seat is not None:
            missed = _missed(live, line.seat, since, await house.open_book(live, line.seat))
        elif since is not None and live.table.settings.memory == "assisted":
            missed = range(since + 1, live.table.frame + 1)
        _must_be_here(live)  # it may have left meanwhile
        line.role, line.seat = admit(live.table, line.link)  # the table may have changed meanwhile
        line.holds = seats_held(live.table, line.links)
        away = live.arrive(line)
        line.put(encode(_welcome(house, live, line, since, missed)))
    house.announce(live)
    for seat in line.holds:
        if live.table.seats[seat].stand_in:
            await house.commit(live, commands.come_back(seat))
        if seat in live.table.chairs:
            await house.commit(live, keep_chair(seat))
    if line.seat is not None and live.table.clocks.clock is not None:
        await house.commit(live, commands.return_to_clock(line.seat, away))


def _must_be_here(live: Live) -> None:
    """Refuses a line to a table that left the memory: nobody would attend it."""
    if live.is_gone:
        raise Refusal("house.trouble")


def _missed(live: Live, seat: int, since: int | None, told: range) -> range:
    """The frames whose events a seat is told: at an authentic table those of the book, at an assisted one all."""
    after = live.book.acknowledged(seat) if since is None else since
    if live.table.settings.memory == "assisted":
        return range(after + 1, live.table.frame + 1)
    return range(max(after + 1, told.start), told.stop)


def _welcome(house: House, live: Live, line: Line, since: int | None, told: range) -> Welcome:
    table = live.table
    last_seen = since if since is not None else told.start - 1 if told else table.frame
    last_seen = max(last_seen, table.frame - MOST_MISSED)
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
        window=frames.window_left(table, line.seat),
        watchers=live.watchers,
        undo=frames.may_undo(table, line.seat),
        chair=house.config.chair if table.may_open_chairs else None,
    )
