"""A table: the sum of the rows of its log. Nothing here waits, writes or sends; the same rows give the same table."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import fields

import msgspec

import osteria
from osteria.core.events import Event
from osteria.core.game import Game, Options
from osteria.games import game as game_of
from osteria.play.match import Match
from osteria.play.transcript import VERSION
from osteria.server.people.codes import code_of
from osteria.server.people.windows import window_seconds
from osteria.server.tables import chairs, changes, elsewhere, fair
from osteria.server.tables.applying import APPLY
from osteria.server.tables.changes import CHANCE, HOUSE, Row, change_of
from osteria.server.tables.clocks import Clocks
from osteria.server.tables.played import Played
from osteria.server.tables.revealing import reveals
from osteria.server.tables.seat import Seat
from osteria.server.tables.step import Back, Step
from osteria.server.wire.messages import Settings
from osteria.server.wire.words import REACTIONS, Hands, LessonState, Status

NOT_TRIED: Mapping[int, Played] = {}


class Table:
    """One table. Made from its first row; `apply` adds the others."""

    def __init__(self, first: Row) -> None:
        opened = change_of(first)
        assert isinstance(opened, changes.Opened)
        self.id, self.created = first.table, first.at
        self.ended = first.at
        """When its last move was made."""
        self.game, self.players = opened.game, opened.players
        self.settings: Settings = opened.settings
        self.seed = bytes.fromhex(opened.seed)
        self._script = _script(opened.game) if opened.lesson else ()
        self.lesson: LessonState = "on" if opened.lesson else ""
        """Whether it is a first game that teaches, and still as its script has it."""
        self._digits = opened.digits
        self.before = opened.before
        self.day = opened.day
        self._elsewhere = opened.elsewhere
        self.host = opened.host
        self.law = opened.law
        self.status: Status = "waiting"
        self.unreadable = ""
        """Why the house closed the table: a sentence, where its log does not replay."""
        self.rematch: str | None = None
        self.again: list[int] = []
        """Who said yes to playing again, the first to ask first."""
        self.seats = [Seat(reserved=name) for name in opened.reserved or ("",) * self.players]
        self.match: Match | None = None
        self.clocks = Clocks(self.players, self.settings.clock, self.settings.days)
        self.seq, self.question = first.seq, 0
        self.back: Back | None = None
        """The decision that can be taken back: nothing was revealed since."""
        self.undo: list[int] = []
        """Who is for taking it back, who asked first."""
        self.chairs: dict[int, chairs.Chair] = {}
        """Chairs that somebody present would open."""
        self.window: float | None = None
        """When the answer to what is asked now is given out (seconds since 1970); None: as soon as it comes."""
        self.steps: list[Step] = [Step(1, 0, is_change=True)]
        self.counted: dict[str, int] = {}
        """Client ids that are in the log, with their last frame."""
        self._proposes_open_hands = self.settings.open_hands
        self._last_mover: int | None = None

    # ------------------------------------------------------------------------------------------------------- telling

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed and the table's id."""
        return hashlib.sha256(self.seed + self.id.encode()).hexdigest()

    @property
    def is_from_elsewhere(self) -> bool:
        """Whether the house did not deal it: such a game counts for nothing, and nothing can be verified."""
        return bool(self._elsewhere)

    @property
    def deal_seed(self) -> bytes:
        """What the game is dealt from: the house's bytes, and with them those that seats added after its commitment."""
        return fair.deal_seed(self.seed, [seat.random for seat in self.seats], self.id)

    @property
    def code(self) -> str:
        """What leads to it while a chair is free for anybody; else nothing."""
        is_free = any(seat.is_free for seat in self.seats)
        return code_of(self.id, self._digits) if self._digits and self.is_open and is_free else ""

    @property
    def is_open(self) -> bool:
        """Whether it waits or is played: who finds a free chair may sit down."""
        return self.status in ("waiting", "playing")

    @property
    def may_open_chairs(self) -> bool:
        """Whether a chair that was left for long may be given to somebody else: only where strangers play in one sitting."""
        return self.settings.listed and not (self.settings.days or self.day or self.lesson)

    @property
    def frame(self) -> int:
        """The number of the last frame."""
        return len(self.steps)

    @property
    def asked(self) -> int | None:
        """The seat that is asked now."""
        decision = None if self.match is None else self.match.decision
        return None if decision is None else decision.seat

    @property
    def people(self) -> list[int]:
        """Seats that belong to people."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == "person"]

    @property
    def hands(self) -> Hands:
        """Whether spectators see every hand: only if the table proposed it and, before the start, everybody agreed."""
        if not self._proposes_open_hands:
            return "closed"
        return "open" if all(self.seats[number].agrees for number in self.people) else "proposed"

    @property
    def options(self) -> Options:
        """What changes the rules at this table."""
        return options_of(game_of(self.game), self.settings)

    @property
    def own_kinds(self) -> list[str]:
        """G-3: the own kinds by seat, as things stand; empty in a game without them."""
        chosen = [seat.own for seat in self.seats]
        return list(self.settings.kinds) or game_of(self.game).choose_seats(chosen)

    def scripted(self, ahead: int = 0) -> str | None:
        """What a lesson's script answers now, or so many answers later; nothing once the game went its own way."""
        at = self.question + ahead
        return self._script[at] if self.lesson == "on" and at < len(self._script) else None

    def new_match(self) -> Match:
        """The game of this table, dealt and not yet played."""
        players = self.own_kinds or self.players
        if self._elsewhere:
            return elsewhere.dealt(game_of(self.game), players, self.options, self._elsewhere, self.deal_seed)
        return osteria.new(self.game, players, seed=self.deal_seed, options=self.options)

    # ------------------------------------------------------------------------------------------------------ changing

    def apply(self, rows: Sequence[Row], tried: Mapping[int, Played] = NOT_TRIED) -> list[Step]:
        """Adds rows that are in the log; returns the frames they make. What was tried already is not played again."""
        before, moves = len(self.steps), self.match.moves if self.match else 0
        if tried:
            for row in rows:
                self._apply_row(row, tried.get(row.seq))
            return self.steps[before:]
        actions: list[Row] = []
        for row in rows:
            had = self.match.moves if self.match else 0
            actions += [row] if self._apply_row(row, None) else []
            if self.match is not None and self.match.moves < had:  # some were taken back
                moves = min(moves, self.match.moves)
                actions = actions[: self.match.moves - moves]
        if actions:
            self._check(actions, moves)
        return self.steps[before:]

    def _apply_row(self, row: Row, played: Played | None) -> bool:
        """Adds one row; whether it is an action of the game."""
        if row.seq != self.seq + 1:
            raise LogError(f"table {self.id}: row {row.seq} follows row {self.seq}.")
        self.seq = row.seq
        if row.who == HOUSE:
            self._change(row, played)
        elif row.who != CHANCE:
            self._move(row, played)
        if row.client is not None:
            self.counted[row.client.rsplit("/", 1)[0]] = self.frame
        return row.who != HOUSE

    def _check(self, actions: Sequence[Row], start: int) -> None:
        """The log holds every move and what chance did; the game that its seed deals must say the same."""
        if self.match is None or self.match.lines(start) != [(row.who, row.text) for row in actions]:
            raise LogError(f"table {self.id}: the rows up to {self.seq} are not what its seed deals.")

    def _move(self, row: Row, played: Played | None) -> None:
        assert self.match is not None
        seat = self.asked
        assert seat is not None
        self._count_turn(self.seats[seat], seat, row.text)
        leaves_script, back = self._leave_script(row.text), Back(seat, self.match.moves, self.match if played else None)
        if played is None:
            events = self.match.play(row.text)
        else:
            self.match, events = played.match, played.events
        asked_back, self.undo = bool(self.undo), []
        self._note_back(back, events)
        self.question += 1
        self.ended = row.at
        counts = self.window is None and not self.seats[seat].is_answered_by_bot
        self.clocks.answered(seat, row.at, counts=counts)
        if self.seats[seat].stand_in == "clock":
            self.seats[seat].stand_in = ""
        self._ask(row.at)
        is_over = self.match.decision is None
        if is_over:
            self.status = "over"
        self._step(events=events, is_move=True, is_change=is_over or leaves_script or asked_back)

    def _note_back(self, back: Back, events: Sequence[Event]) -> None:
        """Whether the last decision of a person can still be taken back after a move; bots' moves go with it. At a day's deal
        the first try counts, every move of it."""
        assert self.match is not None
        if self.day or reveals(self.match, back.moves, events):
            self.back = None
        elif not self.seats[back.seat].is_answered_by_bot:
            self.back = back

    def _take_back(self, change: changes.Undone, at: float) -> None:
        """The game as it was."""
        before = self.back.match if self.back is not None and self.back.moves == change.moves else None
        self.match, self.back, self.undo = before or self._played_again(change.moves), None, []
        self.question += 1
        self._ask(at)

    def _played_again(self, moves: int) -> Match:
        """The game after so many moves, from its deal."""
        assert self.match is not None
        match, lines = self.new_match(), self.match.lines()
        for who, text in lines[match.moves : moves]:
            if who != CHANCE:
                match.play(text)
        if match.moves != moves:
            raise LogError(f"table {self.id}: row {self.seq} takes back what is no decision.")
        return match

    def _leave_script(self, move: str) -> bool:
        """Whether a lesson is over with this move: it is another one than its script has, or the last."""
        if self.lesson == "on" and (self.scripted() != move or self.question + 1 == len(self._script)):
            self.lesson = "off"
            return True
        return False

    def _count_turn(self, seat: Seat, number: int, move: str) -> None:
        """What a bot plays for a person is counted, so that the person can be told."""
        if seat.kind == "person" and not seat.stand_in:
            seat.turns, seat.moves = 0, []
        elif seat.kind == "person":
            seat.turns += int(self._last_mover != number)
            seat.moves.append(move)
        self._last_mover = number

    def _step(
        self,
        *,
        events: tuple[Event, ...] = (),
        said: changes.Said | None = None,
        is_move: bool = False,
        is_change: bool = False,
    ) -> None:
        self.steps.append(Step(self.frame + 1, self.question, events, said, is_move, is_change))

    def _change(self, row: Row, played: Played | None) -> None:
        change = change_of(row)
        self._count(change)
        if isinstance(change, changes.Said):
            if change.phrase in REACTIONS:
                self.seats[change.seat].reacted = row.at
            self._step(said=change)
            return
        events: tuple[Event, ...] = ()
        if isinstance(change, changes.Undone):
            self._take_back(change, row.at)
            self.steps.append(Step(self.frame + 1, self.question, is_move=True, is_change=True, is_undo=True))
            return
        if isinstance(change, changes.Began):
            events = self._begin(row, played)
        else:
            APPLY[type(change)](self, change, row.at)
        self._step(events=events, is_change=True, is_move=bool(events))

    def _count(self, change: changes.Change) -> None:
        """Notes who did what, so that nobody does it for ever."""
        if (doer := changes.doer_of(change)) is not None:
            times, kind = self.seats[doer].times, changes.kind_of(change)
            times[kind] = times.get(kind, 0) + 1

    def _begin(self, row: Row, played: Played | None) -> tuple[Event, ...]:
        self._proposes_open_hands = self.hands == "open"
        self.status, self.match = "playing", played.match if played else self.new_match()
        self._ask(row.at)
        return self.match.events

    def _ask(self, at: float) -> None:
        """A question is put: a clock runs."""
        self.clocks.ask(self.asked, at)
        self.open_window(at)

    def open_window(self, at: float) -> None:
        """G-6: the window of a seat that lets the house decline is drawn as the question is put, from the house's own
        bytes and the number of the question; nobody has looked at what the seat could answer."""
        decision, self.window = self.match.decision if self.match else None, None
        if decision is None or self.settings.days or decision.ask not in game_of(self.game).declining:
            return
        if (least := self.seats[decision.seat].declines) > 0:
            self.window = at + window_seconds(self.seed, self.id, self.question, least)

    def find_host(self) -> None:
        """A host who stands up hands over to the next person."""
        if self.host is not None and self.seats[self.host].kind != "person" and self.people:
            self.host = self.people[0]


