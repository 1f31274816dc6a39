"""The events of the pizza games: what happened, in words, and what only one seat may know of it."""

from __future__ import annotations

from typing import Any

from osteria.core.events import Kind, Words, kinds_by_code
from osteria.core.kernel import kernel
from osteria.core.schema import Table
from osteria.games.pizzeria.cards import CARDS, KINDS, ORDERS, SOLE_MIO_CARD

START, DEAL, DEAL_ORDER, DEAL_KNOWN, SOLE_MIO, PLAY, ORDER, NO_ORDER, PASS, DRAW = range(1, 11)
ROUND_END, TURN_OVER, OPEN, JOIN, SERIES_CLOSED, AMOUNTS, WAY, ADD, SETTLE, WANT = range(11, 21)
ASK, DECLINE, GIVE, REWARD, GIVE_UP, BID, SHOW, HOLD, BLOCKED, PICK = range(21, 31)
REVEAL, MATCH, FILLED, FAILED, RETURNED, TAKES_CARD, GATHER, ROUND, OVER, REWARD_KNOWN = range(31, 41)

DIGIT_BITS = 4
DIGIT = 1 << DIGIT_BITS
"""Several small numbers travel in one: a digit in base 16 for each. BOUND: at most 15 of a kind are asked for (MM-13)."""
FAILURES = ("C-2", "C-5", "HP-7", "SM-22", "SM-26", "SM-28", "SM-29", "SM-30", "MM-15")
GAVE_UP, SHORT, REFUSED, LEFT_SHORT, LOW_BID, WAS_BLOCKED, NO_MATCH, OWN_LIES_THERE, NOTHING_SCARCE = range(9)


@kernel
def place(card: int, count: int) -> int:
    """A count in the digit of a card."""
    return count << (DIGIT_BITS * card)


@kernel
def packed(counts: Table) -> int:
    """Small numbers as the digits of one."""
    number = 0
    for place in range(counts.shape[0] - 1, -1, -1):
        number = number * DIGIT + int(counts[place])
    return number


