"""What people do beside the game, on PostgreSQL and with two processes: each of them is at another server."""

import asyncio
import json
import secrets
import time
import uuid
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest
from housekit import Server, make_table
from pushkit import PushService
from websockets.asyncio.client import connect

BOTS = {"OSTERIA_BOTS": "random", "OSTERIA_STAND_IN": "random"}


@pytest.fixture(scope="module")
def service():
    found = PushService()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def pair(postgres, service, tmp_path_factory):
    """Two servers on one database; a chair may be opened after a second."""
    url, folder = postgres.new_database(), tmp_path_factory.mktemp("pair")
    settings = {**BOTS, "OSTERIA_CHAIR": "1", "OSTERIA_PUSH_SERVICES": service.origin}
    with Server(folder, url, **settings) as one, Server(folder, url, **settings) as two:
        yield one, two


@asynccontextmanager
async def line_to(server, table, key=None, **hello):
    """A line that keeps what it hears."""
    async with connect(f"{server.address.replace('http', 'ws', 1)}/ws/tables/{table}", open_timeout=30) as line:
        await line.send(json.dumps({"type": "hello", **({"key": key} if key else {}), **hello}))
        yield line


async def heard(line, is_wanted):
    """The first message that is as wanted."""
    async with asyncio.timeout(60):
        while not is_wanted(message := json.loads(await line.recv())):
            pass
    return message


def table_of(message):
    return message.get("table") or {}


def ask(server, path, body, key):
    status, answer = server.call(path, {"id": uuid.uuid4().hex, **body}, key)
    assert status == 200, answer
    return answer


