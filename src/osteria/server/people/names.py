"""Display names: what people may call themselves."""

import unicodedata

from osteria.server.wire.refusal import Refusal

MOST = 24
SEEN_ALONE = ("L", "N", "P", "S")
"""Unicode's letters, numbers, punctuation and symbols: a name has one of them, or nobody sees it."""
BLANK = frozenset("\u2800\u3164\uffa0\u115f\u1160\u17b4\u17b5\U0001d159")
"""Letters and symbols that Unicode counts as such and every font draws as nothing."""
MOST_MARKS = 2
"""Combining marks on one letter: more of them leave the line."""


def clean_name(text: str) -> str:
    """A name without control and invisible characters, with single spaces; a refusal where nothing is left to see."""
    visible = "".join(" " if char.isspace() else char for char in text if _is_kept(char))
    name = _with_few_marks(" ".join(unicodedata.normalize("NFC", visible).split()))
    if not 1 <= len(name) <= MOST or not any(unicodedata.category(char)[0] in SEEN_ALONE for char in name):
        raise Refusal("name.wrong")
    return name


def _is_kept(char: str) -> bool:
    return char.isspace() or (char not in BLANK and not unicodedata.category(char).startswith(("C", "Zl", "Zp")))


def _with_few_marks(name: str) -> str:
    kept, marks = "", 0
    for char in name:
        marks = marks + 1 if unicodedata.category(char).startswith("M") else 0
        kept += char if marks <= MOST_MARKS else ""
    return kept