def digits(number: int, length: int) -> list[int]:
    """The numbers that were packed."""
    return [number // DIGIT**place % DIGIT for place in range(length)]


def cards_in(number: int) -> dict[str, int]:
    """Packed counts by card, in words."""
    return {card: count for card, count in zip(CARDS, digits(number, len(CARDS)), strict=True) if count}


def kinds_in(number: int) -> dict[str, int]:
    """Packed counts by kind, in words."""
    return {kind: count for kind, count in zip(KINDS, digits(number, len(KINDS)), strict=True) if count}


def kinds_listed(number: int, length: int) -> list[str]:
    """A packed list of kinds, in words."""
    return [KINDS[kind] for kind in digits(number, length)]


def _seat(names: Any, seat: int, _b: int, _c: int) -> Words:
    return {"seat": names[seat]}


def _deal(names: Any, seat: int, card: int, _c: int) -> Words:
    return {"seat": names[seat], "stack": "supply", "card": CARDS[card]}


def _deal_order(names: Any, seat: int, order: int, _c: int) -> Words:
    return {"seat": names[seat], "stack": "orders", "card": ORDERS[order]}


def _play(names: Any, seat: int, kind: int, both: int) -> Words:
    singles, doubles = digits(both, 2)
    return {"seat": names[seat], "kind": KINDS[kind], "singles": singles, "doubles": doubles}


def _order(names: Any, seat: int, order: int, _c: int) -> Words:
    return {"seat": names[seat], "order": ORDERS[order]}


def _draw(names: Any, seat: int, orders: int, _c: int) -> Words:
    return {"seat": names[seat], "stack": "orders" if orders else "supply"}


def _card(names: Any, seat: int, card: int, _c: int) -> Words:
    return {"seat": names[seat], "card": CARDS[card]}


def _cards(names: Any, seat: int, cards: int, _c: int) -> Words:
    return {"seat": names[seat], "cards": cards_in(cards)}


def _kinds(names: Any, seat: int, kinds: int, length: int) -> Words:
    return {"seat": names[seat], "kinds": kinds_listed(kinds, length)}


def _turn_over(_names: Any, card: int, _b: int, _c: int) -> Words:
    return {"card": CARDS[card]}


def _want(names: Any, seat: int, kind: int, _c: int) -> Words:
    return {"seat": names[seat], "kind": KINDS[kind]}


def _ask(names: Any, seat: int, kinds: int, doubles: int) -> Words:
    found = kinds_in(kinds)
    request = {f"double-{kind}": count for kind, count in found.items()} if doubles else found
    return {"seat": names[seat], "request": request}


def _bid(names: Any, seat: int, amount: int, _c: int) -> Words:
    return {"seat": names[seat], "amount": amount}


def _pick(names: Any, seat: int, other: int, _c: int) -> Words:
    return {"seat": names[seat], "other": names[other]}


def _filled(names: Any, seat: int, order: int, cards: int) -> Words:
    return {"seat": names[seat], "order": ORDERS[order], "columns": cards_in(cards)}


def _failed(names: Any, seat: int, order: int, why: int) -> Words:
    return {"seat": names[seat], "order": ORDERS[order], "why": FAILURES[why]}


def _round(names: Any, seat: int, number: int, _c: int) -> Words:
    return {"number": number, "seat": names[seat]}


def _over(names: Any, _a: int, counted: int, _c: int) -> Words:
    return {"ingredients": dict(zip(names, digits(counted, len(names)), strict=True))}


def _nothing(_names: Any, _a: int, _b: int, _c: int) -> Words:
    return {}


EVENTS = kinds_by_code(
    {
        START: Kind("start", _seat, secret=()),
        DEAL: Kind("deal", _deal, secret=("card",)),
        DEAL_ORDER: Kind("deal", _deal_order, secret=("card",)),
        # G-8: everybody once saw which order this is, but an authentic table does not say it again.
        DEAL_KNOWN: Kind("deal", _deal_order, secret=("card",)),
        SOLE_MIO: Kind("sole-mio", _seat, secret=()),
        PLAY: Kind("play", _play, secret=()),
        ORDER: Kind("order", _order, secret=()),
        NO_ORDER: Kind("no-order", _seat, secret=()),
        PASS: Kind("pass", _seat, secret=()),
        DRAW: Kind("draw", _draw, secret=()),
        ROUND_END: Kind("round-end", _seat, secret=()),
        TURN_OVER: Kind("turn-over", _turn_over, secret=()),
        OPEN: Kind("open", _order, secret=()),
        JOIN: Kind("join", _order, secret=()),
        SERIES_CLOSED: Kind("series-closed", _seat, secret=()),
        AMOUNTS: Kind("amounts", _kinds, secret=()),
        WAY: Kind("way", _kinds, secret=()),
        ADD: Kind("add", _card, secret=()),
        SETTLE: Kind("settle", _seat, secret=()),
        WANT: Kind("want", _want, secret=()),
        ASK: Kind("ask", _ask, secret=()),
        DECLINE: Kind("decline", _seat, secret=()),
        GIVE: Kind("give", _cards, secret=()),
        REWARD: Kind("reward", _order, secret=()),
        GIVE_UP: Kind("give-up", _seat, secret=()),
        BID: Kind("bid", _bid, secret=()),
        SHOW: Kind("show", _cards, secret=()),
        HOLD: Kind("hold", _seat, secret=()),
        BLOCKED: Kind("blocked", _seat, secret=()),
        PICK: Kind("pick", _pick, secret=()),
        REVEAL: Kind("reveal", _card, secret=()),
        MATCH: Kind("match", _card, secret=()),
        FILLED: Kind("filled", _filled, secret=()),
        FAILED: Kind("failed", _failed, secret=()),
        RETURNED: Kind("returned", _cards, secret=()),
        TAKES_CARD: Kind("takes-card", _seat, secret=()),
        GATHER: Kind("gather", _nothing, secret=()),
        ROUND: Kind("round", _round, secret=()),
        OVER: Kind("over", _over, secret=()),
        REWARD_KNOWN: Kind("reward", _order, secret=()),
    }
)
assert SOLE_MIO_CARD == len(CARDS)
