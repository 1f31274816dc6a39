"""`osteria arena`: bots play each other."""

import secrets
from pathlib import Path

from rich.table import Table

from osteria.bots import split_names
from osteria.cli.printing import counted, output, print_json
from osteria.cli.values import Count, Folder, NewFile, Picture, Place, Seed, Workers, need, options_of
from osteria.lab.arena import Game, kept_seed, play_arena
from osteria.lab.export import write_csv, write_parquet
from osteria.lab.plots import plot_shares
from osteria.lab.pool import HERE, Pool, pool_of
from osteria.lab.ratings import ratings_of
from osteria.lab.seating import Plan
from osteria.lab.win_shares import Share, shares_of


def arena(
    game: str,
    *,
    bots: str,
    players: int = 2,
    games: Count = 100,
    seed: Seed | None = None,
    workers: Workers = 1,
    on: Place = HERE,
    faces: str | None = None,
    csv: NewFile | None = None,
    parquet: NewFile | None = None,
    plot: Picture | None = None,
    resume: Folder | None = None,
    json: bool = False,
) -> None:
    """Let bots play each other: every deal in every seating, the same deals for all.

    Parameters
    ----------
    game
        The name of a game.
    bots
        Two names or more, with a comma between them: random, novice, regular, maestro, expert, optimal, an installed bot, or
        package.module:Class; with settings, such as expert:playouts=200 or novice:memory=0.5. With fewer names than
        seats every arrangement is played that uses each name.
    players
        Seats at each table.
    games
        How many games, at least: deals are played whole.
    seed
        Deals and bots follow from it; left out, that of the folder of --resume, else a new one, which is told.
    workers
        Processes that play.
    on
        Where they play: here, ray (the Ray cluster of this machine, started if there is none) or ray://HOST:PORT. The results
        are the same to the byte.
    faces
        The six faces of dice, such as 1,1,2,hook,double,water, for games that take them.
    csv
        Write every seat of every game into this file.
    parquet
        The same for data frames.
    plot
        Draw the shares with their intervals into this file (png, svg or pdf).
    resume
        Keep what was played in this folder, and go on from what lies there.
    json
        Print one JSON object on one line.
    """
    if seed is None and resume:
        seed = kept_seed(resume)
    chosen = secrets.randbits(31) if seed is None else seed
    plan = Plan(game, players, tuple(split_names(bots)), games, chosen, options_of(game, faces))
    need(*["matplotlib"] * bool(plot), *["pyarrow"] * bool(parquet))
    played = _play(plan, pool_of(workers, on), resume)
    shares, ratings = shares_of(played), ratings_of(played)
    if csv:
        write_csv(played, csv)
    if parquet:
        write_parquet(played, parquet)
    if plot:
        plot_shares(shares, players, f"{game}, {players} players, {plan.deals} deals", plot)
    _print_json(plan, played, shares, ratings) if json else _print(plan, played, shares, ratings)


def _play(plan: Plan, pool: Pool, folder: Path | None) -> list[Game]:
    total = plan.deals * len(plan.arrangements)
    with counted(f"{plan.game}, {plan.players} players", total, lambda done: _kept(done, folder)) as heard:
        return play_arena(plan, pool, folder, heard)


def _kept(done: int, folder: Path | None) -> str:
    if folder:
        return f"stopped; {done:,} games are kept in {folder}: go on with --resume {folder}"
    return f"stopped after {done:,} games; nothing is kept (--resume FOLDER keeps them)"


def _print_json(plan: Plan, played: list[Game], shares: dict[str, Share], ratings: dict[str, float]) -> None:
    bots = {
        name: {
            "share": found.share,
            "low": found.low,
            "high": found.high,
            "games": found.games,
            "rating": ratings[name],
        }
        for name, found in shares.items()
    }
    about = {"game": plan.game, "players": plan.players, "seed": plan.seed, "deals": plan.deals, "games": len(played)}
    print_json({**about, "bots": bots})


def _print(plan: Plan, played: list[Game], shares: dict[str, Share], ratings: dict[str, float]) -> None:
    title = f"{plan.game}, {plan.players} players: {len(played)} games, {plan.deals} deals, seed {plan.seed}"
    table = Table(title=title, caption=f"equal play is {1 / plan.players:.3f}; 95 % intervals, clustered by deal")
    for column in ("bot", "share", "from", "to", "games", "rating"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    for name, found in sorted(shares.items(), key=lambda pair: -pair[1].share):
        numbers = (f"{found.share:.3f}", f"{found.low:.3f}", f"{found.high:.3f}", str(found.games))
        table.add_row(name, *numbers, f"{ratings[name]:.1f}")
    output().print(table)
