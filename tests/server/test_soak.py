"""A long evening in short: three houses, people who come and go, a house killed now and then, connections cut, NATS restarted.

`./test` plays half a minute of it; `./test --long` an hour with 2,000 people. OSTERIA_SOAK says how many seconds, and
OSTERIA_SOAK_PEOPLE how many people, instead.
"""

import asyncio
import math
import os
import random
import time
import urllib.request
from collections import Counter
from pathlib import Path

import pytest
from housekit import IS_LONG, Nats, Player, Server, free_port, make_table
from prometheus_client.parser import text_string_to_metric_families
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

SECONDS = float(os.environ.get("OSTERIA_SOAK") or (3600 if IS_LONG else 30))
PEOPLE = int(os.environ.get("OSTERIA_SOAK_PEOPLE") or (2000 if IS_LONG else 12))
KILL_SECONDS = 30.0 if SECONDS > 120 else SECONDS / 3
TROUBLE_SECONDS = SECONDS / 4 if SECONDS < 480 else 120.0
THINK = 1.0 if PEOPLE < 200 else 10.0
STAY = 20.0
"""Seconds that somebody stays on a line, at most twice as long."""
BACK_SECONDS = 2.0 if SECONDS > 600 else 20.0
"""The 95th percentile of the time between a house's return and its people seeing the last frame again; a busy machine that
starts a house takes its time, and half a minute has few returns."""
HEARD_SECONDS = 2.0 if SECONDS > 600 else 5.0
"""Likewise of the time between one seeing a frame and the other, at another house."""
SETTINGS = {"OSTERIA_INTERPRETED": "" if IS_LONG else "1", "OSTERIA_MODULES": "nowhere"}
"""An hour is played by the compiled rules, as people play; nobody needs what the page plays with alone."""
ASKED = 100
"""Tables of the end of the evening that every house is asked about when it is over."""
PAUSE = "0.02"
"""Seconds of processor time that no collection takes."""
LEVEL = 1.05
"""How much larger the house that lives through all of it may be at the end than after a sixth of it."""


class House(Server):
    """A house that may be killed; knows when it was not there."""

    def __init__(self, *arguments, **settings):
        super().__init__(*arguments, **settings)
        self.killed_at, self.returned_at = 0.0, 0.0
        self.metrics = settings["OSTERIA_METRICS"]

    def has_ended(self, opened_at):
        """Whether a line that was opened then ended with the house: who thinks for long notices it late."""
        return self.killed_at > opened_at

    def bytes_of_memory(self):
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def pauses(self):
        """By what the house measures of itself, how often it took longer than PAUSE, and how often it was measured."""
        with urllib.request.urlopen(f"http://{self.metrics}/metrics", timeout=40) as answer:
            families = {family.name: family for family in text_string_to_metric_families(answer.read().decode())}
        return {what: _longer(families[f"osteria_{what}_seconds"]) for what in ("collection", "loop_stretch")}


def _longer(histogram):
    within = sum(sample.value for sample in histogram.samples if sample.labels.get("le") == PAUSE)
    count = sum(sample.value for sample in histogram.samples if sample.name.endswith("_count"))
    return int(count - within), int(count)


class Evening:
    """What everybody who is there notes."""

    def __init__(self, houses):
        self.houses, self.over = houses, asyncio.Event()
        self.acked, self.endings, self.backs = {}, Counter(), []
        self.begun, self.lost_codes = time.monotonic(), []
        """Lines that a living house ended without a code: when, which house, after how many seconds, what was sent."""
        self.seen_first, self.lags = {}, []
        """By table and frame, when the first of the two saw it; how much later the other did, or went without having seen it."""


class Leave:
    """Set when it is time to go: the evening is over, or somebody has stayed long enough."""

    def __init__(self, evening, seconds):
        self._evening, self._until = evening, time.monotonic() + seconds

    def is_set(self):
        return self._evening.over.is_set() or time.monotonic() > self._until


