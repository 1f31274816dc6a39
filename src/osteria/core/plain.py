"""Games in which everything is public: what they need not say themselves."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from osteria.core.errors import MalformedMove, OsteriaError, ScenarioError
from osteria.core.events import EventType, Row, Words
from osteria.core.game import Game, Options, Rank, Why, Zones
from osteria.core.schema import Seen, State, Table, fields

NO_ZONE = ("ask", "players", "seat", "turn")
"""Fields of a record that are no zones, or are told by others."""


class Draws(Sequence[int]):
    """Every draw of a game as a seed has it: a number by how many came before."""

    def __init__(self, rank: Rank) -> None:
        self.rank = rank

    def __getitem__(self, number: Any) -> Any:
        return self.rank("draw", number)

    def __len__(self) -> int:
        return 1 << 30


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

    def zones(self, s: State) -> Zones:
        """The fields of the record."""
        turn = int(s["turn"]) if s["turn"] >= 0 else None
        found: Zones = {"phase": "over" if s["ask"] == self.over else "turn", "turn": turn}
        for name, field in fields(self.kernels.table).items():
            if name not in NO_ZONE:
                found[name] = self._zone(s[name], field.shape, int(s["players"]))
        return found

    def _zone(self, value: Any, shape: tuple[int, ...], players: int) -> Any:
        if shape == (self.most,):
            return {seat: int(value[seat]) for seat in range(players)}
        return value.tolist() if shape else int(value)

    def view(self, s: State, observation: State, viewer: int | None, memory: str) -> dict[str, Any]:
        """Everything is public: a view is the zones."""
        return self.zones(observation)

    def say(self, s: State, ask: int, actions: tuple[int, ...]) -> str:
        """The notation of a move."""
        return self.moves[actions[0]]

    def read(self, s: State, text: str) -> tuple[int, ...]:
        """The action that a text stands for."""
        for action, written in self.moves.items():
            if written == text:
                return (action,)
        raise MalformedMove(f"“{text}” is no move of {self.title}: write {', '.join(self._offered(s))}.")

    def why_not(self, s: State, actions: tuple[int, ...]) -> Why:
        """What may be done instead."""
        return Why(f"That is not asked now: write {', '.join(self._offered(s))}.", self.clause(s))

    def _offered(self, s: State) -> list[str]:
        out = np.zeros(self.actions, np.int64)
        return [self.moves[action] for action in out[: self.kernels.rules["list_legal"](s, out)].tolist()]

    def clause(self, s: State) -> str:
        """The id of the clause that asks what is asked now."""
        return self.clauses[int(s["ask"])]

    def who(self, s: State, seat: int) -> str:
        """`seat 2`."""
        return f"seat {seat}"

    def names(self, s: State) -> Any:
        """Seats are their own numbers."""
        return None

    def stack(self, s: State) -> Hashable:
        """All that chance does comes from one stack of numbers."""
        return "draws"

    def deck(self, s: State, rank: Rank) -> Sequence[Any]:
        """The seed gives every draw of the game its number, whoever draws."""
        return Draws(rank)

    def drawn(self, s: State, entry: Any) -> int:
        """One of the equally likely outcomes."""
        rules = self.kernels.rules
        return int(rules["chance_outcome"](s, int(entry) % int(rules["chance_total"](s))))


def public_event(name: str, *fields: str, now: Mapping[str, Any] | None = None, clause: str = "") -> EventType:
    """An event that everybody may know: what `tell` was given after its code, by these names.

    Args:
        name: of the event.
        fields: the names of its numbers, the seat that it concerns first.
        now: what zones are after it: a field's name, or what is always so there, by the zone (`points/{seat}` is a seat's).
        clause: the id of the clause that it comes from.
    """

    def words(_table: Any, row: Row) -> Words:
        said: Words = dict(zip(fields, row[1:], strict=False))
        if now:
            said["now"] = {zone.format_map(said): said.get(value, value) for zone, value in now.items()}
        return said

    return EventType(name, Seen.EVERYBODY, words, (clause,) if clause else ())


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
