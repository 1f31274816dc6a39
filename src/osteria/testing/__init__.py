"""Checks that we ship for anyone who adds a game or a bot.

from osteria.testing import check_game
check_game("my-game", players=3, games=5, seed=1)
"""

from osteria.testing.contract import check_game
from osteria.testing.folding import check_fold
from osteria.testing.leaks import check_no_leaks
from osteria.testing.possible import distance, possible_worlds

__all__ = ["check_fold", "check_game", "check_no_leaks", "distance", "possible_worlds"]
