"""Two servers on one PostgreSQL, with news by its notifications or by NATS.

Players of one table sit at different servers, and survive the death of either.
"""

import asyncio
import contextlib
import json
import random
import time

import pytest
from housekit import Player, Server, make_table
from websockets.asyncio.client import connect

import osteria


@pytest.mark.timeout(900)
def test_players_at_different_servers_play_one_table_and_survive_a_kill(houses):
    with houses() as one, houses() as two:
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
def test_a_move_at_one_server_is_seen_at_the_other_at_once(houses):
    with houses() as one, houses() as two:
        table, keys = make_table(one)
        frame = two.call(f"/api/tables/{table}")[1]["frame"]
        status, _ = one.call(f"/api/tables/{table}/say", {"id": "x", "phrase": "hello"}, keys["0"])
        assert status == 200
        assert two.call(f"/api/tables/{table}?after={frame}&wait=20")[1]["frame"] == frame + 1
        status, again = two.call(f"/api/tables/{table}/say", {"id": "x", "phrase": "hello"}, keys["0"])
        assert (status, again["frame"]) == (200, frame + 1)


@pytest.mark.timeout(900)
def test_a_frame_from_another_server_comes_once_more_and_never_after(houses):
    with houses() as one, houses() as two:
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


@pytest.mark.timeout(900)
def test_many_who_come_at_once_to_two_servers_all_get_their_line(houses):
    with houses() as one, houses() as two:
        tables = [make_table(one) for _ in range(5)]
        codes = asyncio.run(_come_and_go([one, two], tables))
    assert codes == {1000: 180}


async def _come_and_go(servers, tables):
    """90 lines at once at each server, each greeted and closed again by its viewer."""
    codes = {}

    async def visit(server, table, key):
        async with connect(f"{server.address.replace('http', 'ws', 1)}/ws/tables/{table}", open_timeout=30) as line:
            await line.send(json.dumps({"type": "hello", "key": key}))
            await _next(line, "welcome")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.2):
                    async for _ in line:
                        pass
            await line.close(1000)
        codes[line.close_code] = codes.get(line.close_code, 0) + 1

    visits = [visit(server, *table_key(tables, n)) for server in servers for n in range(90)]
    await asyncio.gather(*visits)
    return codes


def table_key(tables, number):
    table, keys = tables[number % len(tables)]
    return table, keys[str(number % 2)]


@pytest.mark.timeout(900)
def test_news_travel_again_after_every_connection_was_cut(houses, postgres):
    with houses() as one, houses() as two:
        table, keys = make_table(one)
        frame = two.call(f"/api/tables/{table}")[1]["frame"]
        for round_ in range(3):
            postgres.cut_connections()
            frame = _say_until_heard(one, two, table, keys, frame, round_)
        assert _becomes_ready(one)
        assert _becomes_ready(two)


def _say_until_heard(one, two, table, keys, frame, round_):
    """Somebody speaks at one server (again, should the database be away just now); the other must hear of it."""
    status = 0
    for _ in range(100):
        status, said = one.call(f"/api/tables/{table}/say", {"id": f"r{round_}", "phrase": "hello"}, keys["0"])
        if status == 200:
            break
        time.sleep(0.1)
    assert status == 200, said
    place = two.call(f"/api/tables/{table}?after={frame}&wait=20")[1]
    assert place["frame"] == said["frame"] > frame
    return place["frame"]


def _becomes_ready(server):
    for _ in range(100):
        if server.call("/readyz")[0] == 200:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.timeout(900)
def test_nats_that_restarts_costs_no_move_and_readiness_tells(nats, postgres, tmp_path):
    url = postgres.new_database()
    bus = {"OSTERIA_BUS": nats.url}
    with Server(tmp_path, url, **bus) as one, Server(tmp_path, url, **bus) as two:
        table, keys = make_table(one)
        frame = two.call(f"/api/tables/{table}")[1]["frame"]
        nats.stop()
        status, said = one.call(f"/api/tables/{table}/say", {"id": "x", "phrase": "hello"}, keys["0"])
        assert status == 200
        assert "bus" in two.call("/readyz")[1]
        nats.start()
        assert two.call(f"/api/tables/{table}?after={frame}&wait=20")[1]["frame"] == said["frame"]
        assert _becomes_ready(one)
        assert _becomes_ready(two)
