"""Open hands: spectators see every hand only where the table proposed it and everybody agreed before the start."""

import json

import pytest

from osteria.server.tables.frames import Telling
from osteria.server.tables.step import Step

ME, OPEN, BOT = {"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "level": "random"}


def auth(key):
    return {"Authorization": f"Bearer {key}"}


def propose(client, *seats, game="mamma-mia", start=False, **settings):
    body = {"game": game, "seats": list(seats), "settings": settings, "start": start}
    return client.post("/api/tables", json=body)


def make(client, *seats, proposed=True, start=False):
    answer = propose(client, *seats, start=start, open_hands=proposed)
    assert answer.status_code == 200, answer.text
    return answer.json()


def sit(client, made, name):
    answer = client.post(f"/api/tables/{made['table']}/sit", json={"name": name}).json()
    return next(iter(answer["keys"].values()))


def agree(client, made, key, is_open=True):
    path = f"/api/tables/{made['table']}/hands"
    return client.post(path, json={"open": is_open}, headers=auth(key) if key else {})


def look(client, made, key=None):
    return client.get(f"/api/tables/{made['table']}", headers=auth(key) if key else {}).json()


def begin(client, made):
    assert client.post(f"/api/tables/{made['table']}/start", headers=auth(made["keys"]["0"])).status_code == 200


def welcome(client, made, key=None):
    with client.websocket_connect(f"/ws/tables/{made['table']}") as socket:
        socket.send_json({"type": "hello", "key": key})
        while True:
            message = json.loads(socket.receive_text())
            if message["type"] == "welcome":
                return message


def test_hands_are_closed_unless_the_table_proposes_to_open_them(client):
    made = make(client, ME, ME, proposed=False, start=True)
    assert look(client, made)["table"]["hands"] == "closed"
    assert look(client, made)["hands"] is None
    assert welcome(client, made)["hands"] is None


def test_spectators_see_every_hand_once_everybody_agreed(client):
    made = make(client, ME, OPEN, BOT)
    other = sit(client, made, "Bruno")
    assert look(client, made)["table"]["hands"] == "proposed"
    assert [seat["agrees"] for seat in look(client, made)["table"]["seats"]] == [True, False, False]
    assert agree(client, made, other).status_code == 200
    assert look(client, made)["table"]["hands"] == "open"
    begin(client, made)
    shown = look(client, made)["hands"]
    assert welcome(client, made)["hands"].keys() == shown.keys() == set(look(client, made)["view"]["seats"])
    for key in (made["keys"]["0"], other):
        place = look(client, made, key)
        assert place["hands"] is None
        assert welcome(client, made, key)["hands"] is None
        own = place["view"]["seat"]
        assert place["view"]["hands"][own] == look(client, made)["hands"][own]


def test_a_new_frame_shows_spectators_the_hands_and_nobody_else(client):
    made = make(client, ME, ME, start=True)
    keys = made["keys"]
    asked = next(key for key in keys.values() if "options" in look(client, made, key)["view"]["decision"])
    place = look(client, made, asked)
    path = f"/ws/tables/{made['table']}"
    with client.websocket_connect(path) as nobody, client.websocket_connect(path) as seat:
        nobody.send_json({"type": "hello"})
        seat.send_json({"type": "hello", "key": keys["0"]})
        for socket in (nobody, seat):
            while json.loads(socket.receive_text())["type"] != "welcome":
                pass
        body = {"id": "a", "question": place["question"], "moves": [place["view"]["decision"]["options"][0]]}
        client.post(f"/api/tables/{made['table']}/moves", json=body, headers=auth(asked))
        heard = []
        for socket in (nobody, seat):
            while (message := json.loads(socket.receive_text()))["type"] != "frame":
                pass
            heard.append(message)
    assert heard[0]["hands"] == look(client, made)["hands"]
    assert "hands" not in heard[1]


def test_whoever_is_told_after_a_spectator_is_told_no_hands(client):
    made = make(client, ME, ME, start=True)
    table = client.app.state.house._lives[made["table"]].table
    telling = Telling(table, [Step(table.frame, table.question, is_move=True)], b"secret")
    spectator, seat = (json.loads(telling.messages(viewer, "seat")[-1]) for viewer in (None, 0))
    assert spectator["hands"] == look(client, made)["hands"]
    assert "hands" not in seat


def test_one_who_does_not_agree_keeps_all_hands_closed(client):
    made = make(client, ME, OPEN)
    other = sit(client, made, "Bruno")
    agree(client, made, other)
    agree(client, made, other, is_open=False)
    begin(client, made)
    assert look(client, made)["table"]["hands"] == "closed"
    assert look(client, made)["hands"] is None
    assert agree(client, made, other).json()["error"]["key"] == "table.started"
    assert look(client, made)["hands"] is None


def test_who_comes_later_is_asked_too(client):
    made = make(client, ME, OPEN)
    other = sit(client, made, "Bruno")
    agree(client, made, other)
    client.post(f"/api/tables/{made['table']}/leave", headers=auth(other))
    sit(client, made, "Carla")
    assert look(client, made)["table"]["hands"] == "proposed"


@pytest.mark.parametrize("is_proposed", [True, False])
def test_only_people_at_a_table_that_proposes_it_may_agree(client, is_proposed):
    made = make(client, ME, OPEN, proposed=is_proposed)
    assert agree(client, made, None).json()["error"]["key"] == "link.missing"
    answer = agree(client, made, made["keys"]["0"])
    assert answer.status_code == (200 if is_proposed else 400)


@pytest.mark.parametrize("settings", [{"spectators": False}, {"game": "roll-for-soles"}])
def test_hands_are_not_opened_where_nobody_watches_or_nobody_holds_any(client, settings):
    answer = propose(client, ME, OPEN, open_hands=True, **settings)
    assert answer.json()["error"]["key"] == "options.wrong"
