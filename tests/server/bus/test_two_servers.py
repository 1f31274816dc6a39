"""Two servers on one PostgreSQL: players of one table sit at different servers, and survive the death of either."""

import asyncio
import json
import random

import pytest
from housekit import Player, Server, make_table
from websockets.asyncio.client import connect

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


@pytest.mark.timeout(900)
def test_a_frame_from_another_server_comes_once_more_and_never_after(postgres, tmp_path):
    url = postgres.new_database()
    with Server(tmp_path, url) as one, Server(tmp_path, url) as two:
        table, keys = make_table(one)
        said = asyncio.run(_hear_from_other(one, two, table, keys))
    assert said == [True, True, False, False]


async def _hear_from_other(one, two, table, keys):
    """Seat 0 listens at one server while seat 1 speaks at the other; then it opens a new line three times."""
    said, address = [], two.address.replace("http", "ws", 1) + f"/ws/tables/{table}"
    async with connect(address) as line:
        await line.send(json.dumps({"type": "hello", "key": keys["0"]}))
        since = (await _next(line, "welcome"))["frame"]
        await line.send(json.dumps({"type": "seen", "frame": since}))
        await asyncio.to_thread(one.call, f"/api/tables/{table}/say", {"id": "x", "phrase": "hello"}, keys["1"])
        said.append("said" in await _next(line, "frame"))
    for _ in range(3):
        async with connect(address) as line:
            await line.send(json.dumps({"type": "hello", "key": keys["0"], "since": since}))
            missed = (await _next(line, "welcome"))["missed"]
            said.append(any(frame.get("said") for frame in missed))
    return said


async def _next(line, kind):
    while (message := json.loads(await asyncio.wait_for(line.recv(), 30)))["type"] != kind:
        pass
    return message
