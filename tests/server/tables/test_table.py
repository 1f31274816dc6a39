"""A table is what its log says, and its log what its seed deals."""

import pytest
from msgspec.structs import replace

from osteria.play.match import Match
from osteria.server.tables import changes, commands
from osteria.server.tables.changes import HOUSE, Row, write_change
from osteria.server.tables.table import LogError, rebuild
from osteria.server.wire.messages import Settings


@pytest.mark.parametrize("change", ["another card", "a card too few", "a card too many"])
def test_a_log_that_is_not_what_its_seed_deals_is_refused(change):
    opened = changes.Opened("mamma-mia", 2, Settings(), bytes(32).hex(), None)
    made = [opened, changes.BotSat(0, "random"), changes.BotSat(1, "random")]
    rows = [Row("a" * 12, n, 0.0, HOUSE, write_change(one)) for n, one in enumerate(made, start=1)]
    rows += commands.begin(rebuild(rows)).rows
    assert rebuild(rows).asked is not None
    last = rows[-1]
    other = {
        "another card": [replace(last, text="deal bombastica" if last.text != "deal bombastica" else "deal minimale")],
        "a card too few": [],
        "a card too many": [last, replace(last, seq=last.seq + 1)],
    }[change]
    with pytest.raises(LogError):
        rebuild([*rows[:-1], *other])


@pytest.mark.parametrize("memory", ["authentic", "assisted"])
def test_a_bots_move_is_tried_once_and_the_table_goes_on_with_that_very_game(client, monkeypatch, memory):
    played = []
    original = Match.apply
    monkeypatch.setattr(Match, "apply", lambda match, move: played.append(str(move)) or original(match, move))
    seats = [{"kind": "bot", "level": "random"}] * 2
    body = {"game": "roll-for-soles", "seats": seats, "start": True, "settings": {"memory": memory}}
    path = "/api/tables/" + client.post("/api/tables", json=body).json()["table"]
    while (place := client.get(path).json())["table"]["status"] != "over":
        client.get(path, params={"after": place["frame"], "wait": 1})
    assert len(played) == place["question"]
