"""Which clause asks, and why a move is refused: sentences that are safe to show to the seat that tried."""

from __future__ import annotations

from osteria.core.game import Why
from osteria.core.schema import State
from osteria.games.pizzeria import actions as a
from osteria.games.pizzeria import record as r
from osteria.games.pizzeria.cards import (
    BOMBASTICA,
    CARDS,
    KINDS,
    ORDERS,
    OWN_KIND,
)
from osteria.games.pizzeria.order_table import ORDER_ROWS, names_kind_first
from osteria.games.pizzeria.rules.filling import first_open, is_needed, is_series
from osteria.games.pizzeria.rules.help import is_wanting
from osteria.games.pizzeria.rules.ways import kinds_that_fit, ways_from_columns

CLAUSES = {
    r.START: "G-3",
    r.JOIN: "SM-21",
    r.AMOUNTS: "SM-21",
    r.HELP: "HP-3",
    r.BLOCK: "SM-27",
    r.PICK: "SM-29",
    r.REVEAL: "SM-29",
    r.MATCH: "SM-29",
}
TURN_CLAUSES = {r.PLAY: 4, r.ORDER: 5, r.DRAW: 6, r.DEAL: 6, r.DEAL_ORDER: 6}
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


def clause(s: State, section: str) -> str:
    """The id of the clause that asks what is asked now."""
    ask = int(s["ask"])
    own = "MM" if section == "MM" else "SM"
    if ask in (r.OVER, r.CLOSE):
        return "MM-17" if own == "MM" else "SM-13"
    if ask in (r.DEAL, r.DEAL_ORDER) and s["dealing"] == r.SETTING_UP:
        return f"{section}-3"
    if ask == r.DEAL_ORDER and s["dealing"] == r.REWARDING:
        return "HP-6"
    if ask in TURN_CLAUSES:
        return f"{own}-{TURN_CLAUSES[ask]}"
    if ask == r.WAY:
        return ORDER_ROWS[first_open(s)].clause
    if ask == r.FILL:
        return _fill_clause(s)
    return CLAUSES[ask]


def _fill_clause(s: State) -> str:
    if is_series(s):
        return "SM-22"
    return {OWN_KIND: "SM-25", BOMBASTICA: "MM-13"}.get(first_open(s), "C-2")


def not_asked(s: State, section: str) -> Why:
    """Why a move that answers another question is refused."""
    ask = int(s["ask"])
    if ask not in ASKED:
        return Why("Nobody is asked now.", clause(s, section))
    return Why(f"That is not asked now; {ASKED[ask]}.", clause(s, section))


def why_not(s: State, section: str, actions: tuple[int, ...]) -> Why:
    """Why small actions that answer the question are no legal move."""
    ask, action = int(s["ask"]), actions[0]
    here = clause(s, section)
    if ask == r.PLAY:
        kind = KINDS[a.played_kind(action)]
        return Why(f"You do not hold that many cards of {kind}.", here)
    if ask == r.ORDER:
        return Why(f"You do not hold the order {ORDERS[action - a.ORDER]}.", here)
    if ask == r.JOIN:
        return Why("You do not hold that order; only orders of your hand can join.", here)
    if ask == r.AMOUNTS:
        return Why("Every order of the series gets one amount; name the kinds of its orders.", here)
    if ask == r.WAY:
        return _why_not_way(s, actions)
    if ask == r.FILL:
        return _why_not_fill(s, action)
    if ask == r.HELP:
        return Why("You cannot give that: everything asked for, from your own hand, or decline.", here)
    if ask == r.BLOCK:
        return Why(f"You have no {KINDS[s['own'][s['owner']]]} to show.", here)
    if ask == r.PICK:
        return Why("Pick an opponent who holds at least one ingredient card.", here)
    if ask == r.REVEAL:
        return Why(f"You do not hold {CARDS[action - a.REVEAL]}.", here)
    if ask == r.MATCH:
        return _why_not_match(s, action)
    return Why("That cannot be drawn: it is not in the stack.", here)


def _why_not_way(s: State, actions: tuple[int, ...]) -> Why:
    order = first_open(s)
    here = ORDER_ROWS[order].clause
    if actions[0] == a.GIVE_UP:
        if ways_from_columns(s) > 0:
            return _why_no_giving_up(order)
        return Why("Pick a way first; you may give up afterwards.", "C-2")
    for action in actions:
        if (kinds_that_fit(s) >> (action - a.KIND)) & 1 == 0:
            return Why(f"{KINDS[action - a.KIND]} is no kind that {ORDERS[order]} allows here.", here)
    if ways_from_columns(s) > 0 and not names_kind_first(order):
        return Why("The columns suffice in another way; pick one of those.", "C-1")
    return Why("Your hand cannot complete the order that way.", "C-2")


def _why_no_giving_up(order: int) -> Why:
    if names_kind_first(order):
        return Why("A kind is complete in the columns: name a kind first.", ORDER_ROWS[order].clause)
    return Why("The columns suffice: the order is filled, only the way is yours to pick.", "C-1")


def _why_not_fill(s: State, action: int) -> Why:
    order = first_open(s)
    if action == a.SETTLE:
        if order == OWN_KIND:
            return Why("The bid is below 2.", "SM-26")
        return Why("Only a series or a bid on the own kind is settled.", "C-2")
    if action == a.ASK:
        if order == BOMBASTICA and s["helps"]:
            return Why("Name the ingredients you ask for, one at a time: “want KIND”.", "GR-5")
        return Why("Help cannot be asked for this order.", "HP-1")
    if action == a.GIVE_UP:
        if order == OWN_KIND:
            return Why("With a bid of 2 or more you can only add or settle.", "SM-26")
        return Why("A series is not given up, it is settled.", "SM-22")
    if a.WANT <= action < a.GIVE_UP:
        return Why("Only the owner of a bombastica in Grande names what is wanted.", "GR-5" if s["removes"] else "C-2")
    return _why_not_add(s, action - a.ADD)


def _why_not_add(s: State, card: int) -> Why:
    order = first_open(s)
    if is_wanting(s):
        return Why("After the first ingredient asked for, nothing more is added.", "GR-5")
    if s["hands"][s["owner"], card] == 0:
        return Why(f"You do not hold {CARDS[card]}.", "C-4")
    if order == OWN_KIND:
        if card // 2 != s["own"][s["owner"]]:
            return Why("Only cards of your own kind count here.", "SM-25")
        return Why("Your cards cannot bring the bid to 2.", "C-4")
    if not is_needed(s, card):
        return Why(f"{CARDS[card]} is not needed.", "C-4")
    return Why("Your hand cannot complete the order; you can only give up.", "C-4")


def _why_not_match(s: State, action: int) -> Why:
    card = action - a.MATCH
    if card // 2 != s["revealed"] // 2:
        return Why(f"{CARDS[card]} does not match {CARDS[s['revealed']]}.", "SM-29")
    return Why(f"You do not hold {CARDS[card]}.", "SM-29")
