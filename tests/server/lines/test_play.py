"""Playing: exactly once, all or nothing, resumed where it broke."""

import time
import uuid

import pytest
from playkit import BOT, ME, OPEN, answer, finish, first_asked, hear_to_the_end, line, make, receive
from starlette.websockets import WebSocketDisconnect

from osteria.server.lines.line import TOO_SLOW
from osteria.server.tables import live as live_tables
from osteria.server.tables.fair import check


def test_a_move_sent_three_times_counts_once(client):
    made = make(client, ME, ME)
    seat, place = first_asked(client, made)
    move = answer(place["question"], place["view"]["decision"]["options"][0])
    with line(client, made, seat) as (socket, _):
        for _ in range(3):
            socket.send_json(move)
        acks = [receive(socket, "ack", "refused") for _ in range(3)]
    assert acks == [acks[0]] * 3
    assert acks[0]["type"] == "ack"


def test_the_same_id_on_another_line_is_acknowledged_again(client):
    made = make(client, ME, ME)
    seat, place = first_asked(client, made)
    move = answer(place["question"], place["view"]["decision"]["options"][0])
    with line(client, made, seat) as (socket, _):
        socket.send_json(move)
        first = receive(socket, "ack")
    with line(client, made, seat) as (socket, _):
        socket.send_json(move)
        assert receive(socket, "ack", "refused") == first


def test_a_move_counts_for_everybody_although_its_line_broke_at_once(client):
    made = make(client, ME, ME)
    seat, place = first_asked(client, made)
    with line(client, made, 1 - seat) as (other, _):
        with line(client, made, seat) as (socket, _):
            socket.send_json(answer(place["question"], place["view"]["decision"]["options"][0]))
        assert receive(other, "frame")["question"] == place["question"] + 1


def test_an_answer_to_yesterdays_question_is_stale(client):
    made = make(client, ME, ME)
    seat, place = first_asked(client, made)
    with line(client, made, seat) as (socket, _):
        socket.send_json(answer(place["question"], place["view"]["decision"]["options"][0]))
        receive(socket, "ack")
        socket.send_json(answer(place["question"], "secure"))
        assert receive(socket, "refused")["problem"]["key"] == "move.stale"


def test_who_is_not_asked_cannot_answer(client):
    made = make(client, ME, ME)
    seat, place = first_asked(client, made)
    with line(client, made, 1 - seat) as (socket, _):
        socket.send_json(answer(place["question"], "secure"))
        assert receive(socket, "refused")["problem"]["key"] == "move.not-asked"


def test_spectators_look_on_and_may_say_nothing(client):
    made = make(client, ME, ME)
    with line(client, made) as (socket, welcome):
        assert welcome["you"]["role"] == "stranger"
        socket.send_json(answer(0, "secure"))
        assert receive(socket, "refused")["problem"]["key"] == "link.missing"


@pytest.mark.parametrize("move", ["fly to the moon", "from seat 9", "roll roll", "secure\nroll"])
def test_nonsense_is_refused_and_changes_nothing(client, move):
    made = make(client, ME, ME)
    seat, place = first_asked(client, made)
    with line(client, made, seat) as (socket, _):
        socket.send_json(answer(place["question"], move))
        assert receive(socket, "refused")["problem"]["key"] in ("move.malformed", "move.illegal")
    assert first_asked(client, made)[1]["frame"] == place["frame"]


def test_a_run_never_goes_past_a_roll_whatever_would_come(client):
    """Else a refusal would tell how the dice fall."""
    for _ in range(12):
        made = make(client, ME, ME)
        seat, place = first_asked(client, made)
        if "roll" not in place["view"]["decision"]["options"]:
            continue
        with line(client, made, seat) as (socket, _):
            socket.send_json(answer(place["question"], "roll", "secure"))
            problem = receive(socket, "refused")["problem"]
            assert (problem["key"], problem["at"]) == ("move.too-far", 1)


