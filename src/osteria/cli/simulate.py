"""`osteria simulate`: many games, and the scores by seat."""

import secrets
from contextlib import nullcontext
from dataclasses import asdict

from rich.table import Table

from osteria.cli.printing import counted, output, print_json
from osteria.cli.values import Count, NewFile, Place, Seed, Workers, need, options_of
from osteria.core.game import Options
from osteria.games import game as game_of
from osteria.lab.export import ParquetStream
from osteria.lab.pool import HERE, Pool, pool_of
from osteria.lab.seated import COLUMNS, play_seated, seating_of
from osteria.lab.simulate import SeatResult
from osteria.lab.simulate import simulate as run

RANDOM = "random"


def simulate(
    game: str,
    *,
    players: int = 2,
    games: Count = 1000,
    bots: str = RANDOM,
    faces: str | None = None,
    seed: Seed | None = None,
    workers: Workers = 1,
    on: Place = HERE,
    parquet: NewFile | None = None,
    json: bool = False,
) -> None:
    """Play many games, and show scores and wins by seat with 95 % intervals.

    Random players play some hundred thousand games a second. Bots keep their seats here; in `osteria arena` they change them.

    Parameters
    ----------
    game
        The name of a game.
    players
        Seats at each table.
    games
        How many games.
    bots
        Who plays: one name for all seats, or one for each with commas between: random, novice, regular, maestro, expert, optimal,
        an installed bot, or package.module:Class.
    faces
        The six faces of dice, such as 1,1,2,hook,double,water, for games that take them.
    seed
        The games follow from it; left out, a new one, which is told.
    workers
        Processes that play.
    on
        Where they play: here, ray (the Ray cluster of this machine, started if there is none) or ray://HOST:PORT.
    parquet
        Write every decision into this file, for data frames, while it runs.
    json
        Print one object on one line.
    """
    names = game_of(game).seats(players)
    chosen = secrets.randbelow(2**32) if seed is None else seed
    options = options_of(game, faces)
    pool = pool_of(workers, on) if workers > 1 or on != HERE else None
    if bots == RANDOM and parquet is None:
        seats, decisions = _random(game, players, games, chosen, options, pool)
    else:
        seats, decisions = _seated(game, players, games, chosen, options, pool, bots, parquet)
    about = {"game": game, "players": players, "games": games, "seed": chosen, "decisions": decisions}
    if json:
        print_json({**about, "bots": bots, "seats": [{**asdict(seat), "name": names[seat.seat]} for seat in seats]})
    else:
        output().print(_table(game, games, chosen, decisions, seats, names, bots))


def _random(
    game: str, players: int, games: int, seed: int, options: Options | None, pool: Pool | None
) -> tuple[list[SeatResult], int]:
    with counted(f"{game}, {players} players", games, _stopped) as heard:
        return run(game, players, games, seed, heard, options=options, pool=pool)


def _stopped(done: int) -> str:
    return f"stopped after {done:,} games"


def _seated(
    game: str,
    players: int,
    games: int,
    seed: int,
    options: Options | None,
    pool: Pool | None,
    bots: str,
    parquet: NewFile | None,
) -> tuple[list[SeatResult], int]:
    if parquet:
        need("pyarrow")
    seating = seating_of(game, players, bots, seed, options, notes=parquet is not None)
    kept = f"; their decisions are in {parquet}" if parquet else ""
    title = f"{game}: {', '.join(seating.bots)}"
    with (
        counted(title, games, lambda done: _stopped(done) + kept) as heard,
        ParquetStream(parquet, COLUMNS) if parquet else nullcontext() as file,
    ):
        return play_seated(seating, games, pool, heard, file.add if file else lambda rows: None)


def _table(
    game: str,
    games: int,
    seed: int,
    decisions: int,
    seats: list[SeatResult],
    names: tuple[object, ...],
    bots: str,
) -> Table:
    who = "random players" if bots == RANDOM else bots
    title = f"{game}: {games:,} games of {who}, {decisions / games:.1f} decisions each (seed {seed})"
    table = Table("seat", "score", "share of the wins", title=title)
    for seat in seats:
        table.add_row(
            str(names[seat.seat]),
            f"{seat.score:.3f} ± {seat.score_error:.3f}",
            f"{seat.wins:.4f} ± {seat.wins_error:.4f}",
        )
    return table
