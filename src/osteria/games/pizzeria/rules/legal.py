"""The one judge: which small actions may be taken now."""

from __future__ import annotations

from osteria.core.kernel import kernel
from osteria.core.schema import Table
from osteria.games.pizzeria import actions as a
from osteria.games.pizzeria import reasons as why
from osteria.games.pizzeria import record as r
from osteria.games.pizzeria.actions import play_action
from osteria.games.pizzeria.cards import (
    CARD_COUNT,
    HAND,
    KIND_COUNT,
    ORDER_COUNT,
    OWN_KIND,
    SOLE_MIO_CARD,
)
from osteria.games.pizzeria.record import Pizzeria
from osteria.games.pizzeria.rules.filling import first_open, is_adding_allowed, is_series, why_not_add
from osteria.games.pizzeria.rules.hands import bits, cards_in_supply
from osteria.games.pizzeria.rules.help import (
    can_give,
    is_wanting,
    requested_kind,
    why_not_ask,
    why_not_give,
    why_not_want,
)
from osteria.games.pizzeria.rules.match import may_pick_opponent, why_not_match
from osteria.games.pizzeria.rules.own_kind import is_bid_enough, may_show
from osteria.games.pizzeria.rules.series import may_join, may_name
from osteria.games.pizzeria.rules.ways import kinds_to_pick, why_not_give_up_way, why_not_name


@kernel
def list_legal(s: Pizzeria, out: Table) -> int:
    """The small actions that may be taken now; returns their number."""
    ask = s["ask"]
    if ask == r.PLAY:
        return list_plays(s, out)
    if ask == r.ORDER:
        return list_orders(s, out)
    if ask == r.DRAW:
        out[0] = a.DRAW_SUPPLY
        out[1] = a.DRAW_ORDERS
        return 2
    if ask == r.DEAL or ask == r.DEAL_ORDER or ask == r.START:
        return list_chance(s, out)
    if ask == r.FILL:
        return list_fills(s, out)
    if ask == r.HELP:
        return list_gifts(s, out)
    if ask == r.WAY:
        return list_ways(s, out)
    return list_others(s, out)


@kernel
def list_plays(s: Pizzeria, out: Table) -> int:
    """MM-4, SM-4: at least one card of one kind, singles and doubles in any mix."""
    hand = s["hands"][s["turn"]]
    count = 0
    for kind in range(KIND_COUNT):
        for doubles in range(int(hand[2 * kind + 1]) + 1):
            count = list_plays_with(kind, doubles, int(hand[2 * kind]), out, count)
    return count


@kernel
def list_plays_with(kind: int, doubles: int, singles_held: int, out: Table, count: int) -> int:
    """MM-4, SM-4: with so many doubles any number of singles, but not no card at all."""
    fewest = int(doubles == 0)
    first = play_action(kind, fewest, doubles)
    # SPEED: always as many as there can be, and no more counted than there are: a loop of unknown length is guessed wrong.
    for more in range(HAND):
        out[count + more] = first + more
    return count + singles_held + 1 - fewest


@kernel
def list_orders(s: Pizzeria, out: Table) -> int:
    """MM-5, SM-5: one order of the hand, or none."""
    held = int(s["hand_orders"][s["turn"]])
    count = 0
    for order in range(ORDER_COUNT):
        out[count] = a.ORDER + order
        count += (held >> order) & 1
    out[count] = a.NO_ORDER
    return count + 1


@kernel
def list_fills(s: Pizzeria, out: Table) -> int:
    """C-2: add what is needed; ask or want where help is allowed; settle a series or a bid; give up."""
    count = 0
    if not is_wanting(s) and is_adding_allowed(s):
        for card in range(CARD_COUNT):
            if why_not_add(s, card) == why.ALLOWED:
                out[count] = a.ADD + card
                count += 1
    if why_not_want(s) == why.ALLOWED:
        for kind in range(KIND_COUNT):
            out[count] = a.WANT + kind
            count += 1
    if why_not_settle(s) == why.ALLOWED:
        out[count] = a.SETTLE
        count += 1
    if why_not_ask(s) == why.ALLOWED:
        out[count] = a.ASK
        count += 1
    if why_not_give_up(s) == why.ALLOWED:
        out[count] = a.GIVE_UP
        count += 1
    return count