def until(found, seconds=60):
    """Waits until something is found; what it is."""
    end = time.monotonic() + seconds
    while not (answer := found()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return answer


def asked(server, table, keys):
    """Who of these seats is asked at a table, as soon as this server knows, and what they see."""

    def found():
        places = ((seat, server.call(f"/api/tables/{table}", key=key)[1]) for seat, key in keys.items())
        return next(((seat, place) for seat, place in places if "options" in (place["view"]["decision"] or {})), None)

    return until(found)


def play(server, table, keys, move=None):
    """Whoever is asked plays a move, or the first that they may."""
    seat, place = asked(server, table, keys)
    moves = [move or place["view"]["decision"]["options"][0]]
    ask(server, f"/api/tables/{table}/moves", {"question": place["question"], "moves": moves}, keys[seat])
    return seat


@pytest.mark.timeout(900)
def test_a_decision_is_taken_back_by_people_at_two_servers(pair):
    one, two = pair
    table, keys = make_table(one, "mamma-mia")
    path = f"/api/tables/{table}"
    seat = play(one, table, keys)
    before = one.call(path, key=keys[seat])[1]["view"]
    play(one, table, keys, "no order")
    other = str(1 - int(seat))
    ask(one, path + "/undo", {}, keys[seat])
    until(lambda: two.call(path)[1]["table"]["undo"] == [int(seat)])
    ask(two, path + "/undo", {}, keys[other])
    assert until(lambda: one.call(path, key=keys[seat])[1]["view"] == before)
    play(two, table, keys, "no order")


@pytest.mark.timeout(900)
def test_who_watches_at_one_server_is_seen_by_name_at_the_other(pair):
    one, two = pair
    table, keys = make_table(one)

    async def evening():
        async with line_to(one, table, keys["0"]) as ada:
            async with line_to(two, table, name="Zoe"):
                await heard(ada, lambda message: message.get("watchers") == ["Zoe"])
            await heard(ada, lambda message: message["type"] == "present" and message["watchers"] == [])

    asyncio.run(evening())


@pytest.mark.timeout(900)
def test_a_card_of_one_server_is_known_at_the_other_and_deleted_at_both(pair):
    one, two = pair
    first, second = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
    table, keys = make_table(one)
    assert one.call("/api/card", {"name": "Petronilla"}, first)[0] == 200
    assert two.call("/api/card/seats", {"seats": [{"table": table, "key": keys["0"]}]}, first)[0] == 200
    assert two.call("/api/card/name", {"name": "Petronella"}, first)[0] == 200
    until(lambda: one.call(f"/api/tables/{table}")[1]["table"]["seats"][0]["name"] == "Petronella")
    ticket = one.call("/api/card/ticket", {}, first)[1]["ticket"]
    assert two.call("/api/card/take", {"ticket": ticket}, second)[0] == 200
    held = two.call("/api/card/seats", key=second)[1]["seats"]
    assert [(seat["table"], seat["seat"], seat["key"]) for seat in held] == [(table, 0, keys["0"])]
    assert two.call("/api/card/delete", {}, second)[0] == 200
    until(lambda: one.call(f"/api/tables/{table}")[1]["table"]["seats"][0]["name"] == "···")
    assert one.call("/api/card", key=first)[0] == 403


@pytest.mark.timeout(900)
def test_who_is_asked_by_one_server_is_called_once_by_both(pair, service):
    one, two = pair
    table, keys = make_table(one)
    device = service.device(uuid.uuid4().hex)
    seat, _ = asked(one, table, keys)
    other = str(1 - int(seat))
    two.call("/api/calls", device.wish((table, keys[other])))

    async def leave():
        async with line_to(two, table, keys[other]) as line:
            await heard(line, lambda message: message["type"] == "welcome")

    asyncio.run(leave())
    while asked(one, table, {seat: keys[seat], other: keys[other]})[0] == seat:
        play(one, table, keys, None)
    said = service.next(device, 120)
    assert (said["kind"], said["table"]) == ("turn", table)
    time.sleep(3)
    assert service.arrived.empty(), "each process called"


@pytest.mark.timeout(900)
def test_a_table_of_days_is_played_at_two_servers_while_nobody_is_there(pair):
    one, two = pair
    table, keys = make_table(one, people=1, bots=1, days=3)
    path = f"/api/tables/{table}"
    for server in (one, two, one):
        until(lambda: "options" in (two.call(path, key=keys["0"])[1]["view"]["decision"] or {}))
        question = play(server, table, keys) and server.call(path)[1]["question"]
        until(lambda question=question: two.call(path)[1]["question"] >= question)
    assert two.call(path)[1]["table"]["seats"][0]["stand_in"] == ""


@pytest.mark.timeout(900)
def test_today_s_deal_is_one_at_two_servers_and_a_card_s_first_try_counts(pair):
    one, two = pair
    card, day = secrets.token_urlsafe(24), datetime.now(UTC).date().isoformat()
    assert one.call("/api/card", {"name": "Ada"}, card)[0] == 200
    committed = [server.call(f"/api/days/{day}/roll-for-soles")[1]["commitment"] for server in (one, two)]
    assert committed[0] == committed[1]
    first = one.call("/api/days/roll-for-soles", {"name": "Ada"}, card)[1]
    again = two.call("/api/days/roll-for-soles", {"name": "Ada"}, card)[1]
    assert again["table"] == first["table"], "a try that is not over is gone back to, at any server"
    path, keys = f"/api/tables/{first['table']}", first["keys"]
    while (place := one.call(path, key=keys["0"])[1])["table"]["status"] == "playing":
        if options := (place["view"]["decision"] or {}).get("options"):
            body = {"id": uuid.uuid4().hex, "question": place["question"], "moves": [options[0]]}
            assert two.call(path + "/moves", body, keys["0"])[0] in (200, 409), "it may not have heard of the question"
        else:
            one.call(f"{path}?after={place['frame']}&wait=2", key=keys["0"])
    own = until(lambda: two.call(f"/api/days/{day}/roll-for-soles", key=card)[1].get("own"))
    assert own["table"] == first["table"]
    assert two.call("/api/days/roll-for-soles", {"name": "Ada"}, card)[1]["error"]["key"] == "day.tried"


@pytest.mark.timeout(900)
def test_a_chair_is_opened_by_people_at_two_servers_and_taken_at_either(pair):
    one, two = pair
    table, keys = make_table(one, people=3, listed=True, grace=10)
    path = f"/api/tables/{table}"

    async def evening():
        async with line_to(one, table, keys["0"]) as ada, line_to(two, table, keys["1"]) as ben:
            async with line_to(two, table, keys["2"]) as cleo:
                await heard(cleo, lambda message: message["type"] == "welcome")
                await heard(ada, lambda message: message.get("present") == [0, 1, 2])
            for line in (ada, ben):
                await heard(line, lambda message: "2" in message.get("away", {}))
            await asyncio.sleep(2)
            await ada.send(json.dumps({"type": "open-chair", "id": "a", "seat": 2}))
            await heard(ben, lambda message: table_of(message).get("chairs"))
            await ben.send(json.dumps({"type": "open-chair", "id": "b", "seat": 2}))
            await heard(ada, lambda message: any(chair["opens"] for chair in table_of(message).get("chairs", [])))
            free = await heard(ben, lambda message: table_of(message).get("code"))
            await heard(ada, lambda message: table_of(message).get("code"))
            assert free["table"]["seats"][2]["kind"] == "open"
            found = await asyncio.to_thread(one.call, f"/api/codes/{free['table']['code'].replace(' ', '-')}")
            assert found == (200, {"table": table})
            status, sat = await asyncio.to_thread(two.call, path + "/sit", {"name": "Dora"})
            assert status == 200, sat
            await heard(ada, lambda message: table_of(message).get("seats", [{}])[-1].get("name") == "Dora")
            async with line_to(one, table, sat["keys"]["2"]) as dora:
                welcome = await heard(dora, lambda message: message["type"] == "welcome")
                assert not any(frame.get("events") for frame in welcome["missed"])

    asyncio.run(evening())
    assert one.call(path, key=keys["2"])[1]["error"]["key"] == "link.opened"
