"""SM-29: the match."""

from __future__ import annotations

from osteria.core.events import Log, tell
from osteria.core.kernel import kernel
from osteria.games.pizzeria import reasons as why
from osteria.games.pizzeria import telling as t
from osteria.games.pizzeria.cards import kind_of
from osteria.games.pizzeria.record import MATCH, PICK, REVEAL, Pizzeria
from osteria.games.pizzeria.rules.filling import first_open
from osteria.games.pizzeria.rules.hands import ingredients_in_hand, move_cards
from osteria.games.pizzeria.rules.settling import fail_order, finish_order, hand_over, tell_filled


@kernel
def may_pick_opponent(s: Pizzeria, seat: int) -> bool:
    """SM-29: an opponent who holds at least one ingredient card, a public number."""
    return seat != s["owner"] and ingredients_in_hand(s, seat) > 0


@kernel
def begin_match(s: Pizzeria, log: Log) -> None:
    """SM-29: the owner picks an opponent; G-6: not asked where there is only one; with none it is not filled."""
    count = 0
    only = 0
    for seat in range(s["players"]):
        if may_pick_opponent(s, seat):
            count += 1
            only = seat
    if count == 0:
        fail_order(s, t.MATCHED, log)
    elif count == 1:
        pick_opponent(s, only, log)
    else:
        s["ask"] = PICK
        s["seat"] = s["owner"]


@kernel
def pick_opponent(s: Pizzeria, seat: int, log: Log) -> None:
    """SM-29, G-6: the opponent picks what to show, and is asked also with a single card."""
    s["chosen"] = seat
    tell(log, t.PICK, s["owner"], seat)
    s["ask"] = REVEAL
    s["seat"] = seat


@kernel
def reveal(s: Pizzeria, card: int, log: Log) -> None:
    """SM-29: the card is shown and returns to the hand; G-6: the owner is asked, also with nothing to match."""
    s["revealed"] = card
    tell(log, t.REVEAL, s["chosen"], card)
    s["ask"] = MATCH
    s["seat"] = s["owner"]


@kernel
def why_not_match(s: Pizzeria, card: int) -> int:
    """SM-29: one card of that kind from the own hand, single or double."""
    if kind_of(card) != kind_of(int(s["revealed"])):
        return why.NO_MATCH
    if s["hands"][s["owner"], card] == 0:
        return why.NOT_MATCHED
    return why.ALLOWED


@kernel
def match_card(s: Pizzeria, card: int, log: Log) -> None:
    """SM-29: filled; that card goes to the used pile, and the columns play no part."""
    owner = int(s["owner"])
    move_cards(s["hands"][owner], s["used"], card, 1, t.MATCH, t.HAND + owner, t.USED, log)
    tell_filled(s, first_open(s), log)
    hand_over(s, first_open(s), log)
    finish_order(s)


@kernel
def give_up_match(s: Pizzeria, log: Log) -> None:
    """SM-29: otherwise not filled."""
    tell(log, t.GIVE_UP, s["owner"])
    fail_order(s, t.MATCHED, log)
