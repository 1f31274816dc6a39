"""Copies of finished games."""

import json
import os
import stat
import threading

import pytest
from playkit import finish

import osteria
from osteria.core.errors import OsteriaError
from osteria.server.store.archive import read_backup, write_backup, write_games
from osteria.server.store.file import open_for_owner


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


def test_what_is_no_file_is_written_to_and_never_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    held = os.open(pipe, os.O_RDWR)  # somebody reads there, so that nothing waits
    with open_for_owner(pipe) as out:
        out.write("x")
    assert os.read(held, 1) == b"x"
    os.close(held)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_backup_into_a_pipe_goes_through_it_and_leaves_it_there(client, config, tmp_path):
    assert client.get("/api/tables").status_code == 200
    pipe, heard = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    reader.start()
    assert write_backup(config, pipe) == 0
    reader.join(30)
    assert heard[0].startswith('{"osteria-backup"')
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_nothing_is_restored_under_an_open_house(client, config, tmp_path):
    """It would go on with a secret that is no longer in its database."""
    file, before = tmp_path / "house.jsonl", client.app.state.house.secret
    write_backup(config, file)
    file.write_text(file.read_text().replace(before.hex(), "00" * 32))
    with pytest.raises(OsteriaError, match="Another house has"):
        read_backup(config, file)
    write_backup(config, file)
    assert before.hex() in file.read_text()


def test_a_game_that_was_begun_elsewhere_is_no_game_of_this_house(client, config, tmp_path):
    match = osteria.new("roll-for-soles", 2, seed=1)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bo"}]
    made = client.post("/api/begun", json={"transcript": match.transcript, "seats": seats, "name": "Ada"}).json()
    assert finish(client, made)["table"]["elsewhere"]
    write_games(config, tmp_path / "games.jsonl")
    assert (tmp_path / "games.jsonl").read_text() == ""
