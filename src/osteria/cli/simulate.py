"""`osteria simulate`: many games of random players."""

import secrets
from dataclasses import asdict

from rich.table import Table

from osteria.cli.printing import counting, output, print_json
from osteria.cli.values import Count, Seed
from osteria.games import game as game_of
from osteria.lab.simulate import SeatResult
from osteria.lab.simulate import simulate as run


def simulate(game: str, *, players: int = 2, games: Count = 1000, seed: Seed | None = None, json: bool = False) -> None:
    """Let random players play many games, and show scores and wins by seat with 95 % intervals.

    Bots that think play each other in `osteria arena`.

    Parameters
    ----------
    game
        mamma-mia, sole-mio, grande or roll-for-soles.
    players
        Seats at each table.
    games
        How many games.
    seed
        The games follow from it; left out, a new one, which is told.
    json
        Print one object on one line.
    """
    names = game_of(game).seats(players)
    chosen = secrets.randbelow(2**32) if seed is None else seed
    with counting() as progress:
        task = progress.add_task(f"{game}, {players} players", total=games)
        seats, decisions = run(game, players, games, chosen, lambda count: progress.advance(task, count))
    if json:
        rows = [{**asdict(seat), "name": names[seat.seat]} for seat in seats]
        about = {"game": game, "players": players, "games": games, "seed": chosen, "decisions": decisions}
        print_json({**about, "seats": rows})
        return
    output().print(_table(game, games, chosen, decisions, seats, names))


def _table(
    game: str, games: int, seed: int, decisions: int, seats: list[SeatResult], names: tuple[object, ...]
) -> Table:
    title = f"{game}: {games:,} games of random players, {decisions / games:.1f} decisions each (seed {seed})"
    table = Table("seat", "score", "share of the wins", title=title)
    for seat in seats:
        table.add_row(
            str(names[seat.seat]),
            f"{seat.score:.3f} ± {seat.score_error:.3f}",
            f"{seat.wins:.4f} ± {seat.wins_error:.4f}",
        )
    return table
