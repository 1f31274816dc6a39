"""Where everything lies, from the moves that were told: a fold that knows no rule and no game.

`Folded` starts from any view and follows events in words; `Piles` starts from an empty table and follows rows. Both move things
with the same two functions: `put` and `take` look only at the shape of what lies in a place:

- a number: nobody may know what lies there; it grows and shrinks;
- a list: what lies there, oldest first; where nobody was told what left, the oldest did;
- numbers by name: how many of each card; where nobody was told what left, everything did;
- `{"ingredients": 5, "orders": 2}`: another's hand, numbers by what is moved;
- `{"size": 9, "top": "olive"}`: a stack of which only the top is seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from osteria.core.events import HIDDEN, EventType, Row, Words


def put(pile: Any, of: str, cards: Sequence[Any] | None, count: int) -> Any:
    """What lies in a place after something was put there; `cards` is None where the viewer may not know them."""
    if isinstance(pile, int):
        return pile + count
    if isinstance(pile, list):
        return [*pile, *([HIDDEN] * count if cards is None else cards)]
    if "size" in pile:
        rest = {"count": put(pile["count"], of, cards, count)} if "count" in pile else {}
        return pile | {"size": pile["size"] + count, "top": cards[-1] if cards else None} | rest
    if of in pile:
        return pile | {of: pile[of] + count}
    known = cards or ()
    return pile | {card: pile.get(card, 0) + known.count(card) for card in known}


def take(pile: Any, of: str, cards: Sequence[Any] | None, count: int) -> Any:
    """What lies in a place after something left it."""
    if isinstance(pile, int):
        return pile - count
    if isinstance(pile, list):
        return pile[count:] if cards is None else _without(pile, cards)
    if "size" in pile:
        rest = {"count": take(pile["count"], of, cards, count)} if "count" in pile else {}
        return pile | {"size": pile["size"] - count} | rest
    if of in pile:
        return pile | {of: pile[of] - count}
    if cards is None:
        return {}
    return {card: left for card, n in pile.items() if (left := n - cards.count(card))}


def _without(pile: list[Any], cards: Iterable[Any]) -> list[Any]:
    left = pile.copy()
    for card in cards:
        left.remove(card if card in left else HIDDEN)
    return left


class Folded:
    """A view that follows events in words, as its viewer was told them.

    Args:
        view: any view of any game, in words, or only some zones of one; it is not changed.
    """

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.view: Words = deepcopy(dict(view))

    def hear(self, event: Mapping[str, Any]) -> None:
        """Follow one event."""
        if "from" in event:
            self._at(event["from"], event, take)
            self._at(event["to"], event, put)
        for path, value in event.get("now", {}).items():
            if path.partition("/")[0] in self.view:
                inside, key = self._find(path)
                inside[key] = value

    def _at(self, path: str, event: Mapping[str, Any], change: Any) -> None:
        """Change what lies at one end of a move; an end that the view does not show is outside of the table."""
        whole, _, seat = path.partition("/")
        if whole not in self.view:
            return
        if not isinstance(self.view[whole], int | list | dict):
            # A single thing, such as a card that somebody holds: the view says who has it.
            self.view[whole] = event["seat"] if change is put else None
            return
        inside, key = self._find(path)
        cards = [card for card, n in event["what"].items() for _ in range(n)] if "what" in event else None
        if seat and cards:
            cards = [str(card).rpartition("/")[2] for card in cards]
        inside[key] = change(inside[key], event["of"], cards, event["count"])

    def _find(self, path: str) -> tuple[Words, Any]:
        """The part of the view that a path leads into, and the last key of it."""
        inside: Words = self.view
        *parts, last = path.split("/")
        for part in parts:
            inside = inside[_key(inside, part)]
        return inside, _key(inside, last)


def _key(inside: Words, part: str) -> Any:
    """Seats may be numbers."""
    return part if part in inside or not part.isdecimal() else int(part)


class Piles(dict[int, list[int]]):
    """What lies in some places, by their numbers, from rows as a viewer was told them; -1: the viewer does not know the card.

    Args:
        events: the game's types of events.
        places: those that are followed, from when they were empty.
    """

    def __init__(self, events: Mapping[int, EventType], places: Iterable[int]) -> None:
        super().__init__({place: [] for place in places})
        self._events = events

    def hear(self, row: Row) -> None:
        """Follow one row."""
        kind = self._events[row[0]]
        if kind.of is not None and (row[3] in self or row[4] in self):
            _, _, what, source, target, count = row[:6]
            cards = None if what == HIDDEN else list(kind.cards(what, count))
            if source in self:
                self[source] = take(self[source], kind.of, cards, count)
            if target in self:
                self[target] = put(self[target], kind.of, cards, count)
