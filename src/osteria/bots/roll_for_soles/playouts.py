"""Playouts of Roll for Soles, and single decisions: the entry points, compiled."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import numpy as np

from osteria.bots.hints import END, examples_of
from osteria.bots.roll_for_soles.choosing import WEIGHTS, choose_soles
from osteria.core.exponential import exp
from osteria.core.kernel import Kernels, kernel
from osteria.core.schema import Table
from osteria.core.stream import begin_playout, draw_below
from osteria.games.roll_for_soles.kernels import act, chance_outcome, chance_total, share_of
from osteria.games.roll_for_soles.record import MIDDLE, MOST_PLAYERS, OVER, RECORD, ROLL, START, Soles

LONGEST_MOVE = 5
SCRATCH = np.dtype([("nothing", "i8")])
"""Nothing has to be noted."""
HEAT = 1.6
WARMTH = 4.0
TO_BE_NEXT = 3
"""What it is worth to be next, in points."""
TURN = 1
"""As a last round: play to the end of the turn."""
FAR = max(MIDDLE.values()) // 4
"""A lead of so many points is as good as won."""


@kernel
def decide(observed: Table, oven: Table, size: int, fresh: Table, w: Table, rng: Table, scratch: Table,
    work: Table, legal: Table, out: Table,
) -> int:  # fmt: skip
    """Entry: the move that the rules of thumb make; returns of how many small actions it is made: one. Everything is
    public here, so an observation is the table; there is no oven."""
    out[0] = choose_soles(observed[0], w[0], rng, legal)
    return 1


@kernel
def next_action(s: Soles, w: Table, rng: Table, legal: Table) -> int:
    """What happens next: by chance, or by the rules of thumb of the seat that is asked."""
    if s["ask"] == ROLL or s["ask"] == START:
        return chance_outcome(s, draw_below(rng, 0, chance_total(s)))
    return choose_soles(s, w[s["seat"]], rng, legal)


@kernel
def outlook(s: Soles, seat: int) -> float:
    """The chance to win at the end of a turn, from the points alone: the less is left in the middle, the more a lead is
    worth. The numbers fit games of the rules of thumb."""
    heat = HEAT * sqrt(float(s["middle"])) + WARMTH
    total = 0.0
    for other in range(s["players"]):
        ahead = int(s["supplies"][other]) - int(s["supplies"][seat])
        if other == s["turn"]:
            ahead += TO_BE_NEXT
        if seat == s["turn"]:
            ahead -= TO_BE_NEXT
        total += exp(ahead / heat)
    return 1.0 / total


@kernel
def lead(s: Soles, seat: int) -> float:
    """How far a seat is ahead of the best other, from 0 (hopelessly behind) to 1."""
    best = 0
    for other in range(s["players"]):
        if other != seat:
            best = max(best, int(s["supplies"][other]))
    return min(1.0, max(0.0, 0.5 + (int(s["supplies"][seat]) - best) / (2 * FAR)))


@kernel
def roll(
    worlds: Table, first: int, count: int, moves: Table, alive: Table, seat: int, last: int, w: Table, rng: Table,
    streams: Table, scratch: Table, work: Table, legal: Table, shares: Table, leads: Table,
) -> int:  # fmt: skip
    """Entry: from `first`, play each of `count` worlds after each move that is alive, to the end of the turn (`last` 1)
    or of the game; returns the number of playouts.

    `shares[world, move]` is the seat's share of the win, `leads` how far it is ahead; `w` has a row for each seat. All
    moves meet a world with the same stream of chance, whose key is `streams[world]`.
    """
    played = 0
    for place in range(first, first + count):
        for move in range(moves.shape[0]):
            if alive[move] == 1:
                scratch[0] = worlds[place % worlds.shape[0]]
                begin_playout(rng, streams[place])
                s = scratch[0]
                action = int(moves[move, 0])
                if action < 0:
                    action = next_action(s, w, rng, legal)
                turn = s["turn"]
                while s["ask"] != OVER and (last > 1 or s["turn"] == turn):
                    act(s, action, None)
                    if s["ask"] != OVER and (last > 1 or s["turn"] == turn):
                        action = next_action(s, w, rng, legal)
                shares[place, move] = share_of(s, seat) if s["ask"] == OVER else outlook(s, seat)
                leads[place, move] = lead(s, seat)
                played += 1
    return played


@kernel
def horizon(observed: Table) -> int:
    """Entry: playouts of a search stop at the end of the game with two players; with more, whose games are long, of the turn."""
    return END if observed[0]["players"] == 2 else TURN


@kernel
def win_weight(observed: Table) -> float:
    """Entry: nothing counts but winning."""
    return 1.0


ROOT = Path(__file__).parent
OSTERIA = ROOT.parent.parent
KERNELS = Kernels(
    "soles_bots",
    {f.__name__: f for f in (decide, roll, horizon, win_weight)},
    lambda: examples_of(RECORD, RECORD, WEIGHTS, SCRATCH, MOST_PLAYERS, LONGEST_MOVE),
    (ROOT, OSTERIA / "games" / "roll_for_soles", OSTERIA / "core"),
    home=f"{__name__}:KERNELS",
)
