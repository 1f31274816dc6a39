"""What happened at a pizza table, in sentences: one for every event, made from what the listener saw of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rich.text import Text

from osteria.terminal.pizzeria.cards import chip, counted, named
from osteria.terminal.pizzeria.orders import wants
from osteria.terminal.words import Part, Voices, line, listed, plural

Words = Mapping[str, Any]
FAILURES = {
    "C-2": "given up",
    "HP-7": "nobody helped",
    "SM-22": "left short",
    "SM-26": "the bid stays below 2",
    "SM-28": "blocked; the cards that were added stay in the columns",
    "SM-29": "no match",
    "SM-30": "the own kind lies in the columns",
    "MM-15": "no other kind lies in the columns",
}


def order_named(owner: str, order: str) -> Text:
    """An order with what it asks for."""
    return line((order, "bold"), f" ({wants(order, owner)})")


def _does(verb: str) -> Callable[[Voices, Words], Text]:
    return lambda voices, e: voices.does(e["seat"], verb, ".")


def _with(verb: str, rest: Callable[[Words], Part]) -> Callable[[Voices, Words], Text]:
    return lambda voices, e: voices.does(e["seat"], verb, " ", rest(e), ".")


def _played(e: Words) -> Text:
    doubles = f" ({plural(e['doubles'], 'double')})" if e["doubles"] else ""
    return line(f"{e['now']['announcement']['ingredients']} ", named(e["kind"]), doubles)


def _filled(voices: Voices, e: Words) -> Text:
    what = line(("Filled: ", "bold green"), voices.whose(e["seat"]), " ", (e["order"], "bold"), ".")
    return line(what, _account(e), _taken(e))


def _taken(e: Words) -> Text:
    return line(" Taken from the columns: ", counted(e["taken"]), ".") if e["taken"] else Text("")


def _failed(voices: Voices, e: Words) -> Text:
    why = f": {FAILURES[e['clause']]} ({e['clause']})."
    return line(("Not filled: ", "bold red"), voices.whose(e["seat"]), " ", (e["order"], "bold"), why, _account(e))


def _account(e: Words) -> Text:
    """What an order needed, and where it came from or was missing, as far as somebody had named it."""
    parts = [("lay", "lay there"), ("added", "added"), ("given", "given"), ("missing", "missing")]
    rows = []
    for need in e["needed"]:
        told = ", ".join(f"{e[part][need]} {words}" for part, words in parts if need in e[part])
        rows.append(line(counted({need: e["needed"][need]}), f" ({told})"))
    return line(" Needed: ", listed(rows), ".") if rows else Text("")


def _short(_voices: Voices, e: Words) -> Text:
    return line("Missing: ", counted(e["missing"]), ".")


def _open(voices: Voices, e: Words) -> Text:
    return line("Turned up: ", voices.whose(e["seat"]), " order ", order_named(e["seat"], e["order"]), ".")


def _reward(voices: Voices, e: Words) -> Text:
    return line("Reward: ", voices.whose(e["seat"]), " order ", (e["order"], "bold"), " counts as delivered.")


def _round(voices: Voices, e: Words) -> Text:
    return line((f"Round {e['number']}. ", "bold"), voices.does(e["seat"], "begin", "."))


def _plain(text: str) -> Callable[[Voices, Words], Text]:
    return lambda _voices, _e: Text(text)


SENTENCES: dict[str, Callable[[Voices, Words], Text]] = {
    "start": _does("start"),
    "sole-mio": _does("lay down the Sole Mio! card"),
    "play": _with("play", _played),
    "order": _with("put an order on top:", lambda e: order_named(e["seat"], e["order"])),
    "no-order": _does("put no order on top"),
    "pass": _does("pass without an ingredient"),
    "round-end": lambda voices, e: line("The round ends. ", voices.does(e["seat"], "turn the oven over", ".")),
    "open": _open,
    "join": _with("add to the series:", lambda e: order_named(e["seat"], e["order"])),
    "series-closed": _does("add no further order"),
    "amounts": _with("choose the amounts:", lambda e: counted(e["needed"])),
    "way": _with("pick", lambda e: counted(e["needed"])),
    "short": _short,
    "add": _with("add from the hand:", lambda e: named(e["card"])),
    "settle": _does("settle"),
    "want": _with("want one", lambda e: named(e["kind"])),
    "ask": _with("ask for", lambda e: counted(e["request"])),
    "decline": _does("decline"),
    "give": _with("give", lambda e: counted(e["cards"])),
    "reward": _reward,
    "give-up": _does("give up"),
    "bid": _with("bid", lambda e: str(e["amount"])),
    "show": _with("show", lambda e: counted(e["cards"])),
    "hold": _does("show nothing"),
    "blocked": lambda voices, e: line("Blocked: ", voices.whose(e["seat"]), " bid."),
    "pick": lambda voices, e: voices.does(e["seat"], "pick", " ", voices.name(e["other"]), "."),
    "reveal": _with("reveal", lambda e: named(e["card"])),
    "match": _with("play", lambda e: named(e["card"])),
    "filled": _filled,
    "failed": _failed,
    "returned": _does("take the added cards back"),
    "takes-card": _does("take the Sole Mio! card"),
    "gather": _plain("The columns are gathered: they are the first cards of the next oven."),
    "round": _round,
    "over": _plain("The game is over."),
}


def tell(voices: Voices, events: Iterable[Words]) -> list[Text]:
    """The events as lines; cards drawn by one seat, or turned over together, share one."""
    lines: list[Text] = []
    run: list[Words] = []
    for event in filter(is_news, events):
        if run and not _goes_with(run[-1], event):
            lines.append(_tell_run(voices, run))
            run = []
        run.append(event)
    return [*lines, _tell_run(voices, run)] if run else lines


def is_news(event: Words) -> bool:
    """Whether an event needs a sentence: the reason before a plain move has told it; a play tells whose turn it is."""
    return event["event"] not in ("move", "turn") and (event["event"] != "short" or bool(event["missing"]))


def _goes_with(last: Words, event: Words) -> bool:
    if event["event"] == "deal":
        same_draw = (last.get("seat"), _stack(last)) == (event["seat"], _stack(event))
        return same_draw and last["event"] in ("draw", "deal")
    return bool(last["event"] == event["event"] and event["event"] in ("turn-over", "returned"))


def _stack(event: Words) -> str:
    return str(event.get("stack") or event.get("from")).partition("/")[0]


def _tell_run(voices: Voices, run: list[Words]) -> Text:
    first = run[0]
    if first["event"] in ("draw", "deal"):
        return _tell_draw(voices, first, [event for event in run if event["event"] == "deal"])
    if first["event"] == "turn-over":
        return line("Into the columns: ", listed((chip(event["card"]) for event in run), " "))
    return SENTENCES[first["event"]](voices, first)


def _tell_draw(voices: Voices, first: Words, deals: list[Words]) -> Text:
    stack = "the supply" if _stack(first) == "supply" else "the order stack"
    seen = [event["card"] for event in deals if "card" in event]
    if not deals:
        return voices.does(first["seat"], "draw", f" from {stack}.")
    if len(seen) < len(deals):
        return voices.does(first["seat"], "draw", f" {plural(len(deals), 'card')} from {stack}.")
    if _stack(first) == "supply":
        return voices.does(first["seat"], "draw", f" from {stack}: ", counted(Counter(seen)), ".")
    orders = listed(order_named(first["seat"], order) for order in seen)
    return voices.does(first["seat"], "draw", f" from {stack}: ", orders, ".")
