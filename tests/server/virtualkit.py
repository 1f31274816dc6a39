"""A house on a virtual clock, without a disk: time stands still while anything happens and jumps to the next thing that is
due. What lines are sent is kept with the time at which it was sent, to the last digit."""

import asyncio
import json
import selectors
import time
from contextlib import contextmanager
from unittest.mock import patch

from prometheus_client import REGISTRY

from osteria.games import game as game_of
from osteria.play.match import Match
from osteria.server.config import Config
from osteria.server.house import House
from osteria.server.lines.line import Line
from osteria.server.lines.welcome import join
from osteria.server.people.links import Link
from osteria.server.tables import changes
from osteria.server.tables.book import Book
from osteria.server.tables.changes import HOUSE, Row, write_change
from osteria.server.tables.live import Live
from osteria.server.tables.table import Table
from osteria.server.tables.viewers import seats_held
from osteria.server.wire.messages import Settings

START = 1_000_000.0
TABLE = "a" * 12


class JumpingSelector(selectors.SelectSelector):
    """Nothing from outside ever comes: whoever waits has waited."""

    now = START

    def select(self, timeout=None):
        if timeout:
            self.now += timeout
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self):
        self.virtual = JumpingSelector()
        super().__init__(self.virtual)

    def time(self):
        return self.virtual.now


@contextmanager
def virtual_time():
    """A loop on which seconds cost nothing."""
    loop = VirtualLoop()
    with patch.object(time, "time", loop.time), patch.object(time, "monotonic", loop.time):
        try:
            yield loop
        finally:
            for task in asyncio.all_tasks(loop):
                task.cancel()
            loop.run_until_complete(asyncio.sleep(0))
            loop.close()


@contextmanager
def measuring_clocks(loop, work=0.0):
    """What measures seconds reads that clock, too; between two looks so much is worked."""

    def now():
        now.worked += work
        return loop.time() + now.worked

    now.worked = 0.0
    with patch.object(time, "perf_counter", now), patch.object(time, "thread_time", now):
        yield


def counted():
    """Everything that Prometheus reads of the house."""
    samples = [sample for metric in REGISTRY.collect() for sample in metric.samples]
    return {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for sample in samples
        if sample.name.startswith("osteria_") and not sample.name.endswith("_created")
    }


def growth(before, after):
    """What is counted now and was not before; sums of seconds without what a float adds to them."""
    return {key: round(value - before.get(key, 0), 9) for key, value in after.items() if value != before.get(key, 0)}


class Scripted:
    """Chance as a list has it; then as a seed has it."""

    def __init__(self, texts):
        self.texts = list(texts)

    def draw(self, game, states):
        return game.read(states[0], self.texts.pop(0))[0] if self.texts else None

    def witness(self, game, states, action):
        pass

    def copy(self):
        return Scripted(self.texts)


class World(Table):
    """A table whose chance comes from a list."""

    script: list[str]

    def new_match(self):
        rules = game_of(self.game)
        seats = rules.seats(self.players)
        match = Match(rules, seats, self.options, rules.fresh(seats, self.options), Scripted(self.script))
        match.run_on()
        return match


class Wire:
    """Keeps what is sent, and when."""

    is_slow = False

    def __init__(self, loop):
        self.loop, self.sent = loop, []

    def write(self, *messages):
        self.sent += [(self.loop.time(), bytes(message)) for message in messages]

    def close(self, code):
        self.sent.append((self.loop.time(), code))


def world_of(match, made=(), memory="authentic", seed=bytes(32), people=None, **settings):
    """The table of a match, with people in its seats, played up to (and without) its last move; that move; what is left."""
    people = range(match.players) if people is None else people
    opened = changes.Opened(match.game, match.players, Settings(memory=memory, **settings), seed.hex(), 0)
    world = World(Row(TABLE, 1, START - 1, HOUSE, write_change(opened)))
    lines = match.lines()
    world.script = [text for who, text in lines if who == "chance"]
    seated = [
        changes.Sat(seat, f"P{seat}") if seat in people else changes.BotSat(seat, "random")
        for seat in range(match.players)
    ]
    batches = [[(HOUSE, write_change(change))] for change in (*seated, *made, changes.Began())]
    for who, text in lines:
        if who == "chance":
            batches[-1].append((who, text))
        else:
            batches.append([(who, text)])
    last = batches.pop()
    for batch in batches:
        world.apply([Row(TABLE, world.seq + 1 + n, START - 1, who, text) for n, (who, text) in enumerate(batch)])
    return world, last[0][1]


class VirtualHouse:
    """One table on a virtual clock, with lines to any of its seats and spectators."""

    def __init__(self, loop, tmp_path, world):
        self.loop, self.house = loop, House(Config(data=str(tmp_path), bots="random", stand_in="random"))
        self.house.secret = b"secret"
        self.house.journal.put = lambda group: loop.call_soon(group.told, True)
        self.live = self.house._keep(Live(world, Book(world.id, world.players, {})))
        self.ids = 0

    async def open(self, seat, *also):
        """A line for a seat, or (None) a spectator; with other seats of the same device."""
        links = [
            Link("seat", held, self.live.table.seats[held].generation) for held in (seat, *also) if held is not None
        ]
        link = None if seat is None else links[0]
        line = Line(self.house, self.live, link, Wire(self.loop), lambda: None)
        line.role, line.seat = ("seat" if seat is not None else "stranger"), seat
        line.links = tuple(links)
        line.holds = seats_held(self.live.table, line.links)
        await join(self.house, self.live, line, None)
        return line

    def say(self, line, kind, **fields):
        """A message of a line, with an id of its own."""
        self.ids += 1
        line.hear(json.dumps({"type": kind, "id": f"m{self.ids}", **fields}))

    def play(self, line, *moves):
        self.say(line, "play", question=self.live.table.question, moves=list(moves))

    async def close(self):
        self.live.attendant.cancel()
        await asyncio.gather(self.live.attendant, return_exceptions=True)
