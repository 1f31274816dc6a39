"""The house: tables in memory, loaded once, whatever fails or changes on the way."""

import asyncio
from contextlib import suppress
from unittest.mock import Mock

import pytest

from osteria.server.bus.news import News
from osteria.server.house import House
from osteria.server.lines.line import Line
from osteria.server.lines.welcome import join
from osteria.server.opening import create
from osteria.server.people.links import Link
from osteria.server.store.batch import StoreTrouble
from osteria.server.tables import commands
from osteria.server.tables.changes import Said, row_of
from osteria.server.tables.live import Held
from osteria.server.tables.viewers import admit
from osteria.server.wire.refusal import Refusal
from osteria.server.wire.shapes import NewTable, SeatWish

WISH = NewTable("roll-for-soles", [SeatWish("me", "Ada"), SeatWish("me", "Bo")], start=True)


def in_house(config, work):
    async def run():
        house = House(config)
        await house.start()
        try:
            return await work(house)
        finally:
            async with asyncio.timeout(20):
                await house.stop()

    return asyncio.run(run())


async def until(is_so, seconds=10):
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(0.005)


class Gate:
    """Reads of a house's logs wait here: each says that it has been made, and goes on when it may."""

    def __init__(self, house, *, before=False):
        self.read, self.may_go_on = asyncio.Event(), asyncio.Event()
        self._before, self._original = before, house.database.rows_and_seen
        house.database.rows_and_seen = self._wait

    async def _wait(self, table_id, after=0):
        found = None if self._before else await self._original(table_id, after)
        self.read.set()
        await self.may_go_on.wait()
        return await self._original(table_id, after) if found is None else found


async def new_table(house, *, forgotten=False):
    live = house._lives[(await create(house, WISH)).table]
    if forgotten:
        house._drop(live)
    return live


def line_to(house, live):
    return Line(house, live, None, Mock(is_slow=False), lambda: None)


def test_one_failed_read_leaves_one_copy_of_a_table(config):
    async def work(house):
        table = (await new_table(house, forgotten=True)).table
        read, calls = house.database.rows_and_seen, []

        async def fails_once(table_id, after=0):
            calls.append(table_id)
            await asyncio.sleep(0.01)
            if len(calls) == 1:
                raise OSError("the disk hiccups")
            return await read(table_id, after)

        house.database.rows_and_seen = fails_once
        opening = [asyncio.create_task(house.open(table.id)) for _ in range(3)]
        await asyncio.sleep(0.015)
        opening += [asyncio.create_task(house.open(table.id)) for _ in range(5)]
        found = await asyncio.gather(*opening, return_exceptions=True)
        lives = {id(live) for live in found if not isinstance(live, Refusal)}
        assert any(isinstance(live, Refusal) for live in found)
        assert len(lives) == 1
        assert (await house.open(table.id)) is house._lives[table.id]
        assert id(house._lives[table.id]) in lives

    in_house(config, work)


def test_a_table_that_is_changed_while_it_is_opened_is_opened_again_for_everybody(config):
    async def work(house):
        table = (await new_table(house, forgotten=True)).table.id
        gate = Gate(house)
        opening = [asyncio.create_task(house.open(table)) for _ in range(3)]
        await gate.read.wait()
        house.reload(table)
        gate.may_go_on.set()
        lives = await asyncio.gather(*opening)
        assert {id(live) for live in lives} == {id(house._lives[table])}
        assert not lives[0].is_gone

    in_house(config, work)


def test_nobody_joins_or_writes_to_a_table_that_has_left_the_memory(config):
    async def work(house):
        live = await new_table(house)
        async with live.turns.turn():
            joining = asyncio.create_task(join(house, live, line_to(house, live), None))
            writing = asyncio.create_task(house.commit(live, commands.say(0, "hello", "0:a"), "0:a"))
            await asyncio.sleep(0)
            house.reload(live.table.id)
        for asked in (joining, writing):
            with pytest.raises(Refusal) as refused:
                await asked
            assert refused.value.status == 503
        assert not live.lines
        said = Mock()
        house.bus = Mock(say_present=said, works=[], leave=Mock())
        house.announce(live)
        said.assert_not_called()

    in_house(config, work)