def _script(game: str) -> tuple[str, ...]:
    """What a game's lesson has everybody say; nothing where it has none any more."""
    lesson = game_of(game).lesson
    return tuple(move for _, move in lesson.moves) if lesson else ()


def options_of(rules: Game, settings: Settings) -> Options:
    """The options of a game among the settings of a table; the rest is of other games."""
    return rules.options({field.name: getattr(settings, field.name) for field in fields(rules.options_type)})


class LogError(Exception):
    """A log that contradicts itself or its seed."""


def rebuild(rows: Sequence[Row]) -> Table:
    """The table that a whole log tells."""
    table = Table(rows[0])
    table.apply(rows[1:])
    return table


def reopen(rows: Sequence[Row]) -> Table:
    """The table that a whole log tells; where it does not replay, a table that is closed and says why."""
    table = Table(rows[0])
    try:
        table.apply(rows[1:])
    except (LogError, osteria.OsteriaError, msgspec.MsgspecError, AssertionError, LookupError, ValueError) as error:
        _close_unreadable(table, rows[-1].seq, error)
    return table


def _close_unreadable(table: Table, seq: int, error: Exception) -> None:
    """Nobody plays on where nobody knows what happened: names and links stay, the game is gone."""
    versions = f" It was played by version {table.law} of the rules, and version {VERSION} is played here."
    sentence = str(error) if isinstance(error, (LogError, osteria.OsteriaError)) else "a row cannot be read."
    table.unreadable = f"The log of this table does not replay: {sentence}{versions if table.law != VERSION else ''}"
    table.status, table.match, table.seq = "closed", None, seq
