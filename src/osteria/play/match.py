"""One game being played."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Sequence
from typing import Any, Final

import numpy as np

from osteria.core.decision import CHANCE, Decision, Move, Outcome
from osteria.core.errors import IllegalMove, OsteriaError
from osteria.core.events import Event, Row
from osteria.core.game import Game, Options, Zones
from osteria.core.schema import Table
from osteria.play.ahead import empty_at, tables, written
from osteria.play.fate import Asked, Fate
from osteria.play.known import known_at
from osteria.play.question import Question, said_at
from osteria.play.recall import Past, Recall
from osteria.play.stepper import Stepper
from osteria.play.trace import Trace
from osteria.play.view import ASSISTED, View, checked_memory

NO_DECISION: Final = object()


class Match:
    """One game being played. Make one with `osteria.new`, `osteria.replay` or `osteria.imagine`."""

    def __init__(self, game: Game, seats: tuple[Hashable, ...], options: Options, states: Table, fate: Fate) -> None:
        self._game, self._seats, self._options = game, seats, options
        self._stepper = Stepper(game, states, fate)
        self._past: list[tuple[int, int, Move]] = []  # SPEED: named when somebody looks: `past`
        self._happened: list[Event] = []
        self._recalls: dict[int | None, Recall] = {}
        self._moves = said_at(game, seats)
        self._known = known_at(game, game.names(states[0]))
        self._decision: Any = NO_DECISION
        self._question: Question | None = None
        game.kernels.hurry()

    # ------------------------------------------------------------------------------------------------ what is asked

    @property
    def game(self) -> str:
        """The game's name."""
        return self._game.name

    @property
    def seats(self) -> tuple[Hashable, ...]:
        """The words for the seats: own kinds, or numbers."""
        return self._seats

    @property
    def players(self) -> int:
        """How many play."""
        return len(self._seats)

    @property
    def options(self) -> Options:
        """What the table chose about the rules."""
        return self._options

    @property
    def rules(self) -> Game:
        """The rules that are played by."""
        return self._game

    @property
    def stepper(self) -> Stepper:
        """The table beneath, for programs that speak small actions; whoever steps it leads the match astray."""
        return self._stepper

    @property
    def past(self) -> tuple[Past, ...]:
        """Every move so far, chance's too."""
        return tuple(map(Past._make, self._past))

    @property
    def rows(self) -> tuple[Row, ...]:
        """Everything that happened so far, as numbers."""
        return tuple([event.row for event in self._happened])

    @property
    def moves(self) -> int:
        """How many moves were made so far, chance included."""
        return len(self._past)

    @property
    def decision(self) -> Decision | None:
        """What is asked of whom, or None when the game is over."""
        if self._decision is NO_DECISION:
            self._decision = self._decide()
        return self._decision  # type: ignore[no-any-return]

    def _decide(self) -> Decision | None:
        at = self._stepper
        if at.is_over or at.is_closing:
            return None
        self._question = Question(self._game, at.states, at.ask, self._moves)
        return self._question.decision()

    def _move_on(self) -> None:
        """The table is about to change, or has: what was asked keeps what it was."""
        if self._question is not None:
            self._question.leave()
        self._question, self._decision = None, NO_DECISION

    def _move(self, actions: tuple[int, ...]) -> Move:
        at = self._stepper
        # SPEED: nearly every move was said before; a Question for each costs a tenth of a match.
        return self._moves.get((at.ask, actions)) or Question(self._game, at.states, at.ask, self._moves).move(actions)

    # ----------------------------------------------------------------------------------------------------- playing

    def play(self, move: Move | str) -> tuple[Event, ...]:
        """Make a move (a `Move` or its notation) for the seat that is asked; returns what happened.

        Raises MalformedMove or IllegalMove, and changes nothing then.
        """
        return self.play_legal(self.legal_move(move))

    def after(self, move: Move | str) -> tuple[Match, tuple[Event, ...]]:
        """The match after a move, and what happened; this one stays as it was. Raises what `play` raises.

        SPEED: what is asked here was mostly worked out already; a copy that plays works it out again.
        """
        found, twin = self.legal_move(move), self.copy()
        return twin, twin.play_legal(found)

    def play_legal(self, legal: Move) -> tuple[Event, ...]:
        """Make a move that `legal_move` gave; returns what happened."""
        before = len(self._happened)
        self.apply(legal)
        self.run_on()
        return tuple(self._happened[before:])

    def legal_move(self, move: Move | str) -> Move:
        """The option of the decision that a move or its notation means; MalformedMove or IllegalMove if none does."""
        decision, s = self.decision, self._stepper.record
        if decision is None:
            raise IllegalMove("The game is over; no move can be made.", self._game.clause(s))
        for option in decision.options:  # SPEED: mostly it is written as we write it, and need not be read
            if option is move or option.text == move:
                return option
        actions = self._game.read(s, str(move))
        for option in decision.options:
            if option.actions == actions:
                return option
        why = self._game.why_not(s, actions)
        raise IllegalMove(why.sentence, why.clause)

    def apply(self, move: Move) -> None:
        """Make a move that `legal_move` gave, and nothing after it: see `close_rounds` and `run_on`."""
        if self._stepper.is_chance:
            self._stepper.fate.witness(self._game, self._stepper.states, move.actions[0])
        self._make(move)

    def _make(self, move: Move) -> None:
        at = self._stepper
        self._past.append((at.seat, at.ask, move))
        for action in move.actions:
            self._happened += self._known.events(at.act(action))
        self._move_on()

    def follow(self, action: int) -> None:
        """Apply one small action that is known to be legal; a half-made move is finished by later ones."""
        at = self._stepper
        actions: tuple[int, ...] = (action,)
        if at.is_half_made:
            actions = (*self._past.pop()[2].actions, action)
            self._recalls = {}
        self._past.append((at.seat, at.ask, self._move(actions)))
        self._happened += self._known.events(at.act(action))
        self._move_on()
        self.close_rounds()

    def run_on(self) -> None:
        """Close rounds, and let fate answer for chance, until a person is asked or the game is over."""
        at, closing, chance_asks = self._stepper, self._game.close[0], self._game.chance_asks
        # SPEED: the common case, nothing to close and nobody to draw for, takes two comparisons.
        if at.ask == closing:
            self.close_rounds()
        while at.ask in chance_asks and self.draw():
            if at.ask == closing:
                self.close_rounds()

    def draw(self) -> bool:
        """Let fate answer for chance once; whether it was asked and had an answer."""
        at = self._stepper
        action = at.draw() if at.ask in self._game.chance_asks else None
        if action is None:
            return False
        self._make(self._move((action,)))
        return True

    def close_rounds(self) -> None:
        """Close the round that has ended, and those that end with it."""
        if self._stepper.is_closing:
            self._happened += self._known.events(self._stepper.close_rounds())
            self._move_on()

    def told(self, rows: Sequence[Row]) -> None:
        """Add what was told before the first move: a scenario's position is played on to its first question."""
        self._happened += self._known.events(rows)

    # ------------------------------------------------------------------------------------------------ looking at it

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened so far."""
        return tuple(self._happened)

    def events_of(self, codes: Container[int]) -> list[Event]:
        """What happened so far of some types of events, by their codes."""
        return [event for event in self._happened if event.row[0] in codes]

    def zones(self) -> Zones:
        """The truth, zone by zone, for audits and tests; never sent to anybody."""
        return self._game.zones(self._stepper.record)

    def view(self, seat: int | None = None, memory: str = "authentic") -> View:
        """What a seat (None: a spectator) may see now, with authentic or assisted memory (G-8)."""
        if seat is not None and seat not in range(self.players):
            raise OsteriaError(f"There is no seat {seat}; seats run from 0 to {self.players - 1}.")
        return self._build_view(seat, checked_memory(memory))

    def _build_view(self, seat: int | None, memory: str) -> View:
        is_assisted = memory == ASSISTED
        observation = self._stepper.observe(-1 if seat is None else seat, int(is_assisted))
        recall = self._recall(seat) if is_assisted else None
        words = self._words(seat, memory, self._game.view(observation[0], seat))
        if recall is not None:
            words["history"] = recall.history.copy()
        return View(
            words,
            game=self.game,
            seat=seat,
            memory=memory,
            decision=self._own_decision(seat),
            history=tuple(recall.history) if recall else (),
            observation=observation,
            trace=self._trace(seat, recall) if recall else None,
        )

    def _own_decision(self, seat: int | None) -> Decision | None:
        return self.decision if self.decision is not None and self.decision.seat == seat else None

    def _words(self, seat: int | None, memory: str, zones: Zones) -> dict[str, Any]:
        decision, mine = self.decision, self._own_decision(seat)
        return {
            "game": self.game,
            "seats": list(self.seats),
            "seat": None if seat is None else self.seats[seat],
            "memory": memory,
            **zones,
            "decision": None if decision is None else self._asked_words(decision, mine),
            "ahead": None if seat is None or mine is not None else self._ahead_words(seat),
            "outcome": self._outcome_words(),
        }

    def parts(self, seat: int | None, memory: str, alike: dict[bytes, Zones]) -> tuple[Zones, dict[str, Any]]:
        """A view in words, without a history, for whoever tells many viewers of one position, in two parts: what all see
        alike who were shown the same of the table, and what is the viewer's own. SPEED: the first part is put into words
        once, and kept in `alike` by what was shown: the same dict for all of them, not to be changed."""
        public, own = self._zones_alike(seat, memory, alike)
        decision, named = self.decision, None if seat is None else self._seats[seat]
        if decision is None or seat is None or decision.seat != seat:
            ahead = None if seat is None else self._ahead_words(seat)
            asked = decision and self._asked_of(decision)
            return public, {"seat": named, **own, "decision": asked, "ahead": ahead and ahead()}
        return public, {"seat": named, **own, "decision": self._asked_words(decision, decision)(), "ahead": None}

    def _zones_alike(self, seat: int | None, memory: str, alike: dict[bytes, Zones]) -> tuple[Zones, Zones]:
        game = self._game
        if game.own_fields == () and alike:
            return alike[b""], {}
        seen = self._stepper.observe(-1 if seat is None else seat, int(memory == ASSISTED))[0]
        if game.public_bytes is None:
            return alike.setdefault(repr(seat).encode(), self._common_words(memory)), game.view(seen, seat)
        key, own = (game.public_bytes(seen), game.own_view(seen, seat)) if game.own_fields else (b"", {})
        if key not in alike:
            zones = game.view(seen, seat)
            shared = {name: zones[name] for name in zones if name not in own} if own else zones
            alike[key] = self._common_words(memory) | shared
        return alike[key], own

    def _common_words(self, memory: str) -> dict[str, Any]:
        return {"game": self.game, "seats": list(self.seats), "memory": memory, "outcome": self._outcome_words()}

    def _asked_words(self, decision: Decision, mine: Decision | None) -> Callable[[], dict[str, Any]]:
        """What is asked, in words; for the seat that is asked with all that may follow, worked out when it is looked at."""
        words = self._asked_of(decision)
        if mine is None:
            return lambda: words
        question = self._question
        assert question is not None
        if (told := self._ahead(mine.seat)) is not None:
            return lambda: words | written(self._game, self._seats, told)
        return lambda: (
            words | {"options": [str(move) for move in mine.options], "clause": mine.clause} | tables(question)
        )

    def _asked_of(self, decision: Decision) -> dict[str, Any]:
        """What everybody hears of a question."""
        return {"seat": None if decision.seat == CHANCE else self._seats[decision.seat], "ask": decision.ask}

    def _ahead(self, seat: int) -> bytes | None:
        """The table at which a seat is asked what it is asked now, or would be if its turn came now, as far as it can know.
        SPEED: mostly a seat was told of that very question while it waited."""
        if not self._game.hides:
            return None
        return self._game.ahead(self._stepper.states, seat, empty_at(self._game, self._seats))

    def _ahead_words(self, seat: int) -> Callable[[], dict[str, Any]] | None:
        """What a seat that waits would be asked if its turn came now; worked out likewise."""
        record = self._ahead(seat)
        if record is None:
            return None
        return lambda: {"seat": self.seats[seat], **written(self._game, self._seats, record)}

    def _outcome_words(self) -> dict[str, Any] | None:
        outcome = self.outcome
        if outcome is None:
            return None
        return {
            "score": dict(zip(self.seats, outcome.score, strict=True)),
            "tiebreak": dict(zip(self.seats, outcome.tiebreak, strict=True)),
            "winners": [self.seats[seat] for seat in outcome.winners],
        }

    def _recall(self, seat: int | None) -> Recall:
        """What a viewer saw so far."""
        if seat not in self._recalls:
            self._recalls[seat] = Recall(self._game, self._known.names, seat)
        self._recalls[seat].go_on(self._happened, self._past)
        return self._recalls[seat]

    def _trace(self, seat: int | None, recall: Recall) -> Trace:
        seen = tuple(recall.actions), tuple(recall.chance), tuple(recall.rows)
        return Trace(self.game, self.seats, self.options, seat, *seen)

    @property
    def outcome(self) -> Outcome | None:
        """Who won, or None while the game goes on."""
        return self._game.outcome(self._stepper.record) if self._stepper.is_over else None

    @property
    def transcript(self) -> str:
        """The whole match as text; `osteria.replay` gives the same match back, byte for byte."""
        from osteria.play.transcript import write

        return write(self)

    def lines(self, start: int = 0) -> list[tuple[str, str]]:
        """(who, move) for every move so far, chance included; or for those from `start` on."""
        return [
            (self.who(seat if ask not in self._game.chance_asks else CHANCE), str(move))
            for seat, ask, move in self._past[start:]
        ]

    def who(self, seat: int) -> str:
        """How a transcript names a seat."""
        return "chance" if seat == CHANCE else self._game.who(self._stepper.record, seat)

    # ------------------------------------------------------------------------------------------------ other matches

    def copy(self) -> Match:
        """An independent match in the same position with the same future."""
        twin = object.__new__(Match)
        twin.__dict__ |= self.__dict__
        twin._stepper, twin._past, twin._happened = self._stepper.copy(), self._past.copy(), self._happened.copy()
        twin._question, twin._decision = None, NO_DECISION
        twin._recalls = {seat: recall.copy() for seat, recall in self._recalls.items()}
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """How a match is pickled: what happened as rows, and nothing that can be worked out again."""
        at = self._stepper
        return Match, (self._game, self._seats, self._options, at.states, at.fate), (self._past, self.rows)

    def __setstate__(self, saved: tuple[list[tuple[int, int, Move]], tuple[Row, ...]]) -> None:
        self._past, rows = saved
        self.told(rows)

    def afresh(self) -> Match:
        """The same table before anything was drawn; chance is asked."""
        return Match(self._game, self.seats, self.options, self._game.fresh(self.seats, self.options), Asked())

    def imagine(self, seat: int | None, rng: np.random.Generator) -> Match:
        """A match made from what a seat has seen and nothing else; what is hidden is re-dealt."""
        from osteria.play.imagine import imagine

        return imagine(self.view(seat, memory=ASSISTED), rng)

    def __repr__(self) -> str:
        return f"<Match {self.game} {self.players} players, {self.moves} moves, {self.decision}>"
