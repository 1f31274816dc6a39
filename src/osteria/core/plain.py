"""Games in which everything is public: what they need not say themselves."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from string import Formatter
from typing import Any, ClassVar

import numpy as np

from osteria.core import template as w
from osteria.core.errors import MalformedMove, OsteriaError, ScenarioError
from osteria.core.events import EventType
from osteria.core.game import Game, Options
from osteria.core.schema import Field, Seen, State, Table, fields
from osteria.core.template import Template
from osteria.core.wording import Spoken, Wording

NO_ZONE = ("ask", "players", "seat", "turn")
"""Fields of a record that are no zones, or are told by others."""


class PlainGame(Game):
    """A game in which everything is public, seats are numbers and every move is one small action with a fixed notation.

    A subclass says `name`, `title`, `most`, `kernels`, `asks`, `clauses`, `events`, `moves` and `start`; everything else
    follows. Its record has the fields `players`, `ask`, `seat` (who is asked) and `turn`; the others are the zones, and
    a table as long as `most` has a place for every seat.
    """

    clauses: ClassVar[Mapping[int, str]]
    """The id of the clause that asks, by ask; of the one that ends the game, by `over`."""
    moves: ClassVar[Mapping[int, str]]
    """The notation of every small action."""
    start: ClassVar[int]
    """What is asked first."""
    own_fields: ClassVar[tuple[str, ...] | None] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "view" in cls.__dict__ and "own_fields" not in cls.__dict__:
            cls.own_fields = None
        if "moves" in cls.__dict__:
            cls.sample_moves = tuple(cls.moves.values())
            cls.wording = plain_wording(cls)

    def seats(self, players: int | Sequence[Hashable]) -> tuple[Hashable, ...]:
        """Seats are numbers from 0."""
        if not isinstance(players, int) and list(players) != list(range(len(players))):
            raise OsteriaError(f"Seats of {self.title} are numbers: say how many play.")
        count = players if isinstance(players, int) else len(players)
        self.check_players(count)
        return tuple(range(count))

    def fresh(self, seats: tuple[Hashable, ...], options: Options) -> Table:
        """A table with nothing on it; the first question is `start`."""
        states = np.zeros(1, self.record)
        s = states[0]
        s["players"], s["ask"], s["seat"], s["turn"] = len(seats), self.start, -1, -1
        return states

    def place(self, seats: tuple[Hashable, ...], options: Options, given: Mapping[str, Any]) -> Table:
        """Scenarios of such a game begin with a fresh table, unless it says otherwise."""
        raise ScenarioError(f"given: a scenario of {self.title} begins with a fresh table; leave it out.")

    def read(self, s: State, text: str) -> tuple[int, ...]:
        """The action that a text stands for."""
        for action, written in self.moves.items():
            if written == text:
                return (action,)
        raise MalformedMove(f"“{text}” is no move of {self.title}: write {', '.join(self.offered(s))}.")


def plain_wording(game: type[PlainGame]) -> Wording:
    """The words of a game whose zones are the fields of its record."""
    schema = fields(game.kernels.table)
    return Wording(
        **public_table(
            game.over, {name: _zone(name, one, game.most) for name, one in schema.items() if name not in NO_ZONE}
        ),
        clauses=game.clauses,
        moves=tuple(Spoken(action, 1, said) for action, said in game.moves.items()),
    )


def public_table(over: int, zones: Mapping[str, Template]) -> dict[str, Template]:
    """What games share in which everything is public and seats are numbers: a view is the zones."""
    phase = w.when(w.calc("==", w.field("ask"), over), "over", "turn")
    zones = {"phase": phase, "turn": w.seat(w.field("turn")), **zones}
    seats = w.each("seat", w.upto(w.field("players")), w.var("seat"))
    return {"view": zones, "zones": zones, "seats": seats, "who": w.text("seat ", w.var("number"))}


def _zone(name: str, field: Field, most: int) -> Template:
    if field.shape == (most,):
        return w.by_seat(w.field(name, w.var("seat")))
    return _cells(w.field(name), len(field.shape))


def _cells(table: Template, axes: int) -> Template:
    """A number, or a table as lists."""
    return w.each(f"axis_{axes}", table, _cells(w.var(f"axis_{axes}"), axes - 1)) if axes else table


def public_event(name: str, *fields: str, now: Mapping[str, Any] | None = None, clause: str = "") -> EventType:
    """An event that everybody may know: what `tell` was given after its code, by these names.

    Args:
        name: of the event.
        fields: the names of its numbers, the seat that it concerns first.
        now: what zones are after it: a field's name, or what is always so there, by the zone (`points/{seat}` is a seat's).
        clause: the id of the clause that it comes from.
    """
    numbers = {field: w.told(place) for place, field in enumerate(fields, 1)}
    zones = {zone: numbers.get(value, value) for zone, value in (now or {}).items()}
    told = w.merged(*(w.entry(_path(zone, numbers), value) for zone, value in zones.items()))
    return EventType(name, Seen.EVERYBODY, numbers | ({"now": told} if now else {}), (clause,) if clause else ())


def _path(zone: str, numbers: Mapping[str, Template]) -> Template:
    """A path with the names of numbers in braces."""
    parts = [(before, numbers[name] if name else "") for before, name, _, _ in Formatter().parse(zone)]
    return w.text(*(part for pair in parts for part in pair))


def phrase(game: Game, key: str, language: str = "en", **values: Any) -> str:
    """What a plain table says for a key: in the language if the game has it, else in English, else the key's last word.

    Keys: `title`, `ask.ASK`, `move.MOVE`, `zone.ZONE`, `event.EVENT` (with the event's own words in braces).
    """
    for words in (game.words.get(language, {}), game.words.get("en", {})):
        if key in words:
            return words[key].format_map(values)
    if key == "title":
        return game.title
    told = " ".join(f"{name} {value}" for name, value in values.items())
    return f"{key.partition('.')[2].replace('-', ' ')} {told}".strip()
