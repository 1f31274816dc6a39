"""Is a simple rule any good in Sole Mio!? Seat 0 plays by it, the others at random, in PettingZoo.

    python examples/evaluate_pettingzoo.py

The rule needs nothing but the action mask: always put an order into the oven, and never give up an order or decline help while
something else is allowed.
"""

import argparse
import math

import numpy as np
from pettingzoo import AECEnv

from osteria import envs
from osteria.games.pizzeria import actions as a

LATE = {a.NO_ORDER, a.GIVE_UP, a.DECLINE}
"""What is done only if nothing else is allowed."""


def choose(mask: np.ndarray, rng: np.random.Generator) -> int:
    """One of the legal actions, the late ones last."""
    legal = [action for action in np.flatnonzero(mask) if action not in LATE]
    return int(rng.choice(legal or np.flatnonzero(mask)))


def play(env: AECEnv, rng: np.random.Generator, seed: int) -> float:
    """One game; returns the share of the win of seat 0."""
    env.reset(seed=seed)
    share = 0.0
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        if agent == "seat_0":
            share += reward
        if over or cut:
            env.step(None)
        elif agent == "seat_0":
            env.step(choose(seen["action_mask"], rng))
        else:
            env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return share


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--game", default="sole-mio")
    parser.add_argument("--players", type=int, default=3)
    chosen = parser.parse_args()
    env, rng = envs.pettingzoo_env(chosen.game, chosen.players), np.random.default_rng(1)
    shares = np.array([play(env, rng, seed) for seed in range(chosen.games)])
    width = 1.96 * shares.std() / math.sqrt(len(shares))
    print(
        f"seat 0 wins {shares.mean():.1%} (±{width:.1%}) of {chosen.games:,} games; by chance {1 / chosen.players:.1%}"
    )


if __name__ == "__main__":
    main()
