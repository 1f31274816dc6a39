"""What a viewer of a pizza game has not seen (G-5: the cards in the other hands, and what is left in the stacks), read off what
happened.

The table that was fresh at first is used as a sheet of paper, on which everything follows the moves that everybody saw:
`supply` is what this round's supply was shuffled from and `cursor` how many cards of the last one are among it, `dealt` how many
of it were dealt, `hand_orders` the orders in hand that everybody saw go under a stack, `open` the order that is being filled,
`picked` whether its way was picked among several.
"""

from __future__ import annotations

from osteria.core.kernel import kernel
from osteria.core.schema import Table
from osteria.core.unseen import (
    ANY,
    AT_LEAST,
    CHANGED,
    EXACTLY,
    LEFTOVER,
    NOT_DEALT,
    TOTAL,
    WORTH,
    Unseen,
    add_deadline,
    add_draw,
    add_position,
    add_step,
)
from osteria.core.unseen import DEALT as TAKES
from osteria.games.pizzeria import telling as t
from osteria.games.pizzeria.cards import BOMBASTICA, CARD_COUNT, KIND_COUNT, OWN_KIND, kind_of, value_of
from osteria.games.pizzeria.record import Pizzeria
from osteria.games.pizzeria.telling import digit_at, is_by_chance, order_of

EVENT, SEAT, WHAT, FROM, TO, COUNT = range(6)
"""The cells of a row that tells a move."""
IS_PICKED, NEEDS = 4, 5
"""Cells of rows about ways and orders."""


@kernel
def read_unseen(s: Pizzeria, viewer: int, rows: Table, chance: Table, u: Unseen) -> None:
    """G-5: follow the events as one viewer saw them (hidden cards are -1) and note what they tell of hands and stacks."""
    for seat in range(s["players"]):
        u["stacks"][seat] = s["stack"][seat]
    drawn = 0
    for place in range(rows.shape[0]):
        row = rows[place]
        if is_by_chance(row):
            read_deal(s, row, int(chance[drawn]), u)
            drawn += 1
        elif row[EVENT] == t.GATHER:
            gather(s, u)
        else:
            read_hand(s, viewer, row, u)
        follow(s, row)
    lay_out_supply(s, u)


@kernel
def follow(s: Pizzeria, row: Table) -> None:
    """Everything that everybody saw move is moved on the sheet."""
    event = row[EVENT]
    if event == t.SHUFFLE:
        for card in range(CARD_COUNT):
            s["used"][card] = 0
    elif event == t.MOVE_ORDER:
        put_under(s, row)
    elif event == t.DEAL_ORDER or event == t.REWARD:
        take_from_under(s, row)
    elif t.MOVE <= event and event <= t.MATCH:
        put(s, int(row[FROM]), int(row[WHAT]), -int(row[COUNT]))
        put(s, int(row[TO]), int(row[WHAT]), int(row[COUNT]))


@kernel
def put(s: Pizzeria, place: int, card: int, count: int) -> None:
    """So many more cards in one of the places that everybody can see."""
    if place == t.COLUMNS:
        s["columns"][card] += count
    elif place == t.COMMITTED:
        s["committed"][card] += count
    elif place == t.USED:
        s["used"][card] += count


@kernel
def put_under(s: Pizzeria, row: Table) -> None:
    """An order may go under a stack."""
    seat = int(row[SEAT])
    if row[TO] == t.UNDER + seat:
        s["under"][seat, s["under_size"][seat]] = order_of(int(row[WHAT]))
        s["under_size"][seat] += 1


@kernel
def take_from_under(s: Pizzeria, row: Table) -> None:
    """An order may come back from under its stack; in a hand, a good memory knows which it is."""
    seat = int(row[SEAT])
    if row[FROM] == t.UNDER + seat:
        if row[EVENT] == t.DEAL_ORDER:
            s["hand_orders"][seat] |= 1 << int(s["under"][seat, 0])
        s["under_size"][seat] -= 1
        for place in range(s["under_size"][seat]):
            s["under"][seat, place] = s["under"][seat, place + 1]


# ------------------------------------------------------------------------------------------------------------- Dealing


@kernel
def read_deal(s: Pizzeria, row: Table, action: int, u: Unseen) -> None:
    """Chance drew the start or a card: one of the supply went to a hand, or the top of an order stack."""
    seat = int(row[SEAT])
    if row[EVENT] == t.DEAL:
        position = add_position(u, int(s["round"]), max(int(row[WHAT]), ANY), action)
        add_step(u, TAKES, seat, position, 0)
        s["dealt"] += 1
    elif row[EVENT] == t.DEAL_ORDER and row[WHAT] < 0:
        add_draw(u, seat, action)
    elif row[EVENT] == t.DEAL_ORDER or row[EVENT] == t.REWARD:
        u["stacks"][seat] &= ~(1 << order_of(int(row[WHAT])))


