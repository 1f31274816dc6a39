"""What a card has played: the newest games, and statistics by game, from the rows that finished tables left."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, case, func, select

from osteria.server.store import tables
from osteria.server.store.database import Database
from osteria.server.wire.cards import GameRecord, History, PlayedGame, PlayedSeat, Rival

MOST_COMPARED = 500
"""Games, the newest, in which a card's rivals are counted."""
MOST_RIVALS = 6
"""Rivals that are named for each game."""

_result, _seat = tables.results.c, tables.card_seats.c
_IS_OWN = and_(_seat.table_id == _result.table_id, _seat.seat == _result.seat, _seat.sitting == _result.sitting)


async def history(database: Database, card: str, start: int, count: int) -> History:
    """A part of what a card has played, the newest first, with the statistics of all of it."""
    async with database.reading() as connection:
        return await connection.run_sync(_history, card, start, count)


def _own(card: str, *columns: Any) -> Select[Any]:
    return select(*columns).join(tables.card_seats, _IS_OWN).where(_seat.card_id == card)


def _history(connection: Connection, card: str, start: int, count: int) -> History:
    newest = _own(card, tables.results).order_by(_result.ended.desc(), _result.table_id)
    own = connection.execute(newest.limit(MOST_COMPARED)).all()
    shown = own[start : start + count] if start + count <= MOST_COMPARED else []
    shown = shown or connection.execute(newest.offset(start).limit(count)).all()
    seats = _seats_of(connection, [*own, *shown])
    games = [_record(tuple(row), own, seats) for row in connection.execute(_sums(card))]
    return History(sum(game.played for game in games), games, [_played(row, seats[row.table_id]) for row in shown])


def _sums(card: str) -> Select[Any]:
    won = func.sum(case((_result.won, 1), else_=0))
    sums = (func.count(), won, func.sum(_result.score), func.max(_result.score), func.max(_result.best))
    return _own(card, _result.game, *sums).group_by(_result.game).order_by(func.count().desc(), _result.game)


def _seats_of(connection: Connection, games: Sequence[Row[Any]]) -> dict[str, list[PlayedSeat]]:
    """Everybody who played these games, by table, with the names that were not deleted."""
    ids = {row.table_id for row in games}
    name = tables.names.c
    wanted = select(name.table_id, name.seat, name.name).where(name.table_id.in_(ids)).order_by(name.seq)
    names = {(table, seat): text for table, seat, text in connection.execute(wanted)}
    found: dict[str, list[PlayedSeat]] = {}
    for row in connection.execute(select(tables.results).where(_result.table_id.in_(ids)).order_by(_result.seat)):
        called = "" if row.level else names.get((row.table_id, row.seat), "")
        found.setdefault(row.table_id, []).append(PlayedSeat(row.seat, called, row.level, row.score, row.won))
    return found


def _record(sums: Sequence[Any], own: Sequence[Row[Any]], seats: dict[str, list[PlayedSeat]]) -> GameRecord:
    game, times, wins, score, most, best = sums
    played, won = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for row in own:
        if row.game == game:
            rivals = {(seat.name, seat.level) for seat in seats[row.table_id] if seat.seat != row.seat}
            played.update(rivals)
            won.update(rivals if row.won else ())
    against = [Rival(*who, met, won[who]) for who, met in played.most_common(MOST_RIVALS) if any(who)]
    return GameRecord(game, int(times), int(wins), int(score), int(most), int(best), against)


def _played(row: Row[Any], seats: list[PlayedSeat]) -> PlayedGame:
    return PlayedGame(row.table_id, row.game, row.ended, row.seat, row.score, row.won, seats)
