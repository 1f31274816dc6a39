"""A bad network: messages doubled, lost, out of order, lines cut. Every game ends with the right result."""

import asyncio
import random

import pytest
from housekit import IS_LONG, Player, make_table
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

import osteria

GAMES = 1000 if IS_LONG else 4
AT_ONCE = 24 if IS_LONG else 6
LARGE = {40: ("mamma-mia", 4), 50: ("sole-mio", 3), 60: ("grande", 2)}
"""Of every hundred tables these play something longer than Roll for Soles for two (minutes, on such a line)."""
DOUBLED, LOST, SWAPPED, CUT = 0.3, 0.2, 0.1, 0.01


class FaultyProxy:
    """Passes WebSocket messages on, badly, in both directions."""

    def __init__(self, target, rng):
        self._target, self._rng = target.replace("http", "ws", 1), rng

    async def __aenter__(self):
        self._server = await serve(self._relay, "127.0.0.1", 0, compression=None)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aexit__(self, *_):
        self._server.close()
        await self._server.wait_closed()

    async def _relay(self, near):
        try:
            async with connect(self._target + near.request.path, compression=None) as far:
                ways = [asyncio.create_task(self._pass(*way)) for way in ((near, far), (far, near))]
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                for way in ways:
                    way.cancel()
        except (OSError, ConnectionClosed):
            return

    async def _pass(self, source, target):
        held = None
        try:
            async for message in source:
                if self._rng.random() < CUT:
                    return
                copies = 0 if self._rng.random() < LOST else 2 if self._rng.random() < DOUBLED else 1
                out = [message] * copies
                if held is not None:
                    out.append(held)
                    held = None
                elif out and self._rng.random() < SWAPPED:
                    held = out.pop()
                for text in out:
                    await target.send(text)
        except ConnectionClosed:
            return


@pytest.mark.timeout(7200 if IS_LONG else 900)
def test_games_over_a_bad_network_end_with_the_right_result(server):
    results = asyncio.run(_play_all(server, random.Random(5)))
    assert len(results) == GAMES
    print(f"\n{GAMES} games, {sum(breaks for _, breaks in results)} broken lines")


async def _play_all(server, rng):
    places = asyncio.Semaphore(AT_ONCE)
    async with FaultyProxy(server.address, rng) as address:
        games = [
            _play_one(server, address, random.Random(rng.random()), places, *LARGE.get(n % 100, ("roll-for-soles", 2)))
            for n in range(GAMES)
        ]
        return await asyncio.gather(*games)


async def _play_one(server, address, rng, places, game, people):
    async with places:
        table, keys = await asyncio.to_thread(make_table, server, game, people)
        players = [Player([address], table, key, random.Random(rng.random()), patience=0.1) for key in keys.values()]
        await asyncio.gather(*(player.play() for player in players))
        _, text = await asyncio.to_thread(server.call, f"/api/tables/{table}/transcript")
    match = osteria.replay(text)
    score = {str(seat): points for seat, points in zip(match.seats, match.outcome.score, strict=True)}
    questions = [question for player in players for _, question, _, _ in player.acked]
    assert len(questions) == len(set(questions)), "a question was answered twice"
    assert len(questions) == sum(not line.startswith("chance") for line in text.partition("---\n")[2].splitlines())
    assert all(player.view["outcome"]["score"] == score for player in players)
    return table, sum(player.breaks for player in players)
