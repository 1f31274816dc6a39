"""Operators: tables seen without cards, closed, muted, forgotten; addresses banned; every act in the audit."""

import asyncio
import json
import sqlite3
import time
from dataclasses import replace

import pytest
from playkit import ME, finish, line, make, receive
from starlette.testclient import TestClient

from osteria.core.errors import OsteriaError
from osteria.server import operating
from osteria.server.desk import Wish, answer
from osteria.server.http.app import build
from osteria.server.store.acts import Act, acts_after, do, write_act
from osteria.server.store.database import Database
from osteria.server.wire.refusal import Refusal


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(operating, "READ_SECONDS", 0.02)
    monkeypatch.setattr(operating, "KEEP_SECONDS", 0.02)


def asked(config, capsys, act, *what, **more):
    """What the command prints as JSON."""
    capsys.readouterr()
    assert answer(config, Wish(act, *what, is_json=True, **more)) == 0
    return json.loads(capsys.readouterr().out.strip().splitlines()[-1])["rows"]


def becomes(found, seconds=10):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if found():
            return True
        time.sleep(0.02)
    return False


def auth(made, seat=0):
    return {"Authorization": f"Bearer {made['keys'][str(seat)]}"}


def secrets_of(config, made):
    """What no operator needs: the seed, keys, and every card that was dealt (but one that is called as its game is)."""
    with sqlite3.connect(config.folder / "house.sqlite3") as database:
        seed = json.loads(database.execute("SELECT text FROM log WHERE seq = 1").fetchone()[0])["seed"]
        dealt = database.execute("SELECT text FROM log WHERE who = 'chance' AND text LIKE 'deal %'").fetchall()
    return [seed, *made["keys"].values(), *({text.removeprefix("deal ") for (text,) in dealt} - {"sole-mio"})]


def test_tables_are_listed_and_shown_beside_the_open_house_without_cards_keys_and_seeds(client, config, capsys):
    made = make(client, ME, ME, game="sole-mio")
    (row,) = asked(config, capsys, "list")
    assert (row["table"], row["status"], row["seats"]) == (made["table"], "playing", "Ada, Ada")
    shown = json.dumps([row, *asked(config, capsys, "show", made["table"])])
    view = client.get(f"/api/tables/{made['table']}", headers=auth(made)).json()["view"]
    hidden = secrets_of(config, made)
    assert set(view["hands"][view["seat"]]) <= {*hidden, "sole-mio"}
    assert not [secret for secret in hidden if secret in shown]
    assert "hand" not in shown
    assert "seed" not in shown


def test_a_table_is_closed_and_a_seat_muted_by_the_open_house(client, config, capsys):
    made = make(client, ME, ME)
    path = f"/api/tables/{made['table']}"
    say = {"id": "a", "phrase": "hello"}
    assert client.post(path + "/say", json=say, headers=auth(made, 1)).status_code == 200
    asked(config, capsys, "mute", made["table"], 1, reason="noise")
    refused = lambda: client.post(path + "/say", json={**say, "id": str(time.time_ns())}, headers=auth(made, 1))  # noqa: E731
    assert becomes(lambda: refused().status_code == 400)
    assert client.post(path + "/say", json={**say, "id": "b"}, headers=auth(made, 0)).status_code == 200
    asked(config, capsys, "close", made["table"])
    assert becomes(lambda: client.get(path).json()["table"]["status"] == "closed")
    acts = [(row["act"], row["subject"], row["reason"]) for row in asked(config, capsys, "audit")]
    assert acts == [("mute", made["table"], "noise"), ("close", made["table"], "")]
    assert all(row["who"] for row in asked(config, capsys, "audit"))


def status(client, made):
    return client.get(f"/api/tables/{made['table']}").json()["table"]["status"]


def test_what_was_asked_while_no_house_was_open_is_done_by_the_next_one_and_once(config, capsys):
    with TestClient(build(config), base_url="http://house.test") as client:
        made, other = make(client, ME, ME), make(client, ME, ME)
    asked(config, capsys, "close", made["table"])
    asked(config, capsys, "mute", other["table"], 1)
    with TestClient(build(config), base_url="http://house.test") as client:
        assert becomes(lambda: status(client, made) == "closed")
        assert becomes(lambda: noted(config) == 2)
        say = {"id": "a", "phrase": "hello"}
        refused = client.post(f"/api/tables/{other['table']}/say", json=say, headers=auth(other, 1))
        assert refused.status_code == 400
    last = ban_somebody(config, capsys)
    with TestClient(build(config), base_url="http://house.test") as client:
        assert becomes(lambda: noted(config) == last)
        assert not client.app.state.house.is_in_memory(other["table"])


