"""The HTTP API: one function per endpoint, named as in `endpoints`; each is handed a `Call` and answers."""

import asyncio
import io
import time
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any

import msgspec
from starlette.responses import PlainTextResponse, Response

from osteria.games import game as game_of
from osteria.games import names
from osteria.server import opening
from osteria.server.house import House
from osteria.server.http import cards, days
from osteria.server.http.call import Call
from osteria.server.http.calls import call_me, call_no_more
from osteria.server.obey import obey
from osteria.server.people.codes import read_code
from osteria.server.people.names import clean_name
from osteria.server.tables import commands, frames, past, seating
from osteria.server.tables.live import Live
from osteria.server.tables.table import Table
from osteria.server.tables.viewers import may_look, viewer_of
from osteria.server.version import VERSION
from osteria.server.wire import shapes, words
from osteria.server.wire.messages import Back, Decline, OpenChair, Play, PlayOn, Say, Undo
from osteria.server.wire.refusal import Refusal
from osteria.server.wire.words import Role

LOBBY_TABLES = 50
LOBBY_SECONDS = 86_400.0
"""A table that began to wait, or to play, longer ago is no longer shown."""


async def house(call: Call) -> shapes.HouseInfo:
    """What this house plays."""
    rules, levels = [game_of(name) for name in names()], call.house.thinkers.levels
    games = [
        shapes.GameInfo(game.name, game.fewest, game.most, levels(game.name), game.title, game.words) for game in rules
    ]
    faces = [face for game in rules for face in game.option_words.get("faces", ())]
    kinds = dict.fromkeys(kind for game in rules for kind in game.seat_words)
    return shapes.HouseInfo(VERSION, games, list(words.PHRASES), faces, list(kinds), call.house.caller.public_key)


async def code(call: Call) -> shapes.Found:
    """The table that a code leads to; who guesses soon has to wait."""
    read = read_code(call.request.path_params["code"])
    with call.limits.guess(call.address):
        found = await call.house.find(read) if read else None
        if found is None:
            raise Refusal("code.unknown")
    return shapes.Found(found.table.id)


async def lobby(call: Call) -> shapes.Lobby:
    """Listed tables."""
    since = time.time() - LOBBY_SECONDS
    found = await call.house.database.table_ids("waiting", "playing", listed=True, since=since, limit=LOBBY_TABLES)
    lives = [live for table_id in found if (live := await _readable(call.house, table_id))]
    shown = [live for live in lives if _is_shown(live.table)]
    shown.sort(key=lambda live: live.table.status != "waiting")
    return shapes.Lobby([_summary(live) for live in shown])


def _is_shown(table: Table) -> bool:
    """Whether strangers have anything to do there: sit down, or watch."""
    has_chair = table.is_open and any(seat.kind == "open" for seat in table.seats)
    return table.status == "waiting" or has_chair or (table.status != "closed" and table.settings.spectators)


async def _readable(house: House, table_id: str) -> Live | None:
    """A table; None where its log cannot be read: that is its own trouble, not the lobby's."""
    try:
        return await house.open(table_id)
    except Refusal:
        return None


def _summary(live: Live) -> shapes.Summary:
    table = live.table
    until = None if table.asked is None else table.clocks.deadline(table.asked, is_connected=True)
    return shapes.Summary(frames.table_info(table), table.frame, table.asked, until=until)


async def create(call: Call) -> shapes.Seated:
    """Makes a table."""
    call.limits.count_table(call.address)
    made = await opening.create(call.house, call.body)
    (await call.house.open(made.table)).belong_to(call.address)
    return made


async def teach(call: Call) -> shapes.Seated:
    """Begins a first game that teaches."""
    call.limits.count_table(call.address)
    made = await opening.teach(call.house, call.body)
    (await call.house.open(made.table)).belong_to(call.address)
    return made


async def take_in(call: Call) -> shapes.Seated:
    """Takes in a game against bots that was begun elsewhere."""
    call.limits.count_table(call.address)
    made = await opening.take_in(call.house, call.body)
    (await call.house.open(made.table)).belong_to(call.address)
    return made


async def mine(call: Call) -> shapes.HeldAnswer:
    """What became of the links a device keeps."""
    call.count_keys(len(call.body.seats))
    return shapes.HeldAnswer([await _held(call, held) for held in call.body.seats])


