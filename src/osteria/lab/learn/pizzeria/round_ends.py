"""`python -m osteria.lab.learn.pizzeria.round_ends GAME`: what is taken along when a round ends, in orders at the end.

Games of the rules of thumb; at the end of every round but the last it is noted what each seat has, and how far it is ahead in the
end. A linear fit says what each thing is worth; divided by what a delivered order is worth it is what playouts that stop
with the round should count (`osteria.bots.pizzeria.hints.KEPT`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import numpy as np

from osteria.bots import make
from osteria.bots.hints import Floats, hints_of
from osteria.games import game as game_of
from osteria.games.pizzeria.counting import score_of
from osteria.games.pizzeria.record import Pizzeria
from osteria.games.pizzeria.rules.hands import bits, orders_in_stack
from osteria.lab.wordless import WordlessTable, are_wordless

TAKEN = ("delivered", "orders in hand", "orders in the stack", "begins the next round")
Noted = tuple[int, list[list[int]]]
"""How many rounds follow, and what every seat has."""


def taken_along(s: Pizzeria, seat: int) -> list[int]:
    """What a seat has when a round ends."""
    begins = seat in (int(s["holder"]), int(s["baker"]))
    return [score_of(s, seat), bits(int(s["hand_orders"][seat])), orders_in_stack(s, seat), int(begins)]


def play(game: str, players: int, seed: int) -> tuple[list[Noted], list[int]]:
    """One game: what was noted, and the orders that were delivered in all."""
    table, noted = WordlessTable(game_of(game), seed, players), list[Noted]()
    bots = [make("regular", seed=seat) for seat in range(players)]
    assert are_wordless(bots, game)
    while table.ask != table.game.over:
        s = table.states[0]
        if table.ask == table.game.close[0] and s["round"] < s["rounds"]:
            noted.append((int(s["rounds"] - s["round"]), [taken_along(s, seat) for seat in range(players)]))
        table.go_on(bots)
    return noted, [score_of(table.states[0], seat) for seat in range(players)]


def ahead(numbers: Sequence[object]) -> Floats:
    """For each seat, by how much it has more than the others on average."""
    all_of_them = np.array(numbers, float)
    return np.asarray((all_of_them - all_of_them.mean(axis=0)) * len(all_of_them) / (len(all_of_them) - 1))


def fit(games: Sequence[tuple[list[Noted], list[int]]], more: int) -> Floats:
    """What each of `TAKEN` is worth in orders when so many rounds follow; of several answers the smallest."""
    found = [(ahead(has), ahead(end)) for noted, end in games for rounds, has in noted if rounds == more]
    given, end = (np.concatenate(part) for part in zip(*found, strict=True))
    return np.asarray(np.linalg.lstsq(given, end, rcond=None)[0])


def main() -> int:
    """Read the command line, play, and print a line for each thing."""
    parser = argparse.ArgumentParser(prog="python -m osteria.lab.learn.pizzeria.round_ends", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1000)
    asked = parser.parse_args()
    for kernels in (game_of(asked.game).kernels, hints_of(asked.game).kernels):
        kernels.compiled()
    games = [play(asked.game, asked.players, asked.seed + number) for number in range(asked.games)]
    for more in sorted({rounds for noted, _ in games for rounds, _ in noted}):
        for name, worth in zip(TAKEN, fit(games, more), strict=True):
            print(f"{more} more: {name} {worth:+.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
