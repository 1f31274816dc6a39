"""Rules of thumb for a turn: what to play, which order to put in, what to draw."""

from __future__ import annotations

from osteria.bots.pizzeria.outlook import chance_of, foresee
from osteria.bots.pizzeria.scratch import Scratch
from osteria.bots.pizzeria.weights import Weights
from osteria.core.kernel import kernel
from osteria.core.schema import Table
from osteria.core.stream import draw_below
from osteria.games.pizzeria import actions as a
from osteria.games.pizzeria.actions import played_doubles, played_kind, played_singles
from osteria.games.pizzeria.cards import BOMBASTICA, KIND_COUNT, ORDER_COUNT, WITHOUT_OWN
from osteria.games.pizzeria.record import Pizzeria
from osteria.games.pizzeria.rules.hands import bits, cards_in_supply, ingredients_in_hand, worth
from osteria.games.pizzeria.rules.legal import list_plays

THOUSAND = 1000


@kernel
def choose_play(s: Pizzeria, w: Weights, rng: Table, work: Scratch, legal: Table) -> int:
    """The play that brings the own orders forward most, for the fewest cards."""
    seat = int(s["turn"])
    foresee(s, seat, w, work)
    weigh_kinds(s, seat, w, work)
    count = list_plays(s, legal)
    best = legal[0]
    most = -THOUSAND * THOUSAND
    for place in range(count):
        value = value_of_play(int(legal[place]), w, work) + draw_below(rng, 0, int(w["noise"]) + 1)
        if value > most:
            most = value
            best = legal[place]
    return int(best)


@kernel
def weigh_kinds(s: Pizzeria, seat: int, w: Weights, work: Scratch) -> None:
    """What the order with the best chance misses of each kind, and what the others miss."""
    held = int(s["hand_orders"][seat])
    best = -1
    for kind in range(KIND_COUNT):
        work["best_misses"][kind] = 0
        work["others_miss"][kind] = 0
    work["best_value"] = w["building"]
    for order in range(ORDER_COUNT):
        if (held >> order) & 1:
            chance = chance_of(s, seat, order, w, work)
            if chance > best:
                best = chance
                work["best_value"] = w["hand_card"] if work["short_in_all"] == 0 else w["building"]
                put_best_first(work)
            else:
                for kind in range(KIND_COUNT):
                    work["others_miss"][kind] = max(int(work["others_miss"][kind]), missing_of(order, kind, work))
            if order == WITHOUT_OWN:
                work["others_miss"][int(s["own"][seat])] = -THOUSAND


@kernel
def missing_of(order: int, kind: int, work: Scratch) -> int:
    """What the order that was looked at last misses of a kind; a bombastica takes any."""
    if order == BOMBASTICA:
        return int(work["short"])
    return max(0, int(work["needs"][kind]) - worth(work["columns"], kind))


@kernel
def put_best_first(work: Scratch) -> None:
    """The order that was looked at last is the best so far; the one before it is one of the others now."""
    for kind in range(KIND_COUNT):
        before = int(work["best_misses"][kind])
        work["others_miss"][kind] = max(int(work["others_miss"][kind]), before)
        work["best_misses"][kind] = max(0, int(work["needs"][kind]) - worth(work["columns"], kind))


@kernel
def value_of_play(action: int, w: Weights, work: Scratch) -> int:
    """What these cards are worth in the oven, less what they would be worth in the hand."""
    kind = played_kind(action)
    singles = played_singles(action)
    doubles = played_doubles(action)
    ingredients = singles + 2 * doubles
    value = min(ingredients, int(work["best_misses"][kind])) * int(work["best_value"])
    value += min(ingredients, int(work["others_miss"][kind])) * int(w["other_orders"])
    value -= (singles + doubles) * int(w["played_card"]) + doubles * int(w["played_double"])
    claimed = max(0, singles - int(work["spare"][2 * kind])) + max(0, doubles - int(work["spare"][2 * kind + 1]))
    return value - claimed * int(w["claimed_card"])


@kernel
def choose_order(s: Pizzeria, w: Weights, rng: Table, work: Scratch) -> int:
    """The order with the best chance, if it is good enough for the time of the round."""
    seat = int(s["turn"])
    foresee(s, seat, w, work)
    held = int(s["hand_orders"][seat])
    best = a.NO_ORDER
    most = enough(s, w)
    for order in range(ORDER_COUNT):
        if (held >> order) & 1:
            value = chance_of(s, seat, order, w, work) + draw_below(rng, 0, int(w["noise"]) + 1)
            if value > most:
                most = value
                best = a.ORDER + order
    return best


@kernel
def enough(s: Pizzeria, w: Weights) -> int:
    """How good a chance must be now."""
    if cards_in_supply(s) > w["late"] * s["players"]:
        return int(w["enough"])
    if s["round"] < s["rounds"]:
        return int(w["enough_late"])
    return int(w["enough_at_last"])


@kernel
def choose_draw(s: Pizzeria, w: Weights) -> int:
    """Orders while there are few of them and ingredients enough."""
    seat = int(s["turn"])
    has_few = bits(int(s["hand_orders"][seat])) < w["orders_wanted"]
    if has_few and ingredients_in_hand(s, seat) >= w["ingredients_kept"]:
        return a.DRAW_ORDERS
    return a.DRAW_SUPPLY
