"""Modules, made once a session, and Node as the tests' environment brings it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from osteria.lab.wasm.modules import ready_modules
from osteria.lab.wasm.pack import pack

WEB = Path(__file__).parents[3] / "web"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `osteria wasm` writes."""
    target = tmp_path_factory.mktemp("wasm")
    pack(target, lambda _: None)
    return target


@pytest.fixture(scope="session")
def modules() -> Path:
    """What the page fetches."""
    return ready_modules()


@pytest.fixture(scope="session")
def node() -> Callable[..., str]:
    """Runs a program of web/scripts and gives what it printed."""
    program = shutil.which("node", path=Path(sys.executable).parent) or shutil.which("node")
    assert program, "Node is not here: ./test --setup brings it"

    def run(*arguments: str | Path, given: str = "") -> str:
        done = subprocess.run([program, *arguments], cwd=WEB, input=given, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
