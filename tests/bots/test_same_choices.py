"""The bots choose as they did in 0.1.0: for the same seeds the same games, move by move, where the law is the same."""

from __future__ import annotations

import hashlib

import pytest

import osteria
from osteria import bots

# Digests of the moves of these games, as 0.1.0 plays them; of those with a monotoni, whose clause was mended, as they were played
# before the bots' notes became records; of experts, as they play since they imagine the same worlds here and in the page.
GAMES = {
    ("sole-mio", ("regular", "novice"), 1, 400): "bff4313765fe225d",
    ("sole-mio", ("regular", "random", "regular"), 2, 400): "2434bb29f8bf528b",
    ("sole-mio", ("expert:playouts=12", "regular"), 3, 14): "0d1dbc12af259cb5",
    ("roll-for-soles", ("regular", "novice", "random"), 4, 400): "6a329812a3a39518",
    ("roll-for-soles", ("expert:playouts=24", "regular"), 5, 20): "0e5c862c773e0fe8",
    ("mamma-mia", ("regular", "novice", "random"), 6, 400): "f58578ca34c15846",
    ("mamma-mia", ("expert:playouts=12", "regular"), 7, 10): "b60573d5983ee5f6",
    ("grande", ("regular", "novice"), 8, 400): "5d9fc1c87841f0f8",
    ("grande", ("expert:playouts=12", "regular", "novice"), 9, 10): "141ff8a7c62c21dd",
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
