"""The fair deal of a finished table: by the house's bytes, and those that seats added after its commitment."""

import asyncio
import hashlib
import io
import json
import random
import sqlite3
from contextlib import closing

import pytest
from housekit import Player, make_table
from playkit import ME, OPEN, finish
from starlette.testclient import TestClient

import osteria
from osteria.core.errors import OsteriaError
from osteria.server.http.app import build
from osteria.server.tables import days, fair


def test_a_finished_table_verifies_from_its_address(server):
    table, keys = make_table(server)

    async def play():
        players = [Player([server.address], table, key, random.Random(2)) for key in keys.values()]
        await asyncio.gather(*(player.play() for player in players))

    with pytest.raises(OsteriaError, match="over"):
        fair.check(f"{server.address}/t/{table}")
    asyncio.run(play())
    assert fair.check(f"{server.address}/t/{table}#secret").is_fair


BYTES = ["11" * 32, "22" * 32]


def auth(made, seat=0):
    return {"Authorization": f"Bearer {made['keys'][str(seat)]}"}


def test_seats_add_bytes_after_the_commitment_and_all_of_it_is_verified_offline(client, tmp_path):
    made = client.post("/api/tables", json={"game": "roll-for-soles", "seats": [ME, ME]}).json()
    path = f"/api/tables/{made['table']}"
    committed = client.get(path).json()["table"]["commitment"]
    for seat, text in enumerate(BYTES):
        assert client.post(path + "/random", json={"random": text}, headers=auth(made, seat)).status_code == 200
    assert [seat["random"] for seat in client.get(path).json()["table"]["seats"]] == BYTES
    client.post(path + "/start", headers=auth(made))
    refused = client.post(path + "/random", json={"random": "33" * 32}, headers=auth(made))
    assert refused.json()["error"]["key"] == "table.started"
    finish(client, made)
    deal = client.get(path + "/deal").json()
    house = bytes.fromhex(deal["seed"])
    assert deal["commitment"] == committed == hashlib.sha256(house + made["table"].encode()).hexdigest()
    assert deal["random"] == BYTES
    file = tmp_path / "game.txt"
    file.write_text(client.get(path + "/transcript").text)
    finding = fair.check(str(file))
    assert (finding.is_fair, list(finding.random), finding.commitment) == (True, BYTES, committed)
    file.write_text(file.read_text().replace(BYTES[0], "44" * 32))
    assert not fair.check(str(file)).deal_holds


def test_the_seed_of_a_deal_is_what_the_design_says():
    house, table = bytes(range(32)), "abcdefghijkm"
    assert fair.deal_seed(house, ["", ""], table) == house
    added = bytes.fromhex(BYTES[1])
    assert fair.deal_seed(house, ["", BYTES[1]], table) == hashlib.sha256(house + added + table.encode()).digest()


def test_bytes_leave_with_their_person_and_others_cannot_add_them(client):
    seats = [ME, {"kind": "me", "name": "Bo"}, OPEN]
    made = client.post("/api/tables", json={"game": "roll-for-soles", "seats": seats}).json()
    path = f"/api/tables/{made['table']}"
    assert client.post(path + "/random", json={"random": BYTES[0]}).status_code == 401
    assert client.post(path + "/random", json={"random": "xyz"}, headers=auth(made, 1)).status_code == 400
    client.post(path + "/random", json={"random": BYTES[0]}, headers=auth(made, 1))
    client.post(path + "/leave", headers=auth(made, 1))
    assert client.get(path).json()["table"]["seats"][1]["random"] == ""


def test_a_seat_adds_bytes_once(client):
    made = client.post("/api/tables", json={"game": "roll-for-soles", "seats": [ME, OPEN]}).json()
    path = f"/api/tables/{made['table']}"
    added = [client.post(path + "/random", json={"random": text}, headers=auth(made)) for text in (*BYTES, BYTES[0])]
    assert [answer.status_code for answer in added] == [200, 400, 200], (
        "another device of this seat believes it was first"
    )
    assert client.get(path).json()["table"]["seats"][0]["random"] == BYTES[0]


def test_bytes_with_a_line_end_are_no_bytes(client):
    made = client.post("/api/tables", json={"game": "roll-for-soles", "seats": [ME, OPEN]}).json()
    answer = client.post(f"/api/tables/{made['table']}/random", json={"random": BYTES[0] + "\n"}, headers=auth(made))
    assert answer.status_code == 400
    assert answer.json()["error"]["key"] == "request.malformed"