@pytest.mark.parametrize("game", ["mamma-mia", "sole-mio", "grande"])
def test_a_whole_turn_is_one_message_all_or_nothing(client, game):
    made = make(client, ME, ME, ME, game=game)
    seat, place = first_asked(client, made)
    trial = client.app.state.house._lives[made["table"]].table.match.copy()
    run = []
    while trial.decision.seat == seat and "draw supply" not in run:
        run.append(
            str(next((o for o in trial.decision.options if str(o) == "draw supply"), trial.decision.options[-1]))
        )
        trial.play(run[-1])
    assert len(run) >= 2
    with line(client, made, seat) as (socket, welcome), line(client, made, 1 - seat if seat < 2 else 0) as (other, _):
        socket.send_json(answer(place["question"], *run[:-1], "play 9 olive"))
        refused = receive(socket, "refused")["problem"]
        assert refused["at"] == len(run) - 1
        socket.send_json(answer(place["question"], *run))
        frames = [receive(socket, "frame") for _ in run]
        assert receive(socket, "ack")["frame"] == frames[-1]["number"] == welcome["frame"] + len(run)
        assert ["view" in frame for frame in frames] == [False] * (len(run) - 1) + [True]
        told = [event for _ in run for event in receive(other, "frame").get("events", [])]
    assert told[0]["event"] == "play"
    assert not any("card" in event for event in told if event["event"] == "deal")


def test_everybody_gets_the_same_numbers_without_gaps(client):
    made = make(client, ME, ME, memory="assisted")
    with line(client, made, 0) as (zero, first), line(client, made, 1) as (one, _), line(client, made) as (nobody, _):
        finish(client, made)
        numbers = [[], [], []]
        for place, socket in enumerate((zero, one, nobody)):
            frame = {}
            while frame.get("table", {}).get("status") != "over":
                frame = receive(socket, "frame")
                numbers[place].append(frame["number"])
    assert numbers[0] == numbers[1] == numbers[2] == list(range(first["frame"] + 1, numbers[0][-1] + 1))


def test_an_assisted_viewer_fills_any_gap(client):
    made = make(client, ME, ME, memory="assisted")
    finish(client, made)
    with line(client, made, 0, since=0) as (_, welcome):
        assert [frame["number"] for frame in welcome["missed"]] == list(range(1, welcome["frame"] + 1))
        told = [event for frame in welcome["missed"] for event in frame.get("events", [])]
        assert told == welcome["view"]["history"]


def test_a_finished_game_opens_its_seed_and_verifies(client, tmp_path):
    made = make(client, ME, BOT)
    path = f"/api/tables/{made['table']}"
    assert client.get(path + "/deal").json()["error"]["key"] == "table.running"
    assert client.get(path + "/transcript").status_code == 409
    commitment = client.get(path).json()["table"]["commitment"]
    finish(client, made)
    (tmp_path / "game.txt").write_text(client.get(path + "/transcript").text)
    (tmp_path / "deal.json").write_text(client.get(path + "/deal").text)
    for name in ("game.txt", "deal.json"):
        assert check(str(tmp_path / name)).is_fair
    assert client.get(path + "/deal").json()["commitment"] == commitment


def test_a_changed_card_or_seed_does_not_verify(client, tmp_path):
    made = make(client, ME, BOT)
    finish(client, made)
    text = client.get(f"/api/tables/{made['table']}/transcript").text
    seed = next(row for row in text.splitlines() if row.startswith("seed: "))
    dice = next(row for row in text.splitlines() if row.startswith("chance: dice"))
    other_seed = "seed: " + bytes(32).hex()
    other_dice = "chance: dice 1 1 1 1" if dice != "chance: dice 1 1 1 1" else "chance: dice 2 2 2 2"
    for changed in (text.replace(seed, other_seed), text.replace(dice, other_dice, 1)):
        (tmp_path / "changed.txt").write_text(changed)
        assert not check(str(tmp_path / "changed.txt")).is_fair


def test_a_finished_game_is_replayed_at_any_move_and_a_running_authentic_one_is_not(client):
    made = make(client, ME, BOT)
    path = f"/api/tables/{made['table']}/replay"
    key = {"Authorization": f"Bearer {made['keys']['0']}"}
    assert client.get(path, headers=key).json()["error"]["key"] == "table.authentic"
    place = finish(client, made)
    whole = client.get(path, params={"count": 200}).json()
    assert whole["steps_in_all"] == place["question"] + 1
    last = client.get(path, params={"start": place["question"], "viewer": 1}).json()["steps"]
    assert last[0]["view"]["outcome"] == place["view"]["outcome"]
    assert whole["steps"][1]["move"]