@kernel
def lay_out_supply(s: Pizzeria, u: Unseen) -> None:
    """Give the pool of this round its cards; what was not dealt becomes positions too."""
    first = int(u["size"]) - int(s["dealt"])
    size = int(s["cursor"])
    for card in range(CARD_COUNT):
        size += int(s["supply"][card])
    for _ in range(size - int(s["dealt"])):
        add_position(u, int(s["round"]), ANY, NOT_DEALT)
    position = first
    for card in range(CARD_COUNT):
        for _ in range(s["supply"][card]):
            u["entries"][position] = card
            position += 1
    for left_over in range(first - int(s["cursor"]), first):
        u["entries"][position] = LEFTOVER + left_over
        position += 1


@kernel
def gather(s: Pizzeria, u: Unseen) -> None:
    """MM-16, SM-12: used cards and what was left of the supply (SM-9) are shuffled into a new one."""
    dealt_until = int(u["size"])
    lay_out_supply(s, u)
    s["cursor"] = int(u["size"]) - dealt_until
    s["round"] += 1
    s["dealt"] = 0
    for card in range(CARD_COUNT):
        s["supply"][card] = s["used"][card]


# ---------------------------------------------------------------------------------------------------- What hands showed


@kernel
def read_hand(s: Pizzeria, viewer: int, row: Table, u: Unseen) -> None:
    """What an event tells of a hand."""
    event = row[EVENT]
    seat = int(row[SEAT])
    if event == t.ORDER or event == t.JOIN:
        lay_order(s, seat, order_of(int(row[WHAT])), seat == viewer, u)
    elif event == t.OPEN:
        s["picked"] = 0
    elif event == t.WAY:
        s["picked"] = int(row[IS_PICKED])
    elif event == t.SHORT:
        read_shortage(s, row, u)
    elif event == t.REVEAL:
        add_step(u, AT_LEAST, seat, int(row[WHAT]), 1)
    elif event == t.SHOW:
        read_shown(row, u)
    elif event == t.OVER:
        read_end(s, row, u)
    elif event == t.ADD:
        read_added(s, row, u)
    elif event == t.MOVE or event == t.MATCH or event == t.RETURNED:
        read_move(row, u)


@kernel
def lay_order(s: Pizzeria, seat: int, order: int, is_own: bool, u: Unseen) -> None:
    """An order left a hand: it had been drawn before."""
    bit = 1 << order
    if int(s["hand_orders"][seat]) & bit:
        s["hand_orders"][seat] &= ~bit
    elif not is_own and int(u["stacks"][seat]) & bit:
        add_deadline(u, seat, order)


@kernel
def read_move(row: Table, u: Unseen) -> None:
    """Cards were seen to leave a hand, or to come back to it."""
    if row[FROM] == t.HAND + row[SEAT]:
        add_step(u, CHANGED, int(row[SEAT]), int(row[WHAT]), -int(row[COUNT]))
    elif row[TO] == t.HAND + row[SEAT]:
        add_step(u, CHANGED, int(row[SEAT]), int(row[WHAT]), int(row[COUNT]))


@kernel
def read_added(s: Pizzeria, row: Table, u: Unseen) -> None:
    """C-4: a card was added; where help is not allowed the hand could complete the order, and a bid its 2."""
    order = int(s["open"][0])
    if order == OWN_KIND or (s["helps"] == 0 and order != BOMBASTICA):
        note_complete(s, int(row[SEAT]), u)
    read_move(row, u)


@kernel
def note_complete(s: Pizzeria, seat: int, u: Unseen) -> None:
    """The hand held what the columns and the cards already added lack."""
    for kind in range(KIND_COUNT):
        lacks = int(s["needs"][kind])
        for card in range(CARD_COUNT):
            if kind_of(card) == kind:
                lacks -= value_of(card) * (int(s["columns"][card]) + int(s["committed"][card]))
        if lacks > 0:
            add_step(u, WORTH, seat, kind, lacks)


@kernel
def read_shortage(s: Pizzeria, row: Table, u: Unseen) -> None:
    """C-2: what is missing; in Mamma Mia! a way that was picked is one that the hand could complete."""
    s["open"][0] = row[WHAT]
    for kind in range(KIND_COUNT):
        s["needs"][kind] = digit_at(int(row[NEEDS]), kind)
    if s["picked"] and s["helps"] == 0:
        note_complete(s, int(row[SEAT]), u)


@kernel
def read_shown(row: Table, u: Unseen) -> None:
    """SM-27: these are all the cards of that kind in that hand."""
    shown = 0
    for card in range(CARD_COUNT):
        if digit_at(int(row[WHAT]), card) > 0:
            shown = kind_of(card)
    for card in range(CARD_COUNT):
        if kind_of(card) == shown:
            add_step(u, EXACTLY, int(row[SEAT]), card, digit_at(int(row[WHAT]), card))


@kernel
def read_end(s: Pizzeria, row: Table, u: Unseen) -> None:
    """MM-17, SM-13: everybody counted out the ingredients in hand."""
    for seat in range(s["players"]):
        add_step(u, TOTAL, seat, 0, digit_at(int(row[WHAT]), seat))
