"""A chair left for long at a listed table: opened by all who are there, after a warning; never at a private one."""

import asyncio
import json
import random
import time
import uuid
from functools import partial

import pytest
from housekit import IS_LONG
from playkit import ME, auth, finish, key_of, line, make, receive
from sqlalchemy import select
from virtualkit import VirtualHouse, virtual_time, world_of

import osteria
from osteria.server.store import tables
from osteria.server.tables.fair import check
from osteria.server.tables.step import Back
from osteria.server.tables.table import rebuild

BEN, CLEO = {"kind": "me", "name": "Ben"}, {"kind": "me", "name": "Cleo"}
GAMES = ("mamma-mia", "sole-mio", "grande", "roll-for-soles") if IS_LONG else ("sole-mio", "roll-for-soles")


def said(line_, kind):
    """What a line was sent of one kind, in order."""
    messages = [json.loads(message) for _, message in line_._wire.sent if isinstance(message, bytes)]
    return [message for message in messages if message["type"] == kind]


def run_virtually(tmp_path, script, players=3, **settings):
    """Plays a script at a listed table of people, on a virtual clock; returns what it returns."""
    match = osteria.new("mamma-mia", players, seed=3)
    match.play(match.decision.options[0])
    world, _ = world_of(match, listed=True, **settings)
    with virtual_time() as loop:

        async def evening():
            house = VirtualHouse(loop, tmp_path, world)
            house.called = []
            house.house.caller._call = partial(note_call, house.called)
            try:
                return await script(house)
            finally:
                await house.close()

        return loop.run_until_complete(evening())


async def note_call(called, live, due):
    """Instead of asking the database for devices: nothing from outside comes on a virtual clock."""
    live.called |= {seat: call.mark for seat, call in due.items()}
    called.extend((seat, call.kind) for seat, call in due.items())


async def left_by_two(house, seconds):
    """Seats 0 and 1 are here, seat 2 was and has left so many seconds ago."""
    lines = [await house.open(seat) for seat in (0, 1, 2)]
    house.live.depart(lines[2])
    house.house.announce(house.live)
    await asyncio.sleep(seconds)
    return lines


def test_all_who_are_there_agree_then_it_is_warned_of_and_then_it_is_free(tmp_path):
    async def script(house):
        ada, ben, _ = await left_by_two(house, 601)
        table = house.live.table
        house.say(ada, "open-chair", seat=2)
        await asyncio.sleep(1)
        assert table.chairs[2].agreed == [0]
        assert table.chairs[2].warned is None, "one word is not enough"
        await asyncio.sleep(300)
        assert table.seats[2].kind == "person", "nor is time"
        house.say(ben, "open-chair", seat=2)
        await asyncio.sleep(1)
        assert house.called[-1] == (2, "chair"), "whoever left it is called"
        told = said(ben, "frame")[-1]["table"]["chairs"]
        assert told == [{"seat": 2, "agreed": [0, 1], "opens": pytest.approx(time.time() + 59, abs=2)}]
        await asyncio.sleep(50)
        assert table.seats[2].kind == "person", "the warning lasts as long as the grace of the table"
        await asyncio.sleep(15)
        assert house.called.count((2, "chair")) == 1
        return table

    table = run_virtually(tmp_path, script)
    assert (table.seats[2].kind, table.seats[2].name, table.chairs) == ("open", "", {})
    assert table.people == [0, 1]


def test_whoever_comes_back_in_time_keeps_the_chair(tmp_path):
    async def script(house):
        ada, ben, _ = await left_by_two(house, 601)
        for one in (ada, ben):
            house.say(one, "open-chair", seat=2)
        await asyncio.sleep(40)
        await house.open(2)
        await asyncio.sleep(200)
        return house.live.table

    table = run_virtually(tmp_path, script)
    assert (table.seats[2].kind, table.chairs) == ("person", {})


def test_one_no_is_enough_also_after_the_warning(tmp_path):
    async def script(house):
        ada, ben, _ = await left_by_two(house, 601)
        for one in (ada, ben):
            house.say(one, "open-chair", seat=2)
        await asyncio.sleep(40)
        house.say(ben, "open-chair", seat=2, yes=False)
        await asyncio.sleep(200)
        return house.live.table

    table = run_virtually(tmp_path, script)
    assert (table.seats[2].kind, table.chairs) == ("person", {})


def test_nobody_s_chair_is_opened_while_nobody_is_there(tmp_path):
    async def script(house):
        ada, ben, _ = await left_by_two(house, 601)
        for one in (ada, ben):
            house.say(one, "open-chair", seat=2)
        await asyncio.sleep(10)
        for one in (ada, ben):
            house.live.depart(one)
        house.house.announce(house.live)
        await asyncio.sleep(500)
        kind = house.live.table.seats[2].kind
        await house.open(0)
        await asyncio.sleep(10)
        return kind, house.live.table.seats[2].kind

    assert run_virtually(tmp_path, script) == ("person", "open")


