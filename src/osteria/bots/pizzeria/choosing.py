"""The rules of thumb of the pizza games: one small action at a time."""

from __future__ import annotations

from osteria.bots.pizzeria.scoring import (
    choose_amount,
    choose_block,
    choose_fill,
    choose_help,
    choose_join,
    choose_match,
    choose_opponent,
    choose_reveal,
    choose_way,
)
from osteria.bots.pizzeria.scratch import Scratch
from osteria.bots.pizzeria.turn import choose_draw, choose_order, choose_play
from osteria.bots.pizzeria.weights import Weights
from osteria.core.kernel import kernel
from osteria.core.schema import Table
from osteria.core.stream import draw_below
from osteria.games.pizzeria import record as r
from osteria.games.pizzeria.record import Pizzeria
from osteria.games.pizzeria.rules.legal import list_legal


@kernel
def choose(s: Pizzeria, w: Weights, rng: Table, work: Scratch, legal: Table) -> int:
    """The next small action of the seat that is asked, from what that seat may know."""
    if w["random"] == 1:
        return int(legal[draw_below(rng, 0, list_legal(s, legal))])
    ask = s["ask"]
    if ask == r.PLAY:
        return choose_play(s, w, rng, work, legal)
    if ask == r.ORDER:
        return choose_order(s, w, rng, work)
    if ask == r.DRAW:
        return choose_draw(s, w)
    if ask == r.FILL:
        return choose_fill(s, w)
    if ask == r.HELP:
        return choose_help(s, w, legal)
    if ask == r.WAY:
        return choose_way(s, legal)
    if ask == r.JOIN:
        return choose_join(s)
    if ask == r.AMOUNTS:
        return choose_amount(s)
    return choose_among_opponents(s, legal)


@kernel
def choose_among_opponents(s: Pizzeria, legal: Table) -> int:
    """SM-27, SM-29: block, pick, reveal, match."""
    ask = s["ask"]
    if ask == r.BLOCK:
        return choose_block(s)
    if ask == r.PICK:
        return choose_opponent(s, legal)
    if ask == r.REVEAL:
        return choose_reveal(s, legal)
    return choose_match(s, legal)
