"""A card of one's own: seats, names and what was played belong to it; strangers learn nothing of it."""

import sqlite3
import time

import pytest
from playkit import BOT, ME, OPEN, Device, auth, finish, key_of, make
from starlette.testclient import TestClient

from osteria.server.http.app import build
from osteria.server.people.cards import hash_of

BO = {"kind": "me", "name": "Bo"}


def everything_kept(config):
    with sqlite3.connect(config.folder / "house.sqlite3") as database:
        return "\n".join(database.iterdump())


def test_the_house_keeps_a_hash_of_a_card_and_never_the_card(client, config):
    ada = Device(client)
    text = everything_kept(config)
    assert ada.secret not in text
    assert hash_of(ada.secret) in text
    assert ada.post("", {"name": "Somebody else"}).json()["name"] == "Ada", "who has a card keeps it as it is"


@pytest.mark.parametrize("secret", ["", "short", "A" * 31, "A" * 87, "ä" * 40, "A" * 40])
def test_no_card_is_guessed_and_every_refusal_is_the_same(client, secret):
    Device(client)
    headers = {"Authorization": f"Bearer {secret}".encode()} if secret else {}
    for path in ("", "/seats", "/history"):
        answer = client.get("/api/card" + path, headers=headers)
        assert (answer.status_code, key_of(answer)) in [
            (401, "card.missing"),
            (403, "card.unknown"),
            (403, "link.invalid"),
        ]
        assert answer.json()["error"]["text"].endswith(".")


def test_a_seat_belongs_to_the_card_that_first_says_so_and_its_link_opens_it_as_well(client):
    ada, eve = Device(client), Device(client, "Eve")
    made = make(client, ME, BO)
    assert ada.claim(made) == 1
    assert eve.claim(made) == 1, "the key is good"
    assert ada.keys() == {(made["table"], 0): made["keys"]["0"]}
    assert eve.keys() == {}, "but the seat has an owner"
    place = client.get(f"/api/tables/{made['table']}", headers=auth(made["keys"]["0"])).json()
    assert place["you"]["seat"] == 0


def test_a_key_that_is_none_claims_nothing(client):
    ada = Device(client)
    made = make(client, ME, BO)
    made["keys"]["0"] = made["keys"]["0"][:-2] + "AA"
    assert ada.claim(made) == 0
    assert ada.claim({"table": "z" * 12, "keys": {"0": "A" * 31}}) == 0


def test_a_seat_that_was_left_before_the_start_no_longer_belongs_to_the_card(client):
    ada, bo = Device(client), Device(client, "Bo")
    made = client.post("/api/tables", json={"game": "sole-mio", "seats": [ME, OPEN]}).json()
    sat = client.post(f"/api/tables/{made['table']}/sit", json={"name": "Ada"}).json()
    ada.claim(sat, 1)
    client.post(f"/api/tables/{made['table']}/leave", headers=auth(sat["keys"]["1"]))
    assert ada.keys() == {}
    again = client.post(f"/api/tables/{made['table']}/sit", json={"name": "Bo"}).json()
    assert bo.claim(again, 1) == 1
    assert bo.keys() == {(made["table"], 1): again["keys"]["1"]}
    assert ada.keys() == {}


def test_a_second_device_has_the_card_and_its_seats(client):
    phone, laptop = Device(client), Device(client, "")
    made = make(client, ME, BO)
    phone.claim(made)
    phone.post("/settings", {"settings": {"pace": "brisk"}})
    ticket = phone.post("/ticket").json()["ticket"]
    assert client.post("/api/card/look", json={"ticket": ticket}).json() == {"name": "Ada"}
    taken = laptop.post("/take", {"ticket": ticket})
    assert taken.json() == {**phone.get().json(), "devices": 2}
    assert taken.json()["settings"] == {"pace": "brisk"}
    assert laptop.keys() == phone.keys() != {}


def test_a_ticket_works_once_and_for_minutes(client, monkeypatch):
    phone, laptop, eve = Device(client), Device(client, ""), Device(client, "Eve")
    first = phone.post("/ticket").json()["ticket"]
    second = phone.post("/ticket").json()["ticket"]
    assert key_of(eve.post("/take", {"ticket": first})) == "card.ticket", "the newer one replaced it"
    assert laptop.post("/take", {"ticket": second}).status_code == 200
    assert key_of(eve.post("/take", {"ticket": second})) == "card.ticket"
    late = phone.post("/ticket").json()["ticket"]
    real = time.time
    monkeypatch.setattr("osteria.server.store.cards.time.time", lambda: real() + 301)
    assert key_of(eve.post("/take", {"ticket": late})) == "card.ticket"
    assert key_of(client.post("/api/card/look", json={"ticket": late})) == "card.ticket"


