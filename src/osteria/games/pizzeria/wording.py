"""The words of the pizza games: what is seen, where everything lies, how moves are said and which clause asks."""

from __future__ import annotations

from osteria.core import template as w
from osteria.core.template import Template
from osteria.core.wording import Refusals, Spoken, Wording
from osteria.games.pizzeria import actions as a
from osteria.games.pizzeria import reasons, telling
from osteria.games.pizzeria import record as r
from osteria.games.pizzeria.cards import (
    BOMBASTICA,
    CARD_COUNT,
    CARDS,
    FOUR,
    KIND_COUNT,
    KINDS,
    MOST_PLAYERS,
    ORDER_COUNT,
    OWN_KIND,
    TWO_DOUBLES,
)
from osteria.games.pizzeria.order_table import ORDER_ROWS, SMALLEST_BID
from osteria.games.pizzeria.rules.filling import bid, short_of, short_of_big_pizza
from osteria.games.pizzeria.rules.help import singles_given
from osteria.games.pizzeria.rules.legal import stack_dealt_from

PHASES = ("turn", "scoring", "over")
BOOKS, SECTIONS = ("MM", "SM"), ("MM", "SM", "GR")
SEAT = w.var("seat")


def _cards(name: str) -> Template:
    return w.counted("cards", w.field(name))


def _order(number: Template) -> Template:
    return w.word("orders", number)


def _seat(name: str) -> Template:
    return w.seat(w.field(name))


def _is(name: str, number: int) -> Template:
    return w.calc("==", w.field(name), number)


# -------------------------------------------------------------------------------------------------- The table in words


def _oven_card(code: Template) -> Template:
    """A card of the oven: an ingredient, or an order with its owner."""
    item = w.calc("-", code, CARD_COUNT)
    owner, order = w.calc("//", item, ORDER_COUNT), w.calc("%", item, ORDER_COUNT)
    return w.when(w.calc("<", code, CARD_COUNT), w.word("cards", code), w.text(w.seat(owner), "/", _order(order)))


def _under(said: Template) -> Template:
    """The orders put under a stack, top first, after others."""
    under = w.each("order", w.first(w.field("under", SEAT), w.field("under_size", SEAT)), _order(w.var("order")))
    return w.joined(said, under)


PUBLIC = {
    "phase": w.word("phases", w.field("phase")),
    "round": w.calc("max", 1, w.field("round")),
    **{name: _seat(name) for name in ("turn", "starter", "holder", "baker")},
    "columns": _cards("columns"),
}
PILES = {name: w.by_seat(w.bits("orders", w.field(name, SEAT))) for name in ("delivered", "removed")}
OPENED = w.first(w.field("open"), w.field("open_count"))
OPEN = {"open": w.each("order", OPENED, w.text(_seat("owner"), "/", _order(w.var("order"))))}
TURNED = w.calc("*", w.field("cursor"), w.calc("!=", w.field("phase"), r.TURN))
"""How many cards of the oven lie no longer there."""
ZONES = {
    **PUBLIC,
    "used": _cards("used"),
    "committed": _cards("committed"),
    "oven": w.each(
        "place",
        w.upto(w.calc("max", 0, w.calc("-", w.field("oven_size"), TURNED))),
        _oven_card(w.field("oven", w.calc("+", w.var("place"), TURNED))),
    ),
    "supply": w.joined(
        w.repeated("cards", w.field("supply")), w.when(w.field("card_in_supply"), w.listed("sole-mio"), w.listed())
    ),
    "hands": w.by_seat(
        w.joined(w.repeated("cards", w.field("hands", SEAT)), w.bits("orders", w.field("hand_orders", SEAT)))
    ),
    **PILES,
    "orders": w.by_seat(_under(w.bits("orders", w.field("stack", SEAT)))),
    **OPEN,
}

# ----------------------------------------------------------------------------------------------- An observation in words

