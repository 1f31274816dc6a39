"""What forgetting costs players whose memory is known: `PYTHONPATH=src python benchmarks/forgetting.py GAME [BOT ...]`.

Seat 0 is the bot, two others are `regular`. After every game its memory is measured from its own moves, and what forgetting
cost it (`osteria.hindsight.forgetting`). Games are spread over processes; prints one JSON line a game, and one a bot.
"""

import argparse
import os
from itertools import product
from multiprocessing import Pool

import numpy as np
from gpu_run import say, stand_in_for_the_installed_package

BOTS = ("novice:memory=0.2", "novice:memory=0.5", "novice:memory=0.8", "regular")
OTHERS = 2


def play(game, bot, deal):
    """A game of the bot at seat 0: its transcript, and the steps that seat 0 led to."""
    from osteria.bots import make
    from osteria.play.new import new

    match, step, steps = new(game, 1 + OTHERS, seed=deal), 0, []
    players = [make(name, seed=7 * deal + seat) for seat, name in enumerate((bot, *["regular"] * OTHERS))]
    while (asked := match.decision) is not None:
        step += 1
        if asked.seat == 0:
            steps.append(step)
        match.play(players[asked.seat].choose(asked, match.view(asked.seat, memory="assisted"), None))
    return match.transcript, steps


def measure(job):
    """The memory of seat 0 as far as its moves tell, and what forgetting cost it."""
    from osteria.hindsight.course import Course
    from osteria.hindsight.forgetting import manners_of
    from osteria.hindsight.judges import total

    game, playouts, (bot, deal) = job
    text, steps = play(game, bot, deal)
    course = Course(text, playouts, deal)
    noticed = [found for step in steps if (found := course.noticed(step))]
    manner = manners_of(noticed)[0]
    price = total([one.price(manner) for one in noticed])
    return {"game": game, "bot": bot, "deal": deal, "memory": manner.memory, "price": price.value, "error": price.error}


def sum_up(game, bot, found):
    """The means over all games of a bot; the error is that of the mean, from game to game."""
    prices = [one["price"] for one in found]
    error = float(np.std(prices, ddof=1) / len(prices) ** 0.5) if len(prices) > 1 else None
    memory, price = float(np.mean([one["memory"] for one in found])), float(np.mean(prices))
    say(game=game, bot=bot, games=len(found), memory=memory, price_a_game=price, standard_error=error)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("bots", nargs="*", default=BOTS)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--playouts", type=int, default=200)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    chosen = parser.parse_args()
    stand_in_for_the_installed_package()
    from osteria.bots.search import all_compiled

    all_compiled(chosen.game)
    found = {bot: [] for bot in chosen.bots}
    deals = range(chosen.first, chosen.first + chosen.games)
    jobs = [(chosen.game, chosen.playouts, pair) for pair in product(chosen.bots, deals)]
    with Pool(chosen.workers, stand_in_for_the_installed_package) as pool:
        for one in pool.imap_unordered(measure, jobs):
            say(**one)
            found[one["bot"]].append(one)
    for bot in chosen.bots:
        sum_up(chosen.game, bot, found[bot])


if __name__ == "__main__":
    main()
