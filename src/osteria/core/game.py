"""What the layers above may ask of a game. They know a game only through this: one object that its folder declares."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from importlib import import_module
from itertools import repeat
from typing import Any, ClassVar

import numpy as np

from osteria.core.decision import Outcome, best_of
from osteria.core.errors import OsteriaError
from osteria.core.events import EventType, Row
from osteria.core.family import MOST_LEGAL, Family
from osteria.core.lesson import Lesson
from osteria.core.schema import State, Table, blank, bytes_without
from osteria.core.stacks import DRAWS, Numbers, Rank, Stack, StackReader
from osteria.core.wording import Speech, Wording

Zones = dict[str, Any]
ALLOWED, NOT_ASKED = 0, -1
"""Instead of a reason: a small action may be taken; something else is asked."""
NUMBERS, LIST, SET, BY_SEAT = "numbers", "list", "set", "by seat"
"""What a zone is, for whoever compares two of them: numbers by card, cards in order, cards in any order, a number by
seat; `LISTS` and `SETS` are those of every seat."""
LISTS, SETS = "lists by seat", "sets by seat"


@dataclass(frozen=True)
class Options:
    """What a table may choose about the rules: nothing, unless a game has a type of its own below this one."""

    def words(self) -> dict[str, Any]:
        """The options that are not as usual, as plain data."""
        usual = type(self)()
        chosen = {name: value for name, value in asdict(self).items() if value != getattr(usual, name)}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in chosen.items()}


@dataclass(frozen=True)
class Why:
    """Why a move is refused: a sentence that is safe to show to the seat that tried it, and the clause."""

    sentence: str
    clause: str


class GivenChance:
    """Who answers for chance in a scenario: nobody, unless a game has a type below this one for the stacks that are given."""

    def draw(self, game: Game, states: Table) -> int | None:
        """The chance action that happens now; None: ask."""
        return None

    def witness(self, game: Game, states: Table, action: int) -> None:
        """A chance action is about to happen that a line of the scenario decided."""

    def copy(self) -> GivenChance:
        """The same stacks."""
        return self

    def arrange(self, zones: Zones, s: State) -> Zones:
        """Zones with the given stacks in their given order."""
        return zones

    def kind_of(self, zone: str, s: State) -> str | None:
        """What a zone is now, where it is not what the game says: a given stack has an order."""
        return None


def load(address: str) -> Any:
    """What a game names as "module:NAME", imported when it is wanted."""
    module, _, name = address.partition(":")
    return getattr(import_module(module), name)


class Game(ABC):
    """A game: its rules as kernels, its words, and everything that others may want to know of it.

    `osteria.core.plain.PlainGame` has most of this ready for games in which everything is public. The kernels of every
    game are called alike:

    - `step(states, action, log) -> ask`: apply one small action and whatever is forced after it;
    - `quiet(states, actions, closing, close) -> ask`: apply many, telling nobody, closing rounds as they end;
    - `legal(states, out) -> count`: the small actions that may be taken now;
    - `total(states) -> n`, `outcome(states, i) -> action`, `weight(states, action) -> n`: chance as n equally likely
      outcomes;
    - `observe(states, viewer, memory, out)`: fill the observation of a viewer.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    """The name as people write it."""
    fewest: ClassVar[int] = 2
    most: ClassVar[int]
    own_kinds: ClassVar[tuple[str, ...]] = ()
    """The words that people may choose for their seats; empty: seats have numbers."""
    kernels: ClassVar[Family]
    record: ClassVar[np.dtype[Any]]
    observation: ClassVar[np.dtype[Any]]
    over: ClassVar[int]
    """The ask code of a finished game."""
    close: ClassVar[tuple[int, int]]
    """(ask code, action) of the forced step that closes a round; the ask is never put to anybody."""
    chance_asks: ClassVar[frozenset[int]]
    asks: ClassVar[Mapping[int, str]]
    composed: ClassVar[frozenset[int]] = frozenset()
    """Asks whose moves are several small actions."""
    last_asks: ClassVar[frozenset[int]] = frozenset()
    """Asks after whose answers the seat is never asked more in its turn before something happens: nothing is tried there."""
    events: ClassVar[Mapping[int, EventType]]
    actions: ClassVar[int]
    """Small actions have ids from 0 to below this number."""
    deal_base: ClassVar[int] = 0
    """The action that deals card 0 of the common stack."""
    order_base: ClassVar[int] = 0
    """The action that deals card 0 of a seat's own stack."""
    options_type: ClassVar[type[Options]] = Options
    option_words: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """What options are made of, by their names."""
    seat_words: ClassVar[tuple[str, ...]] = ()
    """What seats may be called, where people choose; else they are numbers."""
    judge: ClassVar[str] = ""
    """Who knows exactly what positions are worth, as "module:NAME"; without one nobody does, also not the bot `optimal`."""
    declining: ClassVar[Mapping[str, str]] = {}
    """Asks to which nearly everybody says no, put even to those who can say nothing else (G-6): the move that says no."""
    hides: ClassVar[bool] = False
    """Whether anything is ever hidden from anybody."""
    own_fields: ClassVar[tuple[str, ...] | None] = None
    """Fields of an observation in which viewers of one position may differ; the zones that follow from them are those of
    `own_view`, all others are put into words once for all viewers. None: the game does not say, and every view is its own."""
    sequence_length: ClassVar[int] = 0
    """How many cards the stack has at most that everybody saw being laid card by card; 0: there is none."""
    longest: ClassVar[int] = 0
    """BOUND: more small actions than any game has; 0: there is no such number."""
    zone_kinds: ClassVar[Mapping[str, str]] = {}
    """What the zones are that are not one word or number."""
    sample_moves: ClassVar[tuple[str, ...]] = ()
    """Moves of every kind, for tests to spoil."""
    feat: ClassVar[str] = ""
    """The move (an event with `seat` and `count`) whose largest count a person may be proud of; empty: there is none."""
    hints: ClassVar[str] = ""
    """Where rules of thumb for bots are, as "module:NAME"; without them bots search, or choose at random."""
    drawing: ClassVar[str] = ""
    """Where the terminal's own table for this game is, as "module:NAME"; without it there is a plain one."""
    page: ClassVar[str] = ""
    """Which of the browser's own tables this game is played at; without it there is a plain one."""
    lesson: ClassVar[Lesson | None] = None
    """A first game that teaches it, or a game of its family."""
    wording: ClassVar[Wording]
    """How its numbers are turned into words, as data."""
    stacks: ClassVar[Mapping[int, Stack]] = {}
    """What a seed deals, as data, by what is asked of chance; where nothing is said, every draw has its number."""
    words: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """What a plain table says, by language: see `osteria.core.plain`."""

    def __init_subclass__(cls) -> None:
        family = cls.__dict__.get("kernels")
        if family is not None:
            cls.record, cls.observation = family.record, family.observation
            cls.actions, cls.over, cls.close, cls.chance_asks = (
                family.actions,
                family.over,
                family.close,
                family.chance_asks,
            )

    def __reduce__(self) -> tuple[type[Game], tuple[()]]:
        """A game has no state: what it worked out stays where it is."""
        return type(self), ()

    @abstractmethod
    def seats(self, players: int | Sequence[Hashable]) -> tuple[Hashable, ...]:
        """The words for the seats, clockwise from 0; a sentence (OsteriaError) for a number that cannot play."""

    def choose_seats(self, chosen: Sequence[str]) -> list[str]:
        """G-3: the own kinds by seat: as chosen, else (empty) the first that nobody chose, in seat order.

        An empty list where a game has no own kinds; OsteriaError for a choice that cannot be.
        """
        wrong = [own for own in chosen if own and own not in self.own_kinds]
        if wrong:
            kinds = f"the kinds are {', '.join(self.own_kinds)}" if self.own_kinds else "this game has none"
            raise OsteriaError(f"“{wrong[0]}” is no own kind; {kinds}.")
        left = iter([kind for kind in self.own_kinds if kind not in chosen])
        return [own or next(left) for own in chosen] if self.own_kinds else []

    def empty(self, seats: tuple[Hashable, ...]) -> Table:
        """A table with nothing on it: what `ahead_of` of a family begins with."""
        return blank(self.record)

    @abstractmethod
    def fresh(self, seats: tuple[Hashable, ...], options: Options) -> Table:
        """An array of one record: the table before anything was drawn."""

    @abstractmethod
    def place(self, seats: tuple[Hashable, ...], options: Options, given: Mapping[str, Any]) -> Table:
        """An array of one record: a part of a table, as a scenario gives it (`given` in the words of `zones`)."""

    def see_sequence(self, s: State, assisted: int, out: Table) -> None:
        """Write that stack into `out`, which has `sequence_length` places, as the family's `see_sequence` does."""
        self.kernels.rules["see_sequence"](s, assisted, out)

    def options(self, chosen: Options | Mapping[str, Any] | None = None) -> Options:
        """Options of this game's own type, from one of them, from plain data, or as usual; else a sentence."""
        if isinstance(chosen, self.options_type):
            return chosen
        words = chosen.words() if isinstance(chosen, Options) else dict(chosen or {})
        known = [field.name for field in fields(self.options_type)]
        if wrong := [word for word in words if word not in known]:
            offered = f"the options {', '.join(known)}" if known else "no options"
            raise OsteriaError(f"{self.title} has {offered}; leave {', '.join(map(str, wrong))} out.")
        try:
            return self.options_type(**words)
        except (TypeError, ValueError) as error:
            raise OsteriaError(f"The options of {self.title} will not do: {error}") from None

    def given_chance(self, seats: tuple[Hashable, ...], given: Mapping[str, Any]) -> GivenChance:
        """The stacks that a scenario gives."""
        return GivenChance()

    def begin(self, states: Table) -> list[Row]:
        """Play whatever is forced from a position that `place` gave; returns what happened."""
        return []

    def zones(self, s: State) -> Zones:
        """The truth, zone by zone."""
        return self.wording.zones_of(s)

    def view(self, observation: State, viewer: int | None) -> dict[str, Any]:
        """An observation in words."""
        return self.wording.view_of(observation, -1 if viewer is None else viewer)

    def say(self, s: State, ask: int, actions: tuple[int, ...]) -> str:
        """The notation of a whole move that answered an ask."""
        return self.wording.say(s, ask, actions)

    @abstractmethod
    def read(self, s: State, text: str) -> tuple[int, ...]:
        """The small actions that a move's text stands for now.

        Raises MalformedMove if it is no move of this game; may raise IllegalMove if no small actions could mean it.
        """

    def clause(self, s: State) -> str:
        """The id of the clause that asks what is asked now."""
        return self.wording.clause_of(s)

    def why_not(self, s: State, actions: tuple[int, ...]) -> Why:
        """Why small actions are no legal move now: the first of them that may not be taken says it."""
        states = np.array([s], s.dtype)
        for action in actions:
            code = self.code_of(states[0], action)
            if code != ALLOWED:
                return self.because(states[0], code, self.wording.about(action))
            self.kernels.rules["answer"](states[0], action, None)
        raise AssertionError("a legal move needs no reason")

    def code_of(self, s: State, action: int) -> int:
        """Why a small action may not be taken: a number of the wording's reasons, NOT_ASKED or ALLOWED."""
        code = int(self.kernels.rules["why_not"](s, action))
        if code != ALLOWED or action in self._legal(s):
            return code
        refusals = self.wording.refusals
        return refusals.only.get(int(s["ask"]), refusals.otherwise) or NOT_ASKED

    def because(self, s: State, code: int, words: Mapping[str, str]) -> Why:
        """A reason in words."""
        if code == NOT_ASKED:
            return self.not_asked(s)
        return Why(*self.wording.reason(s, code, words))

    def not_asked(self, s: State) -> Why:
        """Something else is asked, and what."""
        sentence, instead, ask = "Nobody is asked now.", self.wording.instead(s), int(s["ask"])
        if instead:
            sentence = f"That is not asked now; {instead}."
        elif ask in self.asks:
            sentence = f"That is not asked now: write {', '.join(self.offered(s))}."
        return Why(sentence, self.clause(s))

    def offered(self, s: State) -> list[str]:
        """The small actions that may be taken now, in words."""
        ask = int(s["ask"])
        return [self.say(s, ask, (action,)) for action in self._legal(s)]

    def _legal(self, s: State) -> list[int]:
        out = np.zeros(MOST_LEGAL, np.int64)
        listed: list[int] = out[: self.kernels.rules["list_legal"](s, out)].tolist()
        return listed

    def asked_since(self, s: State) -> int:
        """The version of the law (of transcripts) since which what is asked now is asked. Versions before did not ask."""
        return 1

    def own_view(self, observation: State, viewer: int | None) -> dict[str, Any]:
        """The zones of a view that follow from `own_fields` and from who looks."""
        return self.wording.own_view_of(observation, -1 if viewer is None else viewer, self.own_fields or ())

    @cached_property
    def public_bytes(self) -> Callable[[State], bytes] | None:
        """Gives the bytes of an observation without `own_fields`; None where the game does not say which these are."""
        return None if self.own_fields is None else bytes_without(self.observation, self.own_fields)

    def outcome(self, s: State) -> Outcome | None:
        """Who won, once the game is over."""
        if s["ask"] != self.over:
            return None
        score, tiebreak = self.kernels.rules["score_of"], self.kernels.rules["tiebreak_of"]
        seats = range(int(s["players"]))
        return best_of(tuple(int(score(s, seat)) for seat in seats), tuple(int(tiebreak(s, seat)) for seat in seats))

    def who(self, s: State, seat: int) -> str:
        """How a transcript names a seat."""
        return self.wording.name_of(s, seat)

    def names(self, s: State) -> Speech:
        """What events need to turn numbers into words: the words for the seats and for the places where things lie."""
        return self.wording.speech(s)

    def stack(self, s: State) -> tuple[Any, ...]:
        """The shuffled stack (or the dice) that chance draws from now; a new shuffle is a new stack."""
        return self.stack_readers[int(s["ask"])].name(s)

    def deck(self, s: State, rank: Rank) -> Sequence[int]:
        """That stack, just shuffled, in the order of a seed's ranks: cards, or the numbers of rolls."""
        ask = int(s["ask"])
        reader = self.stack_readers[ask]
        return Numbers(self, ask, rank) if reader.stack.cards is None else reader.cards(s, rank)

    def drawn(self, states: Table, entry: int) -> int:
        """The chance action that draws an entry of a deck: deals a card, or is one of the equally likely outcomes."""
        stack = self.stack_readers[int(states[0]["ask"])].stack
        if stack.cards is not None:
            return stack.first + entry
        kernels = self.kernels.best
        return int(kernels.outcome(states, entry % int(kernels.total(states))))

    @cached_property
    def stack_readers(self) -> Mapping[int, StackReader]:
        """Readers of the stacks, by what is asked of chance."""
        return {ask: StackReader(self.stacks.get(ask, DRAWS), self.wording) for ask in self.chance_asks}

    def stacks_data(self) -> dict[int, Any]:
        """What chance draws from, by ask, as plain data."""
        return {ask: reader.stack.data() for ask, reader in sorted(self.stack_readers.items())}

    def length(self, s: State, action: int) -> int:
        """How many small actions a move has that begins with this one."""
        return int(self.kernels.rules["length_of"](s, action))

    def tables(self) -> dict[str, Any]:
        """What is in the box, for programs that explain the game: plain data, written to `protocol/tables.json`."""
        return {"players": list(range(self.fewest, self.most + 1)), "page": self.page}

    def wording_data(self) -> dict[str, Any]:
        """How the family's numbers are turned into words, as plain data; written to `protocol/wording.json`."""
        return self.wording.data() | {"events": {code: kind.data() for code, kind in self.events.items()}}

    def follow(self, before: Table, states: Table, actions: tuple[int, ...]) -> int:
        """Take the small actions of a whole move at a copy of the table `before` it. Returns what the same seat is asked next
        within its turn; NOT_FOLLOWED as soon as something happens that it could not foresee: chance acts, another seat is
        asked, a card of the oven is turned."""
        return int(self.kernels.best.follow(before, states, np.array(actions)))

    def ahead(self, states: Table, seat: int, empty: bytes) -> bytes | None:
        """The bytes of a record: a table at which a seat is asked what it is asked now or, while it waits, what it would be
        asked if its turn came now.

        It holds nothing but what the seat may know and its answers hang on, so that equal tables mean equal questions. None
        where nothing can be said before the turn comes.

        Args:
            states: the table, an array of one record.
            seat: who asks.
            empty: the bytes of a table with nothing on it, or of one that this gave for the same seat.
        """
        out = np.frombuffer(bytearray(empty), self.record)
        return out.tobytes() if self.kernels.best.ahead(states, seat, out) else None

    def is_half_made(self, s: State) -> bool:
        """Whether the seat that is asked has begun a move of several small actions."""
        return bool(self.kernels.rules["is_half_made"](s))

    def hidden_deals(self, rows: Sequence[Row]) -> Iterator[bool]:
        """For every chance action, whether its outcome was hidden from the viewer who saw these rows."""
        return repeat(False)

    def inventory(self, zones: Zones) -> Counter[str]:
        """G-2: everything physical, wherever it lies: what may never be lost or made."""
        return Counter()

    def check_players(self, count: int) -> None:
        """OsteriaError unless so many can play."""
        if not self.fewest <= count <= self.most:
            raise OsteriaError(f"{self.name} is for {self.fewest} to {self.most} players, not {count}.")
