"""Playouts of imagined pizza tables, and single decisions at believed ones: the entry points, compiled."""

from __future__ import annotations

from pathlib import Path

from osteria.bots.hints import examples_of
from osteria.bots.pizzeria.belief import believe_table
from osteria.bots.pizzeria.choosing import choose
from osteria.bots.pizzeria.outlook import forget
from osteria.bots.pizzeria.scratch import SCRATCH
from osteria.bots.pizzeria.turn import THOUSAND
from osteria.bots.pizzeria.weights import MORE_ROUNDS, WEIGHTS, Weights
from osteria.core.kernel import Kernels, kernel
from osteria.core.schema import Table
from osteria.core.stream import begin_playout, draw_below
from osteria.games.pizzeria import actions as a
from osteria.games.pizzeria import record as r
from osteria.games.pizzeria.cards import MOST_PLAYERS
from osteria.games.pizzeria.counting import score_of, tiebreak_of
from osteria.games.pizzeria.kernels import share_of
from osteria.games.pizzeria.observe import OBSERVATION
from osteria.games.pizzeria.order_table import way_length
from osteria.games.pizzeria.record import Pizzeria
from osteria.games.pizzeria.rules.filling import first_open
from osteria.games.pizzeria.rules.game import act
from osteria.games.pizzeria.rules.hands import bits, orders_in_stack
from osteria.games.pizzeria.rules.help import kinds_requested
from osteria.games.pizzeria.rules.legal import chance_outcome, chance_total

LONGEST_MOVE = 5
"""A way names four kinds at most, a gift five."""
TIES = 64
"""More than any hand is worth: a score and its tie-break in one number."""
WIN = 0.5
"""How much winning counts beside being ahead, in the last round."""
MARGIN = 6
"""A lead of so many orders is as good as won."""


@kernel
def decide(observed: Table, oven: Table, size: int, fresh: Table, w: Table, rng: Table, scratch: Table,
    work: Table, legal: Table, out: Table,
) -> int:  # fmt: skip
    """Entry: the whole move that the rules of thumb make, as small actions; returns how many they are.

    Args:
        observed: the assisted observation of the seat that is asked.
        oven: its cards as that seat remembers them, `size` of them.
        fresh: the table before anything was drawn.
        w: the weights of that seat, as an array of one record; `work`: its scratch, likewise.
    """
    scratch[0] = fresh[0]
    s = scratch[0]
    believe_table(observed[0], oven, size, s)
    forget(work[0])
    count = 0
    while count < parts(s):
        action = choose(s, w[0], rng, work[0], legal)
        out[count] = action
        count += 1
        if action == a.DECLINE or action == a.GIVE_UP:
            return count
        note(s, action)
    return count


@kernel
def parts(s: Pizzeria) -> int:
    """Of how many small actions a move is made."""
    if s["ask"] == r.WAY:
        return way_length(first_open(s))
    if s["ask"] == r.AMOUNTS:
        return int(s["open_count"])
    if s["ask"] == r.HELP:
        return kinds_requested(s)
    return 1


@kernel
def note(s: Pizzeria, action: int) -> None:
    """A part of a move that is not whole yet."""
    if s["ask"] == r.HELP:
        s["picks"][s["picked"]] = (action - a.GIVE) % a.GIVES
        s["picked"] += 1
    elif s["ask"] == r.WAY or s["ask"] == r.AMOUNTS:
        s["picks"][s["picked"]] = action - a.KIND
        s["picked"] += 1


@kernel
def next_action(s: Pizzeria, w: Table, rng: Table, work: Table, legal: Table) -> int:
    """What happens next: by chance, by the rules, or by the rules of thumb of the seat that is asked."""
    ask = s["ask"]
    if ask == r.DEAL or ask == r.DEAL_ORDER or ask == r.START:
        return chance_outcome(s, draw_below(rng, 0, chance_total(s)))
    if ask == r.CLOSE:
        return a.CLOSE
    return choose(s, w[s["seat"]], rng, work[s["seat"]], legal)


@kernel
def standing(s: Pizzeria, seat: int) -> int:
    """MM-17, SM-13: delivered orders, then ingredients in hand, as one number."""
    return TIES * score_of(s, seat) + tiebreak_of(s, seat)


@kernel
def prospects(s: Pizzeria, seat: int, w: Weights) -> int:
    """What a seat takes along into the next round, as `standing` counts."""
    more = min(MORE_ROUNDS, int(s["rounds"] - s["round"])) - 1
    if more < 0:
        return 0
    starts = s["holder"] == seat or s["baker"] == seat
    worth = bits(int(s["hand_orders"][seat])) * int(w["kept_order"][more])
    worth += orders_in_stack(s, seat) * int(w["kept_stack"][more])
    worth += int(starts) * int(w["kept_start"][more])
    return worth * TIES // THOUSAND


@kernel
def lead(s: Pizzeria, seat: int, w: Weights) -> float:
    """How far a seat is ahead of the best other, from 0 (hopelessly behind) to 1."""
    best = 0
    for other in range(s["players"]):
        if other != seat:
            best = max(best, standing(s, other) + prospects(s, other, w))
    ahead = (standing(s, seat) + prospects(s, seat, w) - best) / TIES
    return min(1.0, max(0.0, 0.5 + ahead / (2 * MARGIN)))


@kernel
def roll(
    worlds: Table, first: int, count: int, moves: Table, alive: Table, seat: int, last: int, w: Table, rng: Table,
    streams: Table, scratch: Table, work: Table, legal: Table, shares: Table, leads: Table,
) -> int:  # fmt: skip
    """Entry: from `first`, play each of `count` worlds after each move that is alive, to the end of round `last`;
    returns the number of playouts.

    `shares[world, move]` is the seat's share of the win, `leads` how far it is ahead; `w` and `work` have a row for each
    seat. All moves meet a world with the same stream of chance, whose key is `streams[world]`.
    """
    played = 0
    for place in range(first, first + count):
        for move in range(moves.shape[0]):
            if alive[move] == 1:
                scratch[0] = worlds[place % worlds.shape[0]]
                begin_playout(rng, streams[place])
                s = scratch[0]
                for player in range(s["players"]):
                    forget(work[player])
                part = 0
                # SPEED: one call of `act` for both, since the compiler copies the whole rulebook to each.
                while s["ask"] != r.OVER and (s["ask"] != r.CLOSE or s["round"] < last):
                    if part < LONGEST_MOVE and moves[move, part] >= 0:
                        action = int(moves[move, part])
                        part += 1
                    else:
                        action = next_action(s, w, rng, work, legal)
                    act(s, action, None)
                shares[place, move] = share_of(s, seat)
                leads[place, move] = lead(s, seat, w[seat])
                played += 1
    return played


@kernel
def horizon(observed: Table) -> int:
    """Entry: playouts of a search stop at the end of the round that is played."""
    return int(observed[0]["round"])


@kernel
def win_weight(observed: Table) -> float:
    """Entry: being ahead counts, and in the last round winning, too."""
    return WIN if observed[0]["round"] == observed[0]["rounds"] else 0.0


ROOT = Path(__file__).parent
OSTERIA = ROOT.parent.parent
KERNELS = Kernels(
    "pizza_bots",
    {f.__name__: f for f in (decide, roll, horizon, win_weight)},
    lambda: examples_of(OBSERVATION, r.RECORD, WEIGHTS, SCRATCH, MOST_PLAYERS, LONGEST_MOVE),
    (ROOT, OSTERIA / "games" / "pizzeria", OSTERIA / "core"),
    home=f"{__name__}:KERNELS",
)
