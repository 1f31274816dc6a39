"""A turn: roll, catch, secure or roll again."""

from __future__ import annotations

from osteria.core.events import Log, tell
from osteria.core.kernel import kernel
from osteria.games.roll_for_soles import telling
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

TELL_ROLL, TELL_NOTHING, TELL_LOST, TELL_SOURCE = telling.ROLL, telling.NOTHING, telling.LOST, telling.SOURCE
TELL_HAUL, TELL_SECURE, TELL_AGAIN, TELL_TURN = telling.HAUL, telling.SECURE, telling.AGAIN, telling.TURN
TELL_OVER = telling.OVER
CHANCE = -1
MIDDLE = -1
FACES = 5


@kernel
def dice_to_roll(s: Soles) -> int:
    """RS-3: all four dice, less (RS-10) those set aside."""
    return DICE - int(s["aside"][DOUBLE]) - int(s["aside"][WATER])


@kernel
def soles_rolled(s: Soles) -> int:
    """RS-4: soles on the dice just rolled; a hook is none."""
    return int(s["rolled"][ONE]) + 2 * int(s["rolled"][TWO])


@kernel
def haul(s: Soles) -> int:
    """RS-5: the soles just rolled, doubled by every double-up just rolled or set aside."""
    return soles_rolled(s) << (int(s["rolled"][DOUBLE]) + int(s["aside"][DOUBLE]))


@kernel
def may_take_from(s: Soles, seat: int) -> bool:
    """RS-6: another player who has at least 1 point."""
    return seat != s["turn"] and seat < s["players"] and s["supplies"][seat] > 0


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
    s["turn"] = seat
    clear_dice(s)
    s["ask"] = ROLL
    s["seat"] = CHANCE
    tell(log, TELL_TURN, seat, 0, 0)


@kernel
def clear_dice(s: Soles) -> None:
    """RS-10: dice are set aside for the rest of the turn only."""
    for face in range(FACES):
        s["rolled"][face] = 0
        s["aside"][face] = 0


@kernel
def pass_turn(s: Soles, log: Log) -> None:
    """RS-11: the turn passes to the left."""
    begin_turn(s, (s["turn"] + 1) % s["players"], log)


@kernel
def take_roll(s: Soles, roll: int, log: Log) -> None:
    """RS-4, RS-6: look at the dice: nothing caught, a source to choose, or straight from the middle."""
    for face in range(FACES):
        s["rolled"][face] = ROLL_COUNTS[roll, face]
    tell(log, TELL_ROLL, s["turn"], roll, 0)
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
        tell(log, TELL_NOTHING, s["turn"], 0, 0)
    else:
        tell(log, TELL_LOST, s["turn"], s["net"], 0)
    s["middle"] += s["net"]
    s["net"] = 0
    pass_turn(s, log)


@kernel
def take_from(s: Soles, source: int, log: Log) -> None:
    """RS-6: the middle or one other player, never both."""
    tell(log, TELL_SOURCE, s["turn"], source, 0)
    take_haul(s, source, log)


@kernel
def take_haul(s: Soles, source: int, log: Log) -> None:
    """RS-7: the whole haul is taken; a source with less gives what it has, the rest is forfeited."""
    worth = haul(s)
    if source == MIDDLE:
        taken = min(worth, int(s["middle"]))
        s["middle"] -= taken
    else:
        taken = min(worth, int(s["supplies"][source]))
        s["supplies"][source] -= taken
    s["net"] += taken
    tell(log, TELL_HAUL, s["turn"], taken, worth)
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
    tell(log, TELL_SECURE, s["turn"], s["net"], 0)
    s["supplies"][s["turn"]] += s["net"]
    s["net"] = 0


@kernel
def end_game(s: Soles, log: Log) -> None:
    """RS-8: the middle is empty: the net is secured unasked and the game ends at once; the turn stays."""
    empty_net(s, log)
    clear_dice(s)
    s["ask"] = OVER
    tell(log, TELL_OVER, 0, 0, 0)


@kernel
def roll_again(s: Soles, log: Log) -> None:
    """RS-10: the blue dice just rolled are set aside; all others, hooks too, are rolled again."""
    tell(log, TELL_AGAIN, s["turn"], 0, 0)
    s["aside"][DOUBLE] += s["rolled"][DOUBLE]
    s["aside"][WATER] += s["rolled"][WATER]
    for face in range(FACES):
        s["rolled"][face] = 0
    s["ask"] = ROLL
    s["seat"] = CHANCE
