"""News: nobody else makes them up, and moves that travel with them need not be read from the log."""

import asyncio
import random

import pytest
from test_house import WISH, in_house

import osteria
from osteria.server.bus.news import SIGNATURE, Codec, News
from osteria.server.opening import create
from osteria.server.tables import changes, commands
from osteria.server.tables.changes import CHANCE, NOTHING
from osteria.server.tables.live import WATCHED_SECONDS
from osteria.server.tables.table import rebuild
from osteria.server.tables.told import ToldMove, follow, moves_in
from osteria.server.wire.messages import Settings

GAMES = ("mamma-mia", "sole-mio", "grande", "roll-for-soles")
ONE, OTHER = Codec("one", b"s" * 32), Codec("other", b"s" * 32)
TABLE = "a" * 12


def begun(game, players=3):
    """A table of people whose game has begun, and the rows of its log."""
    opened = changes.Opened(game, players, Settings(), bytes(32).hex(), 0)
    made = (opened, *(changes.Sat(seat, f"P{seat}") for seat in range(players)))
    table = rebuild([changes.row_of(TABLE, seq, 1.0, change) for seq, change in enumerate(made, start=1)])
    entry = commands.begin(table)
    table.apply(entry.rows, entry.played)
    return table


def next_move(table, rng):
    decision = table.match.decision
    move = str(rng.choice(decision.options))
    return commands.play(decision.seat, table.question, [move], f"{decision.seat}:{table.question}")(table)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_follows_told_moves_is_the_table_that_made_them(game):
    rng, here, there = random.Random(5), begun(game), begun(game)
    for _ in range(60):
        if here.match.decision is None:
            break
        entry = next_move(here, rng)
        followed = follow(there, moves_in(entry.rows), entry.rows[-1].seq)
        assert followed.rows == entry.rows
        here.apply(entry.rows, entry.played)
        there.apply(followed.rows, followed.played)
    assert there.match.zones() == here.match.zones()
    assert there.counted == here.counted


def test_moves_that_do_not_follow_leave_it_to_the_log():
    table, rng = begun("sole-mio"), random.Random(1)
    entry = next_move(table, rng)
    (move,), seq = moves_in(entry.rows), entry.rows[-1].seq
    said = {"seq": move.seq, "at": move.at, "who": move.who, "text": move.text, "client": move.client}
    for wrong in ({"seq": move.seq + 1}, {"who": "pineapple"}, {"text": "give up"}, {"text": "nonsense"}):
        assert follow(table, [ToldMove(**said | wrong)], seq) is NOTHING
    assert follow(table, [move], seq + 1) is NOTHING
    assert follow(table, [], seq) is NOTHING
    assert follow(table, [move], seq).rows == entry.rows


def test_what_chance_did_and_what_changed_the_table_do_not_travel():
    table = begun("sole-mio")
    moves = moves_in(next_move(table, random.Random(1)).rows)
    assert all(move.who != CHANCE for move in moves)
    assert moves_in(commands.say(0, "hello", "0:x")(table).rows) == []


def test_news_are_read_by_others_of_the_house_only_and_for_their_own_table():
    rows = next_move(begun("sole-mio"), random.Random(1)).rows
    text = ONE.of_rows(TABLE, rows, 10_000)
    assert OTHER.read(TABLE, text) == News("one", rows[-1].seq, moves=moves_in(rows))
    assert ONE.read(TABLE, text) is None
    assert OTHER.read("b" * 12, text) is None
    assert OTHER.read(TABLE, text[SIGNATURE:]) is None
    assert OTHER.read(TABLE, "") is None
    assert Codec("other", b"t" * 32).read(TABLE, text) is None


def test_moves_that_are_too_long_for_a_bus_are_left_to_the_log():
    rows = next_move(begun("sole-mio"), random.Random(1)).rows
    assert OTHER.read(TABLE, ONE.of_rows(TABLE, rows, 10)) == News("one", rows[-1].seq)


def test_a_house_that_hears_a_move_goes_on_without_a_look_at_the_log(config):
    async def work(house):
        live = house._lives[(await create(house, WISH)).table]
        entry, frame = next_move(live.table, random.Random(2)), live.table.frame

        async def never(*_):
            raise AssertionError("the log was read")

        read, house.database.rows = house.database.rows, never
        house.hear(live.table.id, News("other", entry.rows[-1].seq, moves=moves_in(entry.rows)))
        assert (live.table.seq, live.table.frame) == (entry.rows[-1].seq, frame + 1)
        house.database.rows = read

    in_house(config, work)


def test_a_house_reads_what_it_only_heard_of(config):
    async def work(house):
        live = house._lives[(await create(house, WISH)).table]
        entry = next_move(live.table, random.Random(2))
        assert await house.journal.append(entry.rows)
        house.hear(live.table.id, News("other", entry.rows[-1].seq))
        while live.table.seq < entry.rows[-1].seq:
            await asyncio.sleep(0.01)
        assert osteria.replay(live.table.match.transcript).zones() == live.table.match.zones()

    in_house(config, work)


def test_a_table_that_is_played_elsewhere_leaves_the_memory_where_nobody_uses_it(config):
    async def work(house):
        live = house._lives[(await create(house, WISH)).table]
        entry = next_move(live.table, random.Random(2))
        assert await house.journal.append(entry.rows)
        live.last_used -= WATCHED_SECONDS
        house.hear(live.table.id, News("other", live.table.seq, ([0], 0)))
        assert house.is_in_memory(live.table.id), "nothing new happened there"
        house.hear(live.table.id, News("other", entry.rows[-1].seq, moves=moves_in(entry.rows)))
        assert not house.is_in_memory(live.table.id)
        assert (await house.open(live.table.id)).table.seq == entry.rows[-1].seq

    in_house(config, work)
