"""Being called while the page is closed: a device says where, for the seats whose keys it keeps."""

from osteria.server.http.call import Call
from osteria.server.push.sealing import is_key
from osteria.server.store import subscriptions
from osteria.server.store.subscriptions import Device, Place
from osteria.server.tables.viewers import viewer_of
from osteria.server.wire import shapes
from osteria.server.wire.refusal import Refusal


async def call_me(call: Call) -> shapes.Calls:
    """Calls this device for the seats that it holds; keys that no longer lead to one are left out."""
    wish: shapes.CallMe = call.body
    if not call.house.caller.services.allows(wish.endpoint) or not is_key(wish.p256dh, wish.auth):
        raise Refusal("push.wrong")
    call.count_keys(len(wish.seats))
    found = [place for held in wish.seats if (place := await _place(call, held))]
    await subscriptions.keep(call.house.database, Device(wish.endpoint, wish.p256dh, wish.auth), found)
    return shapes.Calls(sorted({place.table for place in found}))


async def _place(call: Call, held: shapes.HeldSeat) -> Place | None:
    try:
        table = (await call.house.open(held.table)).table
        _, seat = viewer_of(table, call.house.link_of(table, held.key))
    except Refusal:
        return None
    return None if seat is None else Place(table.id, seat, table.seats[seat].generation)


async def call_no_more(call: Call) -> shapes.Calls:
    """Forgets this device."""
    await subscriptions.remove(call.house.database, call.body.endpoint)
    return shapes.Calls([])
