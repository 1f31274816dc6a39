"""Kill the house at any instant: no acknowledged move is lost, none is doubled, everybody plays on.

The database is SQLite, or a PostgreSQL that the tests start for themselves (Debian's package, in a temporary folder).
"""

import asyncio
import random
import time

import pytest
from housekit import IS_LONG, Player, Server, make_table

import osteria

KILLS, MOVES = (200, 10_000) if IS_LONG else (3, 120)
TABLES = 12 if IS_LONG else 4


@pytest.mark.timeout(7200 if IS_LONG else 900)
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_random_kills_lose_nothing_and_double_nothing(kind, tmp_path, request):
    database = request.getfixturevalue("postgres").new_database() if kind == "postgresql" else ""
    server = Server(tmp_path, database).start().wait_ready()
    try:
        players, kills = asyncio.run(_play_and_kill(server, random.Random(4)))
        _compare_with_oracle(server, players)
    finally:
        server.stop()
    acknowledged = sum(len(player.acked) for player in players)
    print(f"\n{kind}: {kills} kills, {acknowledged} acknowledged moves, {sum(p.breaks for p in players)} broken lines")
    assert kills >= KILLS
    assert acknowledged >= MOVES


async def _play_and_kill(server, rng):
    """Tables are played, and replaced when they end; kills come after a random number of moves, at a random instant."""
    players, running, kills = [], set(), 0

    def made():
        return sum(len(player.acked) for player in players)

    while kills < KILLS or made() < MOVES:
        running = {task for task in running if not task.done() or task.result()}
        while len(running) < TABLES:
            running.add(asyncio.create_task(_one_table(server, random.Random(rng.random()), players)))
        enough, until = made() + rng.randint(0, 2 * MOVES // KILLS), time.monotonic() + 10
        while made() < enough and time.monotonic() < until:
            await asyncio.sleep(0.01)
        if kills < KILLS:
            await asyncio.sleep(rng.uniform(0, 0.1))
            await asyncio.to_thread(_kill_and_start, server)
            kills += 1
    await asyncio.gather(*running)
    return players, kills


def _kill_and_start(server):
    server.kill()
    server.start().wait_ready()


async def _one_table(server, rng, players):
    table, keys = await asyncio.to_thread(_make_table_patiently, server, rng)
    mine = [Player([server.address], table, key, random.Random(rng.random())) for key in keys.values()]
    players += mine
    await asyncio.gather(*(player.play() for player in mine))


def _make_table_patiently(server, rng):
    while True:
        try:
            return make_table(server, people=rng.choice((2, 3)), memory=rng.choice(("authentic", "assisted")))
        except OSError:
            time.sleep(0.05)


def _compare_with_oracle(server, players):
    """Each game replayed by the engine alone ends as every player saw it end, with each acknowledged move once."""
    for table in {player.table for player in players}:
        mine = [player for player in players if player.table == table]
        text = server.call(f"/api/tables/{table}/transcript")[1]
        match = osteria.replay(text)
        assert match.decision is None
        moves = [line for line in text.partition("---\n")[2].splitlines() if not line.startswith("chance")]
        by_question = {question: made for player in mine for _, question, made, _ in player.acked}
        assert sum(len(player.acked) for player in mine) == len(by_question), "a question was answered twice"
        for question, made in by_question.items():
            assert moves[question].endswith(made[0]), "an acknowledged move is not in the log"
        scores = {str(seat): score for seat, score in zip(match.seats, match.outcome.score, strict=True)}
        assert all(player.view["outcome"]["score"] == scores for player in mine)
