"""Codes of tables: a word of the kitchen and a few digits, to be said aloud and typed at the door.

A code follows from the table's id, so that nothing is stored for it; a table takes one more digit where another one that
still waits has the same code.
"""

import hashlib
import re
from collections.abc import Iterable
from functools import lru_cache

FEWEST, MOST = 2, 6
WORDS = (
    "aglio", "alloro", "anguria", "arancia", "basilico", "biscotto", "brodo", "burro", "caffe", "cannella", "cappero",
    "carota", "castagna", "cavolo", "cipolla", "cucina", "dolce", "erba", "fagiolo", "farina", "fico", "finocchio",
    "forno", "fragola", "funghi", "gelato", "grano", "latte", "lenticchia", "limone", "mandorla", "mela", "melone",
    "menta", "miele", "minestra", "nocciola", "noce", "oliva", "origano", "padella", "pane", "panna", "pasta", "pepe",
    "pera", "pesca", "pesto", "piatto", "pinolo", "pomodoro", "ravioli", "riso", "rosmarino", "rucola", "sale", "salsa",
    "salvia", "tazza", "timo", "torta", "uva", "vaniglia", "zucca",
)  # fmt: skip


@lru_cache(maxsize=20_000)
def _longest(table_id: str) -> str:
    number = int.from_bytes(hashlib.sha256(f"code {table_id}".encode()).digest()[:12])
    rest, word = divmod(number, len(WORDS))
    return f"{WORDS[word]} {rest % 10**MOST:0{MOST}d}"


def code_of(table_id: str, digits: int = FEWEST) -> str:
    """The code of a table with so many digits, such as "basilico 42"."""
    longest = _longest(table_id)
    return longest[: len(longest) - MOST + digits]


def read_code(text: str) -> str | None:
    """A code as it is written here, however somebody typed it; None where it cannot be one."""
    found = re.fullmatch(rf"\s*([a-z]+)[\s-]*(\d{{{FEWEST},{MOST}}})\s*", text.lower().replace("è", "e"))
    return f"{found[1]} {found[2]}" if found and found[1] in WORDS else None


def digits_for(table_id: str, others: Iterable[str]) -> int:
    """How many digits a new table's code needs, so that no other one begins with it."""
    taken = [_longest(other) for other in others]
    lengths = range(FEWEST, MOST)
    return next((n for n in lengths if not any(code.startswith(code_of(table_id, n)) for code in taken)), MOST)