@kernel
def why_not_settle(s: Pizzeria) -> int:
    """SM-22: a series may be settled as it is; SM-26: a bid that is high enough may stand."""
    if first_open(s) == OWN_KIND:
        return why.ALLOWED if is_bid_enough(s) else why.BID_TOO_LOW
    return why.ALLOWED if is_series(s) else why.NOTHING_TO_SETTLE


@kernel
def why_not_give_up(s: Pizzeria) -> int:
    """C-2; SM-22: not in a series; SM-25, SM-26: not with a bid that stands."""
    if first_open(s) == OWN_KIND:
        return why.BID_STANDS if is_bid_enough(s) else why.ALLOWED
    return why.SERIES_IS_SETTLED if is_series(s) else why.ALLOWED


@kernel
def list_gifts(s: Pizzeria, out: Table) -> int:
    """HP-3, HP-4: everything asked for, kind by kind, or decline."""
    count = 0
    if can_give(s):
        kind = requested_kind(s, int(s["picked"]))
        for doubles in range(a.GIVES):
            if why_not_give(s, kind, doubles) == why.ALLOWED:
                out[count] = a.GIVE + a.GIVES * kind + doubles
                count += 1
    if s["picked"] == 0:
        out[count] = a.DECLINE
        count += 1
    return count


@kernel
def list_ways(s: Pizzeria, out: Table) -> int:
    """C-1, C-2, MM-14: the kinds that carry on a way; in Mamma Mia! giving up, unless the columns suffice."""
    kinds = kinds_to_pick(s)
    count = 0
    for kind in range(KIND_COUNT):
        out[count] = a.KIND + kind
        count += (kinds >> kind) & 1
    if why_not_give_up_way(s) == why.ALLOWED:
        out[count] = a.GIVE_UP
        count += 1
    return count


