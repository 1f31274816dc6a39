"""The action tables are append-only: a golden file pins every id."""

import json
from pathlib import Path

import pytest

from osteria.games import NAMES, game
from osteria.games.pizzeria import actions as a
from osteria.games.roll_for_soles import record as r

GOLDEN = Path(__file__).with_name("action_table.json")


def pizzeria() -> dict[str, int]:
    return {
        name: value for name, value in vars(a).items() if name.isupper() and isinstance(value, int) and name in STARTS
    }


STARTS = (
    *("PLAY", "ORDER", "NO_ORDER", "DRAW_SUPPLY", "DRAW_ORDERS", "JOIN", "CLOSE_SERIES", "KIND", "ADD", "SETTLE"),
    *("ASK", "WANT", "GIVE_UP", "GIVE", "DECLINE", "SHOW", "HOLD", "PICK", "REVEAL", "MATCH", "START", "DEAL"),
    *("DEAL_ORDER", "CLOSE", "ACTIONS"),
)


def soles() -> dict[str, int]:
    names = ("FROM_MIDDLE", "FROM_SEAT", "SECURE", "ROLL_AGAIN", "START_SEAT", "ROLLED", "ACTIONS")
    return {name: getattr(r, name) for name in names}


def test_no_action_id_ever_changes() -> None:
    assert json.loads(GOLDEN.read_text()) == {"pizzeria": pizzeria(), "roll_for_soles": soles()}


@pytest.mark.parametrize("name", NAMES)
def test_an_action_table_stays_below_256(name: str) -> None:
    assert game(name).actions < 256


def test_every_play_has_its_own_id_and_can_be_read_back() -> None:
    seen = {}
    for kind in range(5):
        for doubles in range(3):
            for singles in range(8 - doubles):
                if singles + doubles:
                    seen[a.play_action(kind, singles, doubles)] = (kind, singles, doubles)
    assert sorted(seen) == list(range(a.PLAY, a.ORDER))
    assert all(
        (a.played_kind(action), a.played_singles(action), a.played_doubles(action)) == play
        for action, play in seen.items()
    )
