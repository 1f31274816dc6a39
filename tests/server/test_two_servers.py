"""Two servers on one PostgreSQL: players of one table sit at different servers, and survive the death of either."""

import asyncio
import random

import pytest
from housekit import Player, Server, make_table

import osteria


@pytest.mark.timeout(900)
def test_players_at_different_servers_play_one_table_and_survive_a_kill(postgres, tmp_path):
    url = postgres.new_database()
    with Server(tmp_path, url) as one, Server(tmp_path, url) as two:
        players = asyncio.run(_play_across(one, two))
        for table in {player.table for player in players}:
            match = osteria.replay(two.call(f"/api/tables/{table}/transcript")[1])
            score = {str(seat): points for seat, points in zip(match.seats, match.outcome.score, strict=True)}
            mine = [player for player in players if player.table == table]
            assert all(player.view["outcome"]["score"] == score for player in mine)
        questions = [(player.table, question) for player in players for _, question, _, _ in player.acked]
        assert len(questions) == len(set(questions))


async def _play_across(one, two):
    players = []
    for number in range(2):
        table, keys = make_table((one, two)[number % 2], people=2, bots=1)
        players += [
            Player([one.address, two.address], table, keys["0"], random.Random(number)),
            Player([two.address, one.address], table, keys["1"], random.Random(-number)),
        ]
    games = [asyncio.create_task(player.play()) for player in players]
    while sum(len(player.acked) for player in players) < 40:
        await asyncio.sleep(0.01)
    one.kill()
    await asyncio.gather(*games)
    return players


@pytest.mark.timeout(900)
def test_a_move_at_one_server_is_seen_at_the_other_at_once(postgres, tmp_path):
    url = postgres.new_database()
    with Server(tmp_path, url) as one, Server(tmp_path, url) as two:
        table, keys = make_table(one)
        frame = two.call(f"/api/tables/{table}")[1]["frame"]
        status, _ = one.call(f"/api/tables/{table}/say", {"id": "x", "phrase": "hello"}, keys["0"])
        assert status == 200
        assert two.call(f"/api/tables/{table}?after={frame}&wait=20")[1]["frame"] == frame + 1
        status, again = two.call(f"/api/tables/{table}/say", {"id": "x", "phrase": "hello"}, keys["0"])
        assert (status, again["frame"]) == (200, frame + 1)
