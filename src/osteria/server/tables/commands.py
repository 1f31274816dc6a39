"""What people may do at a table, as rows for its log: a command looks at the table, then refuses or writes."""

import time
from collections.abc import Callable, Sequence

from osteria.core.errors import IllegalMove, OsteriaError
from osteria.core.events import Event
from osteria.games import game as game_of
from osteria.play.match import Match
from osteria.server.tables import changes
from osteria.server.tables.changes import NOTHING, Change, Entry, Row, row_of, rows_of
from osteria.server.tables.played import Played
from osteria.server.tables.seat import Seat
from osteria.server.tables.table import Table
from osteria.server.wire.refusal import Refusal
from osteria.server.wire.words import PHRASES, REACTIONS

Hold = Callable[[int, Sequence[Played]], None]
"""Keeps the answer to a question until its window ends."""
Command = Callable[[Table], Entry]
"""What to append, worked out from the table as it stands; NOTHING where nothing is left to do."""

MOST_TIMES, MORE_FOR_EACH = 500, 10
"""How often the people of a seat may do one thing that is no move (say something, take another name, leave), and how much
oftener for each who sat down there: all of it is kept and read with the log, and what one does hinders nobody else."""
REACTION_SECONDS = 5.0
"""A seat shows one reaction in so many seconds."""
OWN_WORDS = frozenset(
    {"play", "order", "no-order", "way", "amounts", "short", "add", "join", "want", "settle", "source", "haul", "move"}
)
"""Events that tell only what a seat itself just did, and what moved with it: a run of moves may go on after them, and after
nothing else."""


def write(table: Table, *made: Change, client: str | None = None) -> Entry:
    """Changes, in order."""
    now = time.time()
    return Entry(
        [
            row_of(table.id, table.seq + 1 + place, now, change, client if place == 0 else None)
            for place, change in enumerate(made)
        ]
    )


def person(table: Table, number: int) -> Seat:
    """The seat of a person, or a refusal."""
    if number >= table.players:
        raise Refusal("seat.unknown")
    if table.seats[number].kind != "person":
        raise Refusal("seat.not-a-person")
    return table.seats[number]


def change(table: Table, *made: Change, client: str | None = None) -> Entry:
    """What people may do again and again; refused where that was so often that the log would never end."""
    if was_often(table, made[0]):
        raise Refusal("request.too-many", "That was done often enough at this table.")
    return write(table, *made, client=client)


def was_often(table: Table, change: Change) -> bool:
    """Whether whoever makes a change has made as many of its kind as they may."""
    doer = changes.doer_of(change)
    if doer is None:
        return False
    seat = table.seats[doer]
    return seat.times.get(changes.kind_of(change), 0) >= MOST_TIMES + MORE_FOR_EACH * seat.sitting


def must_wait(table: Table) -> None:
    """Refuses unless the game is still to begin."""
    if table.status == "closed":
        raise Refusal("table.closed")
    if table.status != "waiting":
        raise Refusal("table.started")


def must_play(table: Table) -> None:
    """Refuses unless the game is being played."""
    if table.status in ("waiting", "closed"):
        raise Refusal("table.waiting" if table.status == "waiting" else "table.closed")
    if table.status == "over":
        raise Refusal("table.over")


def begin(table: Table) -> Entry:
    """The game begins: the deal is written with it."""
    if table.status == "playing":
        return NOTHING
    must_wait(table)
    if any(seat.kind == "open" for seat in table.seats):
        raise Refusal("table.empty-seats")
    deal = Played.deal(table.new_match())
    (began,) = write(table, changes.Began()).rows
    return Entry([began, *rows_of(table.id, deal, began.seq, began.at)], {began.seq: deal})


def hold_nothing(_question: int, _run: Sequence[Played]) -> None:
    """Where nobody waits for windows to end."""
    raise Refusal("table.busy")


def play(number: int, question: int, moves: Sequence[str], client: str, hold: Hold = hold_nothing) -> Command:
    """A person answers, with one move or a run of them: all or none. A stand-in hands the seat back. An answer that comes
    at the end of a window is tried now, and held until then."""

    def command(table: Table) -> Entry:
        _must_be_asked(table, number, question)
        back = change(table, changes.CameBack(number)) if person(table, number).stand_in else NOTHING
        run = try_run(table, moves)
        if table.window is None:
            return _written(table, back.rows, run, client)
        hold(question, run)
        return back

    return command


def release(question: int, run: Sequence[Played], client: str) -> Command:
    """The window of a question ends: the answer that was held until now, the person's or the house's, is given out."""

    def command(table: Table) -> Entry:
        asked = table.asked
        if asked is None or table.question != question or table.window is None or table.seats[asked].is_answered_by_bot:
            raise Refusal("move.stale")
        return _written(table, [], run, client)

    return command


def declining(table: Table) -> list[Played]:
    """The answer that says no to what is asked now."""
    assert table.match is not None
    assert table.match.decision is not None
    return try_run(table, [game_of(table.game).declining[table.match.decision.ask]])


def let_decline(number: int, seconds: int) -> Command:
    """A person lets the house decline for them after a window of at least so many seconds, or (0) no longer does; where
    there are days for an answer nothing is declined for anybody."""

    def command(table: Table) -> Entry:
        seat = person(table, number)
        if table.status in ("over", "closed"):
            raise Refusal("table.over" if table.status == "over" else "table.closed")
        return (
            NOTHING
            if seat.declines == seconds or table.settings.days
            else change(table, changes.Declines(number, seconds))
        )

    return command


def answer_for(number: int, question: int, run: Sequence[Played]) -> Command:
    """A bot answers for a seat with moves that were tried when the question was put, unless it was answered meanwhile
    or a person took the seat back."""

    def command(table: Table) -> Entry:
        if table.status != "playing" or table.question != question or not table.seats[number].is_answered_by_bot:
            return NOTHING
        return _written(table, [], run, f"house:{question}")

    return command


