"""Learn when to roll again in Roll for Soles, from batches of random games, and see what it is worth.

    python examples/train_soles.py

For every (points in the net, dice left) the learner keeps how often seat 0 won after rolling and after securing there, and
then plays whatever won more often. Opponents play at random.
"""

import argparse
from collections.abc import Callable

import numpy as np

from osteria.games.roll_for_soles.record import DICE, ROLL_AGAIN, SECURE
from osteria.lab.batch import Batch

NETS = 41


def where(seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The situation of each table: the net (at most 40) and the dice that would be rolled again."""
    aside = seen["aside"].sum(axis=1) + seen["rolled"][:, 3:].sum(axis=1)
    return np.minimum(seen["net"], NETS - 1), DICE - np.minimum(aside, DICE)


def play(
    batch: Batch, games: int, choose: Callable[[Batch, np.ndarray, np.ndarray], np.ndarray]
) -> tuple[float, np.ndarray]:
    """Play until so many games ended; returns the wins of seat 0 and, by situation and choice, (visits, wins)."""
    counts = np.zeros((NETS, DICE + 1, 2, 2))
    trail: list[list[tuple[int, int, int]]] = [[] for _ in range(batch.size)]
    won = ended = 0.0
    while ended < games:
        net, dice = where(batch.observations)
        actions = choose(batch, net, dice)
        for table in np.flatnonzero(batch.masks[:, SECURE]):
            trail[table].append((net[table], dice[table], int(actions[table] == ROLL_AGAIN)))
        _, _, rewards, dones = batch.step(actions)
        for table in np.flatnonzero(dones):
            for situation in trail[table]:
                counts[situation] += (1, rewards[table, 0])
            trail[table] = []
            won, ended = won + rewards[table, 0], ended + 1
    return won / ended, counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--players", type=int, default=3)
    chosen = parser.parse_args()
    batch = Batch("roll-for-soles", chosen.players, 256, 1, seat=0)
    at_random, counts = play(batch, chosen.games, lambda batch, net, dice: batch.picks.copy())
    worth = (counts[..., 1] + 1) / (counts[..., 0] + 3)

    def greedy(batch: Batch, net: np.ndarray, dice: np.ndarray) -> np.ndarray:
        better = np.where(worth[net, dice, 1] > worth[net, dice, 0], ROLL_AGAIN, SECURE)
        return np.where(batch.masks[:, SECURE], better, batch.picks)

    batch.reset(2)
    learned, _ = play(batch, chosen.games, greedy)
    print(f"seat 0 wins {at_random:.1%} at random and {learned:.1%} with what it learned from {chosen.games:,} games")


if __name__ == "__main__":
    main()
