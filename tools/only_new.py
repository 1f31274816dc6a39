"""Leaves in a lock what another lock does not hold already: python tools/only_new.py LOCK OTHER."""

from __future__ import annotations

import re
import sys
from pathlib import Path


def entries(text: str) -> dict[str, str]:
    """The entries of a lock, by what each pins and for where (`name==version ; marker`)."""
    found = re.split(r"\n(?=\S)", text.strip())
    return {entry.partition("\\")[0].strip(): entry for entry in found if entry}


if __name__ == "__main__":
    lock, other = map(Path, sys.argv[1:])
    held = entries(other.read_text())
    kept = [entry for pin, entry in entries(lock.read_text()).items() if pin not in held]
    lock.write_text("\n".join(kept) + "\n")
