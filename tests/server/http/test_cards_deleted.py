"""The end of a card: names go wherever they were, a table at a time; nothing is lost half-way, and nobody is held up."""

import json
import sqlite3
from contextlib import closing

import pytest
from playkit import ME, OPEN, Device, auth, finish, make

from osteria.server.desk import Wish, answer
from osteria.server.store import cards, names

ADA, BO = {"kind": "me", "name": "Namedada"}, {"kind": "me", "name": "Namedbo"}


def stored(config, statement, *values):
    with closing(sqlite3.connect(config.folder / "house.sqlite3")) as database, database:
        return database.execute(statement, values).fetchall()


def everything_kept(config):
    with closing(sqlite3.connect(config.folder / "house.sqlite3")) as database:
        return "\n".join(database.iterdump())


def open_table(client):
    made = client.post("/api/tables", json={"game": "sole-mio", "seats": [ME, OPEN]})
    return made.json()


def sit_down_and_leave(client, device, made, times):
    """Somebody sits down in the second seat again and again, and leaves; each time the seat is the card's."""
    path = f"/api/tables/{made['table']}"
    for _ in range(times):
        sat = client.post(path + "/sit", json={"name": "Namedada"}).json()
        assert device.claim(sat, 1) == 1
        client.post(path + "/leave", headers=auth(sat["keys"]["1"]))


def test_every_row_that_can_name_somebody_is_read_once_however_often_somebody_sat_there(client, config, monkeypatch):
    ada, made, read = Device(client, "Namedada"), open_table(client), []
    sit_down_and_leave(client, ada, made, 5)
    for seat in ("true", "false") * 5:
        client.post(
            f"/api/tables/{made['table']}/hands", json={"open": seat == "true"}, headers=auth(made["keys"]["0"])
        )
    monkeypatch.setattr(names, "read_change", lambda text, was=names.read_change: read.append(text) or was(text))
    assert ada.post("/delete").status_code == 200
    kinds = [json.loads(text)["change"] for text in read]
    assert sorted(kinds) == ["opened", *["sat"] * 6]
    assert "Namedada" not in everything_kept(config)


def test_who_sits_down_at_one_seat_again_and_again_has_the_last_sitting_too(client, config):
    ada, other = Device(client, "Namedada"), open_table(client)
    sit_down_and_leave(client, ada, other, 11)
    made = open_table(client)
    sit_down_and_leave(client, ada, made, 11)
    path = f"/api/tables/{made['table']}"
    made["keys"] |= client.post(path + "/sit", json={"name": "Namedada"}).json()["keys"]
    assert ada.claim(made, 1) == 1
    assert list(ada.keys()) == [(made["table"], 1)]
    client.post(path + "/start", headers=auth(made["keys"]["0"]))
    finish(client, made)
    assert [one["table"] for one in ada.get("/history").json()["results"]] == [made["table"]]
    assert ada.post("/delete").status_code == 200
    assert "Namedada" not in everything_kept(config)


def test_a_seat_is_listed_once_however_often_its_person_sat_down_there(client, monkeypatch):
    monkeypatch.setattr(cards, "MOST_SEATS", 2)
    ada, first, second = Device(client, "Namedada"), make(client, ADA, BO), open_table(client)
    ada.claim(first)
    sit_down_and_leave(client, ada, second, 3)
    assert list(ada.keys()) == [(first["table"], 0)], "what was left since is no seat of hers, and takes no place"


def test_others_write_between_two_tables_of_a_card_that_is_deleted(client, monkeypatch):
    ada, database, parts = Device(client, "Namedada"), client.app.state.house.database, []
    for _ in range(3):
        ada.claim(make(client, ADA, BO))
    write = database.write
    monkeypatch.setattr(database, "write", lambda work: parts.append(work.__qualname__) or write(work))
    assert ada.post("/delete").status_code == 200
    assert sum("Cards.delete" in part for part in parts) == 4, "one transaction a table, and one for the card"


def test_a_deletion_that_was_broken_off_can_be_said_again(client, config, monkeypatch):
    ada, tables = Device(client, "Namedada"), [make(client, ADA, BO) for _ in range(3)]
    for made in tables:
        ada.claim(made)
    done = []

    def fails_in_the_middle(connection, table, whose):
        if len(done) == 1:
            raise sqlite3.OperationalError("disk I/O error")
        done.append(table)
        return names.forget_names(connection, table, whose)

    monkeypatch.setattr(cards, "forget_names", fails_in_the_middle)
    client._transport.raise_server_exceptions = False
    assert ada.post("/delete").status_code == 503
    assert ada.get().status_code == 200, "the card is still there"
    assert stored(config, "SELECT subject FROM acts WHERE act = 'forget'") == [(done[0],)], "what is done, is told"
    monkeypatch.setattr(cards, "forget_names", names.forget_names)
    assert ada.post("/delete").status_code == 200
    assert "Namedada" not in everything_kept(config)
    assert "Namedbo" in everything_kept(config)


