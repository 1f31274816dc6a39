"""Everything that needs a GPU, in one run: `PYTHONPATH=src python benchmarks/gpu_run.py [part ...]`.

Parts: throughput (whole random games), equality (GPU and CPU give the same bytes), stepping (batches with observations),
handover (the arrays taken by PyTorch, CuPy and JAX, what is there of them), profile (registers, local memory, occupancy),
processor (the same games on the CPU), checked (games with every action checked, mixed titles and players; it says after
every part how to go on: `--first N`). Prints one JSON line a figure.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

GAMES = ("mamma-mia", "sole-mio", "grande", "roll-for-soles")
PLAYERS = 4
PARTS = 16
"""Checked games come in so many parts."""


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
    from osteria.lab import gpu

    for game in GAMES:
        start = time.perf_counter()
        gpu.random_games(game, PLAYERS, 1024)
        compiled = time.perf_counter() - start
        seconds, tally = timed(lambda game=game: gpu.random_games(game, PLAYERS, games, 7))
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

    from osteria.lab import batch, gpu
    from osteria.lab.playing import Workplace, kernels_for

    for game in GAMES:
        rules = gpu.game_of(game)
        states, decisions = gpu.final_states(game, PLAYERS, games, 7)
        kernels = kernels_for(rules).compiled()
        work = Workplace(rules, PLAYERS, batch.fresh_table(game, PLAYERS))
        same = 0
        for number in range(games):
            kernels.playouts(*work.arguments(7, number, 1, 0))
            same += work.states[0].tobytes() == states[number].tobytes()
        one, two = batch.random_games(game, PLAYERS, games, 7), gpu.random_games(game, PLAYERS, games, 7)
        tallies = np.array_equal(one.score_counts, two.score_counts) and np.array_equal(one.win_counts, two.win_counts)
        agree = decisions == one.decisions == two.decisions
        say(part="equality", game=game, games=games, same_bytes=same, same_tallies=bool(tallies), same_decisions=agree)


def stepping(size: int, steps: int) -> None:
    """Batches with observations written out: at first, when all games are at the same place, and later, when they are not."""
    from osteria.lab import batch, gpu

    for game in GAMES:
        ours, theirs = gpu.CudaBatch(game, PLAYERS, 256, 7), batch.Batch(game, PLAYERS, 256, 7)
        same = True
        for _ in range(300):
            ours.step(ours.picks)
            theirs.step(theirs.picks)
            for name in ("observations", "masks", "seats", "picks", "rewards", "dones", "cut"):
                same = same and getattr(ours, name).copy_to_host().tobytes() == getattr(theirs, name).tobytes()
        many = gpu.CudaBatch(game, PLAYERS, size, 7)
        rates = []
        for _ in range(6):
            start = time.perf_counter()
            for _ in range(steps):
                many.step(many.picks)
            many.wait()
            rates.append(size * steps / (time.perf_counter() - start))
        later = sum(rates[1:]) / len(rates[1:])
        say(
            part="stepping",
            game=game,
            size=size,
            same_as_cpu=bool(same),
            steps_per_second_at_first=rates[0],
            steps_per_second_later=later,
            bytes_a_step=many.bytes_a_step,
            bytes_per_second_at_first=many.bytes_a_step * rates[0],
            bytes_per_second_later=many.bytes_a_step * later,
        )


def handover() -> None:
    """Other libraries take the arrays as they lie: the same address, and what a step writes is seen at once."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import numpy as np

    from osteria.lab import gpu

    batch = gpu.CudaBatch("mamma-mia", PLAYERS, 1 << 16, 7)
    for library, take, address in takers():
        masks, picks = take(batch.masks), take(batch.picks)
        before = batch.masks.copy_to_host()
        batch.step(picks)
        batch.wait()
        after = batch.masks.copy_to_host()
        is_same = address(masks) == batch.masks.__cuda_array_interface__["data"][0]
        is_seen = np.array_equal(on_host(masks), after) and not np.array_equal(before, after)
        say(part="handover", library=library, without_a_copy=bool(is_same), sees_the_step=bool(is_seen))


def on_host(array: Any) -> Any:
    import numpy as np

    if hasattr(array, "get"):
        return array.get()
    return np.asarray(array.cpu() if hasattr(array, "cpu") else array)


def takers() -> Iterator[tuple[str, Callable[..., Any], Callable[..., int]]]:
    """What is installed: a name, how it takes an array, and where an array of its lies."""
    for name in ("torch", "cupy", "jax"):
        if find_spec(name) is None:
            say(part="handover", library=name, installed=False)
            continue
        library = import_module(name)
        if name == "torch":
            yield f"torch {library.__version__}", library.from_dlpack, lambda array: array.data_ptr()
        elif name == "cupy":
            yield f"cupy {library.__version__}", library.from_dlpack, lambda array: array.data.ptr
        else:
            dlpack = import_module("jax.dlpack")
            yield f"jax {library.__version__}", dlpack.from_dlpack, lambda array: array.unsafe_buffer_pointer()


def profile() -> None:
    from osteria.lab import cuda, gpu

    for game in ("mamma-mia", "roll-for-soles"):
        gpu.random_games(game, PLAYERS, 1)
        gpu.CudaBatch(game, PLAYERS)
        for entry in ("playouts", "advance"):
            say(part="profile", family=game, entry=entry, **cuda.resources(game, entry))


def processor(games: int) -> None:
    from osteria.lab import batch

    for game in GAMES:
        for threads in (1, 2, 8):
            batch.random_games(game, PLAYERS, 1)
            run = lambda game=game, threads=threads: batch.random_games(game, PLAYERS, games, 7, threads=threads)  # noqa: E731
            seconds, tally = timed(run)
            say(part="processor", game=game, threads=threads, decisions_per_second=tally.decisions / seconds)


def checked(games: int, first: int) -> None:
    """Every title with every number of players that all of them take, a part of each at a time."""
    from osteria.lab import gpu

    tables = [(game, players) for game in GAMES for players in (2, 3, 4, 5)]
    share, done, actions, faulty = games // (PARTS * len(tables)), 0, 0, 0
    for part in range(PARTS):
        start, since = time.perf_counter(), first + part * share
        for number, (game, players) in enumerate(tables):
            found = gpu.checked_games(game, players, share, number, first=since)
            done, actions, faulty = done + share, actions + found.actions, faulty + found.faulty
            if found.faulty:
                say(part="fault", game=game, players=players, seed=number, game_number=found.first)
        seconds = round(time.perf_counter() - start, 2)
        say(part="checked", games=done, actions=actions, faulty=faulty, seconds=seconds, go_on_with=since + share)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "parts", nargs="*", default=["profile", "throughput", "equality", "stepping", "handover", "checked"]
    )
    parser.add_argument("--games", type=int, default=1 << 20)
    parser.add_argument("--first", type=int, default=0)
    chosen = parser.parse_args()
    stand_in_for_the_installed_package()
    works = {
        "throughput": lambda: throughput(chosen.games),
        "equality": lambda: equality(2000),
        "stepping": lambda: stepping(1 << 20, 50),
        "handover": handover,
        "profile": profile,
        "processor": lambda: processor(20000),
        "checked": lambda: checked(chosen.games, chosen.first),
    }
    for part in chosen.parts:
        works[part]()


if __name__ == "__main__":
    main()
