"""Pig, a public-domain dice game, as a package of its own beside Osteria."""

from __future__ import annotations

from pathlib import Path

from osteria.core.events import types_by_code
from osteria.core.family import Family
from osteria.core.plain import PlainGame, public_event
from pig import rules as r
from pig.words import WORDS

KERNELS = Family(
    "pig",
    (r.act, r.list_legal, r.chance_total, r.chance_outcome, r.score_of),
    r.PigTable,
    over=r.OVER,
    actions=r.ACTIONS,
    chance_asks=(r.START, r.DIE),
    folder=Path(__file__).parent,
    home=f"{__name__}:KERNELS",
)


class Pig(PlainGame):
    """The game as everybody else knows it."""

    name = "pig"
    title = "Pig"
    most = r.MOST_PLAYERS
    kernels = KERNELS
    start = r.START
    asks = {r.START: "start", r.DIE: "die", r.CHOICE: "roll-or-hold"}
    clauses = {r.START: "PIG-1", r.CHOICE: "PIG-2", r.DIE: "PIG-3", r.OVER: "PIG-5"}
    moves = (
        {r.ROLL: "roll", r.HOLD: "hold"}
        | {r.FACE + side: f"die {side + 1}" for side in range(r.SIDES)}
        | {r.SEAT + seat: f"start seat {seat}" for seat in range(r.MOST_PLAYERS)}
    )
    events = types_by_code(
        {
            r.BEGINS: public_event("begins", "seat", now={"turn": "seat", "total": 0}),
            r.ROLLS: public_event("rolls", "seat", "die", "total", now={"total": "total"}, clause="PIG-3"),
            r.LOSES: public_event("loses", "seat", "lost", clause="PIG-3"),
            r.HOLDS: public_event("holds", "seat", "kept", "points", now={"points/{seat}": "points", "total": 0}),
            r.WINS: public_event("wins", "seat", now={"phase": "over"}, clause="PIG-5"),
        }
    )
    words = WORDS
