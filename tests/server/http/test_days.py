"""Today's deal: the same for everybody, secret while the day lasts, and a card's first try counts."""

import json
import random
import subprocess
import sys
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from housekit import IS_LONG
from playkit import BOT, ME, Device, auth, key_of, make
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from osteria.bots.days import bot_seed
from osteria.server.config import Config
from osteria.server.http.app import build
from osteria.server.tables import days
from osteria.server.tables.fair import check
from osteria.server.wire.endpoints import ENDPOINTS

LATER = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=0) + timedelta(days=2)
"""A day to come: a try counts that ends before its day does, by the clock of the tables, which is the true one here."""
NOON = LATER.timestamp()
BEFORE, EVE, DAY, MORROW = ((LATER + timedelta(days=days)).date().isoformat() for days in (-2, -1, 0, 1))
GAMES = ("mamma-mia", "sole-mio", "grande", "roll-for-soles")


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """What the calendar takes for now."""
    at = [NOON]
    monkeypatch.setattr(days, "now", lambda: at[0])
    return at


def begin(device, game="roll-for-soles"):
    headers = {"Authorization": f"Bearer {device.secret}"}
    return device.client.post(f"/api/days/{game}", headers=headers, json={"name": "Ada"})


def told(device, day=DAY, game="roll-for-soles"):
    return device.client.get(f"/api/days/{day}/{game}", headers={"Authorization": f"Bearer {device.secret}"}).json()


def play_out(client, made, seed=5, most=10_000):
    """Answers with what the seed says, so many questions at the most; how it ended."""
    rng, path, headers = random.Random(seed), f"/api/tables/{made['table']}", auth(made["keys"]["0"])
    while most > 0:
        place = client.get(path, headers=headers).json()
        if place["table"]["status"] == "over":
            return place
        options = (place["view"]["decision"] or {}).get("options")
        if options:
            body = {"id": uuid.uuid4().hex, "question": place["question"], "moves": [rng.choice(options)]}
            assert client.post(path + "/moves", json=body, headers=headers).status_code in (200, 409)
            most -= 1
        else:
            client.get(path, headers=headers, params={"after": place["frame"], "wait": 5})
    return None


def table_of(client, made):
    return client.app.state.house._lives[made["table"]].table


@pytest.mark.parametrize("game", GAMES)
def test_equal_play_gives_equal_games_and_other_play_another_one(client, game):
    games = []
    for seed in (5, 5, 6):
        made = begin(Device(client), game).json()
        play_out(client, made, seed, 10_000 if IS_LONG else 20)
        games.append(table_of(client, made).match.lines())
    lines = min(map(len, games))
    assert lines > 20, "hardly anything was played"
    assert games[0][:lines] == games[1][:lines]
    assert games[0][:lines] != games[2][:lines]


@pytest.mark.timeout(600)
def test_bots_that_think_play_alike_in_every_house(tmp_path):
    """Two houses with workers of their own; the second one plays the day again, from its published seed."""
    texts = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        config = Config(
            data=str(folder), bots="regular", stand_in="regular", rate="", new_tables="", pause_most=0, pause_least=0
        )
        with TestClient(build(config), base_url="http://house.test") as client:
            body = {"game": "roll-for-soles", "day": EVE, "seed": "ab" * 32, "bot": "regular", "name": "Ada"}
            made = client.post("/api/days", json=body).json()
            play_out(client, made)
            texts.append(table_of(client, made).match.transcript)
    assert texts[0] == texts[1]


ALIKE = """
import sys, osteria
from osteria.bots import data_only
from osteria.server.bots.thinking import think_alike
match = osteria.new("roll-for-soles", 3, seed=3)
said = []
for _ in range(12):
    seat = match.decision.seat
    said.append(think_alike("expert", data_only(match.view(seat, "assisted")), 77 + seat))
    match.play(said[-1])
print(said)
"""


