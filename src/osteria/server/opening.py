"""Making tables: new ones, and the next one for the same people."""

import asyncio
import secrets
from functools import lru_cache

import msgspec

import osteria
from osteria.bots.days import players_of_a_day
from osteria.core.errors import OsteriaError
from osteria.core.game import Options
from osteria.games import game as game_of
from osteria.play.transcript import VERSION
from osteria.server.house import House
from osteria.server.people.links import Link, sign
from osteria.server.people.names import clean_name
from osteria.server.store.days import DayDealt
from osteria.server.tables import changes, commands, days, elsewhere, seating
from osteria.server.tables.live import Live
from osteria.server.tables.table import Table, options_of
from osteria.server.wire.messages import Settings
from osteria.server.wire.refusal import Refusal
from osteria.server.wire.shapes import GameBegun, NewLesson, NewTable, Seated, SeatWish

SEED_BYTES = 32


async def create(house: House, wish: NewTable) -> Seated:
    """A new table with the seats as wished."""
    check(wish.game, len(wish.seats), wish.settings)
    made = [change for seat in range(len(wish.seats)) if (change := _first_change(house, wish, seat))]
    made += _choices(wish)
    own = [number for number, seat in enumerate(wish.seats) if seat.kind == "me"]
    if wish.start and any(seat.kind == "open" for seat in wish.seats):
        raise Refusal("table.empty-seats")
    opened = changes.Opened(wish.game, len(wish.seats), wish.settings, new_seed(), own[0] if own else None, law=VERSION)
    live = await house.create(opened, made, begins=wish.start)
    return seated(house, live.table, own, with_host=not own)


async def teach(house: House, wish: NewLesson) -> Seated:
    """A first game that teaches: the person in the first seat, bots in the others, the deal of the script. Its deal is
    known, so it is never listed and counts for nothing."""
    try:
        lesson = game_of(wish.game).lesson
    except OsteriaError as error:
        raise Refusal("options.wrong", str(error)) from None
    if lesson is None:
        raise Refusal("options.wrong", "There is no lesson for this game.")
    kinds = lesson.seats if game_of(lesson.game).seat_words else ()
    opened = changes.Opened(
        lesson.game,
        len(lesson.seats),
        Settings(spectators=False, kinds=kinds),
        lesson.seed.hex(),
        host=0,
        law=VERSION,
        lesson=True,
    )
    level = house.thinkers.level(lesson.game, "")
    bots = [changes.BotSat(seat, level) for seat in range(1, len(lesson.seats))]
    live = await house.create(opened, [changes.Sat(0, clean_name(wish.name)), *bots], begins=True)
    return seated(house, live.table, [0])


async def take_in(house: House, wish: GameBegun) -> Seated:
    """A game against bots that was begun elsewhere goes on here, with the same seats; nothing counts. Where this house lacks a
    bot, its usual one plays on."""
    match, told, moves = await asyncio.to_thread(elsewhere.read, wish.transcript)
    own = [number for number, seat in enumerate(wish.seats) if seat.kind == "me"]
    if len(wish.seats) != match.players or not own or any(seat.kind == "open" for seat in wish.seats):
        raise Refusal("options.wrong", "Every seat of the game is a bot's or this device's, and one of them is yours.")
    kinds = tuple(map(str, match.seats)) if game_of(match.game).seat_words else ()
    plain = {"memory": wish.memory, "spectators": False, "kinds": kinds}
    settings = msgspec.convert(plain | match.options.words(), Settings)
    known = house.thinkers.levels(match.game)
    chairs = [seat if seat.level in known else msgspec.structs.replace(seat, level="") for seat in wish.seats]
    seats = NewTable(match.game, chairs, wish.name, settings)
    made = [change for seat in range(len(wish.seats)) if (change := _first_change(house, seats, seat))]
    opened = changes.Opened(match.game, match.players, settings, new_seed(), own[0], law=VERSION, elsewhere=tuple(told))
    live = await house.create(opened, made, begins=True, moves=moves)
    return seated(house, live.table, own)


def _first_change(house: House, wish: NewTable, number: int) -> changes.Change | None:
    seat: SeatWish = wish.seats[number]
    if seat.kind == "bot":
        return changes.BotSat(number, house.thinkers.level(wish.game, seat.level))
    if seat.kind == "open":
        return None
    return changes.Sat(number, clean_name(seat.name or wish.name), agrees=wish.settings.open_hands)