def test_names_in_the_log_of_an_older_version_go_too(client, config):
    ada, made = Device(client, "Namedada"), make(client, ADA, BO)
    ada.claim(made)
    for seq, name in ((2, "Namedada"), (3, "Namedbo")):
        stored(config, "UPDATE log SET text = replace(text, '···', ?) WHERE seq = ?", name, seq)
    stored(config, "DELETE FROM names")
    assert everything_kept(config).count("Namedada") == 2, "the row, and the card"
    assert ada.post("/delete").status_code == 200
    assert "Namedada" not in everything_kept(config)
    assert "Namedbo" in everything_kept(config)


def test_the_seat_of_who_sits_there_now_stays_kept_though_somebody_else_sat_there_before(client, config):
    ada, made = Device(client, "Namedada"), open_table(client)
    sit_down_and_leave(client, ada, made, 1)
    path = f"/api/tables/{made['table']}"
    made["keys"] |= client.post(path + "/sit", json={"name": "Namedbo"}).json()["keys"]
    client.post(path + "/start", headers=auth(made["keys"]["0"]))
    finish(client, made)
    again = client.post(path + "/rematch", headers=auth(made["keys"]["0"])).json()
    assert ada.post("/delete").status_code == 200
    seat = client.get(f"/api/tables/{again['table']}").json()["table"]["seats"][1]
    assert seat["reserved"] == "Namedbo"


def test_a_table_whose_game_ended_days_ago_no_longer_tells_the_name_in_any_house(client, config):
    ada, made = Device(client, "Namedada"), make(client, ADA, BO)
    ada.claim(made)
    finish(client, made)
    stored(config, "UPDATE tables SET changed = changed - 3 * 86400")
    path = f"/api/tables/{made['table']}"
    assert client.get(path).json()["table"]["seats"][0]["name"] == "Namedada"
    assert ada.post("/delete").status_code == 200
    assert client.get(path).json()["table"]["seats"][0]["name"] == "···"
    assert stored(config, "SELECT act, subject FROM acts") == [("forget", made["table"])], "other houses read this"


@pytest.mark.parametrize("text", ["nonsense", '{"change":"sat","seat":"none"}', "{}", ""])
def test_a_damaged_row_keeps_no_name_and_no_card(client, config, text):
    ada, made = Device(client, "Namedada"), make(client, ADA, BO)
    ada.claim(made)
    stored(config, "UPDATE log SET text = ? WHERE table_id = ? AND seq = 2", text, made["table"])
    client.post(f"/api/tables/{made['table']}/name", json={"name": "Namedadele"}, headers=auth(made["keys"]["0"]))
    assert ada.post("/delete").status_code == 200
    assert stored(config, "SELECT name FROM names") == [("Namedbo",)]
    assert stored(config, "SELECT count(*) FROM cards") == [(0,)]


def test_who_sat_down_after_a_row_that_is_damaged_is_still_found(client, config):
    ada, made = Device(client, "Namedada"), open_table(client)
    sit_down_and_leave(client, Device(client, "Namedbo"), made, 1)
    sit_down_and_leave(client, ada, made, 1)
    (seq,) = stored(config, "SELECT min(seq) FROM names WHERE seat = 1")[0]
    stored(config, "UPDATE log SET text = 'nonsense' WHERE seq = ?", seq)
    stored(config, "UPDATE names SET name = 'Namedeve' WHERE seq > ? AND seat = 1", seq)
    assert ada.post("/delete").status_code == 200
    assert "Namedeve" not in everything_kept(config)


@pytest.mark.parametrize("text", ["nonsense", "{}"])
def test_an_operator_has_names_forgotten_though_a_row_is_damaged(client, config, text):
    made = make(client, ADA, BO)
    stored(config, "UPDATE log SET text = ? WHERE table_id = ? AND seq = 2", text, made["table"])
    assert answer(config, Wish("forget", made["table"], 0, is_json=True)) == 0
    assert stored(config, "SELECT name FROM names") == [("Namedbo",)]
