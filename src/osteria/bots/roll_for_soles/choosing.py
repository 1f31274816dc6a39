"""Rules of thumb of Roll for Soles."""

from __future__ import annotations

from typing import Annotated, TypedDict

import numpy as np

from osteria.core.kernel import kernel
from osteria.core.schema import Table, dtype_of, number
from osteria.core.stream import draw_below
from osteria.games.roll_for_soles.kernels import list_legal
from osteria.games.roll_for_soles.record import (
    AGAIN,
    DOUBLE,
    FROM_MIDDLE,
    FROM_SEAT,
    ROLL_AGAIN,
    SECURE,
    SIDES,
    TWO,
    Soles,
)
from osteria.games.roll_for_soles.rules.turn import dice_to_roll, haul, may_take_from


class Weights(TypedDict):
    """What one player weighs by."""

    limit: Annotated[int, number("a net at which to secure whatever the dice; 0: weigh gain against loss")]
    bold: Annotated[int, number("in thousandths, how much the loss of the net counts")]
    random: Annotated[int, number("1: anything that is legal")]
    steals: Annotated[
        int, number("1: with a hook take from the strongest other seat, unless it has much less than the middle gives")
    ]


WEIGHTS = dtype_of(Weights)


@kernel
def choose_soles(s: Soles, w: Weights, rng: Table, legal: Table) -> int:
    """The source that hurts the strongest, or whether the net is worth another roll."""
    if w["random"] == 1:
        return int(legal[draw_below(rng, 0, list_legal(s, legal))])
    if s["ask"] == AGAIN:
        return choose_again(s, w)
    return choose_source(s, w)


@kernel
def choose_again(s: Soles, w: Weights) -> int:
    """Secure what is enough; roll while more is to be won than lost."""
    if w["limit"] > 0:
        return SECURE if s["net"] >= w["limit"] else ROLL_AGAIN
    if is_losing_soon(s):
        return ROLL_AGAIN
    return ROLL_AGAIN if gain(s) * 1000 > loss(s) * w["bold"] else SECURE


@kernel
def best_other(s: Soles) -> int:
    """The most points of another seat."""
    most = 0
    for seat in range(s["players"]):
        if seat != s["turn"]:
            most = max(most, int(s["supplies"][seat]))
    return most


@kernel
def is_losing_soon(s: Soles) -> bool:
    """The middle is nearly empty and securing would leave the seat behind: nothing is lost by rolling on."""
    return s["middle"] <= 3 and s["supplies"][s["turn"]] + s["net"] < best_other(s)


@kernel
def soles_on_sides(s: Soles) -> int:
    """Soles on all sides of a die."""
    count = 0
    for side in range(SIDES):
        if s["faces"][side] <= TWO - 1:
            count += 1
        elif s["faces"][side] == TWO:
            count += 2
    return count


@kernel
def sides_without(s: Soles) -> int:
    """Sides of a die without a sole."""
    count = 0
    for side in range(SIDES):
        if s["faces"][side] > TWO:
            count += 1
    return count


@kernel
def dice_left(s: Soles) -> int:
    """RS-10: what would be rolled next."""
    return dice_to_roll(s) - int(s["rolled"][DOUBLE]) - int(s["rolled"][DOUBLE + 1])


@kernel
def gain(s: Soles) -> float:
    """What another roll brings on average."""
    doubles = int(s["rolled"][DOUBLE]) + int(s["aside"][DOUBLE])
    caught = dice_left(s) * soles_on_sides(s) / SIDES * 2.0**doubles
    return min(caught, float(s["middle"]))


@kernel
def loss(s: Soles) -> float:
    """What another roll costs on average: the net, if no die shows a sole."""
    chance = 1.0
    for _ in range(dice_left(s)):
        chance *= sides_without(s) / SIDES
    return chance * s["net"]


@kernel
def choose_source(s: Soles, w: Weights) -> int:
    """From the strongest other seat, unless it has much less than the middle gives."""
    worth = haul(s)
    target = -1
    for seat in range(s["players"]):
        if may_take_from(s, seat) and (target < 0 or s["supplies"][seat] > s["supplies"][target]):
            target = seat
    if target < 0 or w["steals"] == 0:
        return FROM_MIDDLE
    if 2 * min(worth, int(s["supplies"][target])) > min(worth, int(s["middle"])):
        return FROM_SEAT + target
    return FROM_MIDDLE


def weights(*, limit: int = 0, bold: int = 0, random: int = 0, steals: int = 0) -> Table:
    """The numbers of one player, as an array of one record."""
    return np.array([(limit, bold, random, steals)], WEIGHTS)
