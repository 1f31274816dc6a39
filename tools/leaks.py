"""Can anybody tell an imagined world from the true one?

`./test --leaks [GAME...] [--pairs N] [--seed S] [--workers N] [--on PLACE]` is the leak suite with as many pairs of steps as
wanted, in shares that follow from the seed, on as many cores or machines as there are: the same shares and the same result
everywhere.
"""

from __future__ import annotations

import argparse
import sys

from places import add_names, add_places, pool_asked

from osteria.games import NAMES
from osteria.lab.pool import Pool
from osteria.testing.leaks import Share, check_share, shares_of

PAIRS = 1_000_000


def main(words: list[str]) -> int:
    """Look at the games that were named, or all of them; 1 if a viewer can tell two worlds apart."""
    parser = arguments()
    asked = parser.parse_args(words)
    if asked.pairs < 1:
        parser.error("--pairs is 1 at least.")
    pool = pool_asked(parser, asked)
    return max([look_at(name, asked.pairs, asked.seed, pool) for name in asked.names or NAMES])


def arguments() -> argparse.ArgumentParser:
    """What may be said after ./test --leaks."""
    known = argparse.ArgumentParser(prog="./test --leaks", description="Can a viewer tell what is hidden?")
    add_names(known, "GAME", NAMES)
    known.add_argument("--pairs", type=int, default=PAIRS, help="pairs of steps to compare, for each game")
    known.add_argument("--seed", type=int, default=1, help="of the games")
    add_places(known)
    return known


def look_at(game: str, pairs: int, seed: int, pool: Pool) -> int:
    """One game: tell how much was compared, and every share that failed."""
    shares = shares_of(game, pairs, seed)
    found = sorted(pool.map(check_share, shares), key=lambda one: one.share)
    compared, worlds = sum(one.compared for one in found), sum(one.worlds for one in found)
    failed = [one for one in found if one.fault]
    print(f"{game}: {compared:,} pairs of steps in {worlds:,} worlds, {len(failed)} of {len(shares)} shares failed")
    for one in failed:
        print(f"  {told(one.share)}: {one.fault}")
    return int(bool(failed))


def told(share: Share) -> str:
    """How to look at a share alone."""
    return f'check_no_leaks("{share.game}", {share.players}, {share.pairs}, {share.seed})'


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
