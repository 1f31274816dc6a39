"""Tables made from the code, into the pages that hold them: `python docs/tables.py`. A test says when that is due."""

import random
import re
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

import osteria
from osteria.envs.layout import layout_of
from osteria.games import game
from osteria.games.pizzeria import actions as pizza
from osteria.games.pizzeria.cards import CARDS, KINDS, MOST_PLAYERS, ORDERS
from osteria.games.pizzeria.order_table import BY_NAME
from osteria.games.roll_for_soles import record as soles
from osteria.terminal.pizzeria.orders import wants

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


def order_table() -> str:
    """One row an order."""
    rows = [
        f"| `{name}` | {wants(name, 'own')} | {row.clause} | {'yes' if row.help else 'no'} | {'yes' if row.series else 'no'} |"
        for name, row in BY_NAME.items()
    ]
    head = ["| order | asks for | clause | help (SM, GR) | series |", "|---|---|---|---|---|"]
    return "\n".join([*head, *rows])


# --- what a view holds and what is asked, found by playing -----------------------------------------------------------

GAMES_LOOKED_AT = 24
MEANINGS = {
    "game": "the game's name",
    "seats": "the words for the seats, clockwise",
    "seat": "the viewer's own; None for a spectator",
    "memory": "`authentic` or `assisted`",
    "phase": "`turn`, `scoring` or `over`",
    "round": "from 1",
    "turn": "whose turn it is",
    "starter": "who began the round",
    "holder": "who has the Sole Mio! card",
    "baker": "who drew the last card of the supply in this round",
    "columns": "ingredients that lie open, by card",
    "committed": "cards added to the open order, no longer in the hand",
    "used": "the pile of used cards: their number; assisted: which",
    "oven": "how many cards, and the top one; assisted: also a count of what went in",
    "supply": "how many cards are left",
    "hands": "by seat: the own cards; of the others how many of which sort",
    "orders": "order stacks by seat: how many are shuffled, how many were put under; assisted: which the viewer saw",
    "delivered": "by seat",
    "removed": "orders that failed, by seat",
    "open": "the orders that are being filled",
    "filling": "how far the open order is: what it needs, what is short, who is asked; None when none is open",
    "announcement": "the last play, as it was said",
    "middle": "points in the middle",
    "net": "points in the net of this turn",
    "supplies": "points by seat",
    "dice": "faces set aside",
    "rolled": "the dice just rolled, until the player decides",
    "decision": "whose it is and what is asked; for the seat that is asked also clause and options",
    "ahead": "for a seat that waits: what it would be asked if its turn came now, as far as it can know; else None",
    "outcome": "score, tie-break and winners; None until the end",
    "history": "assisted only: everything this viewer saw happen",
}


def view_table(name: str) -> str:
    """One row a key of a view."""
    match = osteria.new(name, 3, seed=1)
    keys = match.view(0, memory="assisted")
    rows = [f"| `{key}` | {MEANINGS.get(key, '')} |" for key in keys]
    return "\n".join(["| key | what it is |", "|---|---|", *rows])


def ask_table(name: str) -> str:
    """One row a question: the clauses that ask it and answers to it, from some games at random."""
    rules, clauses, examples = game(name), {}, {}
    for seed in range(GAMES_LOOKED_AT):
        for ask, clause, move in _answers(name, rules.fewest + seed % (rules.most - rules.fewest + 1), seed):
            clauses.setdefault(ask, set()).add(clause)
            shapes = examples.setdefault(ask, {})
            shapes.setdefault((move.split()[0], len(move.split())), move)
    asked = [ask for code, ask in rules.asks.items() if code not in rules.chance_asks and ask in clauses]
    rows = [
        f"| `{ask}` | {', '.join(sorted(clauses[ask]))} | {', '.join(f'`{m}`' for m in list(examples[ask].values())[:4])} |"
        for ask in dict.fromkeys(asked)
    ]
    return "\n".join(["| `decision.ask` | clause | moves such as |", "|---|---|---|", *rows])


def _answers(name: str, players: int, seed: int) -> Iterator[tuple[str, str, str]]:
    match, rng = osteria.new(name, players, seed=seed), random.Random(seed)
    while (decision := match.decision) is not None:
        move = rng.choice(decision.options)
        yield str(decision.ask), decision.clause, str(move)
        match.play(move)


# --- into the pages --------------------------------------------------------------------------------------------------

MAKERS = {
    "observations: pizza": lambda: observation_table("grande"),
    "observations: soles": lambda: observation_table("roll-for-soles"),
    "actions: pizza": lambda: action_table(PIZZA, pizza, pizza.ACTIONS),
    "orders: pizza": order_table,
    "actions: soles": lambda: action_table(SOLES, soles, soles.ACTIONS),
    **{f"view: {name}": partial(view_table, name) for name in ("sole-mio", "roll-for-soles")},
    **{f"asks: {name}": partial(ask_table, name) for name in ("mamma-mia", "sole-mio", "grande", "roll-for-soles")},
}
MARK = re.compile(r"<!-- ([a-z]+: [a-z-]+) -->\n(?:.*?\n)??<!-- end -->\n", re.DOTALL)
PAGES = [Path(__file__).with_name(name) for name in ("tables-of-ids.md", "views.md")]


def filled(text: str) -> str:
    """A page with its tables as the code has them now."""
    return MARK.sub(lambda found: f"<!-- {found[1]} -->\n\n{MAKERS[found[1]]()}\n\n<!-- end -->\n", text)


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(filled(page.read_text()))
