"""What a search chooses better for weighing its worlds: `PYTHONPATH=src python benchmarks/inferred_choices.py GAME`.

Bots play each other; at every so many decisions a search with `infer=1`, and one that is handed the true table (a cheat that
only this file makes, and the most that any inference could bring), choose beside one with `infer=0`. Where they choose otherwise,
playouts of the true table by the rules of thumb to the end of the round say what that gained, in thousandths of a lead of twelve
orders. Far less noisy than whole games. Prints one JSON line for each way to choose, again after every fifth game.
"""

import argparse
import os
from multiprocessing import Pool

import numpy as np
from gpu_run import say, stand_in_for_the_installed_package
from inference import EVERY

WAYS = ("infer=1", "open hands")
JUDGED_BY = 400
"""Playouts of each of two choices, with the same chance."""


def chosen_by(way, match, view, playouts, seed):
    """What a search chooses."""
    from osteria.bots.maestro.searching import SearchingMaestro

    class Seer(SearchingMaestro):
        def _imagine(self, view, seed, count, seconds):
            return match.stepper.states.repeat(count)

    kind = Seer if way == "open hands" else SearchingMaestro
    return kind(playouts=playouts, infer=int(way == "infer=1"), seed=seed).choose(view.decision, view, None)


def gained(match, view, chosen, plain, seed):
    """By how much a move is better than the plain search's in the table as it truly is."""
    from osteria.bots.hints import LEARNED, hints_of
    from osteria.bots.search import Search

    if chosen == plain:
        return 0.0
    hints, moves = hints_of(view.game), [chosen, plain]
    search = Search(view, moves, seed, match.stepper.states.copy(), hints.horizon(view), LEARNED)
    search.play(np.ones(2, np.int64), JUDGED_BY)
    win = hints.win_weight(view)
    worth = (win * search.shares[: search.met] + (1 - win) * search.leads[: search.met]).mean(axis=0)
    return 1000 * float(worth[0] - worth[1])


def play(job):
    """The gains of one game, a row a decision."""
    from osteria.bots import make
    from osteria.play.new import new

    game, players, name, playouts, deal = job
    match, found, number = new(game, players, seed=deal), [], 0
    bots = [make(name, seed=players * deal + seat) for seat in range(players)]
    while (asked := match.decision) is not None:
        view, number = match.view(asked.seat, memory="assisted"), number + 1
        if number % EVERY == 0 and len(asked.options) > 1:
            plain = chosen_by("infer=0", match, view, playouts, deal)
            chosen = [chosen_by(way, match, view, playouts, deal) for way in WAYS]
            found.append([(gained(match, view, move, plain, deal), move != plain) for move in chosen])
        match.play(bots[asked.seat].choose(view.decision, view, None))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--bot", default="maestro:playouts=100")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--playouts", type=int, default=500)
    parser.add_argument("--first", type=int, default=2000)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    chosen = parser.parse_args()
    stand_in_for_the_installed_package()
    from osteria.bots.search import all_compiled

    all_compiled(chosen.game)
    deals = range(chosen.first, chosen.first + chosen.games)
    jobs, rows = [(chosen.game, chosen.players, chosen.bot, chosen.playouts, deal) for deal in deals], []
    with Pool(chosen.workers, stand_in_for_the_installed_package) as pool:
        for games, found in enumerate(pool.imap_unordered(play, jobs), 1):
            rows += found
            if games % 5 == 0 or games == chosen.games:
                tell(chosen, games, np.array(rows, float))


def tell(chosen, games, rows):
    """So far: how often each way chooses otherwise, and what that gains a decision."""
    for way, found in zip(WAYS, rows.transpose(1, 0, 2), strict=True):
        gain, error = float(found[:, 0].mean()), float(found[:, 0].std(ddof=1) / len(found) ** 0.5)
        say(game=chosen.game, bot=chosen.bot, way=way, games=games, decisions=len(found), otherwise=float(found[:, 1].mean()),
            gain=gain, standard_error=error)  # fmt: skip


if __name__ == "__main__":
    main()