@pytest.mark.parametrize(
    ("seconds", "seat", "settings", "key"),
    [
        (590, 2, {}, "seat.present"),
        (700, 1, {}, "seat.present"),
        (700, 0, {}, "seat.present"),
        (700, 2, {"days": 3}, "chair.kept"),
    ],
)
def test_what_may_not_be_opened_is_refused_and_changes_nothing(tmp_path, seconds, seat, settings, key):
    async def script(house):
        ada, _, _ = await left_by_two(house, seconds)
        before = house.live.table.seq
        house.say(ada, "open-chair", seat=seat)
        await asyncio.sleep(1)
        assert house.live.table.seq == before
        return said(ada, "refused")[-1]["problem"]["key"]

    assert run_virtually(tmp_path, script, **settings) == key


def live_of(client, made):
    return client.app.state.house._lives[made["table"]]


def opened_by(client, made, *agreeing):
    """Everybody here agrees to open the chair of seat 1, who left long ago; the warning is over at once."""
    live = live_of(client, made)
    live._absent_since[1] = time.time() - 700
    answers = []
    for seat in agreeing:
        body = {"id": uuid.uuid4().hex, "seat": 1}
        answers.append(
            client.post(f"/api/tables/{made['table']}/chair", json=body, headers=auth(made["keys"][str(seat)]))
        )
    if (chair := live.table.chairs.get(1)) and chair.warned:
        chair.warned -= 3_600
        client.portal.call(live.changed.set)
        until = time.monotonic() + 20
        while live.table.seats[1].kind != "open" and time.monotonic() < until:
            time.sleep(0.02)
    return answers[-1]


def test_a_private_table_never_opens_a_chair(client):
    made = make(client, ME, BEN)
    with line(client, made, 0) as (socket, welcome):
        assert welcome["chair"] is None
        assert key_of(opened_by(client, made, 0)) == "chair.kept"
        socket.send_json({"type": "ping"})
        receive(socket, "pong")
    assert live_of(client, made).table.seats[1].kind == "person"


@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_takes_the_chair_by_code_and_plays_on_to_a_game_that_verifies(client, game, tmp_path):
    """The deal stays as it was; the newcomer is told nothing that only the one before was told."""
    made = make(client, ME, BEN, CLEO, game=game, listed=True)
    path = f"/api/tables/{made['table']}"
    with line(client, made, 1):
        pass
    with line(client, made, 0) as (_, welcome), line(client, made, 2):
        assert welcome["chair"] == 600
        assert client.get(path).json()["table"]["code"] == ""
        assert opened_by(client, made, 0, 2).status_code == 200
        place = client.get(path).json()["table"]
        assert place["seats"][1]["kind"] == "open"
        assert client.get(f"/api/codes/{place['code']}").json() == {"table": made["table"]}
        shown = client.get("/api/tables").json()["tables"]
        assert [one["table"]["table"] for one in shown] == [made["table"]]
        assert client.get(path, headers=auth(made["keys"]["1"])).status_code == 410
        assert key_of(client.get(path, headers=auth(made["keys"]["1"]))) == "link.opened"
        sat = client.post(path + "/sit", json={"name": "Dora"})
        assert sat.status_code == 200, sat.text
        assert list(sat.json()["keys"]) == ["1"]
        made["keys"]["1"] = sat.json()["keys"]["1"]
        with line(client, made, 1) as (_, welcome):
            assert welcome["you"]["seat"] == 1
            assert [frame for frame in welcome["missed"] if frame.get("events")] == []
            assert welcome["view"]["memory"] == "authentic"
        assert key_of(client.post(path + "/sit", json={"name": "Eve"})) == "table.started"
    place = finish(client, made, random.Random(4))
    assert [seat["name"] for seat in place["table"]["seats"]] == ["Ada", "Dora", "Cleo"]
    rows = client.portal.call(client.app.state.house.database.rows, made["table"])
    assert rebuild(rows).match.transcript == live_of(client, made).table.match.transcript
    deal = tmp_path / "deal.json"
    deal.write_text(client.get(path + "/deal").text)
    assert check(str(deal)).is_fair


def test_a_chair_that_nobody_takes_is_played_on_by_a_bot_and_counts_for_nobody(client):
    made = make(client, ME, BEN, listed=True)
    with line(client, made, 0):
        assert opened_by(client, made, 0).status_code == 200
        del made["keys"]["1"]
        finish(client, made)
    assert live_of(client, made).table.seats[1].kind == "open"
    results = client.portal.call(_results, client.app.state.house, made["table"])
    assert [(one.seat, one.level, one.sitting) for one in results] == [(0, "", 1), (1, "stand-in", 2)]


async def _results(house, table_id):
    async with house.database.reading() as connection:
        wanted = select(tables.results).where(tables.results.c.table_id == table_id).order_by(tables.results.c.seat)
        return list(await connection.execute(wanted))


def test_taking_back_ends_where_a_chair_is_opened(client):
    made = make(client, ME, BEN, game="mamma-mia", listed=True)
    table = live_of(client, made).table
    with line(client, made, 0):
        table.back = Back(1, 3)
        assert opened_by(client, made, 0).status_code == 200
        assert table.back is None
