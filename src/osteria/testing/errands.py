"""Work that needs a whole tree of sources, on machines that have none: the tree travels with it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Errand:
    """A Python program of a tree, to be run in a copy of that tree.

    Attributes:
        words: the program's path in the tree, and its arguments.
        given: what it reads from its standard input.
    """

    words: tuple[str, ...]
    given: str = ""


def packed(tree: Path) -> bytes:
    """A folder as bytes that can be sent anywhere."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz", compresslevel=3) as archive:
        archive.add(tree, ".")
    return out.getvalue()


def run_in_copy(tree: bytes, errand: Errand) -> str:
    """What a program of a packed tree prints; RuntimeError with its last words where it fails."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder).resolve()
        with tarfile.open(fileobj=io.BytesIO(tree)) as archive:
            archive.extractall(place, filter="data")
        done = subprocess.run(
            [sys.executable, *errand.words],
            cwd=place,
            env=os.environ | {"PYTHONPATH": str(place / "src")},
            input=errand.given,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise RuntimeError(f"{' '.join(errand.words)}: {done.stderr[-2000:]}")
    return done.stdout
