"""How the documentation is built: `tools/docs`. A dead link fails it."""

import re
from importlib.metadata import version as version_of

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
    """Pages that lie elsewhere (the law) link to each other by their names here."""
    if name.startswith(("rules/", "rulings/")):
        source[0] = LINK.sub(lambda link: f"{{doc}}`{link[1].replace('`', '')} <{link[2]}>`", source[0])


def setup(app) -> None:
    app.connect("source-read", read_source)
