"""What is told and seen is what was told and seen: digests of every event and every zone of some games, in as_told.json.

Programs, transcripts and pages that are kept rely on these words. Whoever changes them on purpose writes the file anew with
`python tests/games/test_as_told.py`, and says so in CHANGELOG.md.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import defaultdict
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from osteria.core.events import as_seen, in_words
from osteria.games import FIRST, game
from osteria.play.view import MEMORIES
from osteria.testing.folding import random_steps, view_of

FILE = Path(__file__).with_name("as_told.json")
TABLES = [(name, players) for name in FIRST for players in (2, 3)]


def digests(name: str, players: int) -> dict[str, str]:
    """By kind of event and by zone: a digest of all that a spectator and two seats were told and saw in one game."""
    rules, rng = game(name), random.Random(f"as told {name} {players}")
    states = rules.fresh(rules.seats(players), rules.options())
    found: dict[str, Any] = defaultdict(hashlib.sha256)
    for rows in random_steps(rules, states, rng):
        names = rules.names(states[0])
        for assisted in range(len(MEMORIES)):
            sequence = np.zeros(rules.sequence_length, np.int8)
            rules.see_sequence(states[0], assisted, sequence)
            found["sequence"].update(sequence.tobytes())
        for seat in (None, 0, 1):
            seen = as_seen(rules.events, rows, seat)
            found["hidden deals"].update(repr([*islice(rules.hidden_deals(seen), len(seen))]).encode())
            for row in seen:
                words = in_words(rules.events[row[0]], row, names)
                found[f"event {words['event']}"].update(repr(words).encode())
            for memory in MEMORIES:
                for zone, value in view_of(rules, states, seat, memory).items():
                    found[f"zone {zone}"].update(repr(value).encode())
    return {what: digest.hexdigest()[:12] for what, digest in sorted(found.items())}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_is_told_and_seen_is_as_it_was(name: str, players: int) -> None:
    kept = json.loads(FILE.read_text(encoding="utf-8"))[f"{name} {players}"]
    now = digests(name, players)
    assert {what: now.get(what) for what in kept} == kept
    assert now.keys() == kept.keys()


if __name__ == "__main__":
    written = {f"{name} {players}": digests(name, players) for name, players in TABLES}
    FILE.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