def test_whoever_attends_a_table_that_breaks_stops(config):
    async def work(house):
        live = await new_table(house)
        attendant = live.attendant
        live.is_gone = True
        live.changed.set()
        async with asyncio.timeout(5):
            await attendant

    in_house(config, work)


def test_what_is_written_while_a_new_persons_book_begins_is_added_once(config):
    async def work(house):
        live = await new_table(house)
        house.database.is_postgres = True  # there the log is read when a book is opened
        gate = Gate(house, before=True)
        beginning = asyncio.create_task(house.begin_book(live, 0))
        await gate.read.wait()
        saying = asyncio.create_task(house.commit(live, commands.say(0, "hello", "0:a"), "0:a"))
        await asyncio.sleep(0.2)
        gate.may_go_on.set()
        await beginning
        assert await saying == live.table.frame
        assert house._lives[live.table.id] is live
        house.database.is_postgres = False

    in_house(config, work)


def test_news_that_come_while_a_table_is_opened_are_looked_for_when_it_is(config):
    async def work(house):
        live = await new_table(house, forgotten=True)
        table, seq = live.table.id, live.table.seq + 1
        gate = Gate(house)
        opening = asyncio.create_task(house.open(table))
        await gate.read.wait()
        assert await house.journal.append([row_of(table, seq, 1.0, Said(0, "hello"))])
        house.hear(table, News("another", seq))
        gate.may_go_on.set()
        opened = await opening
        await until(lambda: opened.table.seq == seq)

    in_house(config, work)


@pytest.mark.parametrize("how", ["look_again", "look_at"])
def test_a_table_that_is_being_opened_is_looked_at_too_when_news_may_have_been_missed(config, how):
    async def work(house):
        live = await new_table(house, forgotten=True)
        table, seq = live.table.id, live.table.seq + 1
        gate = Gate(house)
        opening = asyncio.create_task(house.open(table))
        await gate.read.wait()
        assert await house.journal.append([row_of(table, seq, 1.0, Said(0, "hello"))])
        house.look_again() if how == "look_again" else house.look_at(table)
        gate.may_go_on.set()
        opened = await opening
        await until(lambda: opened.table.seq == seq)
        assert not house._unread

    in_house(config, work)


def test_however_often_news_come_while_the_database_is_away_one_task_waits_for_it(config):
    async def work(house):
        live = await new_table(house)
        table = live.table.id

        async def fails(*_):
            raise StoreTrouble("away")

        house.database.rows_and_seen = fails
        for seq in range(20):
            house.hear(table, News("another", live.table.seq + seq + 2))
            await asyncio.sleep(0.01)
        assert len(house._tasks) == 1

    in_house(config, work)


def test_a_table_that_is_opened_again_catches_up_though_its_last_copy_is_still_waiting_to(config):
    async def work(house):
        live, read = await new_table(house), house.database.rows_and_seen
        table, seq = live.table.id, live.table.seq + 1

        async def fails(*_):
            raise StoreTrouble("away")

        house.database.rows_and_seen = fails
        house.hear(table, News("another", seq))
        await asyncio.sleep(0.05)
        house.database.rows_and_seen = read
        house.reload(table)
        opened = await house.open(table)
        assert await house.journal.append([row_of(table, seq, 1.0, Said(0, "hello"))])
        house.hear(table, News("another", seq))
        await until(lambda: opened.table.seq == seq)
        await asyncio.sleep(0.6)
        assert not house._behind

    in_house(config, work)