@pytest.mark.timeout(900)
def test_a_bot_that_searches_makes_the_same_moves_in_every_process():
    said = {
        subprocess.run([sys.executable, "-c", ALIKE], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    }
    assert len(said) == 1
    assert "[" in said.pop()


def test_the_first_try_counts_and_is_gone_back_to(client):
    ada = Device(client)
    first = begin(ada).json()
    assert begin(ada).json() == first, "not over yet: the same seat"
    assert ada.keys() == {(first["table"], 0): first["keys"]["0"]}
    place = play_out(client, first)
    assert key_of(begin(ada)) == "day.tried"
    own = told(ada)["own"]
    score = place["view"]["supplies"]["0"]
    assert own == {"table": first["table"], "is_over": True, "score": score, "place": own["place"], "counts": True}
    assert told(ada)["scores"] == [{"score": score, "people": 1}]
    assert begin(ada, "mamma-mia").status_code == 200, "every game has a deal of its own"


def test_how_the_others_did_is_told_after_the_own_end_or_when_the_day_is_over(client, clock):
    ada, bo, eve = (Device(client) for _ in range(3))
    for device, seed in ((ada, 5), (bo, 6)):
        play_out(client, begin(device).json(), seed)
    assert told(eve)["scores"] is None
    assert told(eve)["tries"] == 2
    assert sum(one["people"] for one in told(ada)["scores"]) == 2
    clock[0] += 86_400
    assert sum(one["people"] for one in told(eve)["scores"]) == 2


def test_a_try_that_ends_after_the_day_does_not_count(client, clock, monkeypatch):
    ada = Device(client)
    made = begin(ada).json()
    clock[0] = days.end_of(DAY) + 5
    import time

    real = time.time
    monkeypatch.setattr("osteria.server.tables.commands.time.time", lambda: max(real(), clock[0]))
    play_out(client, made)
    assert told(ada)["own"]["counts"] is False
    assert told(ada)["scores"] == []


def test_the_house_commits_before_the_day_and_opens_the_seed_after_it(client, clock, tmp_path):
    ada = Device(client)
    clock[0] -= 86_400
    before = client.get("/api/days").json()
    clock[0] += 86_400
    now = client.get("/api/days").json()
    promised = {deal["game"]: deal["commitment"] for deal in now["deals"]}
    assert before["tomorrow"] == promised
    assert set(now["tomorrow"].values()).isdisjoint(promised.values())
    assert [deal["seed"] for deal in now["deals"]] == [None] * len(now["deals"])
    made = begin(ada).json()
    play_out(client, made)
    clock[0] += 86_400
    seed = told(ada)["seed"]
    assert days.commitment(bytes.fromhex(seed), DAY, "roll-for-soles") == promised["roll-for-soles"]
    answer = client.get(f"/api/tables/{made['table']}/deal")
    assert answer.json()["seed"] == seed
    file = tmp_path / "deal.json"
    file.write_text(answer.text)
    assert check(str(file)).is_fair
    assert check(str(file), promised["roll-for-soles"]).is_fair, "what was told the day before"
    assert not check(str(file), promised["sole-mio"]).is_fair


def test_a_day_that_is_over_is_played_again_by_any_house_and_nothing_counts(client, clock):
    ada = Device(client)
    first = begin(ada).json()
    play_out(client, first)
    body = {"game": "roll-for-soles", "day": DAY, "seed": "00" * 32, "bot": "random", "name": "Ada"}
    assert key_of(client.post("/api/days", json=body)) == "day.open"
    clock[0] += 86_400
    deal = told(ada)
    again = client.post("/api/days", json={**body, "seed": deal["seed"], "bot": deal["bot"]}).json()
    play_out(client, again)
    assert table_of(client, again).match.transcript == table_of(client, first).match.transcript
    assert told(ada)["tries"] == 1
    assert client.get(f"/api/tables/{again['table']}/replay").status_code == 200


@pytest.mark.parametrize("day", ["to come", "without a deal", "2026-13-99", "9999-12-31", "yesterday", "0000-00-00"])
def test_days_that_are_not_to_be_known_are_refused(client, day):
    day = {"to come": MORROW, "without a deal": BEFORE}.get(day, day)
    client.get("/api/days")  # tomorrow's is made by now
    answer = client.get(f"/api/days/{day}/roll-for-soles")
    assert (answer.status_code, key_of(answer)) == (404, "day.unknown")
    body = {"game": "roll-for-soles", "day": day, "seed": "00" * 32, "bot": "random", "name": "Ada"}
    if day != BEFORE:
        assert client.post("/api/days", json=body).status_code in (400, 404, 409)


BODIES = {
    "create": {"game": "mamma-mia", "seats": [{"kind": "open"}] * 2},
    "mine": {"seats": []},
    "qr": {"text": "x"},
    "say": {"id": "s", "phrase": "hello"},
    "sit": {"name": "Eve", "seat": 0},
    "random": {"random": "ab" * 32},
    "play_day_again": {"game": "mamma-mia", "day": DAY, "seed": "00" * 32, "bot": "random", "name": "Eve"},
}


@pytest.mark.parametrize("role", ["stranger", "player", "card"])
@pytest.mark.parametrize("is_over", [False, True])
def test_nobody_learns_seed_or_deal_while_the_day_lasts(client, role, is_over):
    """Every endpoint, during a try and after it: no seed, no card that was dealt to another, no step of the past."""
    ada, eve = Device(client), Device(client, "Eve")
    made = begin(ada, "mamma-mia").json()
    play_out(client, made, most=10_000 if is_over else 6)
    table = table_of(client, made)
    assert (table.status == "over") == is_over
    shown = {"stranger": None, "player": made["keys"]["0"], "card": eve.secret}[role]
    headers = auth(shown) if shown else {}
    secrets = [table.seed.hex(), bot_seed(table.seed, 1), "chance:"]
    for endpoint in ENDPOINTS:
        if endpoint.name in ("rotate", "leave", "moves", "rematch", "delete_card"):
            continue  # they end the try or the key; what they answer is a number or a key
        path = endpoint.path.format(table=made["table"], seat=0, code="zucca 42", day=DAY, game="mamma-mia")
        answer = client.request(endpoint.method, path, headers=headers, json=BODIES.get(endpoint.name))
        assert answer.status_code < 500, endpoint.name
        assert not any(str(secret) in answer.text for secret in secrets), endpoint.name
        if endpoint.name in ("replay", "transcript", "deal", "chances"):
            assert key_of(answer) in (
                "day.open",
                "table.running",
                "table.authentic",
                "table.no-spectators",
                "link.invalid",
            )
        if endpoint.name == "table" and role != "player" and answer.status_code == 200:
            assert answer.json()["view"] is None, "nobody watches"
    with client.websocket_connect(f"/ws/tables/{made['table']}") as socket:
        socket.send_json({"type": "hello"})
        assert json.loads(socket.receive_text())["problem"]["key"] == "table.no-spectators"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()


def test_the_players_own_line_tells_what_the_seat_sees_and_nothing_more(client):
    """The whole try on a line: its bytes are those of the same view and events of the seat, and hold no seed."""
    made = begin(Device(client), "sole-mio").json()
    rng, heard = random.Random(4), []
    with client.websocket_connect(f"/ws/tables/{made['table']}") as socket:
        socket.send_json({"type": "hello", "key": made["keys"]["0"]})
        question = None
        while True:
            heard.append(socket.receive_text())
            message = json.loads(heard[-1])
            if message["type"] in ("welcome", "frame"):
                question = message.get("question", question)
                view = message.get("view")
                if view is None:
                    continue
                assert all(not isinstance(hand, list) for seat, hand in view["hands"].items() if seat != view["seat"])
                if view["phase"] == "over":
                    break
                options = (view["decision"] or {}).get("options")
                if options:
                    move = {
                        "type": "play",
                        "id": uuid.uuid4().hex,
                        "question": question,
                        "moves": [rng.choice(options)],
                    }
                    socket.send_json(move)
    table = table_of(client, made)
    assert not any(table.seed.hex() in text or "chance" in text for text in heard)


def test_an_export_leaves_out_what_is_still_being_played(client, config, clock, tmp_path, capsys):
    from osteria.server.store.archive import write_games

    made = begin(Device(client)).json()
    play_out(client, made)
    file = tmp_path / "games.jsonl"
    write_games(config, file)
    assert made["table"] not in file.read_text()
    clock[0] += 86_400
    write_games(config, file)
    assert made["table"] in file.read_text()


def test_a_try_is_one_persons_own(client):
    """No bytes of people in the seed, no stand-in for who leaves: the table waits."""
    made = begin(Device(client)).json()
    path, headers = f"/api/tables/{made['table']}", auth(made["keys"]["0"])
    assert client.post(path + "/random", json={"random": "ab" * 32}, headers=headers).status_code == 409
    assert client.post(path + "/leave", headers=headers).status_code == 200
    info = client.get(path, headers=headers).json()["table"]
    assert (info["seats"][0]["stand_in"], info["day"], info["settings"]["spectators"]) == ("", DAY, False)
    assert table_of(client, made).deal_seed == table_of(client, made).seed
    assert make(client, ME, BOT)["table"], "other tables have no day"


def test_every_move_of_a_try_counts(client):
    """Nothing is taken back, though one person alone could agree to it."""
    made = begin(Device(client), "sole-mio").json()
    for number in range(30):
        play_out(client, made, seed=number, most=1)
        assert table_of(client, made).back is None
    undone = client.post(f"/api/tables/{made['table']}/undo", json={"id": "u"}, headers=auth(made["keys"]["0"]))
    assert key_of(undone) == "undo.impossible"