class Guest(Player):
    """A player who is loyal to one house, thinks before every move, and goes out for air."""

    def __init__(self, evening, house, table, key, rng):
        super().__init__([house.address], table, key, rng)
        self.evening, self.house = evening, house
        self.away_since, self.opened_at, self.welcomed_at = None, 0.0, math.inf
        self.thought_of = None
        """The move that was thought about last."""

    async def stay(self):
        """Until the game or the evening is over."""
        while not self._is_done(self.evening.over):
            try:
                url, self.opened_at = f"{self.addresses[0]}/ws/tables/{self.table}", time.monotonic()
                self.welcomed_at = math.inf
                async with connect(url, open_timeout=20, compression=None, ping_interval=None) as line:
                    await self._talk(line, Leave(self.evening, self.rng.uniform(STAY / 4, 2 * STAY)))
            except ConnectionClosed as ended:
                self._note(ended)
            except (OSError, TimeoutError, InvalidHandshake, InvalidMessage, EOFError):
                pass
            if self.welcomed_at == math.inf:  # nobody answered
                self.away_since = self.away_since or self.opened_at
            self._note_unseen()
            await asyncio.sleep(self.rng.uniform(0.05, 0.3))
        self._note_back()

    def _note_back(self):
        """Somebody is back at a house that was away, or was not until everything was over."""
        if self.away_since is not None and self.away_since < self.house.returned_at:
            self.evening.backs.append(time.monotonic() - self.house.returned_at)
        self.away_since = None

    def _note_unseen(self):
        """The line is over: what the other one saw while it stood, and this one did not."""
        ended = min(time.monotonic(), self.house.killed_at if self.house.has_ended(self.opened_at) else math.inf)
        number = (self.frame or 0) + 1
        while (first := self.evening.seen_first.pop((self.table, number), None)) is not None:
            if self.welcomed_at < first < ended:
                self.evening.lags.append(ended - first)
            number += 1

    def _note(self, ended):
        code = ended.rcvd.code if ended.rcvd else None
        if code is None and not self.house.has_ended(self.opened_at):
            now = time.monotonic()
            times = round(now - self.evening.begun, 1), round(now - self.opened_at, 1)
            self.evening.lost_codes.append((self.evening.houses.index(self.house), *times, repr(ended)))
        else:
            self.evening.endings[code or "killed"] += 1
        self.away_since = time.monotonic()

    async def _send(self, line):
        """Nothing is heard while somebody thinks, so only who is asked does: whoever says a move again may have been answered."""
        if self.thought_of is not self.pending:
            self.thought_of = self.pending
            await asyncio.sleep(self.rng.uniform(0, 2 * THINK))
        await super()._send(line)

    def _take(self, message):
        if message["type"] == "welcome":
            self.welcomed_at = time.monotonic()
            self._note_back()
        if message["type"] == "frame":
            first = self.evening.seen_first.pop((self.table, message["number"]), None)
            if first is None:
                self.evening.seen_first[self.table, message["number"]] = time.monotonic()
            else:
                self.evening.lags.append(time.monotonic() - first)
        if message["type"] == "bye" and message["problem"]["key"] == "house.trouble":
            return False  # its database was cut off while the line was opened: the page comes again, too
        return super()._take(message)


async def keep_table(evening, number):
    """Two people play one game after another, at two houses."""
    rng = random.Random(number)
    while not evening.over.is_set():
        homes = rng.sample(evening.houses, 2)
        try:
            table, keys = await asyncio.to_thread(make_table, homes[0])
        except (OSError, AssertionError):
            await asyncio.sleep(0.5)
            continue
        guests = [Guest(evening, home, table, keys[str(seat)], rng) for seat, home in enumerate(homes)]
        await asyncio.gather(*(guest.stay() for guest in guests))
        evening.acked[table] = [(seat, *acked) for seat, guest in enumerate(guests) for acked in guest.acked]


async def kill_houses(evening):
    """One after the other, but for the first, whose memory is watched."""
    number = 0
    while True:
        await asyncio.sleep(KILL_SECONDS)
        house = evening.houses[1 + number % (len(evening.houses) - 1)]
        number += 1
        house.killed_at = math.inf
        await asyncio.to_thread(house.kill)
        house.killed_at = time.monotonic()
        await asyncio.to_thread(lambda: house.start().wait_ready())  # noqa: B023
        house.returned_at = time.monotonic()


async def make_trouble(postgres, nats):
    """The database's connections are cut, then NATS starts anew."""
    while True:
        await asyncio.sleep(TROUBLE_SECONDS)
        await asyncio.to_thread(postgres.cut_connections)
        await asyncio.sleep(TROUBLE_SECONDS)
        await asyncio.to_thread(nats.stop)
        await asyncio.to_thread(nats.start)


