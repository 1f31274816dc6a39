"""The events of the pizza games: moves and reasons, in words, and what only one seat may know of them."""

from __future__ import annotations

from osteria.core import template as w
from osteria.core.events import EventType, Log, Row, tell, types_by_code
from osteria.core.kernel import kernel
from osteria.core.schema import Seen
from osteria.core.template import Template
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


@kernel
def order_of(item: int) -> int:
    """The order of an item that is one (`cards.order_in_oven`)."""
    return (item - CARD_COUNT) % ORDER_COUNT


@kernel
def is_by_chance(row: Row) -> bool:
    """Whether a row tells what chance drew: the start, or a card of a shuffled stack."""
    if row[0] == DEAL_ORDER or row[0] == REWARD:
        return bool(row[3] >= STACK) and bool(row[3] < UNDER)
    return bool(row[0] == START) or bool(row[0] == DEAL) or bool(row[0] == SOLE_MIO)


# --------------------------------------------------------------------------------------------------- Rows in words

LISTS = {"kinds": KINDS, "cards": (*CARDS, "sole-mio"), "orders": ORDERS, "reasons": CLAUSES}
SEAT = w.seat(w.told(1))
BY_SEAT = {"seat": SEAT}


def _moved(of: str, named: str = "") -> Template:
    """The words of a move; `named` says what moves once more, by itself."""
    name = (
        w.word("cards", w.told(2))
        if of == "ingredients"
        else w.word("orders", w.calc("%", _item(w.told(2)), ORDER_COUNT))
    )
    what = name if of == "ingredients" else w.text(SEAT, "/", name)
    is_known = w.calc(">=", w.told(2), 0)
    return {
        "seat": w.when(w.calc(">=", w.told(1), 0), SEAT),
        **({named: w.when(is_known, name)} if named else {}),
        **_ends(of),
        "what": w.when(is_known, w.entry(what, w.told(5))),
    }


def _packed(what: int, _count: int) -> list[int]:
    return [card for card, count in enumerate(digits(what, CARD_COUNT)) for _ in range(count)]


def _item(number: Template) -> Template:
    """An order of a seat, from `cards.order_in_oven`."""
    return w.calc("-", number, CARD_COUNT)


def _ends(of: str) -> dict[str, Template]:
    return {"from": w.place(w.told(3)), "to": w.place(w.told(4)), "of": of, "count": w.told(5)}


def _cards(number: Template) -> Template:
    """Packed counts by card."""
    return w.counted("cards", w.digits(number, DIGIT_BITS, CARD_COUNT))


def _by_kind(number: Template, prefix: Template = "") -> Template:
    """Packed counts by kind."""
    return w.counted("kinds", w.digits(number, DIGIT_BITS, KIND_COUNT), prefix)


def _by_need(order: Template, number: Template) -> Template:
    """Packed amounts of an order: ingredients by kind; SM-31: doubles; MM-13: of any kind."""
    everything = w.total(w.digits(number, DIGIT_BITS, KIND_COUNT))
    kinds = _by_kind(number, w.when(w.calc("==", order, TWO_DOUBLES), "double-", ""))
    return w.when(w.calc("==", order, BOMBASTICA), {"any": w.when(everything, everything)}, kinds)


def _low(number: Template) -> Template:
    """The first of two times a digit for each kind."""
    return w.calc("&", number, (1 << HALF) - 1)


def _high(number: Template) -> Template:
    """The second of them."""
    return w.calc(">>", number, HALF)


def _explained(given: Template, missing: Template) -> dict[str, Template]:
    """What an order needed, what lay there, what was added, and what was given or still short of it."""
    order = w.told(2)
    needed = _by_need(order, _low(w.told(5)))
    # SM-30: an own ingredient spoils a without-own that needs nothing yet: that is what lay there.
    is_told = w.calc("or", w.calc("!=", order, WITHOUT_OWN), w.calc("!=", _low(w.told(5)), 0))
    keys = w.when(is_told, needed, w.entry(SEAT, 0))
    return {
        "clause": w.word("reasons", w.told(3)),
        **BY_SEAT,
        "order": w.word("orders", order),
        "needed": needed,
        "lay": w.picked(_by_need(order, _high(w.told(5))), keys),
        "added": w.picked(_by_need(order, _low(w.told(6))), keys),
        **({} if given is None else {"given": given}),
        "missing": missing,
    }


SHORT_OF_IT = _by_need(w.told(2), _high(w.told(6)))
ASKED_IN_TURN = w.calc("%", w.calc("+", w.calc("+", w.told(1), 1), w.var("after")), w.players())
DECLINED = w.each(
    "after",
    w.upto(w.calc("-", w.players(), 1)),
    w.seat(ASKED_IN_TURN),
    w.digit(w.told(4), 1, ASKED_IN_TURN),
)
NAMED = w.digits(w.told(2), DIGIT_BITS, w.told(3))
NEEDED = _by_need(w.told(6), w.told(5))
KINDS_SAID = {
    **BY_SEAT,
    "kinds": w.each("kind", NAMED, w.word("kinds", w.var("kind"))),
    "needed": w.merged(
        w.picked(
            NEEDED,
            w.joined(
                w.each("kind", NAMED, w.word("kinds", w.var("kind"))),
                w.each("kind", NAMED, w.text("double-", w.word("kinds", w.var("kind")))),
            ),
        ),
        NEEDED,
    ),
}
PLAYED = {**BY_SEAT, "kind": w.word("kinds", w.told(2))}
ANNOUNCED = {**PLAYED, "ingredients": w.calc("+", w.told(3), w.calc("*", 2, w.told(4))), "doubles": w.told(4)}
GIVEN = {**BY_SEAT, "cards": _cards(w.told(2))}

