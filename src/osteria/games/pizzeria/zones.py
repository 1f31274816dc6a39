"""What kinds of zones there are, and a table from the zones that a scenario gives."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np

from osteria.core.errors import ScenarioError
from osteria.core.game import LIST, LISTS, NUMBERS, SET, SETS
from osteria.core.schema import State
from osteria.games.pizzeria import record as r
from osteria.games.pizzeria.box import Box
from osteria.games.pizzeria.cards import (
    CARD_COUNT,
    CARDS,
    FOUR,
    HAND,
    NORMALE,
    ORDER_COUNT,
    ORDERS,
    order_in_oven,
)
from osteria.games.pizzeria.wording import PHASES

MOST_OF_A_CARD = 13
"""MM-1: no box has more of one card."""
GIVEN = (
    *("phase", "round", "turn", "starter", "holder", "baker", "columns", "used", "oven", "supply"),
    *("hands", "delivered", "removed", "orders"),
)

KINDS_OF_ZONES = {
    **dict.fromkeys(("hands", "delivered", "removed"), SETS),
    **dict.fromkeys(("columns", "used", "committed"), NUMBERS),
    **dict.fromkeys(("oven", "open"), LIST),
    "orders": LISTS,
    "supply": SET,
}


def orders_in(mask: int) -> list[str]:
    """Orders of a mask, in the fixed order."""
    return [name for order, name in enumerate(ORDERS) if mask >> order & 1]


# ------------------------------------------------------------------------------------------- a scenario's part of a table


def place(s: State, seats: tuple[Hashable, ...], given: Mapping[str, Any], box: Box) -> None:
    """Put the zones of a scenario on an empty table; zones left out are empty."""
    for key in given:
        if key not in GIVEN:
            raise ScenarioError(f"given.{key}: there is no such zone; there are {', '.join(GIVEN)}.")
    phase = given.get("phase", "turn")
    if phase not in PHASES[:2]:
        raise ScenarioError(f"given.phase: must be turn or scoring, not {phase!r}.")
    _place_cards(s, seats, given)
    _place_orders(s, seats, given)
    _check_orders(s, seats, box.orders)
    _check_doubles(s, box)
    s["phase"], s["round"] = PHASES.index(phase), _round(s, given)
    turn = _seat(seats, given, "turn")
    holder, baker = _seat(seats, given, "holder"), _seat(seats, given, "baker")
    if holder >= 0 and s["card_in_supply"]:
        raise ScenarioError("given: the Sole Mio! card is in the supply and before a player; there is one of it.")
    starter = _seat(seats, given, "starter")
    if starter < 0:
        starter = next((seat for seat in (turn, holder, baker) if seat >= 0), 0)
    s["holder"], s["baker"], s["starter"] = holder, baker, starter
    s["turn"] = (turn if turn >= 0 else starter) if phase == "turn" else r.NO_SEAT
    if phase == "scoring":
        _begin_scoring(s)
    s["ask"], s["step"] = r.NOBODY, r.TURN_BEGINS if phase == "turn" else r.OVEN_TURNS


def _check_orders(s: State, seats: tuple[Hashable, ...], orders: int) -> None:
    """Every order of a seat is in its box, and lies in one place only."""
    for seat, name in enumerate(seats):
        found = [int(s[field][seat]) for field in ("stack", "hand_orders", "delivered", "removed")]
        for code in s["oven"][: s["oven_size"]]:
            owner, order = divmod(int(code) - CARD_COUNT, ORDER_COUNT)
            if code >= CARD_COUNT and owner == seat:
                found.append(1 << order)
        seen = 0
        for mask in found:
            if mask & seen:
                raise ScenarioError(f"given: {name} has {orders_in(mask & seen)[0]} twice; there is one of each order.")
            if mask & ~orders_of(orders, int(s["own"][seat])):
                wrong = orders_in(mask & ~orders_of(orders, int(s["own"][seat])))[0]
                raise ScenarioError(f"given: {name} has no order {wrong} in this game.")
            seen |= mask


def _check_doubles(s: State, box: Box) -> None:
    """G-2: doubles are in the boxes of Sole Mio! and Grande."""
    oven = [code for code in s["oven"][: s["oven_size"]] if code < CARD_COUNT]
    anywhere = s["hands"].sum(axis=0) + s["supply"] + s["columns"] + s["used"] + np.bincount(oven, minlength=CARD_COUNT)
    if not any(box.doubles.values()) and anywhere[1::2].any():
        raise ScenarioError("given: there are no doubles in this game.")


def orders_of(orders: int, own: int) -> int:
    """MM-2, SM-2: the orders of a box that a player with this own kind has."""
    return orders & ~(1 << NORMALE + own) & ~(1 << FOUR + own)


def _begin_scoring(s: State) -> None:
    if s["helps"] and s["holder"] < 0:
        s["holder"] = s["starter"]
    if not s["helps"] and s["baker"] < 0:
        s["baker"] = s["starter"]


def _round(s: State, given: Mapping[str, Any]) -> int:
    number = given.get("round", 1)
    if type(number) is not int or not 1 <= number <= int(s["rounds"]):
        raise ScenarioError(f"given.round: must be 1 to {int(s['rounds'])}, not {number!r}.")
    return number


def _seat(seats: tuple[Hashable, ...], given: Mapping[str, Any], key: str) -> int:
    seat = given.get(key)
    if seat is not None and seat not in seats:
        raise ScenarioError(f"given.{key}: {seat!r} is no seat; seats are {', '.join(map(str, seats))}.")
    return seats.index(seat) if seat is not None else r.NO_SEAT


def _place_cards(s: State, seats: tuple[Hashable, ...], given: Mapping[str, Any]) -> None:
    for zone in ("columns", "used"):
        for card, count in _mapping(given, zone).items():
            if card not in CARDS or type(count) is not int or not 0 <= count <= MOST_OF_A_CARD:
                raise ScenarioError(
                    f"given.{zone}: cards are {', '.join(CARDS)} with their numbers, not {card}: {count!r}."
                )
            s[zone][CARDS.index(card)] = count
    for card in _sequence(given, "supply"):
        if card == "sole-mio":
            s["card_in_supply"] = 1
        else:
            s["supply"][_index(CARDS, card, "given.supply")] += 1
    for seat, cards in _by_seat(seats, given, "hands"):
        for card in cards:
            if card in CARDS:
                s["hands"][seat, CARDS.index(card)] += 1
            else:
                s["hand_orders"][seat] |= _order_bit(int(s["hand_orders"][seat]), card, "given.hands")
        if len(cards) > HAND:
            raise ScenarioError(f"given.hands.{seats[seat]}: a hand holds at most {HAND} cards.")


def _place_orders(s: State, seats: tuple[Hashable, ...], given: Mapping[str, Any]) -> None:
    for zone, field in (("orders", "stack"), ("delivered", "delivered"), ("removed", "removed")):
        for seat, orders in _by_seat(seats, given, zone):
            for order in orders:
                s[field][seat] |= _order_bit(int(s[field][seat]), order, f"given.{zone}.{seats[seat]}")
    oven = _sequence(given, "oven")
    if len(oven) > r.OVEN:
        raise ScenarioError(f"given.oven: at most {r.OVEN} cards.")
    for position, card in enumerate(oven):
        s["oven"][position] = _oven_code(seats, card)
    s["oven_size"] = len(oven)


def _order_bit(mask: int, order: Any, where: str) -> int:
    place = _index(ORDERS, order, where)
    if mask >> place & 1:
        raise ScenarioError(f"{where}: {order} is there twice; every player has one of each order.")
    return 1 << place


def _oven_code(seats: tuple[Hashable, ...], card: Any) -> int:
    if card in CARDS:
        return CARDS.index(card)
    owner, slash, order = str(card).partition("/")
    if not slash or owner not in seats:
        raise ScenarioError(f"given.oven: {card!r} is neither an ingredient nor SEAT/ORDER.")
    return order_in_oven(seats.index(owner), _index(ORDERS, order, "given.oven"))


def _index(words: Sequence[str], word: Any, where: str) -> int:
    if word not in words:
        raise ScenarioError(f"{where}: there is no {word!r}; there are {', '.join(words)}.")
    return words.index(word)


def _mapping(given: Mapping[str, Any], zone: str) -> Mapping[Any, Any]:
    found = given.get(zone) or {}
    if not isinstance(found, Mapping):
        raise ScenarioError(f"given.{zone}: must be a mapping.")
    return found


def _sequence(given: Mapping[str, Any], zone: str) -> list[Any]:
    found = given.get(zone) or []
    if not isinstance(found, list):
        raise ScenarioError(f"given.{zone}: must be a list.")
    return found


def _by_seat(seats: tuple[Hashable, ...], given: Mapping[str, Any], zone: str) -> list[tuple[int, list[Any]]]:
    rows = []
    for seat, cards in _mapping(given, zone).items():
        if seat not in seats:
            raise ScenarioError(f"given.{zone}: {seat!r} is no seat; seats are {', '.join(map(str, seats))}.")
        if not isinstance(cards, list):
            raise ScenarioError(f"given.{zone}.{seat}: must be a list.")
        rows.append((seats.index(seat), cards))
    return rows
