"""The HTTP API of today's deal: what is dealt today, a card's own try, how others did, and days that are over."""

from osteria.bots.days import players_of_a_day
from osteria.core.errors import OsteriaError
from osteria.core.game import Game
from osteria.games import game as game_of
from osteria.games import names
from osteria.server import opening
from osteria.server.house import House
from osteria.server.http.call import Call
from osteria.server.http.cards import card_of, shelf
from osteria.server.people.links import new_table_id
from osteria.server.people.names import clean_name
from osteria.server.store.cards import Card, CardSeat
from osteria.server.store.days import DayDealt, Deals
from osteria.server.tables import commands
from osteria.server.tables import days as calendar
from osteria.server.tables.live import Live
from osteria.server.wire import days as shapes
from osteria.server.wire import shapes as plain
from osteria.server.wire.refusal import Refusal

BOTS = ("expert", "search", "regular", "novice", "random")
"""Who plays today's deal: the first of these that the house has for the game."""


def _games(house: House) -> list[Game]:
    """Games for which the house has a bot that plays alike for everybody."""
    return [game_of(name) for name in names() if _bot(house, name)]


def _bot(house: House, game: str) -> str:
    levels = house.thinkers.levels(game)
    return next((name for name in BOTS if name in levels), "")


async def _dealt(house: House, day: str, game: Game) -> DayDealt:
    if not (bot := _bot(house, game.name)):
        raise Refusal("day.unknown")
    house.thinkers.level(game.name, bot)  # it gets ready now: nobody plays faster, or otherwise, while it compiles
    return await Deals(house.database).of(day, game.name, bot)


async def _own_card(call: Call) -> Card | None:
    return None if call.key() is None else await card_of(call)


async def _told(call: Call, dealt: DayDealt, game: Game, card: Card | None) -> shapes.DayDeal:
    """A deal, as somebody may know it now."""
    deals, day = Deals(call.house.database), dealt.day
    own = await _own_try(deals, dealt, card) if card else None
    scores = await deals.scores(day, game.name)
    is_over = not calendar.is_open(day)
    may_compare = is_over or (own is not None and own.is_over)
    return shapes.DayDeal(
        day=day,
        game=game.name,
        ends=calendar.end_of(day),
        players=players_of_a_day(game),
        bot=dealt.bot,
        commitment=calendar.commitment(dealt.seed, day, game.name),
        tries=sum(people for _, people in scores),
        own=own,
        scores=[shapes.DayScore(score, people) for score, people in scores] if may_compare else None,
        seed=dealt.seed.hex() if is_over else None,
    )


async def _own_try(deals: Deals, dealt: DayDealt, card: Card) -> shapes.DayTry | None:
    found = await deals.first_try(dealt.day, dealt.game, card.id)
    if found is None:
        return None
    counts = found.ended is not None and found.ended < calendar.end_of(dealt.day)
    return shapes.DayTry(found.table, found.ended is not None, found.score, found.place, counts)


def _game(name: str) -> Game:
    try:
        return game_of(name)
    except OsteriaError as error:
        raise Refusal("options.wrong", str(error)) from None


def _is_open(day: str) -> bool:
    """Whether a day goes on, or is still to come; a refusal where it is none."""
    try:
        return calendar.is_open(day)
    except (ValueError, OverflowError):
        raise Refusal("day.unknown") from None


async def days(call: Call) -> shapes.Days:
    """The deals of today, and the commitments of tomorrow."""
    card, day = await _own_card(call), calendar.today()
    games = _games(call.house)
    told = [await _told(call, await _dealt(call.house, day, game), game, card) for game in games]
    following = [await _dealt(call.house, calendar.after(day), game) for game in games]
    tomorrow = {one.game: calendar.commitment(one.seed, one.day, one.game) for one in following}
    return shapes.Days(day, told, tomorrow)


async def day(call: Call) -> shapes.DayDeal:
    """The deal of a day: today's, or one that is over."""
    game, wanted = _game(call.request.path_params["game"]), call.request.path_params["day"]
    if wanted == calendar.today():
        dealt: DayDealt | None = await _dealt(call.house, wanted, game)
    else:
        dealt = None if _is_open(wanted) else await Deals(call.house.database).kept(wanted, game.name)
    if dealt is None:
        raise Refusal("day.unknown")
    return await _told(call, dealt, game, await _own_card(call))


async def play_day(call: Call) -> plain.Seated:
    """Plays today's deal; a try that is not over is gone back to, one that is over was the one that counts."""
    card, game, name = await card_of(call), _game(call.request.path_params["game"]), clean_name(call.body.name)
    dealt = await _dealt(call.house, calendar.today(), game)
    deals = Deals(call.house.database)
    found = await deals.first_try(dealt.day, dealt.game, card.id)
    if found is not None and found.ended is not None:
        raise Refusal("day.tried")
    call.limits.count_table(call.address)
    table_id = await deals.enter(dealt.day, dealt.game, card.id, new_table_id())
    live = await _table(call, dealt, name, table_id)
    await shelf(call).claim(card, [CardSeat(table_id, 0, live.table.seats[0].sitting)])
    return opening.seated(call.house, live.table, [0])


async def _table(call: Call, dealt: DayDealt, name: str, table_id: str) -> Live:
    """The table of a try: made now, unless it was; and begun."""
    try:
        live = await call.house.open(table_id)
    except Refusal as refusal:
        if refusal.problem.key != "table.unknown":
            raise
        live = await opening.deal_of_a_day(call.house, dealt, name, table_id)
    live.belong_to(call.address)
    if live.table.status == "waiting":
        await call.house.commit(live, commands.begin)
    return live


async def play_day_again(call: Call) -> plain.Seated:
    """Plays the deal of a day that is over, of this house or another: nothing counts."""
    body, game = call.body, _game(call.body.game)
    if _is_open(body.day):
        raise Refusal("day.open")
    call.limits.count_table(call.address)
    dealt = DayDealt(body.day, game.name, bytes.fromhex(body.seed), call.house.thinkers.level(game.name, body.bot))
    live = await _table(call, dealt, clean_name(body.name), new_table_id())
    return opening.seated(call.house, live.table, [0])


HANDLERS = (days, day, play_day, play_day_again)
