"""A million random games over all games and numbers of players, every invariant checked after every action.

    python benchmarks/million_games.py [GAMES] [SEED]

Prints a line for each table and the sum; exit status 1 if anything did not add up.
"""

import os
import sys

from osteria.games import NAMES, game
from osteria.lab.batch import checked_games


def main(games: int, seed: int) -> int:
    """Play an equal part of the games at every table."""
    tables = [(name, players) for name in NAMES for players in range(game(name).fewest, game(name).most + 1)]
    part, played, actions, faulty = -(-games // len(tables)), 0, 0, 0
    for name, players in tables:
        check = checked_games(name, players, part, seed, threads=os.cpu_count() or 1)
        played, actions, faulty = played + check.games, actions + check.actions, faulty + check.faulty
        print(
            f"{name} {players}: {check.games:,} games, {check.actions:,} actions, {check.faulty} violations", flush=True
        )
    print(f"{played:,} games, {actions:,} actions checked, {faulty} violations")
    return 1 if faulty else 0


if __name__ == "__main__":
    arguments = [int(argument) for argument in sys.argv[1:]]
    sys.exit(main(*(arguments + [1_000_000, 1][len(arguments) :])))