async def _held(call: Call, held: shapes.HeldSeat) -> shapes.HeldTable:
    try:
        live = await call.house.open(held.table)
        role, seat = viewer_of(live.table, call.house.link_of(live.table, held.key))
    except Refusal as refusal:
        return shapes.HeldTable(held.table, problem=refusal.problem)
    who = frames.you(live.table, call.house.secret, role, seat)
    return shapes.HeldTable(held.table, msgspec.structs.replace(_summary(live), you=who))


async def qr(call: Call) -> Response:
    """A link as a QR code."""
    return Response(await asyncio.to_thread(_draw, call.body.text), media_type="image/svg+xml")


@lru_cache(maxsize=256)
def _draw(text: str) -> bytes:
    """SPEED: 20 ms, on a thread of its own; the same link is drawn once."""
    import segno  # SPEED: a start draws nothing

    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", border=2, xmldecl=False, svgns=True)
    return out.getvalue()


async def table(call: Call) -> shapes.Position:
    """Where a table stands; may wait for news."""
    after, wait = call.number("after", 0, 10_000_000), call.number("wait", 0, 30)
    live = await call.live()
    role, seat = call.viewer(live)
    if after is not None and wait:
        with call.limits.wait(call.address):
            await live.wait_after(int(after), wait)
        live = await call.live()  # it may have been read again meanwhile
        role, seat = call.viewer(live)
    if seat is not None:
        live.book.acknowledge(seat, live.table.frame, live.table.frame)
    return _position(call, live, role, seat)


def _position(call: Call, live: Live, role: Role, seat: int | None) -> shapes.Position:
    table = live.table
    is_kept_out = not may_look(table, role)
    view = None if is_kept_out else frames.view_words(table.match, seat, table.settings.memory)
    who = frames.you(table, call.house.secret, role, seat)
    shown = None if is_kept_out else frames.open_hands(table, seat)
    left = frames.window_left(table, seat)
    return shapes.Position(table.frame, frames.table_info(table), who, table.question, view, shown, left)


async def sit(call: Call) -> shapes.Seated:
    """Sits down, with an invitation or in an open seat."""
    live, name = await call.live(), clean_name(call.body.name)
    link = call.house.link_of(live.table, call.key())
    viewer_of(live.table, link)
    if link is not None and link.role == "seat":
        raise Refusal("seat.taken")
    number = link.seat if link is not None and link.role == "invite" else call.body.seat
    number = opening.first_open_seat(live.table) if number is None else number
    await call.house.commit(live, seating.sit(number, name))
    if live.table.status == "playing":
        await call.house.begin_book(live, number)
    return shapes.Seated(live.table.id, {str(number): call.seat_key(live, number)})


async def name(call: Call) -> shapes.Done:
    """Takes another name."""
    live, seat = await call.seated()
    return shapes.Done(await call.house.commit(live, seating.rename(seat, clean_name(call.body.name))))


async def leave(call: Call) -> shapes.Done:
    """Stands up."""
    live, seat = await call.seated()
    return shapes.Done(await call.house.commit(live, seating.leave(seat)))


async def rotate(call: Call) -> shapes.Seated:
    """Replaces the link of the own seat."""
    live, seat = await call.seated()
    await call.house.commit(live, seating.rotate(seat))
    return shapes.Seated(live.table.id, {str(seat): call.seat_key(live, seat)})


async def hands(call: Call) -> shapes.Done:
    """Agrees to open hands, or not."""
    live, seat = await call.seated()
    return shapes.Done(await call.house.commit(live, seating.agree(seat, call.body.open)))


async def random(call: Call) -> shapes.Done:
    """Adds random bytes of the own device to the deal."""
    live, seat = await call.seated()
    return shapes.Done(await call.house.commit(live, seating.contribute(seat, call.body.random)))


async def kind(call: Call) -> shapes.Done:
    """Chooses the own kind."""
    live, seat = await call.seated()
    return shapes.Done(await call.house.commit(live, seating.choose_kind(seat, call.body.own)))


async def seat(call: Call) -> shapes.Done:
    """The host opens a seat or puts a bot there."""
    live = await call.hosted()
    level = call.house.thinkers.level(live.table.game, call.body.level) if call.body.kind == "bot" else None
    number = _path_seat(call)
    return shapes.Done(await call.house.commit(live, seating.set_seat(number, level)))


def _path_seat(call: Call) -> int:
    text = call.request.path_params["seat"]
    if not (text.isascii() and text.isdecimal() and len(text) == 1):
        raise Refusal("seat.unknown")
    return int(text)


async def start(call: Call) -> shapes.Done:
    """The host begins."""
    live = await call.hosted()
    return shapes.Done(await call.house.commit(live, commands.begin))


