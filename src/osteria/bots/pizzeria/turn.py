"""Rules of thumb for a turn: what to play, which order to put in, what to draw."""

from __future__ import annotations

from osteria.bots.pizzeria import weights as n
from osteria.bots.pizzeria.outlook import COLUMNS, NEEDS, SHORT, SHORT_IN_ALL, SPARE, chance_of, foresee, lies
from osteria.bots.random_numbers import below
from osteria.core.kernel import kernel
from osteria.core.schema import Table
from osteria.games.pizzeria import actions as a
from osteria.games.pizzeria.actions import played_doubles, played_kind, played_singles
from osteria.games.pizzeria.cards import BOMBASTICA, KIND_COUNT, ORDER_COUNT, WITHOUT_OWN
from osteria.games.pizzeria.record import Pizzeria
from osteria.games.pizzeria.rules.hands import bits, cards_in_supply, ingredients_in_hand
from osteria.games.pizzeria.rules.legal import list_plays

THOUSAND = 1000
BEST_MISSES = 32
OTHERS_MISS = 37
BEST_VALUE = 42
"""Further places of the scratch table, after those of `outlook`."""


@kernel
def choose_play(s: Pizzeria, w: Table, rng: Table, work: Table, legal: Table) -> int:
    """The play that brings the own orders forward most, for the fewest cards."""
    seat = int(s["turn"])
    foresee(s, seat, w, work)
    weigh_kinds(s, seat, w, work)
    count = list_plays(s, legal)
    best = legal[0]
    most = -THOUSAND * THOUSAND
    for place in range(count):
        value = value_of_play(int(legal[place]), w, work) + below(rng, int(w[n.NOISE]) + 1)
        if value > most:
            most = value
            best = legal[place]
    return int(best)


@kernel
def weigh_kinds(s: Pizzeria, seat: int, w: Table, work: Table) -> None:
    """What the order with the best chance misses of each kind, and what the others miss."""
    held = int(s["hand_orders"][seat])
    best = -1
    for kind in range(KIND_COUNT):
        work[BEST_MISSES + kind] = 0
        work[OTHERS_MISS + kind] = 0
    work[BEST_VALUE] = w[n.BUILDING]
    for order in range(ORDER_COUNT):
        if (held >> order) & 1:
            chance = chance_of(s, seat, order, w, work)
            if chance > best:
                best = chance
                work[BEST_VALUE] = w[n.HAND_CARD] if work[SHORT_IN_ALL] == 0 else w[n.BUILDING]
                put_best_first(work)
            else:
                for kind in range(KIND_COUNT):
                    work[OTHERS_MISS + kind] = max(int(work[OTHERS_MISS + kind]), missing_of(order, kind, work))
            if order == WITHOUT_OWN:
                work[OTHERS_MISS + int(s["own"][seat])] = -THOUSAND


@kernel
def missing_of(order: int, kind: int, work: Table) -> int:
    """What the order that was looked at last misses of a kind; a bombastica takes any."""
    if order == BOMBASTICA:
        return int(work[SHORT])
    return max(0, int(work[NEEDS + kind]) - lies(work, COLUMNS, kind))


@kernel
def put_best_first(work: Table) -> None:
    """The order that was looked at last is the best so far; the one before it is one of the others now."""
    for kind in range(KIND_COUNT):
        before = int(work[BEST_MISSES + kind])
        work[OTHERS_MISS + kind] = max(int(work[OTHERS_MISS + kind]), before)
        work[BEST_MISSES + kind] = max(0, int(work[NEEDS + kind]) - lies(work, COLUMNS, kind))


@kernel
def value_of_play(action: int, w: Table, work: Table) -> int:
    """What these cards are worth in the oven, less what they would be worth in the hand."""
    kind = played_kind(action)
    singles = played_singles(action)
    doubles = played_doubles(action)
    worth = singles + 2 * doubles
    value = min(worth, int(work[BEST_MISSES + kind])) * int(work[BEST_VALUE])
    value += min(worth, int(work[OTHERS_MISS + kind])) * int(w[n.OTHER_ORDERS])
    value -= (singles + doubles) * int(w[n.PLAYED_CARD]) + doubles * int(w[n.PLAYED_DOUBLE])
    claimed = max(0, singles - int(work[SPARE + 2 * kind])) + max(0, doubles - int(work[SPARE + 2 * kind + 1]))
    return value - claimed * int(w[n.CLAIMED_CARD])


@kernel
def choose_order(s: Pizzeria, w: Table, rng: Table, work: Table) -> int:
    """The order with the best chance, if it is good enough for the time of the round."""
    seat = int(s["turn"])
    foresee(s, seat, w, work)
    held = int(s["hand_orders"][seat])
    best = a.NO_ORDER
    most = enough(s, w)
    for order in range(ORDER_COUNT):
        if (held >> order) & 1:
            value = chance_of(s, seat, order, w, work) + below(rng, int(w[n.NOISE]) + 1)
            if value > most:
                most = value
                best = a.ORDER + order
    return best


@kernel
def enough(s: Pizzeria, w: Table) -> int:
    """How good a chance must be now."""
    if cards_in_supply(s) > w[n.LATE] * s["players"]:
        return int(w[n.ENOUGH])
    if s["round"] < s["rounds"]:
        return int(w[n.ENOUGH_LATE])
    return int(w[n.ENOUGH_AT_LAST])


@kernel
def choose_draw(s: Pizzeria, w: Table) -> int:
    """Orders while there are few of them and ingredients enough."""
    seat = int(s["turn"])
    has_few = bits(int(s["hand_orders"][seat])) < w[n.ORDERS_WANTED]
    if has_few and ingredients_in_hand(s, seat) >= w[n.INGREDIENTS_KEPT]:
        return a.DRAW_ORDERS
    return a.DRAW_SUPPLY
