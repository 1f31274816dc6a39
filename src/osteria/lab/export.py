"""Rows as files: CSV and Parquet; of the games of an arena a row for each seat of each game."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from osteria.lab.arena import Game

COLUMNS = ("deal", "seating", "seat", "bot", "score", "tiebreak", "share")
Row = tuple[int, int, int, str, int, int, float]


def rows_of(games: Iterable[Game]) -> Iterator[Row]:
    """A row for each seat of each game."""
    for game in games:
        for seat, bot in enumerate(game.bots):
            yield game.deal, game.seating, seat, bot, game.score[seat], game.tiebreak[seat], game.shares[seat]


def write_csv(games: Iterable[Game], path: Path) -> None:
    """Comma-separated values, with a line of names."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows(rows_of(games))


def write_parquet(games: Iterable[Game], path: Path) -> None:
    """Parquet, for data frames."""
    with ParquetStream(path, COLUMNS) as stream:
        stream.add(rows_of(games))


class ParquetStream:
    """Rows written to a Parquet file as they come, a group at a time; needs the extra osteria[lab].

    Args:
        path: the file.
        columns: names of the columns.
    """

    GROUP = 100_000

    def __init__(self, path: Path, columns: Sequence[str]) -> None:
        self._path, self._columns = path, columns
        self._rows: list[tuple[Any, ...]] = []
        self._writer: Any = None

    def __enter__(self) -> ParquetStream:
        return self

    def __exit__(self, *_: object) -> None:
        self._flush()
        if self._writer is not None:
            self._writer.close()

    def add(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Take rows; a full group is written at once."""
        self._rows.extend(rows)
        if len(self._rows) >= self.GROUP:
            self._flush()

    def _flush(self) -> None:
        if not self._rows:
            return
        import pyarrow
        from pyarrow import parquet

        columns = zip(*self._rows, strict=True)
        table = pyarrow.table(dict(zip(self._columns, map(list, columns), strict=True)))
        if self._writer is None:
            self._writer = parquet.ParquetWriter(self._path, table.schema)
        self._writer.write_table(table)
        self._rows = []