def test_tickets_that_lead_nowhere_are_counted(client):
    answers = [client.post("/api/card/look", json={"ticket": "A" * 24}) for _ in range(12)]
    assert [key_of(answer) for answer in answers[:10]] == ["card.ticket"] * 10
    assert key_of(answers[-1]) == "request.too-many"


def test_who_guessed_too_many_tickets_gets_nothing_with_a_right_one(client):
    phone, eve = Device(client), Device(client, "Eve")
    ticket = phone.post("/ticket").json()["ticket"]
    for _ in range(10):
        client.post("/api/card/look", json={"ticket": "A" * 24})
    assert key_of(client.post("/api/card/look", json={"ticket": ticket})) == "request.too-many"
    assert key_of(eve.post("/take", {"ticket": ticket})) == "request.too-many"
    assert phone.get().json()["devices"] == 1


def test_what_was_played_on_a_device_goes_with_it_to_the_card_it_takes(client):
    phone, laptop = Device(client), Device(client, "Guest")
    made = make(client, ME, BO)
    laptop.claim(made)
    phone.move_to(laptop)
    assert phone.keys() == {(made["table"], 0): made["keys"]["0"]}


def test_a_card_that_other_devices_have_stays_theirs(client):
    phone, laptop, tablet = Device(client), Device(client, "Bo"), Device(client, "")
    made = make(client, ME, BO)
    laptop.claim(made, 1)
    laptop.move_to(tablet)
    phone.move_to(laptop)
    assert tablet.keys() == {(made["table"], 1): made["keys"]["1"]}
    assert phone.keys() == laptop.keys() == {}


def test_splitting_takes_card_and_links_from_the_other_devices(client):
    phone, lost = Device(client), Device(client, "")
    made = make(client, ME, BO)
    phone.claim(made)
    phone.move_to(lost)
    under_way = phone.post("/ticket").json()["ticket"]
    assert phone.post("/split", {"keep": "this"}).status_code == 200
    assert key_of(lost.get()) == "card.unknown"
    assert key_of(lost.post("/take", {"ticket": under_way})) == "card.ticket"
    path = f"/api/tables/{made['table']}"
    assert key_of(client.get(path, headers=auth(made["keys"]["0"]))) == "link.rotated"
    assert client.get(path, headers=auth(phone.keys()[made["table"], 0])).json()["you"]["seat"] == 0


def test_a_device_leaves_the_card_to_the_others_but_the_last_one_may_not(client):
    phone, laptop = Device(client), Device(client, "")
    assert key_of(phone.post("/split", {"keep": "others"})) == "card.last"
    phone.move_to(laptop)
    assert phone.post("/split", {"keep": "others"}).status_code == 200
    assert key_of(phone.get()) == "card.unknown"
    assert laptop.get().json()["devices"] == 1


def test_another_name_is_told_at_the_tables_where_a_game_waits_or_runs(client):
    ada = Device(client)
    running, over = make(client, ME, BO), make(client, ME, BO)
    ada.claim(running)
    ada.claim(over)
    finish(client, over)
    assert ada.post("/name", {"name": "Adele"}).json()["name"] == "Adele"
    names = [client.get(f"/api/tables/{made['table']}").json()["table"]["seats"][0]["name"] for made in (running, over)]
    assert names == ["Adele", "Ada"]
    assert key_of(ada.post("/name", {"name": "\u2800"})) == "name.wrong"


def test_names_are_beside_the_log_and_in_memory_after_a_restart(config):
    with TestClient(build(config), base_url="http://house.test") as client:
        made = make(client, {"kind": "me", "name": "Verynamed"}, BO)
    with sqlite3.connect(config.folder / "house.sqlite3") as database:
        assert "Verynamed" not in str(database.execute("SELECT text FROM log").fetchall())
        assert database.execute("SELECT name FROM names WHERE seat = 0").fetchall() == [("Verynamed",)]
    with TestClient(build(config), base_url="http://house.test") as client:
        assert client.get(f"/api/tables/{made['table']}").json()["table"]["seats"][0]["name"] == "Verynamed"