def test_a_line_end_that_came_in_with_the_bytes_of_a_seat_once_makes_no_deal_unfair(config, tmp_path):
    with TestClient(build(config), base_url="http://house.test") as client:
        made = client.post("/api/tables", json={"game": "roll-for-soles", "seats": [ME, ME]}).json()
        path = f"/api/tables/{made['table']}"
        client.post(path + "/random", json={"random": BYTES[0]}, headers=auth(made))
    with closing(sqlite3.connect(config.folder / "house.sqlite3")) as database, database:
        database.execute("UPDATE log SET text = replace(text, ?, ?)", (BYTES[0], BYTES[0] + "\\n"))
        assert database.total_changes
    with TestClient(build(config), base_url="http://house.test") as client:
        client.post(path + "/start", headers=auth(made))
        finish(client, made)
        (tmp_path / "game.txt").write_text(client.get(path + "/transcript").text)
    finding = fair.check(str(tmp_path / "game.txt"))
    assert (finding.is_fair, list(finding.random)) == (True, [BYTES[0], ""])


def test_a_house_that_opens_another_seed_than_it_promised_is_found_out_by_who_noted_it(client, tmp_path, capsys):
    made = client.post("/api/tables", json={"game": "roll-for-soles", "seats": [ME, ME], "start": True}).json()
    path, file = f"/api/tables/{made['table']}", tmp_path / "game.txt"
    promised = client.get(path).json()["table"]["commitment"]
    finish(client, made)
    file.write_text(client.get(path + "/transcript").text)
    assert fair.check(str(file), promised.upper()).is_fair
    finding = fair.check(str(file), "ab" * 32)
    assert not finding.is_fair, "consistent in itself, and not what was promised"
    assert fair.report(fair.check(str(file)), as_json=False) == fair.HELD
    assert f"commitment: {promised}" in capsys.readouterr().out


@pytest.fixture
def opened(client):
    """What the house opened of a game in which both seats had added bytes."""
    made = client.post("/api/tables", json={"game": "roll-for-soles", "seats": [ME, ME]}).json()
    path = f"/api/tables/{made['table']}"
    for seat, text in enumerate(BYTES):
        client.post(path + "/random", json={"random": text}, headers=auth(made, seat))
    client.post(path + "/start", headers=auth(made))
    finish(client, made)
    return client.get(path + "/deal").json()


def dealt_from(deal):
    """A game that was dealt from what this opens."""
    match = osteria.new(
        "roll-for-soles", 2, seed=fair.deal_seed(bytes.fromhex(deal["seed"]), deal["random"], deal["table"])
    )
    while match.decision is not None:
        match.play(match.decision.options[0])
    return deal | {"transcript": match.transcript}


def verified(folder, deal, promised=None):
    file = folder / "deal.json"
    file.write_text(json.dumps(deal))
    return fair.check(str(file), promised)


def test_no_byte_moves_between_the_seed_and_the_id_of_the_table(opened, tmp_path):
    assert verified(tmp_path, opened, opened["commitment"]).is_fair
    shorter, longer = bytes.fromhex(opened["seed"])[:-1].hex(), opened["seed"] + opened["table"][:1].encode().hex()
    for lie in ({"seed": longer, "table": opened["table"][1:]}, {"seed": shorter}):
        with pytest.raises(OsteriaError, match="no fair deal"):
            verified(tmp_path, dealt_from(opened | lie), opened["commitment"])


def test_bytes_of_a_seat_that_nobody_sat_in_are_found_out(opened, tmp_path):
    assert verified(tmp_path, dealt_from(opened)).is_fair
    finding = verified(tmp_path, dealt_from(opened | {"random": [*BYTES, "33" * 32]}), opened["commitment"])
    assert (finding.commitment_holds, finding.is_fair) == (True, False)


def test_an_address_that_is_answered_with_another_table_is_refused(opened, monkeypatch):
    answer = json.dumps(opened).encode()
    monkeypatch.setattr("urllib.request.urlopen", lambda *_, **__: io.BytesIO(answer))
    assert fair.check(f"http://house.test/t/{opened['table']}").is_fair
    with pytest.raises(OsteriaError, match="another table"):
        fair.check("http://house.test/t/" + "z" * 12)


@pytest.mark.parametrize("noted", ["", "  ", "ab" * 31, "ab" * 31 + "xy"])
def test_a_note_that_is_no_commitment_is_refused_and_not_taken_for_none(opened, tmp_path, noted):
    with pytest.raises(OsteriaError, match="64 hex digits"):
        verified(tmp_path, opened, noted)


def test_what_was_told_of_a_day_is_of_its_seed_alone(opened, tmp_path):
    told = days.commitment(bytes.fromhex(opened["seed"]), "2026-11-16", "roll-for-soles")

    def of_the_day(random):
        deal = dealt_from(opened | {"random": random})
        return deal | {"transcript": deal["transcript"].replace("---\n", "day: 2026-11-16\n---\n", 1)}

    assert verified(tmp_path, of_the_day([]), told).is_fair
    assert not verified(tmp_path, of_the_day(BYTES), told).is_fair, "the house could choose them"
