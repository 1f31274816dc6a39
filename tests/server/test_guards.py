"""Guards of the house, each with the test that notices when it is gone."""

import asyncio
import contextlib
from dataclasses import replace

import pytest
from playkit import BOT, ME, OPEN, answer, first_asked, hear_to_the_end, line, make, receive
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from osteria.server.http.app import build
from osteria.server.tables import changes, commands
from osteria.server.tables.changes import HOUSE, Row, write_change
from osteria.server.tables.clocks import Clocks
from osteria.server.tables.table import Table
from osteria.server.wire.messages import Clock, Settings
from osteria.server.wire.refusal import Refusal


def auth(made, seat=0):
    return {"Authorization": f"Bearer {made['keys'][str(seat)]}"}


def key_of(found):
    return found.json()["error"]["key"]


def test_a_websocket_of_another_sites_page_is_not_opened(client):
    made = make(client, ME, ME)
    path, headers = f"/ws/tables/{made['table']}", {"Origin": "https://evil.test"}
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(path, headers=headers):
        pass


@pytest.mark.parametrize(("origin", "opens"), [("https://pages.test", True), ("https://pages.test.evil.test", False)])
def test_a_websocket_of_an_allowed_page_is_opened_and_of_no_other(config, origin, opens):
    with TestClient(build(replace(config, origins="https://pages.test")), base_url="http://house.test") as client:
        made = make(client, ME, ME)
        found = contextlib.nullcontext() if opens else pytest.raises(WebSocketDisconnect)
        path = f"/ws/tables/{made['table']}"
        with found, client.websocket_connect(path, headers={"Origin": origin}) as socket:
            socket.send_json({"type": "hello", "key": made["keys"]["0"]})
            assert receive(socket, "welcome")["you"]["seat"] == 0


def test_a_body_that_does_not_say_it_is_json_is_refused(client):
    found = client.post("/api/qr", content='{"text": "x"}', headers={"Content-Type": "text/plain"})
    assert (found.status_code, key_of(found)) == (400, "request.malformed")


def test_a_running_game_is_replayed_to_no_stranger_where_spectators_are_barred(client):
    made = make(client, ME, ME, memory="assisted", spectators=False)
    path = f"/api/tables/{made['table']}/replay"
    assert key_of(client.get(path)) == "table.no-spectators"
    assert client.get(path, headers=auth(made)).status_code == 200


def test_the_hosts_own_seat_is_not_given_to_a_bot(client):
    made = client.post("/api/tables", json={"game": "sole-mio", "seats": [ME, OPEN]}).json()
    found = client.post(
        f"/api/tables/{made['table']}/seats/0", json={"kind": "bot", "level": "random"}, headers=auth(made)
    )
    assert key_of(found) == "seat.taken"


def test_nobody_sits_down_at_a_closed_table(client):
    made = client.post("/api/tables", json={"game": "sole-mio", "seats": [ME, OPEN]}).json()
    client.post(f"/api/tables/{made['table']}/leave", headers=auth(made))
    assert key_of(client.post(f"/api/tables/{made['table']}/sit", json={"name": "Bo"})) == "table.closed"


def test_seats_that_are_kept_for_somebody_are_in_no_invitation(client):
    made = make(client, ME, {"kind": "me", "name": "Bo"})
    from playkit import finish

    finish(client, made)
    again = client.post(f"/api/tables/{made['table']}/rematch", headers=auth(made)).json()
    (key,) = again["keys"].values()
    you = client.get(f"/api/tables/{again['table']}", headers={"Authorization": f"Bearer {key}"}).json()["you"]
    assert you["role"] == "host"
    assert you["invites"] == {}


def playing():
    opened = changes.Opened("roll-for-soles", 2, Settings(), bytes(32).hex(), 0)
    table = Table(Row("a" * 12, 1, 0.0, HOUSE, write_change(opened)))
    table.apply(commands.write(table, changes.Sat(0, "Ada"), changes.Sat(1, "Bo")).rows)
    entry = commands.begin(table)
    table.apply(entry.rows, entry.played)
    return table


def test_a_bot_does_not_answer_after_the_person_took_the_seat_back():
    table = playing()
    asked, question = table.asked, table.question
    table.apply(commands.write(table, changes.StoodIn(asked, "away", 1 - asked)).rows)
    run = commands.try_run(table, [str(table.match.decision.options[0])])
    assert commands.answer_for(asked, question, run)(table).rows
    table.apply(commands.come_back(asked)(table).rows)
    assert commands.answer_for(asked, question, run)(table) == changes.NOTHING


def test_returning_gives_time_back():
    found = Clocks(2, Clock(100, 0, 30))
    found.ask(0, 1000.0)
    found.returned(0, 1020.0, 20.0)
    found.answered(0, 1025.0, counts=True)
    assert found.left[0] == 95.0


def test_a_move_of_the_wrong_seat_or_for_an_old_question_changes_nothing():
    table = playing()
    asked, move = table.asked, str(table.match.decision.options[0])
    with pytest.raises(Refusal, match="Somebody else"):
        commands.play(1 - asked, table.question, [move], "c")(table)
    with pytest.raises(Refusal, match="answered meanwhile"):
        commands.play(asked, table.question + 1, [move], "c")(table)


def test_a_seat_whose_link_was_replaced_is_sent_away_from_its_open_line(client):
    made = make(client, ME, BOT)
    with line(client, made, 0) as (socket, _):
        client.post(f"/api/tables/{made['table']}/rotate", headers=auth(made))
        heard, code = hear_to_the_end(socket)
    assert (heard[-1]["problem"]["key"], code) == ("link.rotated", 4410)


@pytest.mark.parametrize("most", ["MOST_PENDING", "MOST_UNREAD"])
def test_one_line_has_so_many_messages_on_their_way_and_no_more(client, monkeypatch, most):
    monkeypatch.setattr(f"osteria.server.lines.line.{most}", 0)
    made = make(client, ME, ME)
    seat, place = first_asked(client, made)
    with line(client, made, seat) as (socket, _):
        socket.send_json(answer(place["question"], place["view"]["decision"]["options"][0]))
        heard, code = hear_to_the_end(socket)
    assert (heard[-1]["problem"]["key"], code) == ("request.too-many", 4429)


def test_messages_that_were_read_do_not_count_any_more(client, monkeypatch):
    monkeypatch.setattr("osteria.server.lines.line.MOST_UNREAD", 1)
    made = make(client, ME, ME)
    with line(client, made, 0) as (socket, _):
        for number in range(3):
            socket.send_json({"type": "ping", "n": number})
            while (heard := socket.receive_json())["type"] != "pong":
                assert heard["type"] != "bye"
            assert heard["n"] == number


def test_who_waits_for_a_turn_and_goes_away_holds_up_nobody():
    from osteria.server.tables.turns import Turns

    async def run():
        turns, order = Turns(), []
        async with turns.turn():
            waiting = asyncio.create_task(turns.turn().__aenter__())
            await asyncio.sleep(0)
            turns.take(lambda: (order.append("callback"), turns.pass_on()))
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        await asyncio.sleep(0.01)
        return order, turns.is_taken

    assert asyncio.run(run()) == (["callback"], False)


def test_the_welcome_is_the_first_thing_on_a_line(client):
    made = make(client, ME, ME)
    with line(client, made, 0) as (_, welcome), line(client, made, 1) as (other, _):
        assert welcome["frame"] > 0
        client.post(f"/api/tables/{made['table']}/say", json={"id": "x", "phrase": "hello"}, headers=auth(made))
        assert receive(other, "frame")["said"]["phrase"] == "hello"
