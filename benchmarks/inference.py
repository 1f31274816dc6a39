"""How much the others' choices tell of their hands: `PYTHONPATH=src python benchmarks/inference.py GAME [BOT ...]`.

Bots play each other, and at every so many decisions the seat that is asked imagines worlds. By how much the true deal is
likelier once worlds are weighed by the others' last choices (`osteria.bots.maestro.inference`) follows from how likely those
choices were with the true hands and on average in the worlds: the logarithm of their quotient, above 0 where weighing helps. The
true hands are a cheat that only this file makes. Prints one JSON line a bot.
"""

import argparse
import os
from multiprocessing import Pool

import numpy as np
from gpu_run import say, stand_in_for_the_installed_package

BOTS = ("maestro:playouts=100", "expert:playouts=100", "regular")
EVERY = 6
"""Decisions from one that is looked at to the next."""


def true_actions(match):
    """Every small action of a match: what is unseen by one is seen by who drew it."""
    return np.max([match.view(seat, memory="assisted").trace.actions for seat in range(match.players)], axis=0)


def gain(match, view, worlds, seed):
    """By how much the true deal is likelier, as a logarithm, and the share of worlds that still counts; None before a choice."""
    from osteria.bots.maestro.inference import LAST, Inference, others_choices, shifted
    from osteria.bots.maestro.maestro import Maestro
    from osteria.play.imagine import Imagination

    truth, imagination = true_actions(match), Imagination(view, seed)
    choices = others_choices(view.trace, truth)[-LAST:]
    if not choices:
        return None
    _, likely = Inference(Maestro(seed=seed)).weigh(view.trace, np.vstack([truth, imagination.deals(worlds)]), choices)
    weights = np.exp(shifted(likely[1:]))
    mean = np.log(weights.mean()) + likely[1:].max()
    return likely[0] - mean, weights.sum() ** 2 / (weights**2).sum() / worlds


def play(job):
    """The gains of one game."""
    from osteria.bots import make
    from osteria.play.new import new

    game, players, bot, deal, worlds = job
    match, found, number = new(game, players, seed=deal), [], 0
    bots = [make(bot, seed=players * deal + seat) for seat in range(players)]
    while (asked := match.decision) is not None:
        view, number = match.view(asked.seat, memory="assisted"), number + 1
        if number % EVERY == 0:
            found.append(gain(match, view, worlds, deal))
        match.play(bots[asked.seat].choose(view.decision, view, None))
    return [one for one in found if one is not None]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("bots", nargs="*", default=BOTS)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--first", type=int, default=1000)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--worlds", type=int, default=96)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    chosen = parser.parse_args()
    stand_in_for_the_installed_package()
    from osteria.bots.maestro.maestro import describer_of
    from osteria.bots.search import all_compiled
    from osteria.games import game as game_of

    all_compiled(chosen.game)
    describer_of(game_of(chosen.game).kernels.name).KERNELS.compiled()
    with Pool(chosen.workers, stand_in_for_the_installed_package) as pool:
        for bot in chosen.bots:
            deals = range(chosen.first, chosen.first + chosen.games)
            games = pool.map(play, [(chosen.game, chosen.players, bot, deal, chosen.worlds) for deal in deals], 1)
            means = np.array([np.mean(game, axis=0) for game in games])
            error = float(means[:, 0].std(ddof=1) / len(means) ** 0.5)
            gained, effective = (float(mean) for mean in means.mean(axis=0))
            say(game=chosen.game, players=chosen.players, bot=bot, games=len(games), decisions=sum(map(len, games)),
                gain=gained, standard_error=error, effective_share=effective)  # fmt: skip


if __name__ == "__main__":
    main()
