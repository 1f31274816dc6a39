"""Policy gradient for one seat of Roll for Soles, through Gymnasium's vector API; NumPy alone does the learning.

    python examples/train_gymnasium.py

A linear softmax policy over the legal actions sees the net, the dice set aside and rolled, and the middle. After every game
the log-probabilities of its choices move with the share of the win less the mean share (REINFORCE). Opponents play at random.
"""

import argparse

import numpy as np
from gymnasium.vector import VectorEnv

from osteria import envs

FIELDS = {"net": 10.0, "middle": 100.0, "rolled": 4.0, "aside": 4.0}
"""What the policy sees, and what it is divided by."""


class Policy:
    """Weights for every feature and action."""

    def __init__(self, game: str, actions: int) -> None:
        parts = {part.name: part for part in envs.layout_of(game).parts}
        self.places = np.concatenate([np.arange(parts[name].start, parts[name].stop) for name in FIELDS])
        self.scales = np.concatenate([np.full(parts[name].stop - parts[name].start, FIELDS[name]) for name in FIELDS])
        self.weights = np.zeros((len(self.places) + 1, actions))

    def features(self, seen: dict[str, np.ndarray]) -> np.ndarray:
        """One row a table, with a 1 at its end."""
        chosen = seen["observation"][:, self.places] / self.scales
        return np.hstack([chosen, np.ones((len(chosen), 1))])

    def chances(self, features: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The probability of every action; 0 for what is not legal."""
        scores = np.where(mask, features @ self.weights, -np.inf)
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True)


def play(env: VectorEnv, policy: Policy, games: int, rate: float, rng: np.random.Generator, seed: int) -> float:
    """Play so many games, learning at this rate; returns the mean share of the win."""
    seen, _ = env.reset(seed=seed)
    tables = np.arange(len(seen["action_mask"]))
    slopes = np.zeros((len(tables), *policy.weights.shape))
    ended, won, mean = 0, 0.0, 1 / 3
    while ended < games:
        features, mask = policy.features(seen), seen["action_mask"].astype(bool)
        chances = policy.chances(features, mask)
        actions = np.minimum((chances.cumsum(axis=1) < rng.random((len(tables), 1))).sum(axis=1), mask.shape[1] - 1)
        chosen = np.zeros_like(chances)
        chosen[tables, actions] = 1
        slopes += features[:, :, None] * (chosen - chances)[:, None, :]
        seen, rewards, over, cut, _ = env.step(actions)
        done = over | cut
        if done.any():
            gains = rewards[done] - mean
            policy.weights += rate * np.tensordot(gains, slopes[done], 1) / done.sum()
            slopes[done] = 0
            mean += 0.01 * gains.mean()
            ended, won = ended + int(done.sum()), won + rewards[done].sum()
    return won / ended


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=30_000)
    parser.add_argument("--players", type=int, default=3)
    chosen = parser.parse_args()
    env = envs.gymnasium_vector_env("roll-for-soles", chosen.players, num_envs=256, seat=0)
    policy, rng = Policy("roll-for-soles", env.single_action_space.n), np.random.default_rng(1)
    before = play(env, policy, chosen.games // 6, 0.0, rng, 1)
    play(env, policy, chosen.games, 0.05, rng, 2)
    after = play(env, policy, chosen.games // 6, 0.0, rng, 3)
    print(f"seat 0 wins {before:.1%} before and {after:.1%} after {chosen.games:,} games of learning")


if __name__ == "__main__":
    main()
