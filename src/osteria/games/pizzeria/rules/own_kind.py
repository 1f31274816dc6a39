"""SM-24 to SM-28: the bid on the own kind, and blocking it."""

from __future__ import annotations

from osteria.core.events import Log, tell
from osteria.core.kernel import kernel
from osteria.games.pizzeria import telling as t
from osteria.games.pizzeria.order_table import SMALLEST_BID
from osteria.games.pizzeria.record import BLOCK, Pizzeria
from osteria.games.pizzeria.rules.filling import bid, first_open
from osteria.games.pizzeria.rules.hands import left_of, move_cards, worth
from osteria.games.pizzeria.rules.settling import fill_order, finish_order, put_away, tell_failed
from osteria.games.pizzeria.telling import digit


@kernel
def is_bid_enough(s: Pizzeria) -> bool:
    """SM-24, SM-26: from the smallest bid on the owner can only add or settle."""
    return bid(s) >= SMALLEST_BID


@kernel
def settle_bid(s: Pizzeria, log: Log) -> None:
    """SM-27: the bid stands; opponents are asked clockwise from the owner's left."""
    tell(log, t.BID, s["owner"], bid(s))
    ask_to_block(s, left_of(s, int(s["owner"])), log)


@kernel
def ask_to_block(s: Pizzeria, seat: int, log: Log) -> None:
    """SM-27, G-6: everybody is asked, also who has nothing to show."""
    if seat == s["owner"]:
        fill_order(s, log)
    else:
        s["ask"] = BLOCK
        s["seat"] = seat


@kernel
def may_show(s: Pizzeria) -> bool:
    """SM-27: with at least one card of that kind."""
    return worth(s["hands"][s["seat"]], int(s["own"][s["owner"]])) > 0


@kernel
def show(s: Pizzeria, log: Log) -> None:
    """SM-27: all cards of that kind are shown, and stay in the hand. As soon as they reach the bid it is blocked."""
    seat = int(s["seat"])
    kind = int(s["own"][s["owner"]])
    singles = int(s["hands"][seat, 2 * kind])
    doubles = int(s["hands"][seat, 2 * kind + 1])
    shown = worth(s["hands"][seat], kind)
    s["shown"] += shown
    tell(log, t.SHOW, seat, digit(2 * kind, singles) + digit(2 * kind + 1, doubles), shown)
    if s["shown"] >= bid(s):
        block(s, kind, log)
    else:
        ask_to_block(s, left_of(s, seat), log)


@kernel
def hold(s: Pizzeria, log: Log) -> None:
    """SM-27: nothing is shown."""
    tell(log, t.HOLD, s["seat"])
    ask_to_block(s, left_of(s, int(s["seat"])), log)


@kernel
def block(s: Pizzeria, kind: int, log: Log) -> None:
    """SM-28: not filled; the columns keep everything, the cards the owner added too."""
    tell(log, t.BLOCKED, s["owner"])
    tell_failed(s, first_open(s), t.WAS_BLOCKED, log)
    for card in range(2 * kind, 2 * kind + 2):
        added = int(s["committed"][card])
        move_cards(s["committed"], s["columns"], card, added, t.MOVE, t.COMMITTED, t.COLUMNS, log)
    put_away(s, first_open(s), log)
    finish_order(s)