def _must_be_asked(table: Table, number: int, question: int) -> None:
    must_play(table)
    if question != table.question:
        raise Refusal("move.stale")
    if table.asked != number:
        raise Refusal("move.not-asked")


def try_run(table: Table, moves: Sequence[str]) -> list[Played]:
    """A run of moves of the seat that is asked, each tried once; refuses all of them if one cannot be made."""
    assert table.match is not None
    match = table.match
    run: list[Played] = []
    for place, move in enumerate(moves):
        run.append(_try_move(match, move, place if len(moves) > 1 else None))
        match = run[-1].match
        if place + 1 < len(moves) and not may_go_on(match, run[-1].events, table.asked):
            raise Refusal("move.too-far", at=place + 1)
    return run


def made_before(table: Table, moves: Sequence[str]) -> Entry:
    """Moves that were made before the table was, by whoever was asked."""
    assert table.match is not None
    match, run = table.match, list[Played]()
    for move in moves:
        run.append(Played.move(match, move))
        match = run[-1].match
    return _written(table, [], run, "before")


def _written(table: Table, rows: list[Row], run: Sequence[Played], client: str) -> Entry:
    """Rows of moves that were tried, after other rows."""
    now = time.time()
    tried: dict[int, Played] = {}
    for place, played in enumerate(run):
        after = table.seq + len(rows)
        tried[after + 1] = played
        rows = rows + rows_of(table.id, played, after, now, f"{client}/{place}")
    return Entry(rows, tried)


def _try_move(match: Match, move: str, at: int | None) -> Played:
    try:
        return Played.move(match, move)
    except IllegalMove as error:
        raise Refusal("move.illegal", str(error), clause=error.clause, at=at) from None
    except OsteriaError as error:
        raise Refusal("move.malformed", str(error), at=at) from None


def may_go_on(match: Match, events: Sequence[Event], seat: int | None) -> bool:
    """Whether a run of moves of a seat may go on: nothing came up that it did not know before it answered."""
    decision = match.decision
    return decision is not None and decision.seat == seat and all(event.name in OWN_WORDS for event in events)


def say(number: int, phrase: str, client: str) -> Command:
    """A person says a quick phrase."""

    def command(table: Table) -> Entry:
        person(table, number)
        is_known = phrase in PHRASES or phrase in REACTIONS
        if not is_known or table.seats[number].is_muted:
            raise Refusal("phrase.unknown", "No phrases are said from this seat." if is_known else "")
        if phrase in REACTIONS and (wait := table.seats[number].reacted + REACTION_SECONDS - time.time()) > 0:
            raise Refusal("request.too-many", retry_after=round(wait, 1))
        if table.status == "closed":
            raise Refusal("table.closed")
        return change(table, changes.Said(number, phrase), client=f"{client}/0")

    return command


def let_bot_play_on(asker: int, number: int, client: str) -> Command:
    """A person lets a bot play on for somebody for whom the table waits. Whether that one is away is seen by who calls."""

    def command(table: Table) -> Entry:
        must_play(table)
        person(table, asker)
        if asker == number:
            raise Refusal("seat.present")
        if person(table, number).stand_in:
            return NOTHING
        if table.asked != number:
            raise Refusal("seat.not-waited-for")
        return change(table, changes.StoodIn(number, "away", asker), client=f"{client}/0")

    return command


def stand_in_for_move(number: int, question: int) -> Command:
    """The clock that everybody agreed to has run out: a bot answers this once, unless it was answered meanwhile."""

    def command(table: Table) -> Entry:
        seat = table.seats[number]
        if table.status != "playing" or table.question != question or table.asked != number or seat.is_answered_by_bot:
            return NOTHING
        return write(table, changes.StoodIn(number, "clock"))

    return command


def come_back(number: int, client: str | None = None) -> Command:
    """A person takes the seat back; without a message of theirs (`client`) only where they did not do so very often."""

    def command(table: Table) -> Entry:
        back = changes.CameBack(number)
        if not person(table, number).stand_in or table.status != "playing":
            return NOTHING
        if client is None and was_often(table, back):
            return NOTHING
        return change(table, back, client=f"{client}/0" if client else None)

    return command


def return_to_clock(number: int, seconds: float) -> Command:
    """A line is whole again: the clock gives back the seconds for which its person was seen to be away."""

    def command(table: Table) -> Entry:
        if table.status != "playing" or table.clocks.clock is None or table.clocks.running != number or seconds <= 0:
            return NOTHING
        returned = changes.Returned(number, round(seconds, 3))
        return NOTHING if was_often(table, returned) else write(table, returned)

    return command


def say_again(number: int) -> Command:
    """A person says yes to playing again; everybody at the table hears it."""

    def command(table: Table) -> Entry:
        person(table, number)
        return NOTHING if number in table.again else write(table, changes.Again(number))

    return command


def name_rematch(table_id: str) -> Command:
    """The same people play on at another table; the first one counts."""

    def command(table: Table) -> Entry:
        if table.status != "over":
            raise Refusal("table.running" if table.status == "playing" else "table.waiting")
        return NOTHING if table.rematch else write(table, changes.Rematched(table_id))

    return command


def close(table: Table) -> Entry:
    """An operator closes a table, whatever is going on at it."""
    return NOTHING if table.status in ("closed", "over") else write(table, changes.Closed())


def mute(number: int) -> Command:
    """An operator takes the phrases from a seat."""

    def command(table: Table) -> Entry:
        seat = person(table, number)
        return NOTHING if seat.is_muted else write(table, changes.Muted(number))

    return command
