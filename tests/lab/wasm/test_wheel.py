"""A wheel carries the page and the modules ready: what is installed from it serves them at once and compiles nothing."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
READY = "osteria/lab/wasm/ready/"

pytestmark = pytest.mark.skipif(
    not (ROOT / "src/osteria/server/static/index.html").is_file(), reason="the page is not built"
)


@pytest.fixture(scope="module")
def wheel(modules: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as for a release; the modules were made before, and come from the cache."""
    assert modules.is_dir()
    folder = tmp_path_factory.mktemp("wheel")
    env = os.environ | {"OSTERIA_REPOSITORY": "https://example.org/osteria"}
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(build, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


def test_twine_takes_the_wheel(wheel: Path) -> None:
    pytest.importorskip("twine")
    check = [sys.executable, "-m", "twine", "check", "--strict", wheel]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_a_wheel_carries_the_page_and_every_module(wheel: Path, modules: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        inside = {name.removeprefix(READY): packed.read(name) for name in packed.namelist() if name.startswith(READY)}
        assert "osteria/server/static/index.html" in packed.namelist()
    assert inside == {file.name: file.read_bytes() for file in modules.iterdir()}
    files = [file for files in json.loads(inside["index.json"])["families"].values() for file in files.values()]
    assert files
    assert set(files) < set(inside)


def test_a_house_from_the_wheel_serves_the_modules_without_a_compiler(
    wheel: Path, modules: Path, tmp_path: Path
) -> None:
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "installed")
    env = os.environ | {
        "PYTHONPATH": str(tmp_path / "installed"),
        "OSTERIA_INTERPRETED": "1",
        "OSTERIA_CACHE": str(tmp_path / "cache"),
    }
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    serve = [sys.executable, "-m", "osteria.cli", "serve", "--port", str(port), "--data", str(tmp_path)]
    with (tmp_path / "log.txt").open("w") as log:
        house = subprocess.Popen(serve, cwd=tmp_path, env=env, stdout=log, stderr=log)
    try:
        assert fetched(f"http://127.0.0.1:{port}/modules/index.json") == (modules / "index.json").read_bytes()
    finally:
        house.terminate()
        house.wait(30)
    assert not list((tmp_path / "cache").rglob("*.wasm"))


def fetched(address: str) -> bytes:
    """What is answered as soon as somebody answers."""
    until = time.monotonic() + 90
    while time.monotonic() < until:
        with contextlib.suppress(ConnectionError, urllib.error.URLError), urllib.request.urlopen(address) as answer:
            return bytes(answer.read())
        time.sleep(0.1)
    raise AssertionError("nobody answers")
