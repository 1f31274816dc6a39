"""What knowing every hand would bring the expert: `python benchmarks/open_hands.py [GAME ...] [--deals 100]`.

The most that inferring hands from what others did could be worth. One expert imagines worlds from its view, as ever; the
other is handed the true hands (a cheat that only this file makes), with the same budget, over common deals in both seatings.
What will be drawn is left to chance for both. Prints one JSON line a game.
"""

import argparse
import json
from itertools import permutations

import numpy as np

from osteria.bots.expert import Expert
from osteria.lab.arena import Game
from osteria.lab.win_shares import shares_of
from osteria.play.match import Match
from osteria.play.new import new

PIZZA_GAMES = ("mamma-mia", "sole-mio", "grande")


class Seer(Expert):
    """An expert all of whose worlds are the true one."""

    match: Match

    def _imagine(self, view, seed, count, seconds):
        return np.repeat(self.match.stepper.states, count)


def play(game, deal, kinds, playouts):
    """One game of a deal, in this seating."""
    bots = [kind(playouts=playouts, seed=deal) for kind in kinds]
    match = new(game, len(bots), seed=deal)
    for bot in bots:
        bot.match = match
    while (asked := match.decision) is not None:
        view = match.view(asked.seat, memory="assisted")
        match.play(bots[asked.seat].choose(view.decision, view, None))
    return match.outcome


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=PIZZA_GAMES)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--playouts", type=int, default=100)
    chosen = parser.parse_args()
    for game in chosen.games:
        played = []
        for deal in range(chosen.deals):
            for number, kinds in enumerate(permutations((Expert, Seer))):
                outcome = play(game, deal, kinds, chosen.playouts)
                names = tuple(kind.__name__.lower() for kind in kinds)
                shares = tuple(outcome.share(seat) for seat in range(len(kinds)))
                played.append(Game(deal, number, names, outcome.score, outcome.tiebreak, shares))
        seer = shares_of(played)["seer"]
        print(
            json.dumps({"game": game, "deals": chosen.deals, "share": seer.share, "low": seer.low, "high": seer.high})
        )


if __name__ == "__main__":
    main()