def ban_somebody(config, capsys):
    """One more act; its number."""
    asked(config, capsys, "ban", "203.0.113.7", hours=1.0)
    return len(asked(config, capsys, "audit"))


def noted(config):
    with sqlite3.connect(config.folder / "house.sqlite3") as database:
        return int(database.execute("SELECT value FROM house WHERE name = ?", (operating.DONE,)).fetchone()[0])


def test_what_was_asked_while_the_work_was_down_is_done_when_it_goes_on(client, config, capsys, monkeypatch):
    made, supervisor = make(client, ME, ME), client.app.state.house.supervisor

    async def fails(*_):
        raise ConnectionError("the database restarts")

    with monkeypatch.context() as patch:
        patch.setattr(operating, "acts_after", fails)
        assert becomes(lambda: "operators" in supervisor.down)
        asked(config, capsys, "close", made["table"])
    assert becomes(lambda: status(client, made) == "closed")


def test_what_the_database_could_not_write_is_tried_again(client, config, capsys, monkeypatch):
    made, house, tries = make(client, ME, ME), client.app.state.house, []
    commit = house.commit

    async def fails_at_first(*what):
        tries.append(what)
        if len(tries) < 3:
            raise Refusal("house.trouble")
        return await commit(*what)

    monkeypatch.setattr(house, "commit", fails_at_first)
    asked(config, capsys, "close", made["table"])
    assert becomes(lambda: status(client, made) == "closed")


def test_an_act_is_seen_only_after_every_act_before_it(postgres):
    """On PostgreSQL a number is given out before it is committed: the next one waits for it, or it would be passed over."""

    async def work():
        database = Database(postgres.new_database())
        await database.open()
        try:
            async with database.reading() as connection:
                await connection.run_sync(write_act, Act("close", "first"))
                second = asyncio.create_task(do(database, Act("close", "second")))
                await asyncio.sleep(0.5)
                assert await acts_after(database, 0) == []
            await second
            return [act.subject for act in await acts_after(database, 0)]
        finally:
            await database.close()

    assert asyncio.run(work()) == ["first", "second"]


def test_a_persons_names_are_deleted_from_log_and_memory(client, config, capsys):
    made = make(client, {"kind": "me", "name": "Secretname"}, ME)
    path = f"/api/tables/{made['table']}"
    client.post(path + "/name", json={"name": "Othername"}, headers=auth(made))
    asked(config, capsys, "forget", made["table"], 0)
    assert becomes(lambda: "name" not in client.get(path).json()["table"]["seats"][0]["name"])
    with sqlite3.connect(config.folder / "house.sqlite3") as database:
        text = str(database.execute("SELECT text FROM log").fetchall())
    assert "Secretname" not in text
    assert "Othername" not in text
    assert client.get(path, headers=auth(made)).json()["you"]["seat"] == 0


def test_a_name_is_gone_where_the_seat_is_kept_at_the_next_table_too(client, config, capsys):
    made = make(client, {"kind": "me", "name": "Secretname"}, ME)
    finish(client, made)
    following = client.post(f"/api/tables/{made['table']}/rematch", headers=auth(made, 1)).json()["table"]
    assert "Secretname" in client.get(f"/api/tables/{following}").text
    asked(config, capsys, "forget", made["table"], 0)
    assert becomes(lambda: "Secretname" not in client.get(f"/api/tables/{following}").text)


def is_refused(client, address):
    try:
        client.app.state.limits.count(address)
    except Refusal as refusal:
        return "refused" in str(refusal)
    return False


def test_a_banned_address_is_refused_until_the_ban_ends(client, config, capsys):
    client.app.state.limits.count("10.1.2.3")
    asked(config, capsys, "ban", "2001:db8::5", hours=1.0)
    assert becomes(lambda: is_refused(client, "2001:db8::99"))
    assert not is_refused(client, "10.1.2.3")
    asked(config, capsys, "ban", "2001:db8::5", hours=0.0)
    assert becomes(lambda: not is_refused(client, "2001:db8::99"))


def test_a_ban_holds_in_a_house_that_was_closed_meanwhile(config, capsys):
    with TestClient(build(config), base_url="http://house.test") as client:
        last = ban_somebody(config, capsys)
        assert becomes(lambda: noted(config) == last)
    with TestClient(build(config), base_url="http://house.test") as client:
        assert becomes(lambda: is_refused(client, "203.0.113.7"))
        assert not is_refused(client, "203.0.113.8")


@pytest.mark.parametrize(
    "wish", [Wish("close", "nothing"), Wish("mute", "a" * 12), Wish("ban", "here"), Wish("show", "a" * 12)]
)
def test_what_cannot_be_done_is_said(client, config, wish):
    with pytest.raises(OsteriaError):
        answer(config, wish)