FIRST = w.field("open", 0)
IS_ASKING = _is("ask", r.HELP)
IS_BID = w.calc("==", FIRST, OWN_KIND)
IS_BIG_PIZZA = w.calc("==", FIRST, BOMBASTICA)
DOUBLES_ONLY = w.when(w.calc("==", FIRST, TWO_DOUBLES), "double-", "")
SHORT = w.when(
    IS_BIG_PIZZA,
    {"any": w.rule("short_of_big_pizza")},
    w.counted("kinds", w.each("kind", w.upto(KIND_COUNT), w.rule("short_of", w.var("kind"))), DOUBLES_ONLY),
)
AFTER_OWNER = w.calc("+", w.field("owner"), 1)
ASKED_BEFORE = w.each(
    "after",
    w.upto(w.calc("%", w.calc("-", w.field("seat"), AFTER_OWNER), w.players())),
    w.seat(w.calc("%", w.calc("+", AFTER_OWNER, w.var("after")), w.players())),
)
FILLING = {
    "owner": _seat("owner"),
    "orders": w.each("order", OPENED, _order(w.var("order"))),
    "needs": w.counted("kinds", w.field("needs"), DOUBLES_ONLY),
    "short": SHORT,
    "request": w.when(IS_ASKING, w.when(IS_BIG_PIZZA, w.counted("kinds", w.field("wants")), SHORT), None),
    "bid": w.when(IS_BID, w.rule("bid"), None),
    "shown": w.when(IS_BID, w.field("shown"), None),
    "declined": w.when(IS_ASKING, ASKED_BEFORE, w.listed()),
    "picked": _seat("chosen"),
    "revealed": w.when(w.calc("<", w.field("revealed"), 0), None, w.word("cards", w.field("revealed"))),
}
ANNOUNCEMENT = {
    "seat": _seat("said_seat"),
    "kind": w.word("kinds", w.field("said_kind")),
    "ingredients": w.calc("+", w.field("said_singles"), w.calc("*", 2, w.field("said_doubles"))),
    "doubles": w.field("said_doubles"),
}
IN_OVEN = w.each("seat", w.upto(w.players()), w.bits("orders", w.field("oven_orders", SEAT), w.text(w.seat(SEAT), "/")))
VIEW = {
    **PUBLIC,
    "committed": _cards("committed"),
    "used": w.when(w.field("assisted"), _cards("used"), w.field("used_size")),
    "oven": {
        "size": w.field("oven_size"),
        "top": w.when(w.calc("<", w.field("oven_top"), 0), None, _oven_card(w.field("oven_top"))),
        "count": w.when(w.field("assisted"), w.merged(_cards("oven_cards"), w.ones(w.flat(IN_OVEN)))),
    },
    "supply": w.field("supply_size"),
    "hands": w.by_seat(
        w.when(
            w.calc("==", SEAT, w.var("viewer")),
            w.joined(w.repeated("cards", w.field("hand")), w.bits("orders", w.field("hand_orders"))),
            {"ingredients": w.field("ingredients", SEAT), "orders": w.field("orders", SEAT)},
        )
    ),
    "orders": w.by_seat(
        {
            "shuffled": w.field("stack_size", SEAT),
            "under": w.when(w.field("assisted"), _under(w.listed()), w.field("under_size", SEAT)),
        }
    ),
    **PILES,
    **OPEN,
    "filling": w.when(w.field("open_count"), FILLING, None),
    "announcement": w.when(w.calc("<", w.field("said_seat"), 0), None, ANNOUNCEMENT),
}

# ------------------------------------------------------------------------------------------------------- Moves in words

ACTION, ACTIONS = w.var("action"), w.var("actions")


def _play(action: int) -> str:
    """The notation of a play."""
    kind, singles, doubles = KINDS[a.played_kind(action)], a.played_singles(action), a.played_doubles(action)
    cards = (f"{singles} {kind}" if singles else "", f"{doubles} double-{kind}" if doubles else "")
    return " ".join(["play", *filter(None, cards)])


def _named(verb: str, first: int, words: str, count: int) -> Spoken:
    return Spoken(first, count, w.text(f"{verb} ", w.word(words, ACTION)))


