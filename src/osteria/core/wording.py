"""How a family of games turns numbers into words: views, zones, moves, clauses and refusals, each as a template.

A game's folder declares one `Wording`; events carry templates of their own (`core.events.EventType`). All of it is plain data,
written to `protocol/wording.json`, from which the page makes the same words as Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Final

from osteria.core.schema import State
from osteria.core.template import Lists, Template, compiled, listed, seat, var


@dataclass(frozen=True)
class Speech:
    """The words that one table's numbers need.

    Attributes:
        seats: the words for the seats.
        book: which of a game's rulebooks numbers the clauses.
        places: by number, where things lie, as paths into a view.
        named: the seats, and None for -1.
    """

    seats: tuple[Any, ...]
    book: int = 0
    places: tuple[str, ...] = ()
    named: tuple[Any, ...] = ()


NOBODY: Final = Speech(())
"""For what is said alike at every table."""


@lru_cache
def speech(seats: tuple[Any, ...], book: int, places: tuple[str, ...], of_seats: tuple[str, ...], most: int) -> Speech:
    """The words for a table: places of the table come first, then those of each seat (`hands/{}`), by the most seats."""
    named = (*seats, *("" for _ in range(most - len(seats))))
    return Speech(seats, book, (*places, *(path.format(one) for path in of_seats for one in named)), (*seats, None))


@dataclass(frozen=True)
class Spoken:
    """Small actions that are said alike.

    Attributes:
        first: the first of them.
        count: how many there are.
        says: of `var("action")`, counted from `first`; of `var("actions")`, all small actions of the move, as they are.
        asks: what they answer, where the same small actions answer different questions in different words.
    """

    first: int
    count: int
    says: Template
    asks: tuple[int, ...] = ()


@dataclass(frozen=True)
class Refusals:
    """Why a move is refused.

    Attributes:
        asked: what is asked instead, of a record, by ask; where nothing is said, the options are listed.
        reasons: a sentence and its clause, by the number that the rule `why_not` answers; words in braces are filled in.
        only: for what is not listed though the rules have no number for it: its one reason, by ask.
        otherwise: the reason of all other asks; 0: something else is asked.
        known: the words in braces, of a record.
        about: more of them, of a small action: objects, as moves are said.
    """

    asked: Mapping[int, Template] = field(default_factory=dict)
    reasons: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    only: Mapping[int, int] = field(default_factory=dict)
    otherwise: int = 0
    known: Mapping[str, Template] = field(default_factory=dict)
    about: tuple[Spoken, ...] = ()


@dataclass(frozen=True)
class Wording:
    """How a family of games turns numbers into words.

    Attributes:
        view: the words of an observation; `var("viewer")` is the seat that looks, -1 a spectator.
        zones: the words of a record.
        clauses: the id of the clause that asks, of a record, by what is asked.
        moves: how moves are said.
        seats: the words for the seats, of a record or an observation.
        who: how a transcript names `var("number")`, a seat.
        book: which of the rulebooks numbers the clauses of events, of a record.
        places: where things of the table lie, by number.
        of_seats: where things of each seat lie; numbered after `places`, one for each of `most` seats.
        most: seats at most.
        lists: words by number.
        rules: what templates ask of the rules: of an observation where a view does, else of a record.
        refusals: why a move is refused.
    """

    view: Template
    zones: Template
    clauses: Mapping[int, Template]
    moves: tuple[Spoken, ...]
    seats: Template
    who: Template = field(default_factory=lambda: seat(var("number")))
    book: Template = 0
    places: tuple[str, ...] = ()
    of_seats: tuple[str, ...] = ()
    most: int = 0
    lists: Lists = field(default_factory=dict)
    rules: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    refusals: Refusals = field(default_factory=Refusals)

    def speech(self, record: State) -> Speech:
        """The words of the table that a record or an observation is about."""
        seats, book = self._about(NOBODY, record, None)
        return speech(tuple(seats), book, self.places, self.of_seats, self.most)

    def view_of(self, observation: State, viewer: int) -> dict[str, Any]:
        """An observation in words."""
        return self._view(NOBODY, observation, None, viewer)  # type: ignore[no-any-return]

    def own_view_of(self, observation: State, viewer: int, own_fields: tuple[str, ...]) -> dict[str, Any]:
        """The entries of a view that depend on who looks, or on these fields."""
        own = self._own_view(own_fields)
        return own(NOBODY, observation, None, viewer)  # type: ignore[no-any-return]

    def zones_of(self, record: State) -> dict[str, Any]:
        """A record in words."""
        return self._zones(NOBODY, record, None)  # type: ignore[no-any-return]

    def name_of(self, record: State, number: int) -> str:
        """How a transcript names a seat."""
        return self._who(NOBODY, record, None, number)  # type: ignore[no-any-return]

    def clause_of(self, record: State) -> str:
        """The id of the clause that asks what is asked."""
        return self._clauses[int(record["ask"])](NOBODY, record, None)  # type: ignore[no-any-return]

    def say(self, record: State, ask: int, actions: tuple[int, ...]) -> str:
        """The notation of a whole move that answers an ask."""
        action = actions[0]
        if action in self.texts:
            return self.texts[action]
        for row, said in self._sayings[action]:
            if not row.asks or ask in row.asks:
                return said(NOBODY, record, None, action - row.first, actions)  # type: ignore[no-any-return]
        raise KeyError(action)

    @cached_property
    def texts(self) -> Mapping[int, str]:
        """The small actions that are whole moves and read the same at every table."""
        fixed = {
            action: rows[0]
            for action, rows in self._sayings.items()
            if not _mentions(rows[0][0].says, ("field", "seat", "rule", "actions"))
        }
        return {action: said(NOBODY, None, None, action - row.first, ()) for action, (row, said) in fixed.items()}

    @cached_property
    def positional(self) -> frozenset[int]:
        """The small actions that begin moves which read differently from position to position of one table."""
        said = [row for row in self.moves if _mentions(row.says, ("field", "rule"))]
        return frozenset(action for row in said for action in range(row.first, row.first + row.count))

    # ----------------------------------------------------------------------------------------------------- refusals

    def instead(self, record: State) -> str:
        """What is asked instead of what was tried; empty where this family does not say."""
        said = self._asked.get(int(record["ask"]))
        return said(NOBODY, record, None) if said else ""

    def reason(self, record: State, code: int, words: Mapping[str, str]) -> tuple[str, str]:
        """The sentence and the clause of a reason, filled in with these words and what is known of the record."""
        sentence, clause = self.refusals.reasons[code]
        known = self._known(NOBODY, record, None) | {"asking_clause": self.clause_of(record)} | words
        return sentence.format(**known), clause.format(**known)

    def about(self, action: int) -> dict[str, str]:
        """The words that a reason may need of a small action."""
        found: dict[str, str] = {}
        for row, said in zip(self.refusals.about, self._of_actions, strict=True):
            if row.first <= action < row.first + row.count:
                found |= said(NOBODY, None, None, action - row.first)
        return found

    # --------------------------------------------------------------------------------------------- as plain data

    def data(self) -> dict[str, Any]:
        """All of it but the rules, which are asked by name: `rules_of_views` of an observation, `rules` of a record."""
        refusals = self.refusals
        return {
            **{name: getattr(self, name) for name in ("seats", "who", "book", "places", "of_seats", "most", "lists")},
            **{name: getattr(self, name) for name in ("view", "zones", "clauses")},
            "moves": [[row.first, row.count, row.says, row.asks] for row in self.moves],
            "asked": refusals.asked,
            "reasons": refusals.reasons,
            "only": refusals.only,
            "otherwise": refusals.otherwise,
            "known": refusals.known,
            "about": [[row.first, row.count, row.says] for row in refusals.about],
        }

    def rules_of_views(self) -> set[str]:
        """The rules that are asked of an observation."""
        return {name for name in self.rules if _mentions(self.view, (name,))}

    # ------------------------------------------------------------------------------------- templates, when first said

    def _compiled(self, template: Template, *variables: str) -> Callable[..., Any]:
        return compiled(template, self.lists, self.rules, *variables, seats=self.seats)

    @cached_property
    def _about(self) -> Callable[..., Any]:
        return self._compiled(listed(self.seats, self.book))

    @cached_property
    def _view(self) -> Callable[..., Any]:
        return self._compiled(self.view, "viewer")

    def _own_view(self, own_fields: tuple[str, ...]) -> Callable[..., Any]:
        if own_fields not in self._own_views:
            own = {key: said for key, said in self.view.items() if _mentions(said, ("viewer", *own_fields))}
            self._own_views[own_fields] = self._compiled(own, "viewer")
        return self._own_views[own_fields]

    @cached_property
    def _own_views(self) -> dict[tuple[str, ...], Callable[..., Any]]:
        return {}

    @cached_property
    def _zones(self) -> Callable[..., Any]:
        return self._compiled(self.zones)

    @cached_property
    def _who(self) -> Callable[..., Any]:
        return self._compiled(self.who, "number")

    @cached_property
    def _clauses(self) -> Mapping[int, Callable[..., Any]]:
        return {ask: self._compiled(said) for ask, said in self.clauses.items()}

    @cached_property
    def _sayings(self) -> Mapping[int, list[tuple[Spoken, Callable[..., Any]]]]:
        """By small action: how moves that begin with it are said."""
        found: dict[int, list[tuple[Spoken, Callable[..., Any]]]] = {}
        for row in self.moves:
            said = row, self._compiled(row.says, "action", "actions")
            for action in range(row.first, row.first + row.count):
                found.setdefault(action, []).append(said)
        return found

    @cached_property
    def _asked(self) -> Mapping[int, Callable[..., Any]]:
        return {ask: self._compiled(said) for ask, said in self.refusals.asked.items()}

    @cached_property
    def _known(self) -> Callable[..., Any]:
        return self._compiled(self.refusals.known)

    @cached_property
    def _of_actions(self) -> tuple[Callable[..., Any], ...]:
        return tuple(self._compiled(row.says, "action") for row in self.refusals.about)


def _mentions(template: Template, names: tuple[str, ...]) -> bool:
    """Whether a template has any of these operations or variables."""
    if isinstance(template, Mapping):
        return any(_mentions(value, names) for value in template.values())
    if isinstance(template, list):
        return any(one in names if isinstance(one, str) else _mentions(one, names) for one in template)
    return False
