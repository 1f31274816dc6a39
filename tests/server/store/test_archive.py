"""Copies of finished games."""

import json

import osteria
from osteria.server.store.archive import write_games


def test_finished_games_are_exported_without_names_and_links(client, config, tmp_path):
    body = {"game": "roll-for-soles", "seats": [{"kind": "bot", "level": "random"}] * 2, "start": True}
    made = client.post("/api/tables", json=body).json()
    while (
        client.get(f"/api/tables/{made['table']}", params={"after": 10**6, "wait": 0.2}).json()["table"]["status"]
        != "over"
    ):
        pass
    write_games(config, tmp_path / "games.jsonl")
    (game,) = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert osteria.replay(game["transcript"]).outcome.score == tuple(game["score"])
    assert "name" not in game
