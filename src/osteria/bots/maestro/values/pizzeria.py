"""Playouts of imagined pizza tables that end before the round does: what a table is worth when a turn begins was learned.

The table is described as one seat sees it (`osteria.bots.maestro.pizzeria`), and a small network says what a playout to the end
of the round would be worth to that seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from osteria.bots.maestro.pizzeria import FEATURES, TALLY, describe
from osteria.bots.pizzeria.outlook import forget
from osteria.bots.pizzeria.playouts import LONGEST_MOVE, lead, next_action
from osteria.bots.pizzeria.scratch import SCRATCH
from osteria.bots.pizzeria.weights import WEIGHTS
from osteria.core.family import MOST_LEGAL
from osteria.core.kernel import Kernels, kernel
from osteria.core.schema import Table
from osteria.core.stream import begin_playout
from osteria.games.pizzeria import record as r
from osteria.games.pizzeria.cards import MOST_PLAYERS
from osteria.games.pizzeria.kernels import share_of
from osteria.games.pizzeria.record import Pizzeria
from osteria.games.pizzeria.rules.game import act

NEVER = 1 << 20
"""As a number of turns: play to the end of the round."""


@kernel
def play_turns(
    s: Pizzeria, move: Table, part: int, turns: int, last: int, w: Table, rng: Table, work: Table, legal: Table
) -> bool:
    """Make a move from its `part` on and play on, until so many turns have ended and another begins; whether one does before
    the end of round `last`."""
    ended = 0
    turn = int(s["turn"])
    while s["ask"] != r.OVER and (s["ask"] != r.CLOSE or s["round"] < last):
        if part < LONGEST_MOVE and move[part] >= 0:
            action = int(move[part])
            part += 1
        else:
            if s["turn"] != turn:
                turn = int(s["turn"])
                ended += 1
            if ended >= turns and s["ask"] == r.PLAY:
                return True
            action = next_action(s, w, rng, work, legal)
        act(s, action, None)
    return False


@kernel
def valued(row: Table, first: Table, second: Table, third: Table, one: Table, two: Table) -> float:
    """What a described table is worth, by a network of two hidden layers; the last row of each is added to what comes in.

    SPEED: most numbers of a description are 0.
    """
    for place in range(one.shape[0]):
        one[place] = first[FEATURES, place]
    for feature in range(FEATURES):
        if row[feature] != 0:
            given = float(row[feature])
            for place in range(one.shape[0]):
                one[place] += given * first[feature, place]
    for place in range(two.shape[0]):
        two[place] = second[one.shape[0], place]
    for feature in range(one.shape[0]):
        if one[feature] > 0.0:
            for place in range(two.shape[0]):
                two[place] += one[feature] * second[feature, place]
    found = float(third[two.shape[0], 0])
    for feature in range(two.shape[0]):
        if two[feature] > 0.0:
            found += two[feature] * third[feature, 0]
    return min(1.0, max(0.0, found))


@kernel
def roll_to_value(
    worlds: Table, first: int, count: int, moves: Table, alive: Table, seat: int, last: int, w: Table, rng: Table,
    streams: Table, scratch: Table, work: Table, legal: Table, shares: Table, leads: Table,
    turns: int, eye: Table, tally: Table, row: Table, one: Table, two: Table, layer_1: Table, layer_2: Table, layer_3: Table,
) -> int:  # fmt: skip
    """Entry: as `roll` (`osteria.bots.pizzeria.playouts`), but a playout ends when so many turns have ended and another begins,
    with what the table is worth then."""
    played = 0
    for place in range(first, first + count):
        for move in range(moves.shape[0]):
            if alive[move] == 1:
                scratch[0] = worlds[place % worlds.shape[0]]
                begin_playout(rng, streams[place])
                s = scratch[0]
                for player in range(s["players"]):
                    forget(work[player])
                if play_turns(s, moves[move], 0, turns, last, w, rng, work, legal):
                    describe(s, s, seat, w[seat], eye[0], tally, row)
                    found = valued(row, layer_1, layer_2, layer_3, one, two)
                    shares[place, move] = found
                    leads[place, move] = found
                else:
                    shares[place, move] = share_of(s, seat)
                    leads[place, move] = lead(s, seat, w[seat])
                played += 1
    return played


@kernel
def note_leaves(
    world: Table, moves: Table, seat: int, last: int, win: float, w: Table, rng: Table, stream: int, scratch: Table,
    work: Table, legal: Table, turns: int, eye: Table, tally: Table, rows: Table, values: Table,
) -> int:  # fmt: skip
    """Entry: a whole playout of each move; of each that comes to a turn after so many, the table there (`rows`) and what came of
    it (`values`). Returns how many did."""
    noted = 0
    for move in range(moves.shape[0]):
        scratch[0] = world[0]
        begin_playout(rng, stream)
        s = scratch[0]
        for player in range(s["players"]):
            forget(work[player])
        part = 0
        until = turns
        while play_turns(s, moves[move], part, until, last, w, rng, work, legal):
            describe(s, s, seat, w[seat], eye[0], tally, rows[noted])
            part = LONGEST_MOVE
            until = NEVER
        if until == NEVER:
            values[noted] = win * share_of(s, seat) + (1.0 - win) * lead(s, seat, w[seat])
            noted += 1
    return noted


def examples() -> Mapping[str, tuple[Any, ...]]:
    """Arguments of the types that the entries are compiled for."""
    states, work, legal = np.zeros(1, r.RECORD), np.zeros(MOST_PLAYERS, SCRATCH), np.zeros(MOST_LEGAL, np.int64)
    weights, tally, rng = np.zeros(1, WEIGHTS), np.zeros((MOST_PLAYERS, TALLY), np.int64), np.zeros(2, np.int64)
    moves, alive, floats = np.zeros((1, LONGEST_MOVE), np.int64), np.ones(1, np.int64), np.zeros((1, 1))
    rows, line, layer = np.zeros((1, FEATURES), np.int8), np.zeros(1, np.float32), np.zeros((1, 1), np.float32)
    rolled = states, 0, 1, moves, alive, 0, 1, weights, rng, rng, states, work, legal, floats, floats
    return {
        "roll_to_value": (*rolled, 1, work, tally, rows[0], line, line, layer, layer, layer),
        "note_leaves": (states, moves, 0, 1, 0.0, weights, rng, 0, states, work, legal, 1, work, tally, rows, line),
    }


ROOT = Path(__file__).parents[2]
KERNELS = Kernels(
    "maestro_values",
    {"roll_to_value": roll_to_value, "note_leaves": note_leaves},
    examples,
    (
        *(Path(__file__), ROOT / "maestro" / "pizzeria.py", ROOT / "pizzeria"),
        *(ROOT.parent / "games" / "pizzeria", ROOT.parent / "core"),
    ),
    home=f"{__name__}:KERNELS",
)