ROUND_BEGINS = {
    **BY_SEAT,
    "number": w.told(2),
    "now": {"phase": "turn", "round": w.told(2), "turn": SEAT, "starter": SEAT, "baker": None},
}
ROUND_ENDS = {
    **BY_SEAT,
    "now": {
        "phase": "scoring",
        "turn": None,
        "oven/top": None,
        "baker": w.when(w.calc(">=", w.told(2), 0), w.seat(w.told(2))),
    },
}
FILLED_ORDER = {
    **_explained(SHORT_OF_IT, {}),
    "taken": _cards(w.told(7)),
    "helper": w.seat(w.calc("-", w.calc(">>", w.told(4), MOST_PLAYERS), 1)),
    "declined": DECLINED,
    "to": w.place(w.calc("+", w.told(1), DELIVERED)),
}
FAILED_ORDER = {
    **_explained({}, SHORT_OF_IT),
    "declined": DECLINED,
    "to": w.place(w.calc("+", w.told(7), w.told(1))),
}
GAME_OVER = {"ingredients": w.by_seat(w.digit(w.told(2), DIGIT_BITS, w.var("seat"))), "now": {"phase": "over"}}

ALL, ONLY_SEAT, NONE = Seen.EVERYBODY, Seen.OWNER, Seen.NOBODY
EVENTS = types_by_code(
    {
        MOVE: EventType("move", ALL, _moved("ingredients"), of="ingredients"),
        # G-8: everybody once saw which cards these are, but an authentic table does not say it again.
        SHUFFLE: EventType(
            "move",
            NONE,
            {**_ends("ingredients"), "what": w.when(w.calc(">=", w.told(2), 0), _cards(w.told(2)))},
            of="ingredients",
            cards=_packed,
        ),
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
        START: EventType("start", ALL, {**BY_SEAT, "now": {"starter": SEAT}}, ("G-3",)),
        ROUND: EventType("round", ALL, ROUND_BEGINS, ("MM-16", "SM-12")),
        TURN: EventType("turn", ALL, {**BY_SEAT, "now": {"turn": SEAT}}, ("G-3",)),
        PLAY: EventType(
            "play",
            ALL,
            {**PLAYED, "singles": w.told(3), "doubles": w.told(4), "now": {"announcement": ANNOUNCED}},
            ("MM-4", "SM-4"),
        ),
        NO_ORDER: EventType("no-order", ALL, BY_SEAT, ("MM-5", "SM-5")),
        PASS: EventType("pass", ALL, BY_SEAT, ("MM-8", "SM-8")),
        DRAW: EventType("draw", ALL, {**BY_SEAT, "stack": w.when(w.told(2), "orders", "supply")}, ("MM-6", "SM-6")),
        ROUND_END: EventType("round-end", ALL, ROUND_ENDS, ("MM-9", "SM-11")),
        SERIES_CLOSED: EventType("series-closed", ALL, BY_SEAT, ("SM-21",)),
        AMOUNTS: EventType("amounts", ALL, KINDS_SAID, ("SM-21",)),
        WAY: EventType("way", ALL, KINDS_SAID, ("C-2",)),
        SHORT: EventType("short", ALL, _explained(None, SHORT_OF_IT)),
        SETTLE: EventType("settle", ALL, BY_SEAT, ("SM-22",)),
        WANT: EventType("want", ALL, PLAYED, ("GR-5",)),
        ASK: EventType(
            "ask", ALL, {**BY_SEAT, "request": _by_kind(w.told(2), w.when(w.told(3), "double-", ""))}, ("HP-2",)
        ),
        DECLINE: EventType("decline", ALL, BY_SEAT, ("HP-3",)),
        GIVE: EventType("give", ALL, GIVEN, ("HP-4",)),
        GIVE_UP: EventType("give-up", ALL, BY_SEAT, ("C-2",)),
        BID: EventType("bid", ALL, {**BY_SEAT, "amount": w.told(2)}, ("SM-25",)),
        SHOW: EventType("show", ALL, {**GIVEN, "amount": w.told(3)}, ("SM-27",)),
        HOLD: EventType("hold", ALL, BY_SEAT, ("SM-27",)),
        BLOCKED: EventType("blocked", ALL, BY_SEAT, ("SM-28",)),
        PICK: EventType("pick", ALL, {**BY_SEAT, "other": w.seat(w.told(2))}, ("SM-29",)),
        REVEAL: EventType("reveal", ALL, {**BY_SEAT, "card": w.word("cards", w.told(2))}, ("SM-29",)),
        FILLED: EventType("filled", ALL, FILLED_ORDER),
        FAILED: EventType("failed", ALL, FAILED_ORDER),
        GATHER: EventType("gather", ALL, {}, ("MM-16", "SM-12")),
        OVER: EventType("over", ALL, GAME_OVER, ("MM-17", "SM-13")),
    },
    LISTS,
)