def test_a_running_assisted_game_replays_what_the_viewer_saw(client):
    made = make(client, ME, ME, memory="assisted")
    seat, place = first_asked(client, made)
    key = {"Authorization": f"Bearer {made['keys'][str(seat)]}"}
    steps = client.get(f"/api/tables/{made['table']}/replay", headers=key).json()["steps"]
    assert [event for step in steps for event in step["events"]] == place["view"]["history"]
    assert all(step["move"] is None for step in steps)


def test_the_same_people_play_again(client):
    made = make(client, ME, ME, BOT)
    post = f"/api/tables/{made['table']}/rematch"
    keys = [{"Authorization": f"Bearer {key}"} for key in made["keys"].values()]
    assert client.post(post, headers=keys[0]).json()["error"]["key"] == "table.running"
    finish(client, made)
    first = client.post(post, headers=keys[1]).json()
    path = f"/api/tables/{first['table']}"
    assert client.get(f"/api/tables/{made['table']}").json()["table"]["rematch"] == first["table"]
    stranger = client.post(path + "/sit", json={"name": "Eve", "seat": 0})
    assert stranger.json()["error"]["key"] == "seat.taken"
    again = client.post(post, headers=keys[0]).json()
    assert again["table"] == first["table"]
    assert client.post(post, headers=keys[0]).json() == again
    table = client.get(path).json()["table"]
    assert [seat["kind"] for seat in table["seats"]] == ["person", "person", "bot"]
    assert table["status"] == "playing", "everybody said yes: it begins by itself"
    assert client.get(f"/api/tables/{made['table']}").json()["table"]["again"] == [1, 0]


def test_nobody_present_can_be_stood_in_for_and_nobody_loses_a_seat(client):
    made = make(client, ME, ME)
    path = f"/api/tables/{made['table']}"
    keys = [{"Authorization": f"Bearer {made['keys'][str(seat)]}"} for seat in range(2)]
    for seat in range(2):
        client.get(path, headers=keys[seat])
    for asker in range(2):
        for seat in range(2):
            body = {"id": uuid.uuid4().hex, "seat": seat}
            answer = client.post(path + "/play-on", json=body, headers=keys[asker])
            assert answer.json()["error"]["key"] == "seat.present"
    assert [seat["kind"] for seat in client.get(path).json()["table"]["seats"]] == ["person", "person"]


def test_one_word_lets_a_bot_play_on_for_who_is_away_and_the_seat_is_theirs_when_they_return(client, monkeypatch):
    made = make(client, ME, ME)
    path = f"/api/tables/{made['table']}"
    keys = [{"Authorization": f"Bearer {made['keys'][str(seat)]}"} for seat in range(2)]
    asked = client.get(path, headers=keys[0]).json()["view"]["decision"]["seat"]
    other = 1 - asked
    monkeypatch.setattr(live_tables, "HTTP_SECONDS", 0.0)
    monkeypatch.setattr(live_tables.Live, "absent_for", lambda self, seat: 61.0 if seat == asked else 0.0)
    body = {"id": uuid.uuid4().hex, "seat": asked}
    assert client.post(path + "/play-on", json=body, headers=keys[other]).status_code == 200
    seat = client.get(path).json()["table"]["seats"][asked]
    assert (seat["kind"], seat["stand_in"], seat["stood_by"]) == ("person", "away", other)
    body = {"id": uuid.uuid4().hex}
    assert client.post(path + "/back", json=body, headers=keys[asked]).status_code == 200
    assert client.get(path).json()["table"]["seats"][asked]["stand_in"] == ""


def test_a_table_waits_when_the_last_one_has_stood_up_though_their_line_is_still_open(client):
    made = make(client, ME, BOT)
    path = f"/api/tables/{made['table']}"
    with line(client, made, 0):
        client.post(path + "/leave", headers={"Authorization": f"Bearer {made['keys']['0']}"})
        place, before = client.get(path).json(), None
        while place != before:
            time.sleep(0.3)
            place, before = client.get(path).json(), place
    assert place["table"]["status"] == "playing"


def test_who_leaves_is_stood_in_for_and_comes_back_by_opening_a_line(client):
    made = make(client, ME, ME)
    path = f"/api/tables/{made['table']}"
    client.post(path + "/leave", headers={"Authorization": f"Bearer {made['keys']['0']}"})
    assert client.get(path).json()["table"]["seats"][0]["stand_in"] == "left"
    with line(client, made, 0) as (socket, _):
        while client.get(path).json()["table"]["seats"][0]["stand_in"]:
            receive(socket, "frame")


