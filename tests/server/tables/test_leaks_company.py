"""Nothing leaks by what people do beside the game either: stand-ins, automatic answers, taking back, reactions, watching,
chairs that are opened, pushes, and a day's deal."""

import random
import time

import numpy as np
import pytest
from housekit import IS_LONG
from virtualkit import World

import osteria
from osteria.server.push.calls import call_for, payload
from osteria.server.tables import changes, frames
from osteria.server.tables.book import Book
from osteria.server.tables.changes import HOUSE, Row, write_change
from osteria.server.tables.live import Live
from osteria.server.wire.messages import Settings, encode

PAIRS = 2_000 if IS_LONG else 8
TABLE = "a" * 12
GAMES = ("mamma-mia", "sole-mio", "grande", "roll-for-soles")
SEED = bytes(32)


class Ear:
    """A line that keeps what it is sent."""

    def __init__(self, seat):
        self.seat, self.heard, self.link = seat, [], None
        self.holds = frozenset() if seat is None else frozenset({seat})
        self.role, self.name = ("stranger", "Zoe") if seat is None else ("seat", "")

    def put(self, message):
        self.heard.append(message)


def some_position(game, players, rng):
    match = osteria.new(game, players, seed=rng.getrandbits(62))
    for _ in range(rng.randint(0, 120)):
        if match.decision is None:
            break
        match.play(rng.choice(match.decision.options))
    return match


class Company:
    """A table of people who leave, are stood in for, come back, decline, react, take back and open chairs, by the same dice
    whatever the cards are; and everything that one viewer is sent of it, and that anybody's device is pushed."""

    def __init__(self, match, viewer, memory, seed, day=""):
        self.rng, self.match = random.Random(seed), match
        settings = Settings(memory=memory, listed=not day)
        opened = changes.Opened(match.game, match.players, settings, SEED.hex(), None, day=day)
        self.world = World(Row(TABLE, 1, 1.0, HOUSE, write_change(opened)))
        self.world.script = [text for who, text in match.lines() if who == "chance"]
        self.live, self.ear = Live(self.world, Book(TABLE, match.players, {})), Ear(viewer)
        self.live.lines.add(self.ear)
        self.undone = self.stood = self.chairs = 0
        self.pushed = []

    def tell(self, *lines):
        rows = [Row(TABLE, self.world.seq + 1 + n, 2.0, who, text) for n, (who, text) in enumerate(lines)]
        self.live.tell(self.world.apply(rows), b"secret")
        self.pushed += [self._push(seat) for seat in range(self.match.players)]

    def _push(self, seat):
        """What a device of this seat would be pushed now."""
        call = call_for(self.world, seat)
        return b"" if call is None else payload(self.world, seat, call) + f" {call.mark}".encode()

    def change(self, *made):
        for change in made:
            self.tell((HOUSE, write_change(change)))

    def everything(self):
        seats = range(self.match.players)
        self.change(*(changes.Sat(seat, f"P{seat}") for seat in seats), *(changes.Declines(seat, 3) for seat in seats))
        batches = [[(HOUSE, write_change(changes.Began()))]]
        for who, text in self.match.lines():
            if who == "chance":
                batches[-1].append((who, text))
            else:
                batches.append([(who, text)])
        self.tell(*batches[0])
        for batch in batches[1:]:
            self._play(batch)
        viewer, memory = self.ear.seat, self.world.settings.memory
        extra = [frames.view_words(self.world.match, viewer, memory), frames.may_undo(self.world, viewer)]
        extra.append(frames.missed_frames(self.world, viewer, 0, range(10**6)))
        self.live.tell_presence()
        return self.ear.heard + [encode(part) for part in extra] + self.pushed

    def _play(self, batch):
        asked = self.world.asked
        is_stood_in = self.rng.random() < 0.2
        if is_stood_in:
            self.change(changes.StoodIn(asked, "away", (asked + 1) % self.match.players))
            self.stood += 1
        self.tell(*batch)
        if is_stood_in:
            self.change(changes.CameBack(asked))
        if self.rng.random() < 0.1:
            self.change(changes.Said(asked, "re-ouch"))
        if self.rng.random() < 0.5 and self.world.back is not None and self.world.status == "playing":
            self._take_back()
        if self.rng.random() < 0.05 and self.world.status == "playing" and self.world.may_open_chairs:
            self._open_chair()

    def _open_chair(self):
        """Somebody else than the viewer is away for long, and a newcomer takes the chair."""
        left = (self.ear.seat + 1) % self.match.players if self.ear.seat is not None else 0
        asks = [changes.ChairAsked(left, seat) for seat in range(self.match.players) if seat != left]
        self.change(*asks, changes.ChairWarned(left), changes.ChairOpened(left), changes.Sat(left, "Newcomer"))
        self.chairs += 1

    def _take_back(self):
        """Everybody agrees; then the same is played once more."""
        back = self.world.back
        again = self.world.match.lines(back.moves)
        self.change(*(changes.Undo(seat) for seat in range(self.match.players)), changes.Undone(back.moves))
        for line in again:
            self.tell(line)
        self.undone += 1


@pytest.mark.timeout(7200 if IS_LONG else 900)
@pytest.mark.parametrize("game", GAMES)
def test_worlds_a_viewer_cannot_tell_apart_send_the_same_bytes_with_company(game, monkeypatch):
    monkeypatch.setattr(time, "time", lambda: 2.0)
    rng, chance = random.Random(11), np.random.default_rng(11)
    pairs = differing = undone = stood = chairs = pushes = days = 0
    while pairs < PAIRS:
        match = some_position(game, rng.randint(2, 4), rng)
        if match.decision is None:
            continue
        viewer = rng.choice([None, *range(match.players)])
        memory = rng.choice(["authentic", "assisted"])
        other = match.imagine(viewer, chance)
        seed = rng.random()
        day = rng.choice(["", "", "2026-11-16"])
        companies = [Company(world, viewer, memory, seed, day) for world in (match, other)]
        told = [company.everything() for company in companies]
        assert told[0] == told[1]
        pairs += 1
        differing += other.zones() != match.zones()
        undone, stood = undone + companies[0].undone, stood + companies[0].stood
        chairs, days = chairs + companies[0].chairs, days + bool(day)
        pushes += sum(map(bool, companies[0].pushed))
    print(f"\n{game}: {pairs} pairs, {differing} truly different, {stood} stand-ins, {undone} decisions taken back,")
    print(f"{chairs} chairs opened, {pushes} pushes, {days} pairs at a day's deal")
    assert min(stood, undone, chairs, pushes, days) > 0
    assert game == "roll-for-soles" or differing > pairs // 2
