"""An observation of the pizza games in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from osteria.core.schema import State, plain_reader
from osteria.games.pizzeria import record as r
from osteria.games.pizzeria.cards import BOMBASTICA, KINDS, ORDERS, OWN_KIND, TWO_DOUBLES
from osteria.games.pizzeria.cards import CARDS as CARD_NAMES
from osteria.games.pizzeria.observe import OBSERVATION
from osteria.games.pizzeria.rules.filling import bid, short_of, short_of_big_pizza
from osteria.games.pizzeria.zones import PHASES, counted, listed, names_of, orders_in, oven_card

OWN_FIELDS = ("viewer", "picked", "hand_orders", "hand", "picks")
"""What differs between viewers of one position; only `hands` is made from it."""
READ = plain_reader(OBSERVATION)
READ_HANDS = plain_reader(OBSERVATION, "players", "own", "ingredients", "orders", "hand", "hand_orders")


def view(observation: State, viewer: int | None) -> dict[str, Any]:
    """The words of an observation record."""
    o = READ(observation)
    names = names_of(o)

    def seat(number: int) -> str | None:
        return names[number] if number >= 0 else None

    return {
        "phase": PHASES[o["phase"]],
        "round": max(1, o["round"]),
        "turn": seat(o["turn"]),
        "starter": seat(o["starter"]),
        "holder": seat(o["holder"]),
        "baker": seat(o["baker"]),
        "columns": counted(o["columns"]),
        "committed": counted(o["committed"]),
        "used": counted(o["used"]) if o["assisted"] else o["used_size"],
        "oven": _oven(o, names),
        "supply": o["supply_size"],
        "hands": _hands(o, names, viewer),
        "orders": {name: _stack(o, p) for p, name in enumerate(names)},
        "delivered": {name: orders_in(o["delivered"][p]) for p, name in enumerate(names)},
        "removed": {name: orders_in(o["removed"][p]) for p, name in enumerate(names)},
        "open": [f"{names[o['owner']]}/{ORDERS[order]}" for order in o["open"][: o["open_count"]]],
        "filling": _filling(o, names),
        "announcement": _announcement(o, names),
    }


def own_view(observation: State, viewer: int | None) -> dict[str, Any]:
    """The zones that differ between viewers of one position."""
    o = READ_HANDS(observation)
    return {"hands": _hands(o, names_of(o), viewer)}


def _hands(o: State, names: tuple[str, ...], viewer: int | None) -> dict[str, Any]:
    return {name: _hand(o, seat, viewer) for seat, name in enumerate(names)}


def _oven(o: State, names: tuple[str, ...]) -> dict[str, Any]:
    top = oven_card(names, o["oven_top"]) if o["oven_top"] >= 0 else None
    words: dict[str, Any] = {"size": o["oven_size"], "top": top}
    if o["assisted"]:
        orders = {f"{name}/{order}": 1 for p, name in enumerate(names) for order in orders_in(o["oven_orders"][p])}
        words["count"] = counted(o["oven_cards"]) | orders
    return words


def _hand(o: State, seat: int, viewer: int | None) -> list[str] | dict[str, int]:
    if seat == viewer:
        return listed(o["hand"]) + orders_in(o["hand_orders"])
    return {"ingredients": o["ingredients"][seat], "orders": o["orders"][seat]}


def _stack(o: State, seat: int) -> dict[str, Any]:
    size = o["under_size"][seat]
    under = [ORDERS[order] for order in o["under"][seat][:size]] if o["assisted"] else size
    return {"shuffled": o["stack_size"][seat], "under": under}


def _announcement(o: State, names: tuple[str, ...]) -> dict[str, Any] | None:
    if o["said_seat"] < 0:
        return None
    singles, doubles = o["said_singles"], o["said_doubles"]
    return {
        "seat": names[o["said_seat"]],
        "kind": KINDS[o["said_kind"]],
        "ingredients": singles + 2 * doubles,
        "doubles": doubles,
    }


def _filling(o: State, names: tuple[str, ...]) -> dict[str, Any] | None:
    if o["open_count"] == 0:
        return None
    first = o["open"][0]
    is_asking = o["ask"] == r.HELP
    return {
        "owner": names[o["owner"]],
        "orders": [ORDERS[order] for order in o["open"][: o["open_count"]]],
        "needs": _needs(o, first),
        "short": _short(o, first),
        "request": _request(o, first) if is_asking else None,
        "bid": bid(o) if first == OWN_KIND else None,
        "shown": o["shown"] if first == OWN_KIND else None,
        "declined": _asked_before(o, names) if is_asking else [],
        "picked": names[o["chosen"]] if o["chosen"] >= 0 else None,
        "revealed": CARD_NAMES[o["revealed"]] if o["revealed"] >= 0 else None,
    }


def _by_kind(o: State, first: int, amounts: Sequence[int]) -> dict[str, int]:
    prefix = "double-" if first == TWO_DOUBLES else ""
    return {f"{prefix}{kind}": amount for kind, amount in zip(KINDS, amounts, strict=True) if amount}


def _needs(o: State, first: int) -> dict[str, int]:
    return _by_kind(o, first, o["needs"])


def _short(o: State, first: int) -> dict[str, int]:
    if first == BOMBASTICA:
        return {"any": short_of_big_pizza(o)}
    return _by_kind(o, first, [short_of(o, kind) for kind in range(len(KINDS))])


def _request(o: State, first: int) -> dict[str, int]:
    if first == BOMBASTICA:
        return _by_kind(o, first, o["wants"])
    return _short(o, first)


def _asked_before(o: State, names: tuple[str, ...]) -> list[str]:
    seat, found = (o["owner"] + 1) % len(names), []
    while seat != o["seat"]:
        found.append(names[seat])
        seat = (seat + 1) % len(names)
    return found
