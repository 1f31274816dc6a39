"""`python -m osteria.lab.learn GAME --folder FOLDER`: label, train, label with the student's positions, train again."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import process_time

from osteria.bots.hints import hints_of
from osteria.bots.maestro.maestro import describer_of
from osteria.bots.maestro.network import Network
from osteria.core.errors import OsteriaError
from osteria.games import game as game_of
from osteria.lab.learn.labels import Labels, label_games
from osteria.lab.learn.training import Judged, train

GAMES_IN_A_PART = 250
PARTS = 3
"""Before the network is trained anew."""
ROUNDS = 1


def say(words: str) -> None:
    """Progress, for people."""
    print(words, file=sys.stderr, flush=True)


def learn(game: str, folder: Path, seed: int, rounds: int, parts: int, games: int) -> Network:
    """Everything that is not in the folder yet; returns the last network."""
    compile_for(game)
    folder.mkdir(parents=True, exist_ok=True)
    student: Network | None = None
    for turn in range(rounds):
        files = [folder / f"labels-{part:03}.npz" for part in range((turn + 1) * parts)]
        for part, file in enumerate(files):
            if not file.exists():
                label_part(game, file, part, games, seed, student)
        student = trained(game, folder / f"network-{turn}.npz", files, seed)
    assert student is not None
    return student


def compile_for(game: str) -> None:
    """Everything that labelling runs."""
    for kernels in (game_of(game).kernels, hints_of(game).kernels, describer_of(game_of(game).kernels.name).KERNELS):
        kernels.compiled()


def label_part(game: str, file: Path, part: int, games: int, seed: int, student: Network | None) -> None:
    """One part of the labels."""
    start = process_time()
    labels = label_games(game, part * games, games, seed, student)
    labels.keep(file)
    say(
        f"{file.name}: {len(labels.starts):,} decisions, {len(labels.values):,} options, {process_time() - start:.0f} s"
    )


def trained(game: str, file: Path, parts: list[Path], seed: int) -> Network:
    """The network of a round, as it was kept or trained now."""
    if not file.exists():
        start = process_time()

        def heard(epoch: int, judged: Judged) -> None:
            spent = process_time() - start
            regret = f"regret {judged.regret:.4f} (rules of thumb {judged.of_thumb:.4f})"
            say(f"{file.name}: epoch {epoch + 1}, loss {judged.loss:.4f}, {regret}, {spent:.0f} s")

        train(Labels.kept(parts, game), seed, heard=heard).keep(file)
    return Network.kept(file)


def main() -> int:
    """Read the command line, and learn."""
    parser = argparse.ArgumentParser(prog="python -m osteria.lab.learn", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--folder", type=Path, required=True, help="keeps what was done; goes on from there")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--parts", type=int, default=PARTS, help="of labels, before each training")
    parser.add_argument("--games", type=int, default=GAMES_IN_A_PART, help="in a part")
    asked = parser.parse_args()
    try:
        learn(asked.game, asked.folder / asked.game, asked.seed, asked.rounds, asked.parts, asked.games)
    except OsteriaError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
