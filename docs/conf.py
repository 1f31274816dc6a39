"""How the documentation is built: `sphinx-build -W docs docs/_build/html`. A dead link fails it."""

import re
import sys
from importlib.metadata import version as version_of
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from tables import filled

project = "Osteria"
author = copyright = "the authors of Osteria"
version = release = version_of("osteria")
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "Osteria"
myst_heading_anchors = 3
autodoc_typehints = "none"
autodoc_member_order = "bysource"
napoleon_use_ivar = True


LINK = re.compile(r"\[([^\]]+)\]\(([\w./-]+)\.md\)")


def read_source(app, name: str, source: list[str]) -> None:
    """Tables are made from the code; pages that lie elsewhere (the law) link to each other by their names here."""
    source[0] = filled(source[0])
    if name.startswith(("rules/", "rulings/")):
        source[0] = LINK.sub(lambda link: f"{{doc}}`{link[1].replace('`', '')} <{link[2]}>`", source[0])


def setup(app) -> None:
    app.connect("source-read", read_source)
