"""Small actions of the pizza games as numbers. The table is append-only; a golden file pins it."""

from __future__ import annotations

from osteria.core.kernel import kernel
from osteria.games.pizzeria.cards import CARD_COUNT, KIND_COUNT, MOST_PLAYERS, ORDER_COUNT

# BOUND: a hand of 7 holds up to 7 singles and, of the 2 doubles of a kind in the box, up to 2 (SM-1, GR-1):
# 7 ways to play no double, 7 to play one, 6 to play two.
PLAYS = 20
PLAY = 0
ORDER = PLAY + KIND_COUNT * PLAYS
NO_ORDER = ORDER + ORDER_COUNT
DRAW_SUPPLY = NO_ORDER + 1
DRAW_ORDERS = DRAW_SUPPLY + 1
JOIN = DRAW_ORDERS + 1
CLOSE_SERIES = JOIN + KIND_COUNT
KIND = CLOSE_SERIES + 1
"""One kind of a way, or of the amounts of a series."""
ADD = KIND + KIND_COUNT
SETTLE = ADD + CARD_COUNT
ASK = SETTLE + 1
WANT = ASK + 1
GIVE_UP = WANT + KIND_COUNT
GIVE = GIVE_UP + 1
GIVES = 3
"""With how many doubles a helper covers one kind of the request: 0, 1 or 2."""
DECLINE = GIVE + KIND_COUNT * GIVES
SHOW = DECLINE + 1
HOLD = SHOW + 1
PICK = HOLD + 1
REVEAL = PICK + MOST_PLAYERS
MATCH = REVEAL + CARD_COUNT
START = MATCH + CARD_COUNT
DEAL = START + MOST_PLAYERS
DEAL_ORDER = DEAL + CARD_COUNT + 1
CLOSE = DEAL_ORDER + ORDER_COUNT
ACTIONS = CLOSE + 1


@kernel
def play_action(kind: int, singles: int, doubles: int) -> int:
    """The number of a play."""
    if doubles == 0:
        return PLAY + kind * PLAYS + singles - 1
    return PLAY + kind * PLAYS + doubles * 7 + singles


@kernel
def played_kind(action: int) -> int:
    """The kind of a play."""
    return (action - PLAY) // PLAYS


@kernel
def played_doubles(action: int) -> int:
    """How many doubles a play has."""
    return (action - PLAY) % PLAYS // 7


@kernel
def played_singles(action: int) -> int:
    """How many singles a play has."""
    singles = (action - PLAY) % PLAYS % 7
    if played_doubles(action) == 0:
        singles += 1
    return singles
