"""The house calls people whose page is closed: when it is their turn, and when a table begins, ends or asks for more."""

import asyncio
import time
import uuid
from dataclasses import replace

import pytest
from playkit import ME, OPEN, finish, first_asked, line, make
from pushkit import PushService
from sqlalchemy import select
from starlette.testclient import TestClient

from osteria.server.http.app import build
from osteria.server.push import caller, calls
from osteria.server.store import subscriptions, tables
from osteria.server.store.database import Database

BEN = {"kind": "me", "name": "Ben"}


@pytest.fixture
def service():
    found = PushService()
    yield found
    found.stop()


@pytest.fixture
def client(config, service, monkeypatch):
    """A house that knows the service of the tests, and calls whoever left a moment ago."""
    monkeypatch.setattr(calls, "LEFT_SECONDS", 0.3)
    monkeypatch.setattr(caller, "RETRY_SECONDS", (0.1, 0.1))
    monkeypatch.setattr("osteria.server.tables.live.HTTP_SECONDS", 0.2)
    with TestClient(build(replace(config, push_services=service.origin)), base_url="http://house.test") as client:
        yield client


def bearer(key):
    return {"Authorization": f"Bearer {key}"}


def subscribe(client, device, made, *seats):
    answer = client.post("/api/calls", json=device.wish(*((made["table"], made["keys"][str(seat)]) for seat in seats)))
    assert answer.status_code == 200, answer.text
    return answer.json()["tables"]


def begun(client, **settings):
    """A table of two people who have both seen that it began."""
    made = make(client, ME, BEN, **settings)
    for key in made["keys"].values():
        client.get(f"/api/tables/{made['table']}", headers=bearer(key))
    return made


def play(client, made, seat):
    """A seat plays until the other one is asked."""
    path, headers = f"/api/tables/{made['table']}", bearer(made["keys"][str(seat)])
    while options := client.get(path, headers=headers).json()["view"]["decision"].get("options"):
        place = client.get(path, headers=headers).json()
        move = "secure" if "secure" in options else options[0]
        body = {"id": uuid.uuid4().hex, "question": place["question"], "moves": [move]}
        assert client.post(path + "/moves", json=body, headers=headers).status_code == 200


def make_wait(client, service, device):
    """A running table that waits for somebody who has not seen it, and is called on a device; the table and that seat."""
    made = begun(client)
    asked, _ = first_asked(client, made)
    subscribe(client, device, made, 1 - asked)
    play(client, made, asked)
    return made, 1 - asked


def kept(client):
    """Everything that the house keeps of devices."""

    async def read():
        async with client.app.state.house.database.reading() as connection:
            return [tuple(row) for row in await connection.execute(select(tables.subscriptions))]

    return client.portal.call(read)


def test_who_is_asked_while_the_page_is_closed_is_called_once_with_the_company_and_no_card(client, service):
    made = begun(client)
    asked, _ = first_asked(client, made)
    device = service.device()
    assert subscribe(client, device, made, 1 - asked) == [made["table"]]
    with line(client, made, asked):
        play(client, made, asked)
        said = service.next(device)
    name = ("Ada", "Ben")[asked]
    assert said == {"kind": "turn", "table": made["table"], "game": "roll-for-soles", "names": [name]}
    time.sleep(1.0)
    assert service.arrived.empty()


def test_a_push_is_sealed_signed_urgent_and_replaces_the_one_before(client, service):
    made, _ = make_wait(client, service, service.device())
    _, headers, sealed = service.arrived.get(timeout=30)
    assert headers["Content-Encoding"] == "aes128gcm"
    assert headers["Authorization"].startswith("vapid t=")
    assert client.get("/api/house").json()["push"] in headers["Authorization"]
    assert (headers["Topic"], headers["Urgency"]) == (made["table"], "high")
    assert int(headers["TTL"]) > 0
    assert made["table"].encode() not in sealed


def test_nobody_who_looks_at_the_table_is_called(client, service):
    made = begun(client)
    asked, _ = first_asked(client, made)
    subscribe(client, service.device("a"), made, asked)
    subscribe(client, service.device("b"), made, 1 - asked)
    with line(client, made, asked), line(client, made, 1 - asked):
        play(client, made, asked)
        time.sleep(1.0)
        assert service.arrived.empty()


def test_who_saw_the_question_and_left_is_called_after_the_grace_of_the_table(client, service, monkeypatch):
    made = begun(client, grace=10)
    asked, place = first_asked(client, made)
    device = service.device()
    with line(client, made, asked) as (socket, _):
        subscribe(client, device, made, asked)
        socket.send_json({"type": "seen", "frame": place["frame"]})
        socket.send_json({"type": "ping"})
        socket.receive_text()
    time.sleep(1.0)
    assert service.arrived.empty()
    live = client.portal.call(client.app.state.house.open, made["table"])
    live._absent_since[asked] -= 10.0
    client.portal.call(live.changed.set)
    assert service.next(device)["kind"] == "turn"


