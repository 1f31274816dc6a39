"""A bot of this version against one of another: `PYTHONPATH=src python benchmarks/two_versions.py GAME --other FOLDER/src`.

Two players, common deals, both seatings. Each version plays in a process of its own, by its own rules and sources
(`git worktree add FOLDER 2bce173` is 0.1.0), is told the moves, and answers from the view of its seat alone; this one referees.
Where the rules have been mended since, the two may part: that deal is left out, and counted. Prints one JSON line a game, then
the share of this version (95 %, clustered by deal). `python -m osteria.bots.compile` of both trees comes first, each with an
OSTERIA_CACHE of its own: FOLDER/src has the one that `--cache` names.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from multiprocessing import Pool
from pathlib import Path

from gpu_run import say, stand_in_for_the_installed_package

HERE = Path(__file__).resolve()
SRC = HERE.parent.parent / "src"
SEATINGS = (("other", "this"), ("this", "other"))


def follow():
    """One version: follows games and answers for a seat, a JSON line in, a JSON line out."""
    from osteria import ASK, bots, new

    match = bot = None
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            if "game" in asked:
                match, bot = new(asked["game"], 2, seed=ASK), bots.make(asked["bot"], seed=asked["seed"])
            for move in asked["moves"]:
                match.play(move)
            answer = {}
            if asked["choose"]:
                view = match.view(match.decision.seat, memory="assisted")
                start = time.perf_counter()
                answer = {"move": str(bot.choose(view.decision, view, None)), "seconds": time.perf_counter() - start}
        except Exception as error:  # whoever referees says in which game
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


class Version:
    """A version in its process."""

    def __init__(self, src, cache):
        path = os.pathsep.join([str(src), os.environ.get("PYTHONPATH", "")])
        env = os.environ | {"PYTHONPATH": path, "OMP_NUM_THREADS": "1"} | ({"OSTERIA_CACHE": cache} if cache else {})
        command = [sys.executable, str(HERE), "--follow"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)

    def ask(self, moves=(), *, choose=False, **more):
        self.process.stdin.write(json.dumps({"moves": list(moves), "choose": choose, **more}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer


VERSIONS = {}


def referee(job):
    """One game."""
    from osteria import OsteriaError, new

    chosen, deal, seating = job
    if not VERSIONS:
        VERSIONS.update(this=Version(SRC, None), other=Version(chosen.other.resolve(), chosen.cache))
    found = {"game": chosen.game, "deal": deal, "seating": seating}
    match, told, seconds, asked = (
        new(chosen.game, 2, seed=deal),
        dict.fromkeys(seating, 0),
        dict.fromkeys(seating, 0.0),
        0,
    )
    try:
        for seat, name in enumerate(seating):
            VERSIONS[name].ask(game=chosen.game, bot=chosen.bot, seed=2 * deal + seat)
        while (decision := match.decision) is not None:
            name, moves = seating[decision.seat], [move for _, move in match.lines()]
            answer = VERSIONS[name].ask(moves[told[name] :], choose=True)
            told[name], asked = len(moves), asked + 1
            seconds[name] += answer["seconds"]
            match.play(answer["move"])
    except (ValueError, OsteriaError) as error:
        return {**found, "parted": str(error)}
    return {**found, "share": match.outcome.share(seating.index("this")), "decisions": asked, "seconds": seconds}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--other", type=Path, required=True)
    parser.add_argument("--cache")
    parser.add_argument("--bot", default="expert:seconds=0.2")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    chosen = parser.parse_args()
    jobs = [(chosen, chosen.first + deal, seating) for deal in range(chosen.deals) for seating in SEATINGS]
    shares = {}
    with Pool(chosen.workers) as pool:
        for found in pool.imap_unordered(referee, jobs):
            say(**found)
            shares.setdefault(found["deal"], []).append(found.get("share"))
    whole = [sum(pair) / 2 for pair in shares.values() if None not in pair]
    mean = sum(whole) / len(whole)
    error = 1.96 * (sum((one - mean) ** 2 for one in whole) / max(1, len(whole) - 1) / len(whole)) ** 0.5
    say(
        game=chosen.game,
        bot=chosen.bot,
        deals=len(whole),
        parted=len(shares) - len(whole),
        share=mean,
        low=mean - error,
        high=mean + error,
    )


if __name__ == "__main__":
    stand_in_for_the_installed_package()
    follow() if sys.argv[1:] == ["--follow"] else main()