def test_a_phrase_is_said_to_everybody_once(client):
    made = make(client, ME, ME)
    with line(client, made, 0) as (zero, _), line(client, made) as (nobody, _):
        message = {"type": "say", "id": "a1", "phrase": "hello"}
        zero.send_json(message)
        zero.send_json(message)
        assert receive(zero, "ack") == receive(zero, "ack")
        assert receive(nobody, "frame")["said"] == {"seat": 0, "phrase": "hello"}
        zero.send_json({"type": "say", "id": "a2", "phrase": "pizza"})
        assert receive(zero, "refused")["problem"]["key"] == "phrase.unknown"


def test_a_rotated_link_closes_the_lines_that_used_it(client):
    made = make(client, ME, ME)
    with line(client, made, 0) as (socket, _):
        client.post(f"/api/tables/{made['table']}/rotate", headers={"Authorization": f"Bearer {made['keys']['0']}"})
        assert receive(socket, "bye")["problem"]["key"] == "link.rotated"


def test_a_line_without_a_hello_may_come_back(client, monkeypatch):
    """It may be lost on the way: the house must not send its sender away for good."""
    monkeypatch.setattr("osteria.server.lines.serve.HELLO_SECONDS", 0.05)
    made = make(client, ME, ME)
    with (
        client.websocket_connect(f"/ws/tables/{made['table']}") as socket,
        pytest.raises(WebSocketDisconnect) as closed,
    ):
        socket.receive_text()
    assert closed.value.code == TOO_SLOW


def test_a_malformed_message_is_refused_and_the_line_goes_on(client):
    made = make(client, ME, ME)
    with line(client, made, 0) as (socket, _):
        socket.send_text("{")
        assert receive(socket, "refused")["problem"]["key"] == "request.malformed"
        socket.send_json({"type": "ping", "n": 7})
        assert receive(socket, "pong")["n"] == 7


def test_who_shares_a_device_is_not_away(client):
    made = make(client, ME, ME)
    with client.websocket_connect(f"/ws/tables/{made['table']}") as socket:
        socket.send_json({"type": "hello", "key": made["keys"]["0"], "also": [made["keys"]["1"], "x" * 40]})
        welcome = receive(socket, "welcome")
        assert welcome["present"] == [0, 1]
        assert welcome["away"] == {}
    with client.websocket_connect(f"/ws/tables/{made['table']}") as socket:
        socket.send_json({"type": "hello", "key": made["keys"]["0"]})
        welcome = receive(socket, "welcome")
        assert welcome["present"] == [0]
        assert list(welcome["away"]) == ["1"]


def test_a_stranger_who_looked_on_while_a_table_without_spectators_waited_is_sent_away_before_the_deal(client):
    settings = {"spectators": False}
    made = client.post("/api/tables", json={"game": "sole-mio", "seats": [ME, BOT], "settings": settings}).json()
    with client.websocket_connect(f"/ws/tables/{made['table']}") as stranger:
        stranger.send_json({"type": "hello"})
        assert receive(stranger, "welcome")["you"]["role"] == "stranger"
        headers = {"Authorization": f"Bearer {made['keys']['0']}"}
        assert client.post(f"/api/tables/{made['table']}/start", headers=headers).status_code == 200
        heard, code = hear_to_the_end(stranger)
    assert code == 4403
    assert [message["type"] for message in heard if message["type"] != "present"] == ["bye"]
    assert heard[-1]["problem"]["key"] == "table.no-spectators"


def test_who_becomes_the_host_learns_the_invitations_on_the_open_line(client):
    made = client.post(
        "/api/tables", json={"game": "sole-mio", "seats": [ME, {"kind": "me", "name": "Bo"}, OPEN]}
    ).json()
    with line(client, made, 1) as (socket, welcome):
        assert welcome["you"]["role"] == "seat"
        headers = {"Authorization": f"Bearer {made['keys']['0']}"}
        client.post(f"/api/tables/{made['table']}/leave", headers=headers)
        you = receive(socket, "frame")["you"]
    assert you["role"] == "host"
    assert set(you["invites"]) == {"0", "2"}
