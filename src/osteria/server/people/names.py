"""Display names: what people may call themselves."""

import unicodedata

from osteria.server.wire.refusal import Refusal

MOST = 24


def clean_name(text: str) -> str:
    """A name without control and invisible characters, with single spaces; a refusal where nothing is left."""
    visible = "".join(" " if char.isspace() else char for char in text if _is_visible(char))
    name = " ".join(unicodedata.normalize("NFC", visible).split())
    if not 1 <= len(name) <= MOST:
        raise Refusal("name.wrong")
    return name


def _is_visible(char: str) -> bool:
    return char.isspace() or not unicodedata.category(char).startswith(("C", "Zl", "Zp"))