def test_a_deleted_card_leaves_no_name_anywhere(client, config):
    ada, bo = Device(client, "Namedada"), Device(client, "Namedbo")
    me, you = {"kind": "me", "name": "Namedada"}, {"kind": "me", "name": "Namedbo"}
    running, over = make(client, me, you), make(client, me, you)
    for made in (running, over):
        ada.claim(made, 0)
        bo.claim(made, 1)
    finish(client, over)
    again = client.post(f"/api/tables/{over['table']}/rematch", headers=auth(over["keys"]["1"])).json()
    assert client.get(f"/api/tables/{again['table']}").json()["table"]["seats"][0]["reserved"] == "Namedada"
    client.post(f"/api/tables/{running['table']}/name", json={"name": "Othername"}, headers=auth(running["keys"]["0"]))
    assert ada.post("/delete").status_code == 200
    text = everything_kept(config)
    assert "Namedada" not in text
    assert "Othername" not in text
    assert hash_of(ada.secret) not in text
    assert "Namedbo" in text
    for made in (running, over, again):
        answer = client.get(f"/api/tables/{made['table']}")
        assert "Namedada" not in answer.text
        assert "Namedbo" in answer.text
    assert key_of(ada.get()) == "card.unknown"
    place = client.get(f"/api/tables/{running['table']}", headers=auth(running["keys"]["0"])).json()
    assert (place["you"]["seat"], place["table"]["seats"][0]["name"]) == (0, "···"), "the link still opens the seat"
    assert finish(client, running)["table"]["status"] == "over"
    assert bo.get("/history").json()["results"][0]["seats"][0]["name"] == ""


def test_somebody_who_sat_there_before_keeps_their_own_name(client, config):
    ada, bo = Device(client, "Namedada"), Device(client, "Namedbo")
    made = client.post("/api/tables", json={"game": "sole-mio", "seats": [ME, OPEN]}).json()
    path = f"/api/tables/{made['table']}"
    first = client.post(path + "/sit", json={"name": "Namedada"}).json()
    ada.claim(first, 1)
    client.post(path + "/leave", headers=auth(first["keys"]["1"]))
    second = client.post(path + "/sit", json={"name": "Namedbo"}).json()
    bo.claim(second, 1)
    ada.post("/delete")
    assert "Namedada" not in everything_kept(config)
    assert client.get(path).json()["table"]["seats"][1]["name"] == "Namedbo"


def test_history_and_statistics_are_the_cards_own(client):
    ada, eve = Device(client), Device(client, "Eve")
    outcomes = []
    for number in range(4):
        game = "roll-for-soles" if number % 2 else "mamma-mia"
        made = make(client, ME, BO, BOT, game=game)
        if number == 3:
            finish(client, made)  # claimed when it is over
        ada.claim(made)
        place = finish(client, made)
        outcomes.append((made["table"], game, 0 in place["table"]["winners"]))
    told = ada.get("/history").json()
    assert [(one["table"], one["game"], one["won"]) for one in told["results"]] == outcomes[::-1]
    assert told["total"] == 4
    assert [(seat["name"], seat["level"]) for seat in told["results"][0]["seats"]] == [
        ("Ada", ""),
        ("Bo", ""),
        ("", "random"),
    ]
    for record in told["games"]:
        games = [one for one in told["results"] if one["game"] == record["game"]]
        scores = [one["score"] for one in games]
        assert (record["played"], record["score"], record["most"]) == (2, sum(scores), max(scores))
        assert record["won"] == sum(one["won"] for one in games)
        assert {(rival["name"], rival["level"], rival["played"]) for rival in record["against"]} == {
            ("Bo", "", 2),
            ("", "random", 2),
        }
        assert (record["best"] > 0) == (record["game"] == "roll-for-soles" and max(scores) > 0)
    page = ada.get("/history", start=1, count=2).json()
    assert [one["table"] for one in page["results"]] == [one[0] for one in outcomes[::-1][1:3]]
    assert page["games"] == told["games"]
    assert eve.get("/history").json() == {"total": 0, "games": [], "results": []}


def test_a_game_that_ends_leaves_its_results_with_its_last_row_and_none_before(client, config):
    made = make(client, ME, BO)
    count = "SELECT count(*) FROM results"
    with sqlite3.connect(config.folder / "house.sqlite3") as database:
        assert database.execute(count).fetchone() == (0,)
        place = finish(client, made)
        rows = database.execute("SELECT seat, score, won, level FROM results ORDER BY seat").fetchall()
    view = place["view"]
    assert [row[1] for row in rows] == [view["supplies"][str(seat)] for seat in range(2)]
    assert [row[0] for row in rows if row[2]] == place["table"]["winners"]
