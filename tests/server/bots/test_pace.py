"""The pace of a table: bots take at least so long, not for people who have skipped; frames are never held back."""

import asyncio
import json
from itertools import pairwise

import pytest
from virtualkit import START, TABLE, VirtualHouse, virtual_time

from osteria.server.tables import changes, commands
from osteria.server.tables.changes import row_of
from osteria.server.tables.table import rebuild
from osteria.server.wire.messages import Settings


def secure(decision):
    options = [str(move) for move in decision.options]
    return "secure" if "secure" in options else options[0]


async def at_once(_level, view, _owner, *, is_watched):
    return secure(view.decision)


def begun(person, **settings):
    """A table of four of Roll for Soles with one person, who is asked first if `person` is right."""
    opened = changes.Opened("roll-for-soles", 4, Settings(**settings), bytes(32).hex(), person)
    seats = [changes.Sat(seat, "Ada") if seat == person else changes.BotSat(seat, "random") for seat in range(4)]
    rows = [row_of(TABLE, seq, START - 1, change) for seq, change in enumerate((opened, *seats), start=1)]
    table = rebuild(rows)
    entry = commands.begin(table)
    table.apply(entry.rows, entry.played)
    return table if table.asked == person else begun(table.asked, **settings)


def bots_take(tmp_path, skip_after=None, other="", **settings):
    """Seconds between the frames of one round: a person's answer, and those of three bots. The person may skip; another
    process may have a line of theirs, too."""
    table = begun(0, **settings)
    person, turn = table.asked, table.question

    async def evening():
        house = VirtualHouse(loop, tmp_path, table)
        house.house.thinkers.choose = at_once
        line = await house.open(person)
        if other:
            house.live.hear_of(other, [person], 0)
        while table.asked == person:
            house.play(line, secure(table.match.decision))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        answered = loop.time()
        if skip_after is not None:
            await asyncio.sleep(skip_after)
            line.hear(json.dumps({"type": "skip"}))
        while table.asked != person:
            await asyncio.sleep(0.1)
        await house.close()
        return answered, [at for at, message in line._wire.sent if b'"type":"frame"' in message]

    with virtual_time() as loop:
        answered, sent = loop.run_until_complete(evening())
    assert answered == START, "what somebody does is told at once, whatever the pace"
    assert table.question > turn + 3
    times = sorted({answered, *(at for at in sent if at > answered)})
    return [round(after - before, 2) for before, after in pairwise(times)]


@pytest.mark.parametrize("pace", [2, 5, 10])
def test_bots_take_at_least_the_pace_of_the_table_and_not_more_than_ten_seconds(tmp_path, pace):
    times = bots_take(tmp_path, pace=pace)
    assert len(times) >= 3
    assert all(pace <= taken <= pace + 0.05 for taken in times)


def test_without_a_pace_only_the_pause_of_the_house_is_kept(tmp_path):
    assert all(0.8 <= taken <= 1.85 for taken in bots_take(tmp_path))


def test_who_has_skipped_delays_no_bot_until_they_are_asked(tmp_path):
    first, *others = bots_take(tmp_path, skip_after=4.0, pace=10)
    assert first == 4.0
    assert all(taken <= 1.85 for taken in others)


def test_one_process_thinks_for_a_bot_and_the_next_one_where_it_does_not(tmp_path):
    first, *others = bots_take(tmp_path, other="+")
    assert first > 5.0, "the process that comes first by its name has the time that it may take"
    assert all(0.8 <= taken <= 1.85 for taken in others), "it did not answer: nobody waits for it again"


def test_a_process_that_comes_later_by_its_name_is_not_waited_for(tmp_path):
    assert all(0.8 <= taken <= 1.85 for taken in bots_take(tmp_path, other="~"))


def test_a_pace_that_is_none_is_refused(client):
    body = {"game": "roll-for-soles", "seats": [{"kind": "me"}, {"kind": "bot"}], "settings": {"pace": 11}}
    assert client.post("/api/tables", json=body).status_code == 400