def _kinds(verb: str, ask: int) -> Spoken:
    kinds = w.each("kind", ACTIONS, w.word("kinds", w.calc("-", w.var("kind"), a.KIND)))
    return Spoken(a.KIND, KIND_COUNT, w.text(f"{verb} ", w.spaced(kinds)), (ask,))


def _gift() -> Template:
    """HP-4: for every kind that is asked for, the singles and doubles of it."""
    chosen = w.calc("-", w.var("give"), a.GIVE)
    kind, doubles = w.calc("//", chosen, a.GIVES), w.calc("%", chosen, a.GIVES)
    singles, name = w.rule("singles_given", kind, doubles), w.word("kinds", kind)
    cards = w.joined(
        w.when(singles, w.listed(w.text(singles, " ", name)), w.listed()),
        w.when(doubles, w.listed(w.text(doubles, " double-", name)), w.listed()),
    )
    return w.text("give ", w.spaced(w.flat(w.each("give", ACTIONS, cards))))


PLAIN = {
    a.NO_ORDER: "no order",
    a.DRAW_SUPPLY: "draw supply",
    a.DRAW_ORDERS: "draw orders",
    a.CLOSE_SERIES: "close series",
    a.SETTLE: "settle",
    a.ASK: "ask",
    a.GIVE_UP: "give up",
    a.DECLINE: "decline",
    a.SHOW: "show",
    a.HOLD: "hold",
}
MOVES = (
    Spoken(a.PLAY, a.ORDER - a.PLAY, w.word("plays", ACTION)),
    *(Spoken(action, 1, said) for action, said in PLAIN.items()),
    _named("order", a.ORDER, "orders", ORDER_COUNT),
    Spoken(a.JOIN, KIND_COUNT, w.text("join ", _order(w.calc("+", FOUR, ACTION)))),
    _named("add", a.ADD, "cards", CARD_COUNT),
    _named("want", a.WANT, "kinds", KIND_COUNT),
    _named("reveal", a.REVEAL, "cards", CARD_COUNT),
    _named("match", a.MATCH, "cards", CARD_COUNT),
    _named("deal", a.DEAL, "cards", CARD_COUNT + 1),
    _named("deal", a.DEAL_ORDER, "orders", ORDER_COUNT),
    _kinds("way", r.WAY),
    _kinds("amounts", r.AMOUNTS),
    Spoken(a.GIVE, KIND_COUNT * a.GIVES, _gift()),
    Spoken(a.PICK, MOST_PLAYERS, w.text("pick ", w.seat(ACTION))),
    Spoken(a.START, MOST_PLAYERS, w.text("start ", w.seat(ACTION))),
)

# ------------------------------------------------------------------------------------------------------ Clauses that ask

BOOK = w.word("books", w.field("helps"))
SECTION = w.word("sections", w.calc("+", w.field("helps"), w.field("removes")))
DEALT = w.when(_is("dealing", r.SETTING_UP), w.text(SECTION, "-3"), w.text(BOOK, "-6"))
OVER = w.when(w.field("helps"), "SM-13", "MM-17")
CLAUSES = {
    r.START: "G-3",
    r.DEAL: DEALT,
    r.DEAL_ORDER: w.when(_is("dealing", r.REWARDING), "HP-6", DEALT),
    r.PLAY: w.text(BOOK, "-4"),
    r.ORDER: w.text(BOOK, "-5"),
    r.DRAW: w.text(BOOK, "-6"),
    r.JOIN: "SM-21",
    r.AMOUNTS: "SM-21",
    r.WAY: w.word("order_clauses", FIRST),
    r.FILL: w.when(
        w.calc("<", 1, w.field("open_count")),
        "SM-22",
        w.when(IS_BID, "SM-25", w.when(IS_BIG_PIZZA, "MM-13", "C-2")),
    ),
    r.HELP: "HP-3",
    r.BLOCK: "SM-27",
    r.PICK: "SM-29",
    r.REVEAL: "SM-29",
    r.MATCH: "SM-29",
    r.CLOSE: OVER,
    r.OVER: OVER,
}

