"""The HTTP API of cards: whoever shows a card's secret is its person. Strangers learn nothing, not even that it exists."""

import contextlib
import json

from osteria.server.http.call import Call
from osteria.server.people.cards import is_secret
from osteria.server.people.names import clean_name
from osteria.server.store.cards import Card, Cards, CardSeat
from osteria.server.store.history import history as read_history
from osteria.server.tables import seating
from osteria.server.tables.live import Live
from osteria.server.tables.results import results_of
from osteria.server.tables.viewers import viewer_of
from osteria.server.wire import cards as shapes
from osteria.server.wire.refusal import Refusal

SEAT_COST = 0.2
"""What a seat that is looked at counts as, in requests."""
HISTORY_GAMES = 20


def shelf(call: Call) -> Cards:
    """The cards of this house."""
    return Cards(call.house.database)


def secret_of(call: Call) -> str:
    """The secret that was shown."""
    secret = call.key()
    if secret is None:
        raise Refusal("card.missing")
    if not is_secret(secret):
        raise Refusal("card.unknown")
    return secret


async def card_of(call: Call) -> Card:
    """The card of whoever asks, or a refusal."""
    found = await shelf(call).find(secret_of(call))
    if found is None:
        raise Refusal("card.unknown")
    return found


def _info(card: Card) -> shapes.CardInfo:
    return shapes.CardInfo(card.name, card.made, card.devices, card.settings)


async def card(call: Call) -> shapes.CardInfo:
    """The own card."""
    return _info(await card_of(call))


async def new_card(call: Call) -> shapes.CardInfo:
    """A card for this device, with the secret that it made."""
    secret, name = secret_of(call), clean_name(call.body.name) if call.body.name else ""
    if await shelf(call).find(secret) is None:
        call.limits.count_table(call.address)
        await shelf(call).make(secret, name)
    return await card(call)


async def card_name(call: Call) -> shapes.CardInfo:
    """Another name: for the card, and at its tables that wait or play."""
    found, name = await card_of(call), clean_name(call.body.name)
    await shelf(call).change(found, name=name)
    for live, seat in await _seats(call, found):
        with contextlib.suppress(Refusal):  # a table where too much was said keeps the old one
            await call.house.commit(live, seating.rename(seat, name))
    return await card(call)


async def card_settings(call: Call) -> shapes.CardInfo:
    """What this person prefers, for every device."""
    await shelf(call).change(await card_of(call), settings=json.dumps(call.body.settings))
    return await card(call)


async def card_seats(call: Call) -> shapes.CardSeats:
    """The keys of the own seats at tables that wait or play."""
    seats = await _seats(call, await card_of(call))
    return shapes.CardSeats([shapes.CardSeat(live.table.id, seat, call.seat_key(live, seat)) for live, seat in seats])


async def _seats(call: Call, found: Card) -> list[tuple[Live, int]]:
    """Tables and seats of a card that are still its own; each of them counts."""
    held = await shelf(call).seats(found)
    call.limits.count(call.address, len(held) * SEAT_COST)
    seats = []
    for one in held:
        try:
            live = await call.house.open(one.table)
        except Refusal:
            continue  # a table that cannot be read is its own trouble
        seat = live.table.seats[one.seat]
        if seat.kind == "person" and seat.sitting == one.sitting:
            seats.append((live, one.seat))
    return seats


async def claim(call: Call) -> shapes.Claimed:
    """Seats whose keys are shown belong to the card from now on."""
    found = await card_of(call)
    call.limits.count(call.address, len(call.body.seats) * SEAT_COST)
    claimed = [seat for wish in call.body.seats if (seat := await _claimed(call, wish))]
    await shelf(call).claim(found, claimed)
    return shapes.Claimed(len(claimed))


async def _claimed(call: Call, wish: shapes.ClaimedSeat) -> CardSeat | None:
    try:
        live = await call.house.open(wish.table)
        _, seat = viewer_of(live.table, call.house.link_of(live.table, wish.key))
    except Refusal:
        return None
    if seat is None:
        return None
    await _note_end(call, live)
    return CardSeat(live.table.id, seat, live.table.seats[seat].sitting)


async def _note_end(call: Call, live: Live) -> None:
    """A game that was over before houses kept how games end."""
    table = live.table
    if table.status == "over" and table.match is not None:
        await call.house.journal.append((), results=results_of(table, table.match, table.ended))


async def ticket(call: Call) -> shapes.Ticket:
    """What brings the card to one more device."""
    return shapes.Ticket(*await shelf(call).write_ticket(await card_of(call)))


async def look_at_ticket(call: Call) -> shapes.CardFound:
    """Whose card a ticket brings; it stays good."""
    with call.limits.guess(call.address):
        found = await shelf(call).find_by_ticket(call.body.ticket)
        if found is None:
            raise Refusal("card.ticket")
    return shapes.CardFound(found.name)


async def take_card(call: Call) -> shapes.CardInfo:
    """This device takes a card with a ticket."""
    secret = secret_of(call)
    with call.limits.guess(call.address):
        if not await shelf(call).take(call.body.ticket, secret):
            raise Refusal("card.ticket")
    return await card(call)


async def split_card(call: Call) -> shapes.Gone:
    """The other devices lose the card and the links of its seats; or this one leaves it to them."""
    found, is_kept = await card_of(call), call.body.keep == "this"
    if not is_kept and found.devices == 1:
        raise Refusal("card.last")
    await shelf(call).drop_devices(found, secret_of(call), others=is_kept)
    if is_kept:
        for live, seat in await _seats(call, found):
            with contextlib.suppress(Refusal):  # a link that was replaced too often keeps no other from being replaced
                await call.house.commit(live, seating.rotate(seat))
    return shapes.Gone()


async def delete_card(call: Call) -> shapes.Gone:
    """Deletes the card with everything that names its person."""
    for table_id in await shelf(call).delete(await card_of(call)):
        call.house.reload(table_id)
    return shapes.Gone()


async def history(call: Call) -> shapes.History:
    """What the card has played."""
    start, count = call.number("start", 0, 1_000_000), call.number("count", 1, 50)
    found = await card_of(call)
    return await read_history(call.house.database, found.id, int(start or 0), int(count or HISTORY_GAMES))


HANDLERS = (
    card, new_card, card_name, card_settings, card_seats, claim, ticket, look_at_ticket, take_card, split_card,
    delete_card, history,
)  # fmt: skip