def test_a_book_that_could_not_be_written_says_again_what_it_said(config):
    async def work(house):
        live = await new_table(house)
        for seat in live.table.people:  # nothing is reserved any more
            live.book._written[seat] = 0
        before = live.book.entry(0)
        append = house.journal.append

        async def fails(*_, **__):
            raise StoreTrouble("full")

        house.journal.append = fails
        for _ in range(3):
            with pytest.raises(Refusal):
                await house.open_book(live, 0)
        assert live.book.entry(0) == before
        with pytest.raises(Refusal):
            await house._write_books([live.book])
        assert live.book.must_be_written
        house.journal.append = append
        told = await house.open_book(live, 0)
        assert told.stop == live.table.frame + 1
        assert len(told) == live.table.frame

    in_house(config, work)


def test_an_answer_that_is_held_ends_with_its_table_or_its_question(config):
    async def work(house):
        live, answers = await new_table(house), []
        live.hold(Held(live.table.question, (), "0:a", answers.append))
        live.last_used = -1e6
        assert live.is_used, "somebody waits for it"
        live.hold(Held(-1, (), "0:a", answers.append))
        await house.commit(live, commands.say(0, "hello", "0:b"), "0:b")
        assert live.held is None
        live.hold(Held(live.table.question, (), "0:a", answers.append))
        house.reload(live.table.id)
        assert [answer.problem.key for answer in answers] == ["move.stale", "move.stale", "house.trouble"]

    in_house(config, work)


def test_a_house_stops_while_somebody_is_about_to_look_again(config):
    async def work(house):
        live, answers = await new_table(house), []
        live.turns.take(lambda: None)
        house._spawn(live.table, house._look_and_go_on(live, None, answers.append, Refusal("table.busy")))

    with suppress(Refusal):
        in_house(config, work)


def test_who_asks_over_http_is_there_for_other_houses_too(client):
    house, said = client.app.state.house, []
    body = {"game": "roll-for-soles", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "open"}]}
    made = client.post("/api/tables", json=body).json()
    house.bus.say_present = lambda *what: said.append(what)
    key = {"Authorization": f"Bearer {made['keys']['0']}"}
    for _ in range(3):
        assert client.get(f"/api/tables/{made['table']}", headers=key).status_code == 200
    assert [(table, present[0]) for table, _, present in said] == [(made["table"], [0])]
    assert house._lives[made["table"]].is_visited


def test_nobody_arrives_at_a_table_that_left_the_memory_while_their_book_was_opened(config):
    async def work(house):
        live, opened = await new_table(house), house.open_book

        async def open_book(live, seat):
            told = await opened(live, seat)
            house.reload(live.table.id)
            return told

        house.open_book = open_book
        line = line_to(house, live)
        line.link = Link("seat", 0, live.table.seats[0].generation)
        line.role, line.seat = admit(live.table, line.link)
        with pytest.raises(Refusal) as refused:
            await join(house, live, line, None)
        assert refused.value.status == 503
        assert not live.lines

    in_house(config, work)


def test_who_waits_for_news_of_a_table_that_leaves_the_memory_looks_at_once(config):
    async def work(house):
        live = await new_table(house)
        waiting = asyncio.create_task(live.wait_after(live.table.frame, 30))
        await asyncio.sleep(0.01)
        house.reload(live.table.id)
        async with asyncio.timeout(5):
            await waiting

    in_house(config, work)


def test_an_answer_that_comes_to_a_table_which_has_left_the_memory_is_not_held(config):
    async def work(house):
        live, answers = await new_table(house), []
        house.reload(live.table.id)
        live.hold(Held(live.table.question, (), "0:a", answers.append))
        assert [answer.problem.key for answer in answers] == ["house.trouble"]
        assert live.held is None

    in_house(config, work)


def test_who_holds_an_answer_at_a_table_that_leaves_the_memory_loses_the_line_first_and_says_it_again(config):
    async def work(house):
        live, told = await new_table(house), []
        live.lines.add(Mock(seat=0, role="player", holds=frozenset({0}), end=told.append))
        live.hold(Held(live.table.question, (), "0:a", lambda answer: told.append(answer.problem.key)))
        house.reload(live.table.id)
        assert told == [1012, "house.trouble"]

    in_house(config, work)