def _choices(wish: NewTable) -> list[changes.Change]:
    """G-3: the own kinds that were chosen with the table."""
    chosen = {number: seat.own for number, seat in enumerate(wish.seats) if seat.own}
    for own in chosen.values():
        seating.check_kind(wish.game, own, wish.settings.kinds)
    if len(set(chosen.values())) < len(chosen):
        raise Refusal("kind.taken")
    return [changes.Chose(number, own) for number, own in chosen.items()]


def new_seed() -> str:
    """32 bytes from the operating system, in hex."""
    return secrets.token_bytes(SEED_BYTES).hex()


def check(game: str, players: int, settings: Settings) -> None:
    """Refuses options that do not fit the game, in the game's own words."""
    try:
        rules = game_of(game)
        rules.check_players(players)
        if settings.kinds and (not rules.seat_words or len(settings.kinds) != players):
            raise Refusal("options.wrong", "There is one own kind for each seat, where seats are called so.")
        if settings.clock and settings.days:
            raise Refusal("options.wrong", "A table has a clock, or days for each move.")
        if settings.open_hands and not (rules.hides and settings.spectators):
            raise Refusal("options.wrong", "Open hands are for the spectators of a game with cards in hand.")
        _try_options(game, settings.kinds or players, options_of(rules, settings))
    except OsteriaError as error:
        raise Refusal("options.wrong", str(error)) from None


@lru_cache(maxsize=256)
def _try_options(game: str, players: int | tuple[str, ...], options: Options) -> None:
    """SPEED: a deal, to see that there is one; once for each way to play, not for each table."""
    osteria.new(game, players, seed=0, options=options)


async def deal_of_a_day(house: House, dealt: DayDealt, name: str, table_id: str) -> Live:
    """A table with the deal of a day, ready to begin: a person, and bots that play it alike for everybody. While the
    day lasts nobody watches, and no bytes of people are in the seed."""
    players = players_of_a_day(game_of(dealt.game))
    settings = Settings(spectators=not days.is_open(dealt.day))
    opened = changes.Opened(dealt.game, players, settings, dealt.seed.hex(), 0, law=VERSION, day=dealt.day)
    level = house.thinkers.level(dealt.game, dealt.bot)
    bots = [changes.BotSat(seat, level) for seat in range(1, players)]
    return await house.create(opened, [changes.Sat(0, name), *bots], table_id)


def seated(house: House, table: Table, seats: list[int], *, with_host: bool = False) -> Seated:
    """The keys of seats as they are now."""
    keys = {str(seat): sign(house.secret, table.id, Link("seat", seat, table.seats[seat].generation)) for seat in seats}
    host = sign(house.secret, table.id, Link("host", 0, 0)) if with_host else None
    return Seated(table.id, keys, host)


def first_open_seat(table: Table) -> int:
    """The first seat that is open and kept for nobody."""
    for number, seat in enumerate(table.seats):
        if seat.is_free and table.is_open:
            return number
    commands.must_wait(table)
    raise Refusal("table.full")


async def rematch(house: House, live: Live, seat: int) -> Seated:
    """The next table for the same people: the first who asks makes it, everybody gets the own seat there. It begins when
    the last of them has said yes."""
    table = live.table
    if table.rematch is None:
        made = await _next_table(house, table, seat)
        await house.commit(live, commands.name_rematch(made.table.id))
    assert table.rematch is not None
    await house.commit(live, commands.say_again(seat))
    following = await house.open(table.rematch)
    following.owner = following.owner or live.owner
    if not following.table.seats[seat].is_again:
        await house.commit(following, seating.sit(seat, table.seats[seat].name, again=True))
    if following.table.status == "waiting" and not any(place.kind == "open" for place in following.table.seats):
        await house.commit(following, commands.begin)
    return seated(house, following.table, [seat])


async def _next_table(house: House, table: Table, host: int) -> Live:
    if table.status != "over":
        raise Refusal("table.running" if table.status == "playing" else "table.waiting")
    reserved = tuple(seat.name if seat.kind == "person" else "" for seat in table.seats)
    opened = changes.Opened(table.game, table.players, table.settings, new_seed(), host, reserved, table.id, VERSION)
    kept = [changes.Chose(number, seat.own) for number, seat in enumerate(table.seats) if seat.own]
    bots = [changes.BotSat(n, seat.level) for n, seat in enumerate(table.seats) if seat.kind == "bot"]
    return await house.create(opened, [*bots, changes.Sat(host, table.seats[host].name, again=True), *kept])
