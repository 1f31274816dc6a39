"""Company: reactions beside the seats, and people who watch."""

import asyncio
import json

import pytest
from playkit import finish, line, make, receive
from virtualkit import VirtualHouse, virtual_time, world_of

import osteria
from osteria.server.tables import changes, commands, seating
from osteria.server.wire.words import REACTIONS

TWO = ({"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"})


def say(socket, phrase, number):
    socket.send_json({"type": "say", "id": f"s{number}", "phrase": phrase})


def test_a_reaction_is_seen_by_all_and_only_one_in_five_seconds(client, monkeypatch):
    made = make(client, *TWO)
    with line(client, made, 0) as (ada, _), line(client, made, 1) as (ben, _), line(client, made) as (stranger, _):
        say(ada, "re-bravo", 1)
        for socket in (ada, ben, stranger):
            assert receive(socket, "frame")["said"] == {"seat": 0, "phrase": "re-bravo"}
        say(ada, "re-ouch", 2)
        problem = receive(ada, "refused")["problem"]
        assert problem["key"] == "request.too-many"
        assert 0 < problem["retry_after"] <= 5
        say(ben, "re-laugh", 3)
        assert receive(ada, "frame")["said"] == {"seat": 1, "phrase": "re-laugh"}
        say(ada, "hello", 4)
        assert receive(ada, "frame")["said"]["phrase"] == "hello", "phrases have no such limit"
        monkeypatch.setattr(commands, "REACTION_SECONDS", 0.0)
        say(ada, "re-ouch", 5)
        assert receive(ada, "frame")["said"]["phrase"] == "re-ouch"


def test_there_are_six_reactions_and_no_others(client):
    assert len(REACTIONS) == 6
    made = make(client, *TWO)
    with line(client, made, 0) as (ada, _):
        say(ada, "re-nonsense", 1)
        assert receive(ada, "refused")["problem"]["key"] == "phrase.unknown"


def test_reactions_are_in_no_transcript_and_no_replay(client):
    from playkit import finish

    made = make(client, *TWO)
    with line(client, made, 0) as (ada, _):
        say(ada, "re-think", 1)
        receive(ada, "frame")
    finish(client, made)
    path = f"/api/tables/{made['table']}"
    assert "re-think" not in client.get(path + "/transcript").text
    assert "re-think" not in client.get(path + "/replay").text


def watch(client, made, name):
    socket = client.websocket_connect(f"/ws/tables/{made['table']}")
    socket.__enter__()
    socket.send_json({"type": "hello", "name": name})
    return socket, receive(socket, "welcome")


def test_who_watches_is_seen_by_name_and_gone_when_gone(client):
    made = make(client, *TWO)
    with line(client, made, 0) as (ada, welcome):
        assert welcome["watchers"] == []
        socket, hers = watch(client, made, "  Zoe\u200b ")
        assert hers["watchers"] == ["Zoe"], "names are cleaned"
        assert hers["you"]["seat"] is None
        seen = receive(ada, "present")
        while seen["watching"] != 1:
            seen = receive(ada, "present")
        assert seen["watchers"] == ["Zoe"]
        socket.__exit__(None, None, None)
        while receive(ada, "present")["watching"]:
            pass


def test_a_player_s_name_is_not_taken_from_the_hello(client):
    made = make(client, *TWO)
    with client.websocket_connect(f"/ws/tables/{made['table']}") as socket:
        socket.send_json({"type": "hello", "key": made["keys"]["0"], "name": "Eve"})
        assert receive(socket, "welcome")["watchers"] == []


@pytest.mark.parametrize("name", ["x" * 25, "\u200b"])
def test_a_name_that_is_none_is_refused(client, name):
    made = make(client, *TWO)
    with client.websocket_connect(f"/ws/tables/{made['table']}") as socket:
        socket.send_text(json.dumps({"type": "hello", "name": name}))
        assert receive(socket, "bye")["problem"]["key"] in ("request.malformed", "name.wrong")


def test_what_is_said_has_an_end_and_keeps_nobody_from_anything_else(client, monkeypatch):
    monkeypatch.setattr(commands, "MOST_TIMES", 6)
    monkeypatch.setattr(commands, "MORE_FOR_EACH", 1)
    made = make(client, *TWO)
    path, key = f"/api/tables/{made['table']}", {"Authorization": f"Bearer {made['keys']['0']}"}
    said = [client.post(path + "/say", json={"id": f"s{n}", "phrase": "hello"}, headers=key) for n in range(9)]
    assert [answer.status_code for answer in said] == [200] * 7 + [429] * 2
    assert client.post(path + "/name", json={"name": "Adam"}, headers=key).status_code == 200
    other = {"Authorization": f"Bearer {made['keys']['1']}"}
    assert client.post(path + "/say", json={"id": "b", "phrase": "hello"}, headers=other).status_code == 200
    finish(client, made)  # moves are no words
    assert client.post(path + "/rotate", headers=key).status_code == 200, (
        "a link that was stolen is replaced all the same"
    )


def test_a_device_no_longer_holds_a_seat_that_somebody_else_has(client):
    body = {"game": "roll-for-soles", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Eva"}]}
    made = client.post("/api/tables", json=body).json()
    path, host = f"/api/tables/{made['table']}", {"Authorization": f"Bearer {made['keys']['0']}"}
    with client.websocket_connect(f"/ws/tables/{made['table']}") as socket:
        socket.send_json({"type": "hello", "key": made["keys"]["0"], "also": [made["keys"]["1"]]})
        assert receive(socket, "present")["present"] == [0, 1]
        assert client.post(path + "/seats/1", json={"kind": "open"}, headers=host).status_code == 200
        assert client.post(path + "/sit", json={"name": "Cleo"}).status_code == 200
        live = client.app.state.house._lives[made["table"]]
        assert live.seats_here == [0]


def test_a_seat_that_was_lost_while_a_line_waited_for_its_turn_is_not_held(tmp_path):
    """Nobody is there for it, and whoever has it now is not taken to be back."""
    match = osteria.new("sole-mio", 2, seed=3)
    match.play(match.decision.options[0])
    world, _ = world_of(match)

    async def come(loop):
        house = VirtualHouse(loop, tmp_path, world)
        live, commit = house.live, house.house.commit
        await commit(live, lambda table: commands.write(table, changes.StoodIn(1, "left")))
        async with live.turns.turn():
            rotated = asyncio.create_task(commit(live, seating.rotate(1)))
            await asyncio.sleep(0)
            coming = asyncio.create_task(house.open(0, 1))
            await asyncio.sleep(0)
        await rotated
        await coming
        found = live.seats_here, live.table.seats[1].stand_in
        await house.close()
        return found

    with virtual_time() as loop:
        assert loop.run_until_complete(come(loop)) == ([0], "left")
