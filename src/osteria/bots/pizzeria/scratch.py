"""Where the rules of thumb of the pizza games note what they work out: one record for each seat."""

from __future__ import annotations

from typing import Annotated, TypedDict

from osteria.core.schema import Table, dtype_of, number, numbers
from osteria.games.pizzeria.cards import CARD_COUNT, KIND_COUNT

CARDS, KINDS = (CARD_COUNT,), (KIND_COUNT,)


class Scratch(TypedDict):
    """What a seat foresees, and what of it holds until the next look."""

    columns: Annotated[Table, numbers(CARDS, "the columns once the oven is turned over")]
    spare: Annotated[Table, numbers(CARDS, "of the own hand, what no order in the oven has a claim on")]
    claims: Annotated[Table, numbers(CARDS, "of the own hand, what orders in the oven have a claim on")]
    needs: Annotated[Table, numbers(KINDS, "what the order that is looked at needs")]
    short: Annotated[int, number("what the columns will miss for it")]
    short_in_all: Annotated[int, number("what the columns and the own hand will miss for it")]
    best_misses: Annotated[Table, numbers(KINDS, "what the order with the best chance misses")]
    others_miss: Annotated[Table, numbers(KINDS, "what the other orders miss")]
    best_value: Annotated[int, number("what an ingredient is worth that the best order misses")]
    kept_columns: Annotated[Table, numbers(CARDS, "the columns at `kept_place`")]
    kept_claims: Annotated[Table, numbers(CARDS, "the claims at `kept_place`")]
    kept_place: Annotated[int, number("how far the oven was foreseen for good")]
    kept_round: Annotated[int, number("in which round; -1: at another table")]


SCRATCH = dtype_of(Scratch)