async def play_evening(houses, postgres, nats):
    """Everything at once; returns what was noted, the first house's memory after each sixth of it, its pauses, and the last
    frames."""
    evening = Evening(houses)
    tables = [asyncio.create_task(keep_table(evening, number)) for number in range(PEOPLE // 2)]
    troubles = [asyncio.create_task(kill_houses(evening)), asyncio.create_task(make_trouble(postgres, nats))]
    memory = []
    for _ in range(6):
        await asyncio.sleep(SECONDS / 6)
        memory.append(houses[0].bytes_of_memory())
    for task in troubles:
        task.cancel()
    ended = await asyncio.gather(*troubles, return_exceptions=True)
    assert all(isinstance(error, asyncio.CancelledError) for error in ended), ended
    pauses = await asyncio.to_thread(houses[0].pauses)
    evening.over.set()
    await asyncio.wait_for(asyncio.gather(*tables), 120)
    return evening, memory, pauses, await asyncio.to_thread(frames_at, houses, list(evening.acked)[-ASKED:])


def frames_at(houses, tables):
    """The last frame of each table, as each of the houses has it."""
    answers = {table: [house.call(f"/api/tables/{table}") for house in houses] for table in tables}
    return {table: [answer["frame"] for _, answer in found] for table, found in answers.items()}


async def written(url):
    """(table, client id) of every move in the log, and how often; and the last frame of every table (chance makes none)."""
    import asyncpg

    connection = await asyncpg.connect(url)
    try:
        rows = await connection.fetch("SELECT table_id, client FROM log WHERE client IS NOT NULL AND who <> 'house'")
        frames = await connection.fetch("SELECT table_id, count(*) FROM log WHERE who <> 'chance' GROUP BY table_id")
    finally:
        await connection.close()
    return Counter((row["table_id"], row["client"]) for row in rows), dict(map(tuple, frames))


def of_95_in_100(seconds):
    """Below this are 95 of 100."""
    return sorted(seconds)[int(0.95 * (len(seconds) - 1))]


@pytest.mark.timeout(SECONDS + 900)
def test_an_evening_of_trouble_loses_and_doubles_no_move(postgres, tmp_path):
    url, nats = postgres.new_database(), Nats().start()
    metrics = [f"127.0.0.1:{free_port()}" for _ in range(3)]
    houses = [House(tmp_path, url, OSTERIA_BUS=nats.url, OSTERIA_METRICS=at, **SETTINGS) for at in metrics]
    try:
        for house in houses:
            house.start()
        for house in houses:
            house.wait_ready()
        evening, memory, pauses, at_houses = asyncio.run(play_evening(houses, postgres, nats))
    finally:
        for house in houses:
            house.stop()
        nats.stop()
    kept, frames = asyncio.run(written(url))
    moves = [(table, *acked) for table, all_acked in evening.acked.items() for acked in all_acked]
    acked = [(table, f"{seat}:{client}/0") for table, seat, client, *_ in moves]
    print({"moves": len(acked), "endings": dict(evening.endings)})
    for what, seconds in (("backs", evening.backs), ("lags", evening.lags)):
        print({what: len(seconds), "p95": round(of_95_in_100(seconds), 2), "most": round(max(seconds), 2)})
    print({"memory_MB": [round(size / 1e6) for size in memory]}, {"longer_than_20_ms_and_all": pauses})
    assert len(acked) > PEOPLE, "hardly anybody played"
    assert not [move for move in acked if kept[move] != 1], "an acknowledged move is lost or doubled"
    answered = Counter((table, question) for table, _seat, _client, question, *_ in moves)
    assert max(answered.values()) == 1, "a question was answered twice"
    assert not evening.lost_codes, f"lines ended without a code: {evening.lost_codes} of {evening.endings}"
    assert of_95_in_100(evening.backs) < BACK_SECONDS, "people come back late to a house that is back"
    assert of_95_in_100(evening.lags) < HEARD_SECONDS, "what is said at one house is heard late at another"
    assert not {table: found for table, found in at_houses.items() if {*found} != {frames[table]}}, "a house is behind"
    if SECONDS >= 600:
        assert not pauses["collection"][0], f"the house stopped to collect garbage: {pauses}"
        assert memory[-1] < LEVEL * memory[0], f"the house grew, in bytes: {memory}"