def test_a_table_that_is_full_calls_its_host_and_one_that_begins_calls_everybody(client, service):
    body = {"game": "roll-for-soles", "seats": [ME, OPEN], "settings": {}}
    made = client.post("/api/tables", json=body).json()
    host = service.device("host")
    subscribe(client, host, made, 0)
    time.sleep(0.6)
    assert service.arrived.empty()
    sat = client.post(f"/api/tables/{made['table']}/sit", json={"name": "Ben"}).json()
    assert service.next(host) == {
        "kind": "full", "table": made["table"], "game": "roll-for-soles", "names": ["Ben"],
    }  # fmt: skip
    made["keys"] |= sat["keys"]
    friend = service.device("friend")
    subscribe(client, friend, made, 1)
    client.post(f"/api/tables/{made['table']}/start", headers=bearer(made["keys"]["0"]))
    devices = {"/host": host, "/friend": friend}
    arrived = [service.arrived.get(timeout=30) for _ in range(2)]
    assert {devices[path].open(sealed)["kind"] for path, _, sealed in arrived} == {"turn", "began"}


def test_the_end_and_a_rematch_call_who_is_not_there(client, service):
    made = begun(client)
    finish(client, made)
    ada, ben = service.device("ada"), service.device("ben")
    time.sleep(1.0)
    subscribe(client, ben, made, 1)
    client.portal.call(unread, client, made["table"], 1)
    assert service.next(ben)["kind"] == "over"
    subscribe(client, ada, made, 0)
    client.post(f"/api/tables/{made['table']}/rematch", headers=bearer(made["keys"]["0"]))
    said = service.next(ben)
    assert (said["kind"], said["names"]) == ("rematch", ["Ada"])
    assert "/ada" not in [path for path, *_ in service.arrived.queue]


async def unread(client, table_id, seat):
    """As if somebody had closed the page before the end."""
    live = await client.app.state.house.open(table_id)
    live.book._seats[seat][1] = 0
    live.called.pop(seat, None)
    live.changed.set()


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_is_forgotten_at_every_table(client, service, status):
    other, device = begun(client), service.device()
    service.answers["/device"] = status
    subscribe(client, device, other, 1 - first_asked(client, other)[0])
    make_wait(client, service, device)
    service.next(device)
    until = time.monotonic() + 20
    while kept(client) and time.monotonic() < until:
        time.sleep(0.05)
    assert kept(client) == []


def test_a_service_in_trouble_is_tried_again_and_not_for_ever(client, service):
    device = service.device()
    service.answers["/device"] = 503
    make_wait(client, service, device)
    for _ in range(3):
        assert service.next(device)["kind"] == "turn"
    time.sleep(1.0)
    assert service.arrived.empty()
    assert len(kept(client)) == 1


def test_redirects_lead_nowhere(client, service):
    service.answers["/device"] = 307
    make_wait(client, service, service.device())
    assert service.arrived.get(timeout=30)[0] == "/device"
    time.sleep(0.8)
    assert service.arrived.empty()


def test_whoever_takes_the_link_away_takes_the_calls_with_it(client, service):
    made = begun(client)
    asked, _ = first_asked(client, made)
    waiting = 1 - asked
    subscribe(client, service.device(), made, waiting)
    with line(client, made, asked):
        client.post(f"/api/tables/{made['table']}/rotate", headers=bearer(made["keys"][str(waiting)]))
        play(client, made, asked)
        time.sleep(1.0)
        assert service.arrived.empty()


def test_a_device_says_that_it_wants_no_more_calls(client, service):
    made = begun(client)
    device = service.device()
    subscribe(client, device, made, *(1 - first_asked(client, made)[0],))
    assert len(kept(client)) == 1
    assert client.post("/api/calls/stop", json={"endpoint": device.endpoint}).json() == {"tables": []}
    assert kept(client) == []


def test_a_seat_is_called_on_its_newest_devices_only(client, service):
    made = begun(client)
    waiting = 1 - first_asked(client, made)[0]
    for number in range(subscriptions.MOST_DEVICES + 2):
        subscribe(client, service.device(str(number)), made, waiting)
    names = {row[2].rsplit("/", 1)[1] for row in kept(client)}
    assert names == {str(number) for number in range(2, subscriptions.MOST_DEVICES + 2)}


def test_keys_that_lead_to_no_seat_are_left_out_and_wrong_subscriptions_refused(client, service):
    made = begun(client)
    device = service.device()
    wish = device.wish((made["table"], "x" * 30), ("a" * 12, made["keys"]["0"]))
    assert client.post("/api/calls", json=wish).json() == {"tables": []}
    good = device.wish((made["table"], made["keys"]["0"]))
    for wrong in (
        {"endpoint": "https://127.0.0.1/x"},
        {"endpoint": "https://push.example.org/x"},
        {"p256dh": "A" * 87},
    ):
        answer = client.post("/api/calls", json={**good, **wrong})
        assert (answer.status_code, answer.json()["error"]["key"]) == (400, "push.wrong")
    assert client.post("/api/calls", json={**good, "auth": "short"}).status_code == 400
    assert kept(client) == []


def test_the_key_of_the_house_is_kept_over_a_restart_where_only_its_owner_can_read(config):
    found = []
    for _ in range(2):
        with TestClient(build(config), base_url="http://house.test") as client:
            found.append(client.get("/api/house").json()["push"])
    assert found[0] == found[1] != ""
    assert (config.folder / "house.sqlite3").stat().st_mode & 0o077 == 0


def test_pushes_that_pile_up_are_dropped_oldest_first(config, service):
    async def names():
        found = caller.Caller(config, Database(f"sqlite:///{config.folder / 'x'}"))
        for number in range(caller.MOST_WAITING + 3):
            found.put(caller.Push(service.device(), str(number), b"", is_urgent=False))
        return found._waiting.qsize(), found._waiting.get_nowait().topic

    assert asyncio.run(names()) == (caller.MOST_WAITING, "3")
