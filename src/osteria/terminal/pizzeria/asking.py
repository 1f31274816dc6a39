"""What is asked of the person at a pizza table, in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rich.text import Text

from osteria.terminal.pizzeria.cards import counted, named
from osteria.terminal.pizzeria.orders import series_amounts, wants, way_question
from osteria.terminal.words import Part, Voices, line

Words = Mapping[str, Any]


def question(view: Words, voices: Voices) -> Text:
    """The question to the listener, whose decision it is."""
    return QUESTIONS[view["decision"]["ask"]](view, voices)


def _fixed(text: str) -> Callable[[Words, Voices], Text]:
    return lambda _view, _voices: Text(text)


def _orders(view: Words) -> str:
    return ", ".join(view["filling"]["orders"])


def _about_order(text: str) -> Callable[[Words, Voices], Text]:
    return lambda view, _voices: line("Your ", (_orders(view), "bold"), f": {text}")


def _join(view: Words, _voices: Voices) -> Text:
    is_series = len(view["filling"]["orders"]) > 1
    series = line("Your series: ", (_orders(view), "bold"), ".")
    first = line("Your ", (_orders(view), "bold"), " may begin a series.")
    return line(series if is_series else first, " Does another order join?")


def _amounts(view: Words, _voices: Voices) -> Text:
    numbers = series_amounts(len(view["filling"]["orders"]))
    return Text(f"Your series: which kind needs {', which '.join(numbers)}?")


def _way(view: Words, _voices: Voices) -> Text:
    order = view["filling"]["orders"][0]
    return line("Your ", (order, "bold"), f" ({wants(order, view['seat'])}): {way_question(order)}")


def _fill(view: Words, _voices: Voices) -> Text:
    filling = view["filling"]
    options = view["decision"]["options"]
    if filling["bid"] is not None:
        return line("Your ", ("own-kind", "bold"), f": the bid is {filling['bid']}. ", _choice(options))
    parts: list[Part] = ["Your ", (_orders(view) if len(filling["orders"]) == 1 else "series", "bold")]
    if filling["needs"]:
        parts += [" needs ", counted(filling["needs"]), "."]
    if filling["short"]:
        parts += [" Still missing: ", counted(filling["short"]), "."]
    return line(*parts, " ", _choice(options))


def _choice(options: list[str]) -> str:
    found = [text for verb, text in FILLING.items() if any(option.split()[0] == verb for option in options)]
    return f"Do you {' or '.join(found)}?" if len(found) > 1 else f"You can only {found[0]}."


FILLING = {
    "add": "add a card of your hand",
    "want": "ask for an ingredient",
    "ask": "ask the others for it",
    "settle": "settle",
    "give": "give up",
}


def _help(view: Words, voices: Voices) -> Text:
    filling = view["filling"]
    asks = line(voices.does(filling["owner"], "ask"), " for ", counted(filling["request"]))
    return line(asks, f" to fill {_orders(view)}. Give all of it, or decline?")


def _block(view: Words, voices: Voices) -> Text:
    filling = view["filling"]
    shown = f", {filling['shown']} shown so far" if filling["shown"] else ""
    return line(
        voices.does(filling["owner"], "bid"), f" {filling['bid']} ", named(filling["owner"]), shown,
        ". Show all your cards of that kind to block it, or nothing?",
    )  # fmt: skip


def _reveal(view: Words, voices: Voices) -> Text:
    return line(voices.does(view["filling"]["owner"], "pick"), " you. Which card do you show?")


def _match(view: Words, voices: Voices) -> Text:
    filling = view["filling"]
    shown = line(voices.does(filling["picked"], "show"), " ", named(filling["revealed"]))
    return line(shown, ". Play a card of that kind, or give up?")


QUESTIONS: dict[str, Callable[[Words, Voices], Text]] = {
    "play": _fixed("Which ingredients do you put into the oven? One or more cards of one kind."),
    "order": _fixed("Do you put an order on top?"),
    "draw": _fixed("From which stack do you draw up to 7 cards?"),
    "join": _join,
    "amounts": _amounts,
    "way": _way,
    "fill": _fill,
    "help": _help,
    "block": _block,
    "pick": _about_order("which opponent shows a card?"),
    "reveal": _reveal,
    "match": _match,
}
