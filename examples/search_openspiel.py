"""OpenSpiel's own Python ISMCTS against a player at random, in a game of Osteria.

    python examples/search_openspiel.py

ISMCTS deals what it cannot see again through `resample_from_infostate`, and values a position by random play to the end.
"""

import argparse
import time

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

import osteria.envs.openspiel  # noqa: F401  registers the games


def play(game: pyspiel.Game, bots: list[pyspiel.Bot], rng: np.random.RandomState) -> list[float]:
    """One game; returns the shares of the win."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=chances)))
        else:
            state.apply_action(int(bots[state.current_player()].step(state)))
    return list(state.returns())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="osteria_roll_for_soles(players=2)")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--simulations", type=int, default=5)
    chosen = parser.parse_args()
    game, rng = pyspiel.load_game(chosen.game), np.random.RandomState(1)
    search = ismcts.ISMCTSBot(
        game=game,
        uct_c=1.0,
        max_simulations=chosen.simulations,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        random_state=rng,
    )
    bots = [search, *(uniform_random.UniformRandomBot(seat, rng) for seat in range(1, game.num_players()))]
    start = time.perf_counter()
    shares = [play(game, bots, rng)[0] for _ in range(chosen.games)]
    seconds = time.perf_counter() - start
    print(f"ISMCTS wins {np.mean(shares):.1%} of {chosen.games} games of {chosen.game}, {seconds:.0f} s")


if __name__ == "__main__":
    main()