def test_where_there_is_no_house_none_is_made(config):
    with pytest.raises(OsteriaError, match="no house at"):
        answer(config, Wish("list"))
    assert not list(config.folder.iterdir())


def grow_old(config, made, *, days, has_news=False):
    """The table as it would be after so many days without a change, and (unless it has news) without a move."""
    with sqlite3.connect(config.folder / "house.sqlite3") as database:
        if not has_news:
            database.execute("UPDATE log SET at = at - ? WHERE table_id = ?", (days * 86_400, made["table"]))
        aged = "UPDATE tables SET changed = changed - ?, due = due - ? WHERE table_id = ?"
        database.execute(aged, (days * 86_400, 0 if has_news else days * 86_400, made["table"]))


def found(client, made):
    return client.get(f"/api/tables/{made['table']}").status_code


def test_tables_are_kept_as_long_as_the_house_says_and_no_longer(config):
    with TestClient(build(config), base_url="http://house.test") as client:
        old, waiting, over = make(client, ME, ME), make_waiting(client), make(client, ME, ME)
        finish(client, over)
        new, has_news = make(client, ME, ME), make(client, ME, ME)
    for made in (old, waiting, over):
        grow_old(config, made, days=9)
    grow_old(config, has_news, days=9, has_news=True)
    with TestClient(build(replace(config, keep=7.0)), base_url="http://house.test") as client:
        assert becomes(lambda: not any(listing(config, made) for made in (old, waiting, over)))
        assert {found(client, made) for made in (old, waiting, over)} == {404}
        assert found(client, new) == 200
        assert found(client, has_news) == 200


def make_waiting(client):
    body = {"game": "roll-for-soles", "seats": [ME, {"kind": "open"}]}
    return client.post("/api/tables", json=body).json()


def listing(config, made):
    with sqlite3.connect(config.folder / "house.sqlite3") as database:
        found = "SELECT changed, due FROM tables WHERE table_id = ?"
        return database.execute(found, (made["table"],)).fetchone()


def test_a_game_of_days_is_not_old_while_an_answer_is_due_later(config):
    with TestClient(build(config), base_url="http://house.test") as client:
        made, other = make(client, ME, ME, days=7), make(client, ME, ME)
        assert becomes(lambda: listing(config, made)[1] > time.time() + 86_400)
    grow_old(config, made, days=2)
    grow_old(config, other, days=2)
    with TestClient(build(replace(config, keep=1.0)), base_url="http://house.test") as client:
        assert becomes(lambda: not listing(config, other))
        assert found(client, made) == 200


def test_a_table_with_somebody_on_the_line_is_not_old_for_any_house(config):
    with TestClient(build(replace(config, keep=1.0)), base_url="http://house.test") as client:
        made = make_waiting(client)
        with line(client, made, 0) as (socket, _):
            grow_old(config, made, days=2)
            assert becomes(lambda: listing(config, made)[0] > time.time() - 3_600)
            socket.send_json({"type": "say", "id": "a", "phrase": "hello"})
            assert receive(socket, "ack")["id"] == "a"


def test_a_log_that_cannot_be_read_keeps_no_other_table_from_being_listed_or_looked_after(config, capsys):
    with TestClient(build(config), base_url="http://house.test") as client:
        broken, other = make(client, ME, ME), make(client, ME, ME)
    with sqlite3.connect(config.folder / "house.sqlite3") as database:
        database.execute("UPDATE log SET text = 'nonsense' WHERE seq = 1 AND table_id = ?", (broken["table"],))
    rows = {row["table"]: row for row in asked(config, capsys, "list")}
    assert rows[other["table"]]["status"] == "playing"
    assert "cannot be read" in rows[broken["table"]]["unreadable"]
    for wish in (Wish("show", broken["table"]), Wish("close", broken["table"]), Wish("mute", broken["table"], 0)):
        with pytest.raises(OsteriaError, match="cannot be read"):
            answer(config, wish)
    asked(config, capsys, "forget", broken["table"], 0)
    with sqlite3.connect(config.folder / "house.sqlite3") as database:
        names = "SELECT name FROM names WHERE table_id = ? AND seat = 0"
        assert database.execute(names, (broken["table"],)).fetchall() == []
        assert database.execute(names, (other["table"],)).fetchall() == [("Ada",)]


@pytest.mark.parametrize(
    ("act", "seat", "why"), [("forget", 2, "seats 0 to 1"), ("mute", 9, "seats"), ("mute", 1, "Nobody")]
)
def test_a_seat_that_is_none_is_refused_and_nothing_is_written_down(client, config, capsys, act, seat, why):
    made = make(client, ME, {"kind": "bot", "level": "random"})
    with pytest.raises(OsteriaError, match=why):
        answer(config, Wish(act, made["table"], seat))
    assert asked(config, capsys, "audit") == []
