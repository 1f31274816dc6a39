"""Tables made from the code: what is in an observation, and what every action id means."""

from itertools import pairwise

from osteria.envs.layout import layout_of
from osteria.games.pizzeria import actions as pizza
from osteria.games.pizzeria.cards import CARDS, KINDS, MOST_PLAYERS, ORDERS
from osteria.games.roll_for_soles import record as soles

PIZZA = {
    "PLAY": "play: 20 ids a kind; no double and 1 to 7 singles, 1 double and 0 to 6 singles, 2 doubles and 0 to 5",
    "ORDER": "an order into the oven: " + ", ".join(ORDERS),
    "NO_ORDER": "no order",
    "DRAW_SUPPLY": "draw from the supply",
    "DRAW_ORDERS": "draw from the own order stack",
    "JOIN": "join a series with four-: " + ", ".join(KINDS),
    "CLOSE_SERIES": "close the series",
    "KIND": "one kind of a way, or of the amounts of a series: " + ", ".join(KINDS),
    "ADD": "add a card: " + ", ".join(CARDS),
    "SETTLE": "settle a series or a bid",
    "ASK": "ask for help",
    "WANT": "want one ingredient (bombastica in Grande): " + ", ".join(KINDS),
    "GIVE_UP": "give up",
    "GIVE": "give, kind by kind: 3 ids a kind, with 0, 1 or 2 doubles",
    "DECLINE": "decline",
    "SHOW": "show",
    "HOLD": "hold",
    "PICK": f"pick an opponent: seats 0 to {MOST_PLAYERS - 1}",
    "REVEAL": "reveal a card: " + ", ".join(CARDS),
    "MATCH": "match with a card: " + ", ".join(CARDS),
    "START": "chance: who starts",
    "DEAL": "chance: a card of the supply; the last is the Sole Mio! card",
    "DEAL_ORDER": "chance: an order",
    "CLOSE": "by force: a round is closed",
}
SOLES = {
    "FROM_MIDDLE": "from the middle",
    "FROM_SEAT": "from seats 0 to 7",
    "SECURE": "secure",
    "ROLL_AGAIN": "roll",
    "START_SEAT": "chance: who starts",
    "ROLLED": "chance: a roll, by its faces",
}


def observation_table(game: str) -> str:
    """One row a field."""
    rows = [
        f"| {part.start} to {part.stop - 1} | `{part.name}` | {part.shape or 1} | {part.seen} | {part.doc} |"
        for part in layout_of(game, version=2).parts
    ]
    return "\n".join(["| vector | field | shape | who sees it | what it is |", "|---|---|---|---|---|", *rows])


def action_table(words: dict[str, str], module: object, end: int) -> str:
    """One row a range of ids."""
    starts = [getattr(module, name) for name in words]
    rows = [
        f"| {first} | {after - 1} | {meaning} |"
        for (first, after), meaning in zip(pairwise([*starts, end]), words.values(), strict=True)
    ]
    return "\n".join(["| first id | last id | what it means |", "|---|---|---|", *rows])


def filled(text: str) -> str:
    """A page with its tables in place."""
    makers = {
        "<!-- observations: pizza -->": lambda: observation_table("grande"),
        "<!-- observations: soles -->": lambda: observation_table("roll-for-soles"),
        "<!-- actions: pizza -->": lambda: action_table(PIZZA, pizza, pizza.ACTIONS),
        "<!-- actions: soles -->": lambda: action_table(SOLES, soles, soles.ACTIONS),
    }
    for mark, make in makers.items():
        if mark in text:
            text = text.replace(mark, make())
    return text
