"""The rules of Pig: roll as often as you dare; a 1 loses what the turn has brought. The first to hold 100 points wins."""

from __future__ import annotations

from typing import Annotated, TypedDict

from osteria.core.events import Log, tell
from osteria.core.kernel import kernel
from osteria.core.schema import Seen, Table, scalar, table

GOAL, SIDES, MOST_PLAYERS, CHANCE = 100, 6, 10, -1
START, DIE, CHOICE, OVER = range(1, 5)  # what is asked
ROLL, HOLD, FACE, SEAT = 0, 1, 2, 8  # small actions: FACE to FACE + 5 is how the die falls, SEAT + n that seat n begins
ACTIONS = SEAT + MOST_PLAYERS
BEGINS, ROLLS, LOSES, HOLDS, WINS = range(1, 6)  # what is told
ALL = Seen.EVERYBODY


class PigTable(TypedDict):
    """The whole table; everything is public."""

    players: Annotated[int, scalar(ALL, "number of seats")]
    ask: Annotated[int, scalar(ALL, "what is asked")]
    seat: Annotated[int, scalar(ALL, "who is asked; -1 is chance")]
    turn: Annotated[int, scalar(ALL, "whose turn it is; -1 before the start")]
    total: Annotated[int, scalar(ALL, "what the turn has brought so far")]
    points: Annotated[Table, table("i4", (MOST_PLAYERS,), ALL, "points by seat")]


@kernel
def act(s: PigTable, action: int, log: Log) -> None:
    """PIG-1: the first seat is drawn. PIG-2: whoever is on turn rolls or holds."""
    if s["ask"] == DIE:
        take_die(s, action - FACE + 1, log)
    elif action == ROLL:
        ask(s, DIE, CHANCE)
    elif action == HOLD:
        hold(s, log)
    else:
        begin_turn(s, action - SEAT, log)


@kernel
def ask(s: PigTable, what: int, seat: int) -> None:
    """What is asked next, and of whom."""
    s["ask"] = what
    s["seat"] = seat


@kernel
def begin_turn(s: PigTable, seat: int, log: Log) -> None:
    """PIG-2: a turn begins with nothing and a choice."""
    s["total"] = 0
    s["turn"] = seat
    ask(s, CHOICE, seat)
    tell(log, BEGINS, seat)


@kernel
def take_die(s: PigTable, die: int, log: Log) -> None:
    """PIG-3: a 1 loses what the turn has brought and ends it; anything else is added, and the choice comes again."""
    s["total"] += die
    tell(log, ROLLS, s["turn"], die, s["total"])
    if die == 1:
        tell(log, LOSES, s["turn"], s["total"] - 1)
        begin_turn(s, (s["turn"] + 1) % s["players"], log)
    else:
        ask(s, CHOICE, s["turn"])


@kernel
def hold(s: PigTable, log: Log) -> None:
    """PIG-4: what the turn has brought is kept. PIG-5: with 100 points the game is won; else the next seat is on turn."""
    s["points"][s["turn"]] += s["total"]
    tell(log, HOLDS, s["turn"], s["total"], s["points"][s["turn"]])
    s["total"] = 0
    if s["points"][s["turn"]] >= GOAL:
        ask(s, OVER, CHANCE)
        tell(log, WINS, s["turn"])
    else:
        begin_turn(s, (s["turn"] + 1) % s["players"], log)


@kernel
def list_legal(s: PigTable, out: Table) -> int:
    """Roll or hold; for chance, every seat or every side of the die."""
    if s["ask"] == CHOICE:
        out[0] = ROLL
        out[1] = HOLD
        return 2
    count = chance_total(s)
    for index in range(count):
        out[index] = chance_outcome(s, index)
    return count


@kernel
def chance_total(s: PigTable) -> int:
    """PIG-1, PIG-3: every seat, and every side of the die, is equally likely."""
    if s["ask"] == START:
        return int(s["players"])
    if s["ask"] == DIE:
        return SIDES
    return 0


@kernel
def chance_outcome(s: PigTable, index: int) -> int:
    """The seat that begins, or how the die falls."""
    if s["ask"] == START:
        return SEAT + index
    return FACE + index


@kernel
def score_of(s: PigTable, seat: int) -> int:
    """PIG-5: most points win; only one seat has 100."""
    return int(s["points"][seat])
