"""How a finished game ended, seat by seat: what the history and the statistics of a person are made of."""

from collections.abc import Sequence

import msgspec

from osteria.games import game as game_of
from osteria.play.match import Match
from osteria.server.tables.seat import Seat
from osteria.server.tables.table import Table

STAND_IN = "stand-in"
"""Who played on a chair that was opened and that nobody took."""


class Result(msgspec.Struct, frozen=True):
    """One seat of a finished game. No name is in it."""

    table: str
    seat: int
    game: str
    ended: float
    level: str
    """The bot that played; empty: a person."""
    sitting: int
    """How many people had sat down there by then, one after the other."""
    score: int
    won: bool
    best: int
    """The largest feat of the seat, where the game has such (`Game.feat`); else 0."""


def results_of(table: Table, match: Match, ended: float) -> list[Result]:
    """How the game of a table ended; nothing of a lesson, whose deal everybody may know, or of what was begun elsewhere."""
    if table.lesson or table.is_from_elsewhere:
        return []
    outcome, best = match.outcome, best_feats(match)
    assert outcome is not None

    def result(number: int, seat: Seat) -> Result:
        level = seat.level or (STAND_IN if seat.kind == "open" else "")
        sitting = seat.sitting + (seat.kind == "open")  # whoever left a chair that was opened did not end the game
        told = (int(outcome.score[number]), number in outcome.winners, best[number])
        return Result(table.id, number, table.game, ended, level, sitting, *told)

    return [result(number, seat) for number, seat in enumerate(table.seats)]


def best_feats(match: Match) -> Sequence[int]:
    """The largest feat of every seat."""
    game, best = game_of(match.game), [0] * match.players
    feats = {code for code, kind in game.events.items() if game.feat and kind.name == game.feat}
    for event in match.events_of(feats):
        words = event.seen_by(None)
        seat = match.seats.index(words["seat"])
        best[seat] = max(best[seat], words["count"])
    return best