async def moves(call: Call) -> shapes.Done:
    """Answers the question."""
    live, seat = await call.seated()
    body = call.body
    return shapes.Done(await obey(call.house, live, seat, Play(body.id, body.question, body.moves)))


async def say(call: Call) -> shapes.Done:
    """Says a phrase."""
    live, seat = await call.seated()
    return shapes.Done(await obey(call.house, live, seat, Say(call.body.id, call.body.phrase)))


async def play_on(call: Call) -> shapes.Done:
    """Lets a bot play on for somebody who is away."""
    live, seat = await call.seated()
    return shapes.Done(await obey(call.house, live, seat, PlayOn(call.body.id, call.body.seat)))


async def back(call: Call) -> shapes.Done:
    """Takes the own seat back from a stand-in."""
    live, seat = await call.seated()
    return shapes.Done(await obey(call.house, live, seat, Back(call.body.id)))


async def undo(call: Call) -> shapes.Done:
    """Asks to take the own last decision back, or answers who asks."""
    live, seat = await call.seated()
    return shapes.Done(await obey(call.house, live, seat, Undo(call.body.id, call.body.yes)))


async def chair(call: Call) -> shapes.Done:
    """Would open a chair that was left for long, or is against it."""
    live, seat = await call.seated()
    body = call.body
    return shapes.Done(await obey(call.house, live, seat, OpenChair(body.id, body.seat, body.yes)))


async def decline(call: Call) -> shapes.Done:
    """Lets the house decline for the own seat."""
    live, seat = await call.seated()
    return shapes.Done(await obey(call.house, live, seat, Decline(call.body.id, call.body.seconds)))


async def rematch(call: Call) -> shapes.Seated:
    """Plays again with the same people."""
    live, seat = await call.seated()
    return await opening.rematch(call.house, live, seat)


async def replay(call: Call) -> shapes.Replay:
    """The game step by step."""
    start, count = call.number("start", 0, 10_000_000), call.number("count", 1, 200)
    wanted = call.number("viewer", 0, 7)
    live = await call.live()
    role, seat = call.viewer(live)
    first, most = int(start or 0), int(count or 50)
    if live.table.status == "over":
        viewer = None if wanted is None else int(wanted)
        return await asyncio.to_thread(past.finished, live.table, viewer, first, most)
    if not may_look(live.table, role):
        raise Refusal("table.no-spectators")
    return await asyncio.to_thread(past.running, live.table, seat, first, most)


async def chances(call: Call) -> shapes.Chances:
    """The chance to win over a finished game."""
    wait, device = call.number("wait", 0, 30) or 0.0, call.number("device", 0, 1)
    live = await call.live()
    if device and call.house.modules.are_ready and (task := call.house.lookback.task(live.table)):
        return task
    with call.limits.wait(call.address):
        return await call.house.lookback.chances(live.table, wait)


async def check_chances(call: Call) -> shapes.ChancesChecked:
    """Whether a device found what the house finds."""
    live = await call.live()
    with call.limits.wait(call.address):
        return await call.house.lookback.check(live.table, call.body)


async def forgetting(call: Call) -> shapes.Forgetting:
    """What forgetting cost in a finished game."""
    wait = call.number("wait", 0, 30) or 0.0
    live = await call.live()
    with call.limits.wait(call.address):
        return await call.house.lookback.forgetting(live.table, wait)


async def transcript(call: Call) -> Response:
    """The transcript of a finished game."""
    live = await call.live()
    name = f'attachment; filename="osteria-{live.table.id}.txt"'
    text = await asyncio.to_thread(past.transcript, live.table)
    return PlainTextResponse(text, headers={"Content-Disposition": name})


async def deal(call: Call) -> shapes.Deal:
    """The fair deal of a finished game."""
    table = (await call.live()).table
    text = await asyncio.to_thread(past.transcript, table)
    if table.is_from_elsewhere:
        raise Refusal("deal.elsewhere")
    random = tuple(seat.random for seat in table.seats)
    return shapes.Deal(table.id, table.commitment, table.seed.hex(), text, random)


HANDLERS: dict[str, Callable[[Call], Awaitable[Any]]] = {
    function.__name__: function
    for function in (
        house, code, lobby, create, teach, take_in, mine, call_me, call_no_more, qr, table, sit, name, leave, rotate, hands,
        kind, random, seat, start, moves, say, play_on, back, decline, undo, chair, rematch, replay, chances, check_chances,
        forgetting, transcript, deal,
        *cards.HANDLERS, *days.HANDLERS,
    )
}  # fmt: skip
