"""Why an action may not be taken: the rules answer with a number, 0 where it may; here are their sentences and clauses.

A sentence is safe to show to the seat that tried. Words in braces are filled in from the action and the open order.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Reason(NamedTuple):
    """A sentence and the clause that it rests on."""

    sentence: str
    clause: str


ALLOWED = 0
NOT_HELD, NOT_NEEDED, CANNOT_COMPLETE, AFTER_WANTS, NOT_OWN_KIND, CANNOT_BID = range(1, 7)
BID_TOO_LOW, NOTHING_TO_SETTLE, BID_STANDS, SERIES_IS_SETTLED, NO_HELP, NAME_WANTS, NO_WANTS_HERE = range(7, 14)
NO_SUCH_KIND, OTHER_WAY, HAND_FAILS, NAMED_TWICE, COLUMNS_SUFFICE, KIND_COMPLETE, PICK_FIRST = range(14, 21)
NOT_ALL, NOT_EXACT, NOT_ASKED_FOR, NO_MATCH, NOT_MATCHED, SEVERAL_KINDS, TOO_FEW_HELD = range(21, 28)
NO_SUCH_ORDER, NOT_JOINING, NO_FOUR, AMOUNTS_WRONG, NOTHING_TO_SHOW, NO_OPPONENT, NOT_IN_HAND = range(28, 35)
NOT_IN_STACK, NOBODY_THERE, WRONG_NUMBER, NO_BOMBASTICA = range(35, 39)

REASONS: Final = {
    NOT_HELD: Reason("You do not hold {card}.", "C-4"),
    NOT_NEEDED: Reason("{card} is not needed.", "C-4"),
    CANNOT_COMPLETE: Reason("Your hand cannot complete the order; you can only give up.", "C-4"),
    AFTER_WANTS: Reason("After the first ingredient asked for, nothing more is added.", "GR-5"),
    NOT_OWN_KIND: Reason("Only cards of your own kind count here.", "SM-25"),
    CANNOT_BID: Reason("Your cards cannot bring the bid to {least}.", "C-4"),
    BID_TOO_LOW: Reason("The bid is below {least}.", "SM-26"),
    NOTHING_TO_SETTLE: Reason("Only a series or a bid on the own kind is settled.", "C-2"),
    BID_STANDS: Reason("With a bid of {least} or more you can only add or settle.", "SM-26"),
    SERIES_IS_SETTLED: Reason("A series is not given up, it is settled.", "SM-22"),
    NO_HELP: Reason("Help cannot be asked for this order.", "HP-1"),
    NAME_WANTS: Reason("Name the ingredients you ask for, one at a time: “want KIND”.", "GR-5"),
    NO_WANTS_HERE: Reason("Only the owner of a bombastica in Grande names what is wanted.", "C-2"),
    NO_BOMBASTICA: Reason("Only the owner of a bombastica names what is wanted.", "GR-5"),
    NO_SUCH_KIND: Reason("{kind} is no kind that {order} allows here.", "{order_clause}"),
    NAMED_TWICE: Reason("{kind} is named already.", "{order_clause}"),
    OTHER_WAY: Reason("The columns suffice in another way; pick one of those.", "C-1"),
    HAND_FAILS: Reason("Your hand cannot complete the order that way.", "C-2"),
    COLUMNS_SUFFICE: Reason("The columns suffice: the order is filled, only the way is yours to pick.", "C-1"),
    KIND_COMPLETE: Reason("A kind is complete in the columns: name a kind first.", "{order_clause}"),
    PICK_FIRST: Reason("Pick a way first; you may give up afterwards.", "C-2"),
    NOT_ALL: Reason("You cannot give that: everything asked for, from your own hand, or decline.", "HP-3"),
    NOT_EXACT: Reason("The request for {kind} must be covered, with no card too many.", "HP-4"),
    NOT_ASKED_FOR: Reason("Nobody asked for {card}.", "HP-4"),
    NO_MATCH: Reason("{card} does not match {shown}.", "SM-29"),
    NOT_MATCHED: Reason("You do not hold {card}.", "SM-29"),
    SEVERAL_KINDS: Reason("Several ingredients may be played together only if they are of one kind.", "{book}-4"),
    TOO_FEW_HELD: Reason("You do not hold that many cards of {kind}.", "{book}-4"),
    NO_SUCH_ORDER: Reason("You do not hold the order {card}.", "{book}-5"),
    NOT_JOINING: Reason("You do not hold that order; only orders of your hand can join.", "SM-21"),
    NO_FOUR: Reason("Only four-<kind> orders can join a series.", "SM-21"),
    AMOUNTS_WRONG: Reason("Every order of the series gets one amount; name the kinds of its orders.", "SM-21"),
    NOTHING_TO_SHOW: Reason("You have no {own} to show.", "SM-27"),
    NO_OPPONENT: Reason("Pick an opponent who holds at least one ingredient card.", "SM-29"),
    NOT_IN_HAND: Reason("You do not hold {card}.", "SM-29"),
    NOT_IN_STACK: Reason("That cannot be drawn: it is not in the stack.", "{asking_clause}"),
    NOBODY_THERE: Reason("Nobody at this table plays {kind}.", "{asking_clause}"),
    WRONG_NUMBER: Reason("This needs {number}.", "{asking_clause}"),
}
assert sorted(REASONS) == list(range(1, len(REASONS) + 1))
