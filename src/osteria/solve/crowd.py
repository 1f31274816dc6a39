"""More than two players: no exact solution, but playouts by a good rule of thumb, compiled.

The rule: secure from a net on that depends on the dice aside alone, roll on while behind with the end near, and with a
hook take from whoever has most. A move is judged by how often it wins when everybody plays on by the rule, and the rule
is left where another move is clearly better.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from osteria.core.kernel import Kernels, kernel
from osteria.core.schema import Table
from osteria.games.roll_for_soles.kernels import KERNELS as RULES
from osteria.games.roll_for_soles.kernels import act, chance_outcome, chance_total, share_of
from osteria.games.roll_for_soles.record import (
    AGAIN,
    FROM_MIDDLE,
    FROM_SEAT,
    OVER,
    RECORD,
    ROLL_AGAIN,
    SECURE,
    SOURCE,
    Soles,
)
from osteria.games.roll_for_soles.rules.turn import haul
from osteria.solve.dice import Floats, blue_aside

LIMITS = np.array([30, 22, 8, 2, 35, 19, 4, 35, 7, 19], np.int64)
"""The net to secure from, by what lies aside. Found at tables of four by changing one number at a time and keeping what
won more of 60,000 games against three who had not changed."""
NEAR = 12
"""With so little in the middle a player who would still be behind rolls on."""


@kernel
def richest_other(s: Soles) -> int:
    """The seat, other than the one in turn, that has most points; of equals the next to move."""
    best = -1
    for step in range(1, s["players"]):
        seat = (s["turn"] + step) % s["players"]
        if best < 0 or s["supplies"][seat] > s["supplies"][best]:
            best = seat
    return best


@kernel
def action_by_rule(s: Soles) -> int:
    """What the rule of thumb does where a player is asked."""
    if s["ask"] == SOURCE:
        return source_by_rule(s)
    mine, most = s["supplies"][s["turn"]] + s["net"], s["supplies"][richest_other(s)]
    if mine <= most and s["middle"] <= NEAR:
        return ROLL_AGAIN
    return SECURE if s["net"] >= LIMITS[blue_aside(s)] else ROLL_AGAIN


@kernel
def source_by_rule(s: Soles) -> int:
    """From whoever has most, if that pays the whole haul; the last points of the middle only to win (RS-8)."""
    other, worth = richest_other(s), haul(s)
    most = s["supplies"][other]
    if worth >= s["middle"]:
        wins = s["supplies"][s["turn"]] + s["net"] + s["middle"] > most
        return FROM_MIDDLE if wins else FROM_SEAT + other
    return FROM_SEAT + other if most >= worth else FROM_MIDDLE


@kernel
def finish(s: Soles, rng: np.random.Generator) -> None:
    """Play a game to its end, everybody by the rule."""
    while s["ask"] != OVER:
        if s["ask"] == AGAIN or s["ask"] == SOURCE:
            act(s, action_by_rule(s), None)
        else:
            act(s, chance_outcome(s, int(rng.integers(0, chance_total(s)))), None)


@kernel
def play_outs(table: Table, states: Table, action: int, playouts: int, seat: int, rng: np.random.Generator) -> float:
    """Entry: the shares of the win of a seat, summed over playouts that begin with an action."""
    total = 0.0
    for _ in range(playouts):
        states[0] = table[0]
        act(states[0], action, None)
        finish(states[0], rng)
        total += share_of(states[0], seat)
    return total


def chances(table: Table, actions: Sequence[int], seat: int, playouts: int, rng: np.random.Generator) -> Floats:
    """For each action that may be taken now, the mean share of the win of a seat over so many playouts."""
    kernels, scratch = KERNELS.compiled(), table.copy()
    totals = [kernels.play_outs(table, scratch, action, playouts, seat, rng) for action in actions]
    return np.array(totals) / playouts


def examples() -> dict[str, tuple[Any, ...]]:
    """Arguments of the types that the kernel is called with."""
    states = np.zeros(1, RECORD)
    return {"play_outs": (states, states, 0, 1, 0, np.random.default_rng(0))}


KERNELS = Kernels(
    "crowd-soles",
    {"play_outs": play_outs},
    examples,
    (Path(__file__).resolve().parent, *RULES.sources),
    allocates=True,
)
