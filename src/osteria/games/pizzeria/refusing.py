"""Which clause asks, and why a move is refused, in words: the rules say why, here it is said."""

from __future__ import annotations

import numpy as np

from osteria.core.errors import IllegalMove
from osteria.core.family import MOST_LEGAL
from osteria.core.game import Why
from osteria.core.schema import State
from osteria.games.pizzeria import actions as a
from osteria.games.pizzeria import reasons
from osteria.games.pizzeria import record as r
from osteria.games.pizzeria.cards import BOMBASTICA, CARDS, KIND_COUNT, KINDS, ORDERS, OWN_KIND
from osteria.games.pizzeria.order_table import ORDER_ROWS, SMALLEST_BID
from osteria.games.pizzeria.reasons import ALLOWED, REASONS
from osteria.games.pizzeria.rules import legal
from osteria.games.pizzeria.rules.filling import first_open, is_series
from osteria.games.pizzeria.rules.game import answer

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
NAMES = ((a.ADD, CARDS), (a.REVEAL, CARDS), (a.MATCH, CARDS), (a.ORDER, ORDERS))
KIND_NAMES = ((a.KIND, 1), (a.WANT, 1), (a.GIVE, a.GIVES), (a.PLAY, a.PLAYS))


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


class Refusal:
    """Says why at one table.

    Args:
        s: the table.
        section: of the game's own clauses.
    """

    def __init__(self, s: State, section: str) -> None:
        self._s, self._section = s, section

    def not_asked(self) -> IllegalMove:
        """Something else is asked."""
        ask, here = int(self._s["ask"]), clause(self._s, self._section)
        if ask not in ASKED:
            return IllegalMove("Nobody is asked now.", here)
        return IllegalMove(f"That is not asked now; {ASKED[ask]}.", here)

    def because(self, code: int, **words: str) -> IllegalMove:
        """One of the reasons, its sentence filled in with these words and what is public about the open order."""
        why = self.say(code, words)
        return IllegalMove(why.sentence, why.clause)

    def say(self, code: int, words: dict[str, str]) -> Why:
        """A reason in words."""
        sentence, rests_on = REASONS[code]
        known = self._known() | words
        if rests_on.startswith("-"):
            rests_on = ("MM" if self._section == "MM" else "SM") + rests_on
        return Why(sentence.format(**known), rests_on.format(**known))

    def _known(self) -> dict[str, str]:
        s, order = self._s, first_open(self._s)
        return {
            "order": ORDERS[order],
            "order_clause": ORDER_ROWS[order].clause,
            "asking_clause": clause(s, self._section),
            "own": KINDS[s["own"][s["owner"]]],
            "shown": CARDS[s["revealed"]],
            "least": str(SMALLEST_BID),
        }


def code_of(s: State, action: int) -> int:
    """Why a small action may not be taken, as the rules say it; 0: it may."""
    code = legal.why_not(s, action)
    out = np.empty(MOST_LEGAL, np.int64)
    if code != ALLOWED or action in out[: legal.list_legal(s, out)]:
        return code
    return ONLY_REASONS.get(int(s["ask"]), reasons.NOT_IN_STACK)


def why_not(s: State, section: str, actions: tuple[int, ...]) -> Why:
    """Why small actions that answer the question are no legal move: the first of them that may not be taken says it."""
    states = np.array([s], s.dtype)
    for action in actions:
        code = code_of(states[0], action)
        if code != ALLOWED:
            return Refusal(states[0], section).say(code, words_of(action))
        answer(states[0], action, None)
    raise AssertionError("a legal move needs no reason")


def words_of(action: int) -> dict[str, str]:
    """The card and the kind that an action is about, if any."""
    cards = {first: words[action - first] for first, words in NAMES if first <= action < first + len(words)}
    kinds = [
        KINDS[(action - first) // each] for first, each in KIND_NAMES if first <= action < first + KIND_COUNT * each
    ]
    return {"card": next(iter(cards.values()), ""), "kind": kinds[0] if kinds else ""}
