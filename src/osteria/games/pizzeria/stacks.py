"""What a seed deals in the pizza games: the supply of each round and the order stacks, as data."""

from __future__ import annotations

from osteria.core import template as w
from osteria.core.stacks import Stack
from osteria.games.pizzeria import actions as a
from osteria.games.pizzeria import record as r
from osteria.games.pizzeria.cards import CARD_COUNT, ORDER_COUNT, SOLE_MIO_CARD

ROUND = w.calc("max", 1, w.field("round"))
CARD, COPY, ORDER = w.var("card"), w.var("copy"), w.var("order")
INGREDIENTS = w.flat(
    w.each(
        "card",
        w.upto(CARD_COUNT),
        w.each("copy", w.upto(w.field("supply", CARD)), w.listed(CARD, "card", ROUND, CARD, COPY)),
    )
)
WITH_THE_CARD = w.each(
    "copy", w.upto(w.field("card_in_supply")), w.listed(SOLE_MIO_CARD, "card", ROUND, SOLE_MIO_CARD, 0)
)
SHUFFLED_IN = w.when(
    w.calc("and", w.calc("==", w.field("dealing"), r.SETTING_UP), w.field("helps")),
    w.listed(SOLE_MIO_CARD, w.calc("*", w.field("players"), w.field("first_ingredients")), "sole-mio"),
    None,
)
"""SM-3: the Sole Mio! card is shuffled into what is left after the deal."""
WHOSE, SEAT = w.rule("stack_dealt_from"), w.var("whose")
ORDERS = w.flat(
    w.each(
        "whose",
        w.listed(WHOSE),
        w.each(
            "order",
            w.upto(ORDER_COUNT),
            w.listed(ORDER, "order", w.field("own", SEAT), ORDER),
            w.digit(w.field("stack", SEAT), 1, ORDER),
        ),
    )
)
STACKS = {
    r.START: Stack(w.listed("start"), words=w.listed("start")),
    r.DEAL: Stack(
        w.listed("supply", ROUND), cards=w.joined(INGREDIENTS, WITH_THE_CARD), late=SHUFFLED_IN, first=a.DEAL
    ),
    r.DEAL_ORDER: Stack(w.listed("orders", WHOSE), cards=ORDERS, first=a.DEAL_ORDER),
}
"""G-3, MM-3, SM-3: a rank for every physical card in every round, and one for every order."""
