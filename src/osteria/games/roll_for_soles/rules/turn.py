"""A turn: roll, catch, secure or roll again."""

from __future__ import annotations

from osteria.core.events import Log, tell
from osteria.core.kernel import kernel
from osteria.core.schema import Table
from osteria.games.roll_for_soles import telling as t
from osteria.games.roll_for_soles.record import (
    AGAIN,
    DICE,
    DOUBLE,
    HOOK,
    ONE,
    OVER,
    ROLL,
    ROLL_COUNTS,
    SOURCE,
    TWO,
    WATER,
    Soles,
)
from osteria.games.roll_for_soles.telling import digit

CHANCE = -1
MIDDLE = -1
FACES = 5
# Why nobody takes from a seat.
FROM_ONESELF, NOBODY_THERE, NO_SOLES_THERE = range(1, 4)


@kernel
def dice_to_roll(s: Soles) -> int:
    """RS-3: all four dice, less (RS-10) those set aside."""
    aside = s["aside"]
    return DICE - int(aside[DOUBLE]) - int(aside[WATER])


@kernel
def soles_rolled(s: Soles) -> int:
    """RS-4: soles on the dice just rolled; a hook is none."""
    rolled = s["rolled"]
    return int(rolled[ONE]) + 2 * int(rolled[TWO])


@kernel
def haul(s: Soles) -> int:
    """RS-5: the soles just rolled, doubled by every double-up just rolled or set aside."""
    return soles_rolled(s) << (int(s["rolled"][DOUBLE]) + int(s["aside"][DOUBLE]))


@kernel
def may_take_from(s: Soles, seat: int) -> bool:
    """RS-6: another player who has at least 1 point."""
    return why_not_take_from(s, seat) == 0


@kernel
def why_not_take_from(s: Soles, seat: int) -> int:
    """RS-6: nobody takes from themselves, or where nothing is."""
    if seat == s["turn"]:
        return FROM_ONESELF
    if seat >= s["players"]:
        return NOBODY_THERE
    if s["supplies"][seat] == 0:
        return NO_SOLES_THERE
    return 0


@kernel
def has_choice_of_source(s: Soles) -> bool:
    """RS-6: with a hook among the dice just rolled, and somebody to take from."""
    if s["rolled"][HOOK] == 0:
        return False
    for seat in range(s["players"]):
        if may_take_from(s, seat):
            return True
    return False


@kernel
def begin_turn(s: Soles, seat: int, log: Log) -> None:
    """RS-3: a turn starts with a roll of all four dice."""
    clear_dice(s, log)
    s["turn"] = seat
    s["ask"] = ROLL
    s["seat"] = CHANCE
    tell(log, t.TURN, seat)


@kernel
def clear_dice(s: Soles, log: Log) -> None:
    """RS-10: dice are set aside for the rest of the turn only."""
    clear(s, s["rolled"], t.ROLLED, log)
    clear(s, s["aside"], t.ASIDE, log)


@kernel
def clear(s: Soles, dice: Table, place: int, log: Log) -> None:
    """RS-10: dice go back into the cup."""
    tell_dice(s, t.MOVE_DICE, dice, place, t.CUP, log)
    for face in range(FACES):
        dice[face] = 0


@kernel
def tell_dice(s: Soles, event: int, dice: Table, source: int, target: int, log: Log) -> None:
    """RS-13: dice by face change their place, for all to see."""
    if log is not None:
        count = 0
        told = 0
        for face in range(FACES):
            shown = int(dice[face])
            count += shown
            told += digit(face, shown)
        if count > 0:
            tell(log, event, s["turn"], told, source, target, count)


@kernel
def pass_turn(s: Soles, log: Log) -> None:
    """RS-11: the turn passes to the left."""
    begin_turn(s, (s["turn"] + 1) % s["players"], log)


@kernel
def take_roll(s: Soles, roll: int, log: Log) -> None:
    """RS-4, RS-6: look at the dice: nothing caught, a source to choose, or straight from the middle."""
    rolled = s["rolled"]
    shown = ROLL_COUNTS[roll]
    for face in range(FACES):
        rolled[face] = shown[face]
    tell_dice(s, t.ROLL, rolled, t.CUP, t.ROLLED, log)
    if soles_rolled(s) == 0:
        lose_net(s, log)
    elif has_choice_of_source(s):
        s["ask"] = SOURCE
        s["seat"] = s["turn"]
    else:
        take_haul(s, MIDDLE, log)


@kernel
def lose_net(s: Soles, log: Log) -> None:
    """RS-4: no sole: the turn ends, and everything in the net goes back to the middle."""
    if s["net"] == 0:
        tell(log, t.NOTHING, s["turn"])
    else:
        tell(log, t.LOST, s["turn"], 0, t.NET, t.MIDDLE, s["net"])
    s["middle"] += s["net"]
    s["net"] = 0
    pass_turn(s, log)


@kernel
def take_from(s: Soles, source: int, log: Log) -> None:
    """RS-6: the middle or one other player, never both."""
    tell(log, t.SOURCE, s["turn"], source)
    take_haul(s, source, log)


@kernel
def take_haul(s: Soles, source: int, log: Log) -> None:
    """RS-7: the whole haul is taken; a source with less gives what it has, the rest is forfeited."""
    worth = haul(s)
    if source == MIDDLE:
        taken = min(worth, int(s["middle"]))
        s["middle"] -= taken
        tell(log, t.HAUL, s["turn"], 0, t.MIDDLE, t.NET, taken, worth)
    else:
        taken = min(worth, int(s["supplies"][source]))
        s["supplies"][source] -= taken
        tell(log, t.HAUL, s["turn"], 0, t.SUPPLY + source, t.NET, taken, worth)
    s["net"] += taken
    s["ask"] = AGAIN
    s["seat"] = s["turn"]
    if s["middle"] == 0:
        end_game(s, log)


@kernel
def secure(s: Soles, log: Log) -> None:
    """RS-9: the net is added to the own supply; the turn ends."""
    empty_net(s, log)
    pass_turn(s, log)


@kernel
def empty_net(s: Soles, log: Log) -> None:
    """RS-9, RS-12: what lies in the net goes to the own supply; a net is never left over."""
    tell(log, t.SECURE, s["turn"], 0, t.NET, t.SUPPLY + int(s["turn"]), s["net"])
    s["supplies"][s["turn"]] += s["net"]
    s["net"] = 0


@kernel
def end_game(s: Soles, log: Log) -> None:
    """RS-8: the middle is empty: the net is secured unasked and the game ends at once; the turn stays."""
    empty_net(s, log)
    clear_dice(s, log)
    s["ask"] = OVER
    tell(log, t.OVER)


@kernel
def roll_again(s: Soles, log: Log) -> None:
    """RS-10: the blue dice just rolled are set aside; all others, hooks too, are rolled again."""
    tell(log, t.AGAIN, s["turn"])
    set_aside(s, DOUBLE, log)
    set_aside(s, WATER, log)
    clear(s, s["rolled"], t.ROLLED, log)
    s["ask"] = ROLL
    s["seat"] = CHANCE


@kernel
def set_aside(s: Soles, face: int, log: Log) -> None:
    """RS-10: the dice just rolled that show a blue face stay for the rest of the turn."""
    count = int(s["rolled"][face])
    s["aside"][face] += count
    s["rolled"][face] = 0
    if count > 0:
        tell(log, t.MOVE_DICE, s["turn"], digit(face, count), t.ROLLED, t.ASIDE, count)
