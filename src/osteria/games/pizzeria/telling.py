"""The events of the pizza games: moves and reasons, in words, and what only one seat may know of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from osteria.core.events import EventType, Log, Row, Words, tell, types_by_code
from osteria.core.kernel import kernel
from osteria.core.schema import Seen
from osteria.games.pizzeria.box import Box
from osteria.games.pizzeria.cards import (
    BOMBASTICA,
    CARD_COUNT,
    CARDS,
    KIND_COUNT,
    KINDS,
    MOST_PLAYERS,
    ORDER_COUNT,
    ORDERS,
    TWO_DOUBLES,
    WITHOUT_OWN,
    order_in_oven,
)

# Moves.
MOVE, SHUFFLE, DEAL, SOLE_MIO, TAKES_CARD, TURN_OVER, ADD, RETURNED, MATCH = range(1, 10)
MOVE_ORDER, DEAL_ORDER, ORDER, OPEN, JOIN, REWARD = range(10, 16)
# Reasons.
START, ROUND, TURN, PLAY, NO_ORDER, PASS, DRAW, ROUND_END, SERIES_CLOSED, AMOUNTS = range(16, 26)
WAY, SHORT, SETTLE, WANT, ASK, DECLINE, GIVE, GIVE_UP, BID, SHOW = range(26, 36)
HOLD, BLOCKED, PICK, REVEAL, FILLED, FAILED, GATHER, OVER = range(36, 44)

# Places: those of the table, then those of each seat.
BOX, SUPPLY, OVEN, COLUMNS, COMMITTED, USED, OPEN_ORDERS = range(7)
HAND, STACK, UNDER, DELIVERED, REMOVED, HOLDER = range(7, 7 + 6 * MOST_PLAYERS, MOST_PLAYERS)
COMMON = ("box", "supply", "oven", "columns", "committed", "used", "open")
OF_SEATS = ("hands/{}", "orders/{}/shuffled", "orders/{}/under", "delivered/{}", "removed/{}", "holder/{}")
NOBODYS = -1

CLAUSES = ("C-1", "C-2", "C-4", "HP-5", "HP-7", "SM-22", "SM-26", "SM-27", "SM-28", "SM-29", "SM-30", "MM-15")
"""Why an order was filled or not."""
FROM_COLUMNS, GAVE_UP, COMPLETED, HELPED, REFUSED, IN_SERIES = range(6)
LOW_BID, BID_STOOD, WAS_BLOCKED, MATCHED, OWN_LIES_THERE, NOTHING_SCARCE = range(6, 12)

DIGIT_BITS = 6
DIGIT = 1 << DIGIT_BITS
"""Several small numbers travel in one: a digit for each card, or two times a digit for each kind. BOUND: `check_box`."""
HALF = DIGIT_BITS * KIND_COUNT
assert max(DIGIT_BITS * CARD_COUNT, 2 * HALF, DIGIT_BITS * MOST_PLAYERS) < 63, "digits must fit into 64 bits"


def check_box(box: Box) -> None:
    """TypeError unless no number of the box can outgrow its digit: so many ingredients of a kind is the most that is told."""
    most = max(box.singles[players] + 2 * box.doubles[players] for players in box.singles)
    if most >= DIGIT:
        raise TypeError(f"{most} ingredients of a kind do not fit into a digit of {DIGIT_BITS} bits")


@kernel
def digit(place: int, number: int) -> int:
    """A number as the digit of a card, a kind or a seat."""
    return number << (DIGIT_BITS * place)


@kernel
def digit_at(number: int, place: int) -> int:
    """The number that a digit stands for."""
    return (number >> (DIGIT_BITS * place)) & (DIGIT - 1)


@kernel
def seat_at(place: int) -> int:
    """Whose a place is."""
    if place < HAND:
        return NOBODYS
    return (place - HAND) % MOST_PLAYERS


@kernel
def tell_move(log: Log, event: int, card: int, count: int, source: int, target: int) -> None:
    """Ingredient cards changed their place."""
    if log is not None:
        seat = seat_at(target)
        if seat == NOBODYS:
            seat = seat_at(source)
        if count > 0:
            tell(log, event, seat, card, source, target, count)


@kernel
def tell_order_move(log: Log, event: int, owner: int, order: int, source: int, target: int) -> None:
    """An order changed its place."""
    if log is not None:
        tell(log, event, owner, order_in_oven(owner, order), source, target, 1)


def digits(number: int, length: int) -> list[int]:
    """The numbers that were packed."""
    return [digit_at(number, place) for place in range(length)]


def cards_in(number: int) -> dict[str, int]:
    """Packed counts by card, in words."""
    return {card: count for card, count in zip(CARDS, digits(number, CARD_COUNT), strict=True) if count}


def kinds_in(number: int, prefix: str = "") -> dict[str, int]:
    """Packed counts by kind, in words."""
    return {prefix + kind: count for kind, count in zip(KINDS, digits(number, KIND_COUNT), strict=True) if count}


def order_of(item: int) -> int:
    """The order of an item that is one (`cards.order_in_oven`)."""
    return (item - CARD_COUNT) % ORDER_COUNT


def is_by_chance(row: Row) -> bool:
    """Whether a row tells what chance drew: the start, or a card of a shuffled stack."""
    if row[0] in (START, DEAL, SOLE_MIO):
        return True
    return row[0] in (DEAL_ORDER, REWARD) and STACK <= row[3] < UNDER


@dataclass(frozen=True)
class Speech:
    """The words that a table's events need.

    Attributes:
        seats: the own kinds by seat.
        book: which rulebook numbers the clauses: 0 Mamma Mia!, 1 Sole Mio! (and Grande, which is played by it).
        places: by number, where things lie, as paths into a view.
    """

    seats: tuple[str, ...]
    book: int
    places: tuple[str, ...]

    def seat(self, number: int) -> str | None:
        """The word for a seat; None for nobody."""
        return self.seats[number] if number >= 0 else None


@lru_cache
def speech(seats: tuple[str, ...], book: int) -> Speech:
    """The words for a table with these seats."""
    named = (*seats, *("" for _ in range(MOST_PLAYERS - len(seats))))
    return Speech(seats, book, (*COMMON, *(path.format(seat) for path in OF_SEATS for seat in named)))


# --------------------------------------------------------------------------------------------------- Rows in words


def _moved(of: str, field: str = "") -> Callable[[Any, Row], Words]:
    """The words of a move; `field` names what moves once more, by itself."""

    def words(table: Speech, row: Row) -> Words:
        _, seat, what, source, target, count = row[:6]
        said: Words = {"seat": table.seats[seat]} if seat >= 0 else {}
        name = "" if what < 0 else ORDERS[order_of(what)] if of == "orders" else (*CARDS, "sole-mio")[what]
        if name and field:
            said[field] = name
        said |= {"from": table.places[source], "to": table.places[target], "of": of, "count": count}
        if name:
            said["what"] = {f"{table.seats[seat]}/{name}" if of == "orders" else name: count}
        return said

    return words


def _shuffled(table: Speech, row: Row) -> Words:
    said = {"from": table.places[row[3]], "to": table.places[row[4]], "of": "ingredients", "count": row[5]}
    return said if row[2] < 0 else said | {"what": cards_in(row[2])}


def _packed(what: int, _count: int) -> list[int]:
    return [card for card, count in enumerate(digits(what, CARD_COUNT)) for _ in range(count)]


def _seat(table: Speech, row: Row) -> Words:
    return {"seat": table.seats[row[1]]}


def _start(table: Speech, row: Row) -> Words:
    return {"seat": table.seats[row[1]], "now": {"starter": table.seats[row[1]]}}


def _round(table: Speech, row: Row) -> Words:
    seat = table.seats[row[1]]
    now = {"phase": "turn", "round": row[2], "turn": seat, "starter": seat, "baker": None}
    return {"seat": seat, "number": row[2], "now": now}


def _turn(table: Speech, row: Row) -> Words:
    return {"seat": table.seats[row[1]], "now": {"turn": table.seats[row[1]]}}


def _round_end(table: Speech, row: Row) -> Words:
    baker = {"baker": table.seats[row[2]]} if row[2] >= 0 else {}
    return {"seat": table.seats[row[1]], "now": {"phase": "scoring", "turn": None, "oven/top": None, **baker}}


def _over(table: Speech, row: Row) -> Words:
    counted = digits(row[2], len(table.seats))
    return {"ingredients": dict(zip(table.seats, counted, strict=True)), "now": {"phase": "over"}}


def _play(table: Speech, row: Row) -> Words:
    _, seat, kind, singles, doubles = row[:5]
    who = {"seat": table.seats[seat], "kind": KINDS[kind]}
    said = who | {"ingredients": singles + 2 * doubles, "doubles": doubles}
    return who | {"singles": singles, "doubles": doubles, "now": {"announcement": said}}


def _draw(table: Speech, row: Row) -> Words:
    return {"seat": table.seats[row[1]], "stack": "orders" if row[2] else "supply"}


def _kinds(table: Speech, row: Row) -> Words:
    kinds, needed = [KINDS[kind] for kind in digits(row[2], row[3])], _by_need(row[6], row[5])
    first = {need: needed[need] for kind in kinds for need in (kind, f"double-{kind}") if need in needed}
    return {"seat": table.seats[row[1]], "kinds": kinds, "needed": first | needed}


def _kind(table: Speech, row: Row) -> Words:
    return {"seat": table.seats[row[1]], "kind": KINDS[row[2]]}


def _ask(table: Speech, row: Row) -> Words:
    return {"seat": table.seats[row[1]], "request": kinds_in(row[2], "double-" if row[3] else "")}


def _cards(table: Speech, row: Row) -> Words:
    return {"seat": table.seats[row[1]], "cards": cards_in(row[2])}


def _show(table: Speech, row: Row) -> Words:
    return _cards(table, row) | {"amount": row[3]}


def _amount(table: Speech, row: Row) -> Words:
    return {"seat": table.seats[row[1]], "amount": row[2]}


def _pick(table: Speech, row: Row) -> Words:
    return {"seat": table.seats[row[1]], "other": table.seats[row[2]]}


def _card(table: Speech, row: Row) -> Words:
    return {"seat": table.seats[row[1]], "card": CARDS[row[2]]}


def _nothing(_table: Speech, _row: Row) -> Words:
    return {}


def _by_need(order: int, number: int) -> dict[str, int]:
    """Packed amounts of an order: ingredients by kind; SM-31: doubles; MM-13: of any kind."""
    if order == BOMBASTICA:
        total = sum(digits(number, KIND_COUNT))
        return {"any": total} if total else {}
    return kinds_in(number, "double-" if order == TWO_DOUBLES else "")


def _explained(table: Speech, row: Row) -> Words:
    """What an order needed, what lay there, what was added, and what was still short of it."""
    _, seat, order, clause, _, needed_and_lay, added_and_short, _ = row
    needed = _by_need(order, needed_and_lay & (1 << HALF) - 1)
    lay, added = _by_need(order, needed_and_lay >> HALF), _by_need(order, added_and_short & (1 << HALF) - 1)
    told = needed if order != WITHOUT_OWN or needed else {table.seats[seat]: 0}
    return {
        "clause": CLAUSES[clause],
        "seat": table.seats[seat],
        "order": ORDERS[order],
        "needed": needed,
        "lay": {need: count for need, count in lay.items() if need in told},
        "added": {need: count for need, count in added.items() if need in told},
        "given": {},
        "missing": _by_need(order, added_and_short >> HALF),
    }


def _short(table: Speech, row: Row) -> Words:
    words = _explained(table, row)
    del words["given"]
    return words


def _filled(table: Speech, row: Row) -> Words:
    words = _explained(table, row)
    words["given"], words["missing"] = words["missing"], {}
    helper = (row[4] >> MOST_PLAYERS) - 1
    end = {"to": table.places[DELIVERED + row[1]]}
    return words | {"taken": cards_in(row[7]), "helper": table.seat(helper)} | _declined(table, row) | end


def _failed(table: Speech, row: Row) -> Words:
    return _explained(table, row) | _declined(table, row) | {"to": table.places[row[7] + row[1]]}


def _declined(table: Speech, row: Row) -> Words:
    players = len(table.seats)
    asked = ((row[1] + 1 + place) % players for place in range(players - 1))
    return {"declined": [table.seats[seat] for seat in asked if row[4] >> seat & 1]}


ALL, ONLY_SEAT, NONE = Seen.EVERYBODY, Seen.OWNER, Seen.NOBODY
EVENTS = types_by_code(
    {
        MOVE: EventType("move", ALL, _moved("ingredients"), of="ingredients"),
        # G-8: everybody once saw which cards these are, but an authentic table does not say it again.
        SHUFFLE: EventType("move", NONE, _shuffled, of="ingredients", cards=_packed),
        DEAL: EventType("deal", ONLY_SEAT, _moved("ingredients", "card"), of="ingredients"),
        SOLE_MIO: EventType("sole-mio", ALL, _moved("ingredients"), ("SM-7",), of="ingredients"),
        TAKES_CARD: EventType("takes-card", ALL, _moved("ingredients"), ("SM-33",), of="ingredients"),
        TURN_OVER: EventType("turn-over", ALL, _moved("ingredients", "card"), of="ingredients"),
        ADD: EventType("add", ALL, _moved("ingredients", "card"), ("C-4",), of="ingredients"),
        RETURNED: EventType("returned", ALL, _moved("ingredients"), ("C-5",), of="ingredients"),
        MATCH: EventType("match", ALL, _moved("ingredients", "card"), ("SM-29",), of="ingredients"),
        MOVE_ORDER: EventType("move", ALL, _moved("orders"), of="orders"),
        # G-8: also an order that comes back from under its stack is named to its owner only.
        DEAL_ORDER: EventType("deal", ONLY_SEAT, _moved("orders", "card"), of="orders"),
        ORDER: EventType("order", ALL, _moved("orders", "order"), ("MM-5", "SM-5"), of="orders"),
        OPEN: EventType("open", ALL, _moved("orders", "order"), ("MM-11", "SM-11"), of="orders"),
        JOIN: EventType("join", ALL, _moved("orders", "order"), ("SM-21",), of="orders"),
        REWARD: EventType("reward", ALL, _moved("orders", "order"), ("HP-6",), of="orders"),
        START: EventType("start", ALL, _start, ("G-3",)),
        ROUND: EventType("round", ALL, _round, ("MM-16", "SM-12")),
        TURN: EventType("turn", ALL, _turn, ("G-3",)),
        PLAY: EventType("play", ALL, _play, ("MM-4", "SM-4")),
        NO_ORDER: EventType("no-order", ALL, _seat, ("MM-5", "SM-5")),
        PASS: EventType("pass", ALL, _seat, ("MM-8", "SM-8")),
        DRAW: EventType("draw", ALL, _draw, ("MM-6", "SM-6")),
        ROUND_END: EventType("round-end", ALL, _round_end, ("MM-9", "SM-11")),
        SERIES_CLOSED: EventType("series-closed", ALL, _seat, ("SM-21",)),
        AMOUNTS: EventType("amounts", ALL, _kinds, ("SM-21",)),
        WAY: EventType("way", ALL, _kinds, ("C-2",)),
        SHORT: EventType("short", ALL, _short),
        SETTLE: EventType("settle", ALL, _seat, ("SM-22",)),
        WANT: EventType("want", ALL, _kind, ("GR-5",)),
        ASK: EventType("ask", ALL, _ask, ("HP-2",)),
        DECLINE: EventType("decline", ALL, _seat, ("HP-3",)),
        GIVE: EventType("give", ALL, _cards, ("HP-4",)),
        GIVE_UP: EventType("give-up", ALL, _seat, ("C-2",)),
        BID: EventType("bid", ALL, _amount, ("SM-25",)),
        SHOW: EventType("show", ALL, _show, ("SM-27",)),
        HOLD: EventType("hold", ALL, _seat, ("SM-27",)),
        BLOCKED: EventType("blocked", ALL, _seat, ("SM-28",)),
        PICK: EventType("pick", ALL, _pick, ("SM-29",)),
        REVEAL: EventType("reveal", ALL, _card, ("SM-29",)),
        FILLED: EventType("filled", ALL, _filled),
        FAILED: EventType("failed", ALL, _failed),
        GATHER: EventType("gather", ALL, _nothing, ("MM-16", "SM-12")),
        OVER: EventType("over", ALL, _over, ("MM-17", "SM-13")),
    }
)
