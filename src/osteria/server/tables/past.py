"""Games looked back at: replays and transcripts, and who may have them when."""

from collections.abc import Sequence

from osteria.core.events import Event
from osteria.play.match import Match
from osteria.server.tables import days, frames
from osteria.server.tables.table import Table
from osteria.server.wire.refusal import Refusal
from osteria.server.wire.shapes import Replay, ReplayStep


def transcript(table: Table) -> str:
    """The transcript of a finished game; its head holds what `osteria verify` needs: table, commitment, seed, and
    the day of a day's deal."""
    match = over(table)
    if table.is_from_elsewhere:
        return match.transcript
    head = [f"table: {table.id}", f"commitment: {table.commitment}", f"seed: {table.seed.hex()}"]
    if any(seat.random for seat in table.seats):
        head.append("random: " + ", ".join(seat.random or "-" for seat in table.seats))
    if table.day:
        head.append(f"day: {table.day}")
    first, divider, rest = match.transcript.partition("---\n")
    return first + "\n".join(head) + "\n" + divider + rest


def over(table: Table) -> Match:
    """The match of a finished game, or a refusal that says why there is none."""
    if table.status in ("waiting", "closed"):
        raise Refusal("table.waiting" if table.status == "waiting" else "table.closed")
    if table.status != "over" or table.match is None:
        raise Refusal("table.running")
    if days.is_open(table.day):
        raise Refusal("day.open")
    return table.match


def finished(table: Table, viewer: int | None, start: int, count: int) -> Replay:
    """Steps of a finished game, through the eyes of any seat (None: a spectator), with the moves."""
    over(table)
    if viewer is not None and viewer >= table.players:
        raise Refusal("seat.unknown")
    return _replay(table, viewer, start, count, is_open=True)


def running(table: Table, viewer: int | None, start: int, count: int) -> Replay:
    """What a viewer saw so far of a running game; only where memory is assisted."""
    if table.match is None:
        raise Refusal("table.waiting" if table.status == "waiting" else "table.closed")
    if table.settings.memory != "assisted":
        raise Refusal("table.authentic")
    return _replay(table, viewer, start, count, is_open=False)


def _replay(table: Table, viewer: int | None, start: int, count: int, *, is_open: bool) -> Replay:
    """Plays the game again from its seed, and looks at it along the way."""
    assert table.match is not None
    match = table.new_match()
    played = [(who, move) for who, move in table.match.lines() if who != "chance"]
    steps: list[ReplayStep] = []
    events: Sequence[Event] = match.events
    mover: int | None = None
    for number in range(len(played) + 1):
        if start <= number < start + count:
            text = played[number - 1][1] if number and is_open else None
            steps.append(_step(match, table, viewer, number, events, mover if is_open else None, text))
        if number >= min(len(played), start + count - 1):
            break
        assert match.decision is not None
        mover = match.decision.seat
        events = match.play(played[number][1])
    return Replay(table.id, start, len(played) + 1, steps)


def _step(
    match: Match,
    table: Table,
    viewer: int | None,
    number: int,
    events: Sequence[Event],
    who: int | None,
    move: str | None,
) -> ReplayStep:
    view = frames.view_words(match, viewer, table.settings.memory) or {}
    view.pop("history", None)
    return ReplayStep(number, frames.events_for(events, viewer), view, who, move)
