"""The bots choose as they did: for the same seeds the same games, move by move."""

from __future__ import annotations

import hashlib

import pytest

import osteria
from osteria import bots

# Digests of the moves of these games, as they are played since the bots' luck comes from the one generator of `core/stream.py`.
GAMES = {
    ("sole-mio", ("regular", "novice"), 1, 400): "112e94174d9eafd4",
    ("sole-mio", ("regular", "random", "regular"), 2, 400): "39a47dda11251acb",
    ("sole-mio", ("expert:playouts=12", "regular"), 3, 14): "2d82d7598a96d005",
    ("roll-for-soles", ("regular", "novice", "random"), 4, 400): "a519a739de9423f4",
    ("roll-for-soles", ("expert:playouts=24", "regular"), 5, 20): "8aa661c6ef6e146e",
    ("mamma-mia", ("regular", "novice", "random"), 6, 400): "c3eaa20fdec135ad",
    ("mamma-mia", ("expert:playouts=12", "regular"), 7, 10): "616ec50f323aba7e",
    ("grande", ("regular", "novice"), 8, 400): "88c09df37c766447",
    ("grande", ("expert:playouts=12", "regular", "novice"), 9, 10): "10541e3aedb72796",
}


def digest_of(game: str, names: tuple[str, ...], seed: int, decisions: int) -> str:
    """Play so many decisions at most, and sum up the moves."""
    match = osteria.new(game, len(names), seed=seed)
    seats = [bots.make(name, seed=seed * 10 + seat) for seat, name in enumerate(names)]
    for _ in range(decisions):
        if match.decision is None:
            break
        view = match.view(match.decision.seat, "assisted")
        match.play(seats[match.decision.seat].choose(view.decision, view, None))
    return hashlib.sha256(repr(match.lines()).encode()).hexdigest()[:16]


@pytest.mark.parametrize("case", GAMES, ids=lambda case: f"{case[0]} {' '.join(case[1])}")
def test_bots_choose_as_they_did(case: tuple[str, tuple[str, ...], int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTERIA_INTERPRETED", "1")
    assert digest_of(*case) == GAMES[case]
