"""The rules of Roll for Soles for drivers: what may be done, what chance can do, and what is seen."""

from __future__ import annotations

from pathlib import Path

from osteria.core.events import Log, tell
from osteria.core.family import Family
from osteria.core.kernel import kernel
from osteria.core.schema import Table
from osteria.games.roll_for_soles import telling as t
from osteria.games.roll_for_soles.record import (
    ACTIONS,
    AGAIN,
    DICE,
    FROM_MIDDLE,
    FROM_SEAT,
    OVER,
    ROLL,
    ROLL_AGAIN,
    ROLL_COUNTS,
    ROLL_OF_COUNTS,
    ROLL_ORDERS,
    ROLLED,
    SECURE,
    SIDES,
    SOURCE,
    START,
    START_SEAT,
    Soles,
)
from osteria.games.roll_for_soles.rules.turn import (
    FACES,
    MIDDLE,
    begin_turn,
    dice_to_roll,
    may_take_from,
    roll_again,
    secure,
    take_from,
    take_roll,
    why_not_take_from,
)


@kernel
def act(s: Soles, action: int, log: Log) -> None:
    """Apply one action and whatever is forced after it."""
    ask = s["ask"]
    if ask == ROLL:
        take_roll(s, action - ROLLED, log)
    elif ask == AGAIN:
        if action == SECURE:
            secure(s, log)
        else:
            roll_again(s, log)
    elif ask == SOURCE:
        take_from(s, action - FROM_SEAT if action >= FROM_SEAT else MIDDLE, log)
    elif ask == START:
        start(s, action - START_SEAT, log)


@kernel
def start(s: Soles, seat: int, log: Log) -> None:
    """G-3: the first starting player is drawn at random."""
    tell(log, t.START, seat)
    begin_turn(s, seat, log)


@kernel
def list_legal(s: Soles, out: Table) -> int:
    """The actions that may be taken now; returns their number."""
    ask = s["ask"]
    count = 0
    if ask == AGAIN:
        out[0] = SECURE
        out[1] = ROLL_AGAIN
        count = 2
    elif ask == SOURCE:
        out[0] = FROM_MIDDLE
        count = 1
        for seat in range(s["players"]):
            if may_take_from(s, seat):
                out[count] = FROM_SEAT + seat
                count += 1
    elif ask == START:
        for seat in range(s["players"]):
            out[count] = START_SEAT + seat
            count += 1
    elif ask == ROLL:
        count = list_rolls(s, out)
    return count


@kernel
def why_not(s: Soles, action: int) -> int:
    """RS-6: why nobody may take from a seat, by number; 0: one may, or something else is asked."""
    if s["ask"] == SOURCE and action >= FROM_SEAT and action < SECURE:
        return why_not_take_from(s, action - FROM_SEAT)
    return 0


@kernel
def list_rolls(s: Soles, out: Table) -> int:
    """RS-2: every roll that the dice still rolled can show."""
    count = 0
    for roll in range(ROLL_COUNTS.shape[0]):
        if roll_weight(s, roll) > 0:
            out[count] = ROLLED + roll
            count += 1
    return count


@kernel
def chance_total(s: Soles) -> int:
    """How many equally likely outcomes chance has now."""
    if s["ask"] == START:
        return int(s["players"])
    total = 1
    for _ in range(dice_to_roll(s)):
        total *= SIDES
    return total


@kernel
def chance_outcome(s: Soles, index: int) -> int:
    """The action that is the index-th of the equally likely outcomes: the dice are its digits in base 6."""
    if s["ask"] == START:
        return START_SEAT + index
    code = 0
    for _ in range(dice_to_roll(s)):
        power = 1
        for _ in range(s["faces"][index % SIDES]):
            power *= FACES
        code += power
        index //= SIDES
    return ROLLED + int(ROLL_OF_COUNTS[code])


@kernel
def roll_weight(s: Soles, roll: int) -> int:
    """How many of the equally likely falls of the dice show this roll."""
    weight = int(ROLL_ORDERS[roll])
    dice = 0
    for face in range(FACES):
        sides = 0
        for side in range(SIDES):
            if s["faces"][side] == face:
                sides += 1
        for _ in range(ROLL_COUNTS[roll, face]):
            weight *= sides
            dice += 1
    if dice != dice_to_roll(s):
        return 0
    return weight


@kernel
def chance_weight(s: Soles, action: int) -> int:
    """How many of the equally likely outcomes this action stands for."""
    if s["ask"] == START:
        return 1
    return roll_weight(s, action - ROLLED)


@kernel
def is_chance(ask: int) -> bool:
    """The start and the dice."""
    return ask == ROLL or ask == START


@kernel
def score_of(s: Soles, seat: int) -> int:
    """RS-12: most points win; who is level shares the win."""
    return int(s["supplies"][seat])


@kernel
def faults_in(s: Soles, fresh: Soles) -> int:
    """G-2: points are in the middle, in the net or in a supply; there are four dice."""
    count = int(s["middle"]) + int(s["net"])
    lowest = min(int(s["middle"]), int(s["net"]))
    for seat in range(int(s["players"])):
        count += int(s["supplies"][seat])
        lowest = min(lowest, int(s["supplies"][seat]))
    dice = 0
    for face in range(FACES):
        dice += int(s["rolled"][face]) + int(s["aside"][face])
        lowest = min(lowest, int(s["rolled"][face]), int(s["aside"][face]))
    if count != fresh["middle"] or lowest < 0 or dice > DICE:
        return 1
    return 0


KERNELS = Family(
    "roll_for_soles",
    (act, list_legal, chance_total, chance_outcome, chance_weight, is_chance, score_of, faults_in, why_not),
    Soles,
    over=OVER,
    actions=ACTIONS,
    chance_asks=(START, ROLL),
    folder=Path(__file__).parent,
    home=f"{__name__}:KERNELS",
)
"""RS-13: everything is public, so an observation is the table itself."""
share_of = KERNELS.rules["share_of"]
