"""Where the long runs of ./test work: `--workers N` and `--on PLACE`, as the lab's commands take them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from osteria.core.errors import OsteriaError
from osteria.lab.pool import HERE, Pool, pool_of


def add_places(parser: argparse.ArgumentParser) -> None:
    """Let a command say where it works."""
    parser.add_argument("--workers", type=int, default=1, help="processes that work")
    parser.add_argument("--on", default=HERE, help="where: here, ray (the cluster of this machine) or ray://HOST:PORT")


def add_names(parser: argparse.ArgumentParser, what: str, known: Iterable[str]) -> None:
    """Let a command name some of what there is; none is all."""
    names = tuple(known)

    def one_of(name: str) -> str:
        if name not in names:
            raise argparse.ArgumentTypeError(f"there is no {name}; there are {', '.join(names)}")
        return name

    parser.add_argument(
        "names", nargs="*", type=one_of, metavar=what, help=f"some of {', '.join(names)}; left out, all"
    )


def pool_asked(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> Pool:
    """Where to work; a place that is none is a sentence and exit status 2."""
    try:
        return pool_of(asked.workers, asked.on)
    except (OsteriaError, ModuleNotFoundError) as error:
        parser.error(str(error))
