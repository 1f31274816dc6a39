"""The games of an arena as files: CSV and Parquet, a row for each seat of each game."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

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
    import pyarrow
    from pyarrow import parquet

    columns = list(zip(*rows_of(games), strict=True))
    parquet.write_table(pyarrow.table(dict(zip(COLUMNS, map(list, columns), strict=True))), path)
