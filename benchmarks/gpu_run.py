"""Everything that needs a GPU, in one run: `PYTHONPATH=src python benchmarks/gpu_run.py [part ...]`.

Parts: throughput (whole random games), equality (GPU and CPU give the same bytes), stepping (batches with observations),
checked (games with every action checked: `--games N --first N` resume by seed range). Prints one JSON line a figure.
"""

import argparse
import json
import sys
import tempfile
import time
from importlib import metadata
from pathlib import Path

GAMES = ("mamma-mia", "sole-mio", "grande", "roll-for-soles")
PLAYERS = 4


def say(**figures: object) -> None:
    print(json.dumps(figures), flush=True)


def stand_in_for_the_installed_package() -> None:
    """A machine where nothing can be installed has the sources but no metadata; give it a version."""
    try:
        metadata.version("osteria")
    except metadata.PackageNotFoundError:
        folder = Path(tempfile.mkdtemp()) / "osteria-0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: osteria\nVersion: 0\n")
        sys.path.append(str(folder.parent))


def timed(work: object, repeats: int = 3) -> tuple[float, object]:
    """The best time of several runs, and the last result."""
    best, result = float("inf"), None
    for _ in range(repeats):
        start = time.perf_counter()
        result = work()  # type: ignore[operator]
        best = min(best, time.perf_counter() - start)
    return best, result


def throughput(games: int) -> None:
    from osteria.lab import cuda

    for game in GAMES:
        start = time.perf_counter()
        cuda.random_games(game, PLAYERS, 1024)
        compiled = time.perf_counter() - start
        seconds, tally = timed(lambda game=game: cuda.random_games(game, PLAYERS, games, 7))
        say(
            part="throughput",
            game=game,
            games=games,
            decisions_per_second=tally.decisions / seconds,
            games_per_second=games / seconds,
            compile_seconds=compiled,
            mean_scores=tally.scores.round(3).tolist(),
        )


def equality(games: int) -> None:
    import numpy as np

    from osteria.lab import batch, cuda
    from osteria.lab.playing import Workplace, kernels_for

    for game in GAMES:
        rules = cuda.game_of(game)
        states, decisions = cuda.final_states(game, PLAYERS, games, 7)
        kernels = kernels_for(rules).compiled()
        work = Workplace(rules, PLAYERS, batch.fresh_table(game, PLAYERS))
        same = 0
        for number in range(games):
            kernels.playouts(*work.arguments(7, number, 1, 0))
            same += work.states[0].tobytes() == states[number].tobytes()
        one, two = batch.random_games(game, PLAYERS, games, 7), cuda.random_games(game, PLAYERS, games, 7)
        tallies = np.array_equal(one.score_counts, two.score_counts) and np.array_equal(one.win_counts, two.win_counts)
        agree = int(decisions.sum()) == one.decisions == two.decisions
        say(part="equality", game=game, games=games, same_bytes=same, same_tallies=bool(tallies), same_decisions=agree)


def stepping(size: int, steps: int) -> None:
    from osteria.lab import batch, cuda

    for game in GAMES:
        ours, theirs = cuda.CudaBatch(game, PLAYERS, 256, 7), batch.Batch(game, PLAYERS, 256, 7)
        same = True
        for _ in range(300):
            ours.step(ours.picks)
            theirs.step(theirs.picks)
            same = same and ours.observations.copy_to_host().tobytes() == theirs.observations.tobytes()
            same = same and ours.masks.copy_to_host().tobytes() == theirs.masks.tobytes()
        many = cuda.CudaBatch(game, PLAYERS, size, 7)

        def run(many: object = many) -> None:
            for _ in range(steps):
                many.step(many.picks)
            cuda._cuda().synchronize()

        seconds, _ = timed(run)
        record, view = many._arrays[0].dtype.itemsize, many.observation_type.itemsize
        moved = 2 * (record + 32) + view + many.actions + 8 * 3 + 4 * PLAYERS + 2
        say(
            part="stepping",
            game=game,
            size=size,
            same_as_cpu=same,
            steps_per_second=size * steps / seconds,
            bytes_a_step=moved,
            bytes_per_second=moved * size * steps / seconds,
        )


def processor(games: int) -> None:
    from osteria.lab import batch

    for game in GAMES:
        for threads in (1, 2, 8):
            batch.random_games(game, PLAYERS, 1)
            run = lambda game=game, threads=threads: batch.random_games(game, PLAYERS, games, 7, threads=threads)  # noqa: E731
            seconds, tally = timed(run)
            say(part="processor", game=game, threads=threads, decisions_per_second=tally.decisions / seconds)


def checked(games: int, first: int) -> None:
    """Every title with every number of players that all of them take, a quarter of its games at a time."""
    from osteria.lab import cuda

    share, done = games // 64, 0
    for quarter in range(4):
        for number, (game, players) in enumerate((game, players) for game in GAMES for players in (2, 3, 4, 5)):
            start = time.perf_counter()
            since = first + quarter * share
            found = cuda.checked_games(game, players, share, number, first=since)
            seconds, done = time.perf_counter() - start, done + share
            figures = {"games": share, "actions": found.actions, "faulty": found.faulty, "seconds": round(seconds, 2)}
            say(part="checked", game=game, players=players, seed=number, first=since, done=done, **figures)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=["throughput", "equality", "stepping", "checked"])
    parser.add_argument("--games", type=int, default=1 << 20)
    parser.add_argument("--first", type=int, default=0)
    chosen = parser.parse_args()
    stand_in_for_the_installed_package()
    works = {
        "throughput": lambda: throughput(chosen.games),
        "equality": lambda: equality(2000),
        "stepping": lambda: stepping(1 << 18, 50),
        "processor": lambda: processor(20000),
        "checked": lambda: checked(chosen.games, chosen.first),
    }
    for part in chosen.parts:
        works[part]()


if __name__ == "__main__":
    main()
