"""A course of learning, in parts that are kept: label, train."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from types import ModuleType

from osteria.bots.hints import hints_of
from osteria.bots.maestro.cutting import kernels_of
from osteria.bots.maestro.maestro import describer_of
from osteria.bots.maestro.network import Network
from osteria.core.errors import OsteriaError
from osteria.games import game as game_of
from osteria.lab.learn import training
from osteria.lab.learn.labels import Labels, label_games
from osteria.lab.learn.leaves import note_games
from osteria.lab.learn.training import Judged
from osteria.lab.pool import pool_of

PARTS, GAMES = 16, 200
"""Of labels, and games in a part."""


Label = Callable[[str, int, int, int], Labels]
"""Makes the labels of a game: from the game of this number on, of so many, with a seed."""


@dataclass(frozen=True)
class Subject:
    """What a network is taught.

    Attributes:
        labels, network: what the files are called that keep it.
        label: makes the labels.
        hidden: the sizes of the layers.
    """

    labels: str
    network: str
    label: Label
    hidden: tuple[int, ...]


OPTIONS = Subject("labels", "network", label_games, training.HIDDEN)
"""Which options are better."""
VALUES = Subject("leaves", "values", note_games, (32, 16))
"""What a table is worth when a turn begins: small, since playouts ask it."""


@dataclass(frozen=True)
class Course:
    """What is to be learned, and how.

    Attributes:
        game: its name.
        folder: keeps what was done.
        seed: everything follows from it.
        parts: of labels.
        games: in a part.
        workers: processes that label.
        trainer: the module that trains.
        subject: what is taught.
    """

    game: str
    folder: Path
    seed: int = 1
    parts: int = PARTS
    games: int = GAMES
    workers: int = 1
    trainer: ModuleType = training
    subject: Subject = OPTIONS

    @property
    def files(self) -> list[Path]:
        """The labels."""
        return [self.folder / f"{self.subject.labels}-{part:03}.npz" for part in range(self.parts)]


def say(words: str) -> None:
    """Progress, for people."""
    print(words, file=sys.stderr, flush=True)


def learn(course: Course) -> Network:
    """Everything that is not in the folder yet; returns the network."""
    compile_for(course.game)
    if course.subject is VALUES:
        kernels_of(course.game).compiled()
    course.folder.mkdir(parents=True, exist_ok=True)
    missing = [(part, file) for part, file in enumerate(course.files) if not file.exists()]
    for words in pool_of(course.workers).map(
        partial(label_part, course.game, course.games, course.seed, course.subject.label), missing
    ):
        say(words)
    return trained(course, course.folder / f"{course.subject.network}.npz")


def compile_for(game: str) -> None:
    """Everything that labelling options runs."""
    for kernels in (game_of(game).kernels, hints_of(game).kernels, describer_of(game_of(game).kernels.name).KERNELS):
        kernels.compiled()


def label_part(game: str, games: int, seed: int, label: Label, task: tuple[int, Path]) -> str:
    """One part of the labels; returns what to say of it."""
    compile_for(game)
    (part, file), start = task, perf_counter()
    labels = label(game, part * games, games, seed)
    labels.keep(file)
    found = f"{len(labels.starts):,} decisions, {len(labels.values):,} options"
    return f"{game} {file.name}: {found}, {perf_counter() - start:.0f} s"


def trained(course: Course, file: Path) -> Network:
    """The network, as it was kept or trained now."""
    if not file.exists():
        start = perf_counter()

        def heard(epoch: int, judged: Judged) -> None:
            gain = f", gain over the rules of thumb {1000 * judged.gain:.2f} (± {1000 * judged.error:.2f}) thousandths"
            about = f"loss {judged.loss:.4f}{gain if course.subject is OPTIONS else ''}"
            say(f"{course.game} {file.name}: epoch {epoch + 1}, {about}, {perf_counter() - start:.0f} s")

        labels = Labels.kept(course.files)
        course.trainer.train(labels, course.seed, course.subject.hidden, heard=heard).keep(file)
    return Network.kept(file)


def main() -> int:
    """Read the command line, and learn."""
    parser = argparse.ArgumentParser(prog="python -m osteria.lab.learn", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--folder", type=Path, required=True, help="keeps what was done; goes on from there")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parts", type=int, default=PARTS, help="of labels")
    parser.add_argument("--games", type=int, default=GAMES, help="in a part")
    parser.add_argument("--workers", type=int, default=1, help="processes that label")
    parser.add_argument("--torch", action="store_true", help="train with PyTorch, on a GPU where there is one")
    parser.add_argument(
        "--values", action="store_true", help="learn what tables are worth, not which options are better"
    )
    asked = parser.parse_args()
    folder = asked.folder / asked.game
    try:
        trainer, subject = torch_trainer() if asked.torch else training, VALUES if asked.values else OPTIONS
        learn(Course(asked.game, folder, asked.seed, asked.parts, asked.games, asked.workers, trainer, subject))
    except OsteriaError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def torch_trainer() -> ModuleType:
    """The trainer that needs PyTorch; a sentence where there is none."""
    try:
        from osteria.lab.learn import torch_training
    except ImportError as error:
        raise OsteriaError(f"Training with --torch needs PyTorch, which is not there: {error}.") from None
    return torch_training