@kernel
def why_not(s: Pizzeria, action: int) -> int:
    """Why a small action that answers what is asked may not be taken now; 0: it may. The lists above ask the same
    functions; where they ask none, an action may be taken if it is listed, and there is one reason why not."""
    ask = s["ask"]
    if ask == r.FILL:
        return why_not_fill(s, action)
    if ask == r.WAY:
        return why_not_give_up_way(s) if action == a.GIVE_UP else why_not_name(s, action - a.KIND)
    if ask == r.HELP and action != a.DECLINE:
        if not can_give(s):
            return why.NOT_ALL
        choice = action - a.GIVE
        return why_not_give(s, choice // a.GIVES, choice % a.GIVES)
    if ask == r.MATCH and action != a.GIVE_UP:
        return why_not_match(s, action - a.MATCH)
    return why.ALLOWED


@kernel
def why_not_fill(s: Pizzeria, action: int) -> int:
    """C-2, C-4, HP-1, GR-5: adding, settling, asking, wanting, giving up."""
    if action == a.SETTLE:
        return why_not_settle(s)
    if action == a.ASK:
        return why_not_ask(s)
    if action == a.GIVE_UP:
        return why_not_give_up(s)
    if action >= a.WANT:
        return why_not_want(s)
    if is_wanting(s):
        return why.AFTER_WANTS
    return why_not_add(s, action - a.ADD)


@kernel
def list_others(s: Pizzeria, out: Table) -> int:
    """SM-21, SM-27, SM-29: series, blocking, match; and the closing of a round."""
    ask = s["ask"]
    if ask == r.JOIN:
        return list_joins(s, out)
    if ask == r.AMOUNTS:
        return list_amounts(s, out)
    if ask == r.PICK:
        return list_opponents(s, out)
    if ask == r.REVEAL or ask == r.MATCH:
        return list_match_cards(s, out)
    if ask == r.BLOCK:
        return list_blocks(s, out)
    if ask == r.CLOSE:
        out[0] = a.CLOSE
        return 1
    return 0


@kernel
def list_joins(s: Pizzeria, out: Table) -> int:
    """SM-21: `four-<kind>` orders of the hand, or close the series."""
    count = 0
    for kind in range(KIND_COUNT):
        if may_join(s, kind):
            out[count] = a.JOIN + kind
            count += 1
    out[count] = a.CLOSE_SERIES
    return count + 1


@kernel
def list_amounts(s: Pizzeria, out: Table) -> int:
    """SM-21: the orders that have no amount yet."""
    count = 0
    for kind in range(KIND_COUNT):
        if may_name(s, kind):
            out[count] = a.KIND + kind
            count += 1
    return count


@kernel
def list_opponents(s: Pizzeria, out: Table) -> int:
    """SM-29: opponents with an ingredient card."""
    count = 0
    for seat in range(s["players"]):
        if may_pick_opponent(s, seat):
            out[count] = a.PICK + seat
            count += 1
    return count


@kernel
def list_match_cards(s: Pizzeria, out: Table) -> int:
    """SM-29: any card to reveal; a card of that kind to match, or give up."""
    count = 0
    for card in range(CARD_COUNT):
        if s["ask"] == r.REVEAL:
            if s["hands"][s["seat"], card] > 0:
                out[count] = a.REVEAL + card
                count += 1
        elif why_not_match(s, card) == why.ALLOWED:
            out[count] = a.MATCH + card
            count += 1
    if s["ask"] == r.MATCH:
        out[count] = a.GIVE_UP
        count += 1
    return count


@kernel
def list_blocks(s: Pizzeria, out: Table) -> int:
    """SM-27: show everything of that kind, or nothing."""
    count = 0
    if may_show(s):
        out[0] = a.SHOW
        count = 1
    out[count] = a.HOLD
    return count + 1


@kernel
def list_chance(s: Pizzeria, out: Table) -> int:
    """Chance: every card, order or seat that can come up."""
    count = 0
    for action in range(a.START, a.CLOSE):
        if chance_weight(s, action) > 0:
            out[count] = action
            count += 1
    return count


@kernel
def stack_dealt_from(s: Pizzeria) -> int:
    """Whose order stack chance deals from."""
    if s["dealing"] == r.SETTING_UP:
        return int(s["dealt"]) // int(s["first_orders"])
    if s["dealing"] == r.REWARDING:
        return int(s["helper"])
    return int(s["turn"])


@kernel
def chance_weight(s: Pizzeria, action: int) -> int:
    """How many equally likely cards (or seats) an action of chance stands for."""
    if s["ask"] == r.START:
        return int(a.START <= action and action < a.START + s["players"])
    if s["ask"] == r.DEAL:
        if action == a.DEAL + SOLE_MIO_CARD:
            return int(s["card_in_supply"])
        if a.DEAL <= action and action < a.DEAL + CARD_COUNT:
            return int(s["supply"][action - a.DEAL])
        return 0
    if a.DEAL_ORDER <= action and action < a.DEAL_ORDER + ORDER_COUNT:
        return (int(s["stack"][stack_dealt_from(s)]) >> (action - a.DEAL_ORDER)) & 1
    return 0


@kernel
def chance_total(s: Pizzeria) -> int:
    """How many equally likely outcomes chance has now."""
    if s["ask"] == r.START:
        return int(s["players"])
    if s["ask"] == r.DEAL:
        return cards_in_supply(s)
    return bits(int(s["stack"][stack_dealt_from(s)]))


@kernel
def chance_outcome(s: Pizzeria, index: int) -> int:
    """The action that is the index-th of the equally likely outcomes."""
    if s["ask"] == r.START:
        return a.START + index
    if s["ask"] == r.DEAL:
        return a.DEAL + card_at(s, index)
    left = int(s["stack"][stack_dealt_from(s)])
    for _ in range(index):
        left &= left - 1
    order = 0
    while (left >> order) & 1 == 0:
        order += 1
    return a.DEAL_ORDER + order


@kernel
def card_at(s: Pizzeria, index: int) -> int:
    """The index-th card of the supply laid out in the fixed order; the Sole Mio! card last."""
    for card in range(CARD_COUNT):
        index -= int(s["supply"][card])
        if index < 0:
            return card
    return SOLE_MIO_CARD
