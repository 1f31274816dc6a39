"""Copies of a house: backup and restore, between SQLite and PostgreSQL too, and finished games for study."""

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import DBAPIError

from osteria.core.errors import OsteriaError
from osteria.server.config import Config
from osteria.server.store import tables as kept
from osteria.server.store.database import READER, Database, first_line, must_exist
from osteria.server.store.file import open_for_owner
from osteria.server.store.tables import house
from osteria.server.tables import days
from osteria.server.tables.table import rebuild

HEAD = {"osteria-backup": 1}
KEPT = (house, kept.acts, *kept.OF_TABLES, kept.cards, kept.secrets, kept.day_deals, kept.day_tries)
BATCH = 500


def write_backup(config: Config, file: Path) -> int:
    """Writes everything to a file: one consistent moment, also while the house is open."""

    async def work(database: Database) -> None:
        is_plain = file.is_file() or not file.exists()  # a pipe or `/dev/null` stays what it is
        unfinished = file.with_name(file.name + ".part") if is_plain else file
        with open_for_owner(unfinished) as out:
            count = await _write_all(database, out)
        if is_plain:
            unfinished.replace(file)
        print(f"{count} rows written to {file}.")

    return _with_database(config, work, is_read=True)


async def _write_all(database: Database, out: IO[str]) -> int:
    count = 0
    out.write(json.dumps(HEAD) + "\n")
    async with database.snapshot() as connection:
        for table in KEPT:
            found = await connection.stream(select(table))
            async for row in found.mappings():
                out.write(json.dumps({"in": table.name, **row}) + "\n")
                count += 1
    return count


def read_backup(config: Config, file: Path) -> int:
    """Fills an empty database from a backup, all of it or nothing; not beside an open house, whose secret would change."""
    if not file.is_file():
        raise OsteriaError(f"There is no file {file}.")

    async def work(database: Database) -> None:
        count = await database.write(partial(_fill, file))
        print(f"{count} rows restored from {file}.")

    return _with_database(config, work, for_house=True)


def _fill(file: Path, connection: Connection) -> int:
    if any(connection.execute(select(table).limit(1)).first() for table in KEPT if table is not house):
        raise OsteriaError("The database is not empty; restore into a new one.")
    connection.execute(house.delete().where(house.c.name != READER))
    count = 0
    for name, rows in _batches(file):
        table = _table(name)
        for row in rows:
            _check(table, row)
        kept = [row for row in rows if row.get("name") != READER] if table is house else rows
        if kept:
            connection.execute(insert(table), kept)
        count += len(rows)
    _go_on_numbering(connection)
    return count


def _go_on_numbering(connection: Connection) -> None:
    """The next act has a number of its own: PostgreSQL's sequence does not see numbers that are given to it, SQLite looks."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(
            "SELECT setval(pg_get_serial_sequence('acts', 'number'), max(number)) FROM acts HAVING count(*) > 0"
        )


def _batches(file: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Rows of one table at a time."""
    with file.open(encoding="utf-8", errors="replace") as lines:
        if _line(next(lines, "")) != HEAD:
            raise OsteriaError(f"{file} is not a backup of a house.")
        name, rows = "", list[dict[str, Any]]()
        for line in lines:
            row = _line(line)
            table = str(row.pop("in", ""))
            if rows and (table != name or len(rows) == BATCH):
                yield name, rows
                rows = []
            name = table
            rows.append(row)
        if rows:
            yield name, rows


def _line(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise OsteriaError("The file is not a backup of a house, or it is damaged.")
    return found


def _check(table: Any, row: dict[str, Any]) -> None:
    """Refuses a row that lacks what names it, or holds what its table does not know."""
    keys, known = set(table.primary_key.columns.keys()), set(table.columns.keys())
    if not keys <= row.keys() <= known:
        raise OsteriaError(f"The backup is damaged: a row of {table.name} has {', '.join(sorted(row)) or 'nothing'}.")


def _table(name: str) -> Any:
    for table in KEPT:
        if table.name == name:
            return table
    raise OsteriaError(f"The backup holds something this version does not know: {name or 'a row without a name'}.")


def write_games(config: Config, file: Path | None) -> int:
    """Writes the finished games as JSON lines."""

    async def work(database: Database) -> None:
        with open_for_owner(file) if file else contextlib.nullcontext(sys.stdout) as out:
            async for game in _games(database):
                out.write(json.dumps(game) + "\n")

    return _with_database(config, work, is_read=True)


async def _games(database: Database) -> AsyncIterator[dict[str, Any]]:
    for table_id in await database.table_ids("over"):
        try:
            table = rebuild(await database.rows(table_id))
        except Exception as error:  # one log that cannot be read must not keep the others
            print(f"Table {table_id} cannot be read and is left out: {error}", file=sys.stderr)
            continue
        if table.is_from_elsewhere or days.is_open(table.day):
            continue
        if table.match is None or (outcome := table.match.outcome) is None:
            continue
        yield {
            "table": table_id,
            "game": table.game,
            "players": table.players,
            "memory": table.settings.memory,
            "bots": [seat.level or None for seat in table.seats],
            "score": list(outcome.score),
            "winners": list(outcome.winners),
            "commitment": table.commitment,
            "seed": table.seed.hex(),
            "random": [seat.random for seat in table.seats],
            "transcript": table.match.transcript,
        }


def _with_database(
    config: Config, work: Callable[[Database], Awaitable[None]], *, is_read: bool = False, for_house: bool = False
) -> int:
    if is_read:
        must_exist(config.database_url)

    async def run() -> None:
        database = Database(config.database_url)
        try:
            await database.open(for_house=for_house)
            await work(database)
        except DBAPIError as error:
            raise OsteriaError(f"The database refused that: {first_line(error)}.") from None
        finally:
            await database.close()

    asyncio.run(run())
    return 0
