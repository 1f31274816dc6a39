"""README.md as a package index shows it: links and pictures lead to the repository, or are left out.

Where the repository is read is said when a release is built: OSTERIA_REPOSITORY=https://HOST/OWNER/osteria. Pictures are
then taken from HOST/OWNER/osteria/raw/vVERSION/. Without it pictures go, and links to files become plain words.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)]+)\)\n?")
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)]+)\)")


class ReadMe(MetadataHookInterface):
    """Gives the distribution its description."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Put README.md in, and where the project is read."""
        repository = os.environ.get("OSTERIA_REPOSITORY", "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        at = f"v{metadata['version']}"
        metadata["readme"] = {"content-type": "text/markdown", "text": linked(text, repository, at)}
        changes = f"{repository}/blob/{at}/CHANGELOG.md"
        metadata["urls"] = {"Repository": repository, "Changelog": changes} if repository else {}


def linked(text: str, repository: str, at: str) -> str:
    """A page with absolute links, or without what has none."""
    if not repository:
        return LINK.sub(r"\1", PICTURE.sub("", text))
    text = PICTURE.sub(lambda found: f"![{found[1]}]({repository}/raw/{at}/{found[2]})\n", text)
    return LINK.sub(lambda found: f"[{found[1]}]({repository}/blob/{at}/{found[2]})", text)
