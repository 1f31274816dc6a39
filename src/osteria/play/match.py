"""One game being played."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final

import numpy as np

from osteria.core.decision import CHANCE, Decision, Move, Outcome
from osteria.core.errors import IllegalMove, MalformedMove, OsteriaError
from osteria.core.events import Event, Row, new_log, rows_of
from osteria.core.game import Game, Options, Zones
from osteria.core.schema import Table, duplicate
from osteria.games import game as game_of
from osteria.play.ahead import tables
from osteria.play.fate import Asked, Drawn, Fate, Seeded
from osteria.play.memoir import Memoir
from osteria.play.question import Question, Said
from osteria.play.trace import Trace
from osteria.play.view import ASSISTED, MEMORIES, View


class Ask:
    """The type of `ASK`."""

    def __repr__(self) -> str:
        return "osteria.ASK"


ASK: Final = Ask()
"""As a seed: chance is asked like any other seat."""
Seed = int | bytes | Ask | np.random.Generator | None
NO_DECISION: Final = object()


class Match:
    """One game being played. Make one with `osteria.new`, `osteria.replay` or `osteria.imagine`."""

    def __init__(self, game: Game, seats: tuple[Hashable, ...], options: Options, states: Table, fate: Fate) -> None:
        self._game, self._seats, self._options, self._states, self._fate = game, seats, options, states, fate
        self._log = new_log()
        self._past: list[tuple[int, int, Move]] = []
        self._rows: list[Row] = []
        self._memoirs: dict[int | None, Memoir] = {}
        self._moves: Said = {}
        self._names = game.names(states[0])
        self._ask = int(states[0]["ask"])
        self._decision: Any = NO_DECISION
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
        if self._ask in (self._game.over, self._game.close[0]):
            return None
        return self._question().decision()

    def _question(self) -> Question:
        """What is asked now, with a table of its own."""
        return Question(self._game, duplicate(self._states), self._ask, self._moves)

    def _move(self, actions: tuple[int, ...]) -> Move:
        return Question(self._game, self._states, self._ask, self._moves).move(actions)

    # ----------------------------------------------------------------------------------------------------- playing

    def play(self, move: Move | str) -> tuple[Event, ...]:
        """Make a move (a `Move` or its notation) for the seat that is asked; returns what happened.

        Raises MalformedMove or IllegalMove, and changes nothing then.
        """
        found = self._legal_move(move)
        if self._ask in self._game.chance_asks:
            self._fate.witness(self._game, self._states, found.actions[0])
        before = len(self._rows)
        self._apply(found)
        self._run_on()
        return self._events(before)

    def _legal_move(self, move: Move | str) -> Move:
        decision = self.decision
        if decision is None:
            raise IllegalMove("The game is over; no move can be made.", self._game.clause(self._states[0]))
        for option in decision.options:
            if option is move:
                return option
        text = str(move)
        actions = self._game.read(self._states[0], text)
        for option in decision.options:
            if option.actions == actions:
                return option
        why = self._game.why_not(self._states[0], actions)
        raise IllegalMove(why.sentence, why.clause)

    def _apply(self, move: Move) -> None:
        self._past.append((int(self._states[0]["seat"]), self._ask, move))
        step = self._game.kernels.best.step
        for action in move.actions:
            self._ask = step(self._states, action, self._log)
        self._rows += rows_of(self._log)
        self._decision = NO_DECISION

    def _follow(self, action: int) -> None:
        """Apply one small action that is known to be legal; a half-made move is finished by later ones."""
        s = self._states[0]
        actions: tuple[int, ...] = (action,)
        if self._ask in self._game.composed and s["picked"]:
            actions = (*self._past.pop()[2].actions, action)
            self._memoirs = {}
        self._past.append((int(s["seat"]), self._ask, self._move(actions)))
        self._ask = self._game.kernels.best.step(self._states, action, self._log)
        self._rows += rows_of(self._log)
        self._decision = NO_DECISION
        self._close_rounds()

    def _run_on(self) -> None:
        """Close rounds, and let fate answer for chance, until a person is asked or the game is over."""
        self._close_rounds()
        while self._ask in self._game.chance_asks:
            action = self._fate.draw(self._game, self._states)
            if action is None:
                return
            self._apply(self._move((action,)))
            self._close_rounds()

    def _close_rounds(self) -> None:
        """Close the round that has ended; the next may end at once, if nobody has anything to decide in it."""
        closing, close = self._game.close
        while self._ask == closing:
            self._ask = self._game.kernels.best.step(self._states, close, self._log)
            self._rows += rows_of(self._log)
            self._decision = NO_DECISION

    # ------------------------------------------------------------------------------------------------ looking at it

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened so far."""
        return self._events(0)

    def _events(self, first: int) -> tuple[Event, ...]:
        kinds, names = self._game.events, self._names
        return tuple([Event(kinds[row[0]], row, names) for row in self._rows[first:]])

    def zones(self) -> Zones:
        """The truth, zone by zone, for audits and tests; never sent to anybody."""
        return self._game.zones(self._states[0])

    def view(self, seat: int | None = None, memory: str = "authentic") -> View:
        """What a seat (None: a spectator) may see now, with authentic or assisted memory (G-8)."""
        if memory not in MEMORIES:
            raise OsteriaError(f"Memory is {' or '.join(MEMORIES)}, not {memory!r}.")
        if seat is not None and seat not in range(self.players):
            raise OsteriaError(f"There is no seat {seat}; seats run from 0 to {self.players - 1}.")
        return self._build_view(seat, memory)

    def _build_view(self, seat: int | None, memory: str) -> View:
        observation = np.zeros(1, self._game.observation)
        viewer, is_assisted = -1 if seat is None else seat, memory == ASSISTED
        self._game.kernels.best.observe(self._states, viewer, int(is_assisted), observation)
        decision = self.decision
        mine = decision if decision is not None and decision.seat == seat else None
        memoir = self._memoir(seat) if is_assisted else None
        words: dict[str, Any] = {
            "game": self.game,
            "seats": list(self.seats),
            "seat": None if seat is None else self.seats[seat],
            "memory": memory,
            **self._game.view(self._states[0], observation[0], seat, memory),
            "decision": None if decision is None else self._asked_words(decision, mine),
            "outcome": self._outcome_words(),
        }
        if memoir is not None:
            words["history"] = memoir.history.copy()
        return View(
            words,
            game=self.game,
            seat=seat,
            memory=memory,
            decision=mine,
            history=tuple(memoir.history) if memoir else (),
            observation=observation,
            trace=self._trace(seat, memoir) if memoir else None,
        )

    def _asked_words(self, decision: Decision, mine: Decision | None) -> Callable[[], dict[str, Any]]:
        """What is asked, in words; for the seat that is asked with all that may follow, worked out when it is looked at."""
        seat = None if decision.seat == CHANCE else self.seats[decision.seat]
        words: dict[str, Any] = {"seat": seat, "ask": decision.ask}
        if mine is None:
            return lambda: words
        question = self._question()
        return lambda: (
            words | {"options": [str(move) for move in mine.options], "clause": mine.clause} | tables(question)
        )

    def _outcome_words(self) -> dict[str, Any] | None:
        outcome = self.outcome
        if outcome is None:
            return None
        return {
            "score": dict(zip(self.seats, outcome.score, strict=True)),
            "tiebreak": dict(zip(self.seats, outcome.tiebreak, strict=True)),
            "winners": [self.seats[seat] for seat in outcome.winners],
        }

    def _memoir(self, seat: int | None) -> Memoir:
        """What a viewer saw so far."""
        if seat not in self._memoirs:
            self._memoirs[seat] = Memoir(self._game, self._names, seat)
        self._memoirs[seat].go_on(self._rows, self._past)
        return self._memoirs[seat]

    def _trace(self, seat: int | None, memoir: Memoir) -> Trace:
        seen = tuple(memoir.actions), tuple(memoir.chance), tuple(memoir.rows)
        return Trace(self.game, self.seats, self.options, seat, *seen)

    @property
    def outcome(self) -> Outcome | None:
        """Who won, or None while the game goes on."""
        return self._game.outcome(self._states[0])

    @property
    def transcript(self) -> str:
        """The whole match as text; `osteria.replay` gives the same match back, byte for byte."""
        from osteria.play.transcript import write

        return write(self)

    def lines(self) -> list[tuple[str, str]]:
        """(who, move) for every move so far, chance included."""
        s = self._states[0]
        return [
            ("chance" if ask in self._game.chance_asks else self._game.who(s, seat), str(move))
            for seat, ask, move in self._past
        ]

    # ------------------------------------------------------------------------------------------------ other matches

    def copy(self) -> Match:
        """An independent match in the same position with the same future."""
        twin = object.__new__(Match)
        twin.__dict__ |= self.__dict__
        twin._states, twin._log = duplicate(self._states), new_log()
        twin._past, twin._rows, twin._fate = self._past.copy(), self._rows.copy(), self._fate.copy()
        twin._decision, twin._memoirs = NO_DECISION, {}
        return twin

    def imagine(self, seat: int | None, rng: np.random.Generator) -> Match:
        """A match made from what a seat has seen and nothing else; what is hidden is re-dealt."""
        from osteria.play.imagine import imagine

        return imagine(self.view(seat, memory=ASSISTED), rng)

    def __repr__(self) -> str:
        return f"<Match {self.game} {self.players} players, {self.moves} moves, {self.decision}>"


def new(
    game: str, players: int | Sequence[Hashable] = 2, *, seed: Seed = None, options: Options | None = None
) -> Match:
    """A new match, dealt and ready: the decision is a person's (with seed=ASK: chance is asked too).

    Args:
        game: "mamma-mia", "sole-mio", "grande" or "roll-for-soles".
        players: how many, or the own kinds by seat (["pepper", "salami"]).
        seed: an int or bytes; left out, 32 bytes from the operating system; ASK: chance is asked.
        options: what the table chooses about the rules.
    """
    rules, chosen = game_of(game), options or Options()
    seats = rules.seats(players)
    match = Match(rules, seats, chosen, rules.fresh(seats, chosen), fate_of(seed))
    match._run_on()
    return match


def fate_of(seed: Seed) -> Fate:
    """Who answers for chance, given a seed."""
    if isinstance(seed, Ask):
        return Asked()
    if isinstance(seed, np.random.Generator):
        return Drawn(seed)
    return Seeded(seed)


__all__ = ["ASK", "CHANCE", "IllegalMove", "MalformedMove", "Match", "Seed", "fate_of", "new"]