# ------------------------------------------------------------------------------------------------- Why a move is refused

ASKED = {
    r.PLAY: "play ingredients of one kind, such as “play 2 olive”",
    r.ORDER: "put an order into the oven, “order NAME”, or “no order”",
    r.DRAW: "draw: “draw supply” or “draw orders”",
    r.JOIN: "add a four-<kind> order, “join NAME”, or “close series”",
    r.AMOUNTS: "say which order needs 4, 3 and so on: “amounts KIND KIND”",
    r.WAY: "pick a way: “way” and its kinds",
    r.FILL: "fill the order: add a card, ask, settle or give up",
    r.HELP: "give everything asked for, or “decline”",
    r.BLOCK: "“show” or “hold”",
    r.PICK: "pick an opponent: “pick KIND”",
    r.REVEAL: "reveal a card of your hand: “reveal CARD”",
    r.MATCH: "match the card, “match CARD”, or “give up”",
    r.START: "the starting player is drawn: “start KIND”",
    r.DEAL: "a card of the supply is dealt: “deal CARD”",
    r.DEAL_ORDER: "an order is dealt: “deal ORDER”",
}
ONLY_REASONS = {
    r.PLAY: reasons.TOO_FEW_HELD,
    r.ORDER: reasons.NO_SUCH_ORDER,
    r.JOIN: reasons.NOT_JOINING,
    r.AMOUNTS: reasons.AMOUNTS_WRONG,
    r.BLOCK: reasons.NOTHING_TO_SHOW,
    r.PICK: reasons.NO_OPPONENT,
    r.REVEAL: reasons.NOT_IN_HAND,
}
"""Where what is not listed has one reason; of chance it is that the stack has no such card."""


def _of_card(first: int, words: str, count: int) -> Spoken:
    return Spoken(first, count, {"card": w.word(words, ACTION)})


def _of_kind(first: int, each: int) -> Spoken:
    return Spoken(first, KIND_COUNT * each, {"kind": w.word("kinds", w.calc("//", ACTION, each))})


REFUSALS = Refusals(
    asked=ASKED,
    reasons=reasons.REASONS,
    only=ONLY_REASONS,
    otherwise=reasons.NOT_IN_STACK,
    known={
        "order": _order(FIRST),
        "order_clause": w.word("order_clauses", FIRST),
        "own": w.word("kinds", w.field("own", w.field("owner"))),
        "shown": w.word("cards", w.field("revealed")),
        "least": str(SMALLEST_BID),
        "book": BOOK,
    },
    about=(
        _of_card(a.ADD, "cards", CARD_COUNT),
        _of_card(a.REVEAL, "cards", CARD_COUNT),
        _of_card(a.MATCH, "cards", CARD_COUNT),
        _of_card(a.ORDER, "orders", ORDER_COUNT),
        _of_kind(a.KIND, 1),
        _of_kind(a.WANT, 1),
        _of_kind(a.GIVE, a.GIVES),
        _of_kind(a.PLAY, a.PLAYS),
    ),
)

WORDING = Wording(
    view=VIEW,
    zones=ZONES,
    clauses=CLAUSES,
    moves=MOVES,
    seats=w.each("own", w.first(w.field("own"), w.field("players")), w.word("kinds", w.var("own"))),
    book=w.field("helps"),
    places=telling.COMMON,
    of_seats=telling.OF_SEATS,
    most=MOST_PLAYERS,
    lists={
        **telling.LISTS,
        "phases": PHASES,
        "books": BOOKS,
        "sections": SECTIONS,
        "order_clauses": tuple(row.clause for row in ORDER_ROWS),
        "plays": tuple(map(_play, range(a.PLAY, a.ORDER))),
    },
    rules={
        "bid": bid,
        "short_of": short_of,
        "short_of_big_pizza": short_of_big_pizza,
        "singles_given": singles_given,
        "stack_dealt_from": stack_dealt_from,
    },
    refusals=REFUSALS,
)
assert CARDS == telling.LISTS["cards"][:CARD_COUNT]
