"""Strangers: what was found when the house was attacked, tried again by a client that knows only the protocol."""

import json
import socket
import sqlite3
import stat
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import pytest
from housekit import Server, free_port
from stranger import Socket, call, line, make


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house as strangers find it: with its limits."""
    folder = tmp_path_factory.mktemp("strangers")
    settings = {
        "OSTERIA_BOTS": "random",
        "OSTERIA_STAND_IN": "random",
        "OSTERIA_RATE": "2000/second;100000/minute",
        "OSTERIA_SOCKETS": "20",
        "OSTERIA_METRICS": f"127.0.0.1:{free_port()}",
        "OSTERIA_HOSTS": "127.0.0.1,localhost",
        "OSTERIA_ORIGINS": "https://friends.example",
    }
    with Server(folder, **settings) as server:
        server.folder, server.metrics = folder, "http://" + settings["OSTERIA_METRICS"]
        yield server


def test_h3_nobody_watches_a_game_without_spectators_by_coming_early(house):
    table, keys = make(house.address, game="sole-mio", start=False, spectators=False)
    stranger = line(house.address, table)
    assert stranger.until("welcome")["you"]["role"] == "stranger"
    assert call(house.address, f"/api/tables/{table}/start", {}, keys["0"], method="POST")[0] == 200
    heard = [message for message in stranger.to_the_end() if message["type"] != "present"]
    assert [message["type"] for message in heard] == ["bye"]
    assert heard[0]["problem"]["key"] == "table.no-spectators"
    assert stranger.code == 4403


def test_h4_of_two_people_neither_throws_the_other_out(house):
    """Whatever one asks of the house about the other's seat while the other is there."""
    table, keys = make(house.address, listed=True)
    path = f"/api/tables/{table}"
    there = line(house.address, table, keys["1"])
    assert there.until("welcome")["you"]["seat"] == 1
    asked = {
        "/play-on": {"id": "a", "seat": 1},
        "/chair": {"id": "b", "seat": 1},
        "/seats/1": {"kind": "bot", "level": "random"},
        "/sit": {"name": "Eve", "seat": 1},
        "/undo": {"id": "c"},
        "/name": {"name": "Eve"},
        "/leave": None,
        "/rotate": None,
    }
    answers = {end: call(house.address, path + end, body, keys["0"], method="POST") for end, body in asked.items()}
    assert [answers[end][0] for end in ("/play-on", "/chair", "/seats/1", "/sit")] == [409] * 4
    there.say(type="ping", n=4)
    assert there.until("pong")["n"] == 4
    status, position, _ = call(house.address, path, key=keys["1"])
    assert (status, position["you"]["seat"]) == (200, 1)
    seat = position["table"]["seats"][1]
    assert (seat["kind"], seat["name"], seat["stand_in"]) == ("person", "P1", "")


def test_h5_a_second_tab_gives_no_time_back(house):
    table, keys = make(house.address, clock={"bank": 1000, "increment": 0, "grace": 30})
    lines = [line(house.address, table, key) for key in keys.values()]
    views = [found.until("welcome")["view"] for found in lines]
    seat = next(n for n, view in enumerate(views) if "options" in (view["decision"] or {}))
    time.sleep(0.5)
    clocks = [line(house.address, table, keys[str(seat)]).until("welcome")["clock"] for _ in range(3)]
    assert clocks == [clocks[0]] * 3


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """A house with narrow limits; whose address counts is what a trusted proxy says (127.0.0.1 is one)."""
    settings = {"OSTERIA_BOTS": "random", "OSTERIA_STAND_IN": "random", "OSTERIA_RATE": "20/minute"}
    settings |= {"OSTERIA_NEW_TABLES": "3/minute", "OSTERIA_HOSTS": "127.0.0.1"}
    with Server(tmp_path_factory.mktemp("strict"), **settings) as server:
        yield server


@pytest.mark.parametrize(
    ("visitor", "path", "body"),
    [
        ("10.0.0.1", "/api/qr", {"text": "x" * 200}),
        ("10.0.0.2", "/api/openapi.json", None),
        ("10.0.0.3", "/", None),
        ("10.0.0.4", "/api/nothing", None),
    ],
)
def test_h6_every_route_counts(strict, visitor, path, body):
    headers = {"X-Forwarded-For": visitor}
    statuses = [call(strict.address, path, body, headers=headers)[0] for _ in range(150)]
    assert statuses[0] in (200, 404)
    assert statuses[-1] == 429


@pytest.mark.parametrize(
    ("visitor", "path", "headers", "method", "status"),
    [
        ("10.0.1.1", "/", {"Host": "evil.example"}, "GET", 403),
        ("10.0.1.2", "/api/tables", {"Origin": "https://evil.example"}, "POST", 403),
        ("10.0.1.3", "/" + "a" * 300, {}, "GET", 404),
        ("10.0.1.4", "/?" + "a&" * 10_000, {}, "GET", 400),
        ("10.0.1.5", "/", {}, "OPTIONS", 405),
        ("10.0.1.6", "/", {}, "PROPFIND", 405),
        ("10.0.1.7", "/healthz", {"Host": "evil.example"}, "HEAD", 200),
    ],
    ids=["a strange name", "another site's page", "a path", "a query", "OPTIONS", "any method", "a probe"],
)
def test_h6_what_is_refused_counts(strict, visitor, path, headers, method, status):
    headers = {"X-Forwarded-For": visitor, **headers}
    statuses = [call(strict.address, path, headers=headers, method=method)[0] for _ in range(150)]
    assert (statuses[0], statuses[-1]) == (status, 429)


def test_h6_a_trailer_is_no_header_of_the_proxy(strict):
    """A proxy passes trailers on as they came."""
    visitor = {"X-Forwarded-For": "10.0.2.1"}
    while call(strict.address, "/", headers=visitor)[0] != 429:
        pass
    head = "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 10.0.2.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection(("127.0.0.1", strict.port), 20) as connection:
        connection.sendall((head + "0\r\nX-Forwarded-For: 10.0.2.2\r\n\r\n").encode())
        assert b" 429 " in connection.recv(1024)


def test_h6_opening_lines_counts_and_says_when_to_come_back(strict):
    codes = []
    for _ in range(15):
        stranger = Socket(strict.address, "/ws/tables/" + "a" * 12, {"X-Forwarded-For": "10.0.0.5"})
        stranger.say(type="hello")
        problem = stranger.until("bye")["problem"]
        stranger.to_the_end()
        codes.append(stranger.code)
    assert (codes[0], codes[-1]) == (4404, 4429)
    assert problem["retry_after"] > 0


def test_h6_addresses_of_one_ipv6_network_count_as_one(strict):
    body = {"game": "roll-for-soles", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "open"}]}
    visitors = [f"2001:db8:1:2::{n:x}" for n in range(1, 6)] + ["2001:db8:1:3::1"]
    made = [call(strict.address, "/api/tables", body, headers={"X-Forwarded-For": who})[0] for who in visitors]
    assert made == [200, 200, 200, 429, 429, 200]


def test_h6_a_long_past_is_told_in_part(house):
    table, keys = make(house.address, memory="assisted")
    speaker = line(house.address, table, keys["0"])
    speaker.until("welcome")
    for number in range(620):
        speaker.say(type="say", id=f"s{number}", phrase="hello")
        assert speaker.until("ack", "refused"), (number, speaker.code)
    welcome = line(house.address, table, keys["1"], since=0).until("welcome")
    assert len(welcome["missed"]) == 500
    assert welcome["missed"][-1]["number"] == welcome["frame"]


def test_h6_pings_that_nobody_reads_the_answers_of_cost_the_house_nothing(house):
    table, keys = make(house.address)
    found = line(house.address, table, keys["0"])
    found.until("welcome")
    with pytest.raises(OSError, match=r"reset|pipe|timed out"):
        flood(found)
    time.sleep(1.5)  # what the flood used up of this address's share comes back
    assert call(house.address, "/healthz")[0] == 200


def flood(found):
    """Pings, as many as go out, and no answer is read."""
    found.patience(5)
    for _ in range(400_000):
        found.frame(9, b"x" * 120)


def test_h6_one_address_has_so_many_lines_and_no_more(house):
    table, _ = make(house.address)
    lines = [line(house.address, table) for _ in range(24)]
    last = [found.until("welcome", "bye") for found in lines]
    assert {message["type"] for message in last[:16]} == {"welcome"}
    assert last[-1]["type"] == "bye"
    assert last[-1]["problem"]["key"] == "request.too-many"
    for found in lines:
        found.close()


def test_h8_files_are_for_their_owner(house, tmp_path):
    for file in house.folder.glob("house.sqlite3*"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    backup = tmp_path / "backup.jsonl"
    command = [sys.executable, "-m", "osteria.cli", "backup", str(backup), "--data", str(house.folder)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600


def test_h9_one_unreadable_log_hurts_its_own_table_only(house):
    broken, keys = make(house.address, listed=True)
    sound, others = make(house.address, listed=True)
    house.stop()
    with sqlite3.connect(house.folder / "house.sqlite3") as database:
        database.execute("UPDATE log SET text = 'nonsense' WHERE table_id = ? AND seq = 2", (broken,))
    house.start().wait_ready()
    lobby = call(house.address, "/api/tables")[1]
    assert sound in [entry["table"]["table"] for entry in lobby["tables"]]
    held = [{"table": broken, "key": keys["0"]}, {"table": sound, "key": others["0"]}]
    status, mine, _ = call(house.address, "/api/mine", {"seats": held})
    assert status == 200
    assert mine["tables"][1]["found"] is not None


def test_h10_metrics_are_elsewhere_and_tell_nothing_of_a_bots_thinking(house):
    assert "osteria_" not in str(call(house.address, "/metrics")[1])
    with urllib.request.urlopen(house.metrics + "/metrics", timeout=20) as answer:
        text = answer.read().decode()
    assert "osteria_commit_seconds" in text
    assert "osteria_bot_seconds" not in text


def test_h11_a_second_house_on_one_file_is_refused_with_a_sentence(house):
    command = [sys.executable, "-m", "osteria.cli", "serve", "--port", "0", "--data", str(house.folder)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode != 0
    assert "Another house" in result.stderr
    assert "Traceback" not in result.stderr
    beside = [sys.executable, "-m", "osteria.cli", "export", "--data", str(house.folder)]
    assert subprocess.run(beside, capture_output=True, check=False).returncode == 0


def test_h12_readiness_knows_its_file(tmp_path):
    with Server(tmp_path, OSTERIA_BOTS="random", OSTERIA_STAND_IN="random") as server:
        assert call(server.address, "/readyz")[0] == 200
        for file in tmp_path.glob("house.sqlite3*"):
            file.unlink()
        time.sleep(1.2)
        status, text, _ = call(server.address, "/readyz")
    assert status == 503
    assert "file" in text


def test_h13_many_who_ask_at_once_for_a_table_that_is_not_in_memory_see_one_copy(house):
    table, keys = make(house.address)
    house.stop()
    house.start().wait_ready()
    together = Barrier(10)

    def come(key):
        together.wait(30)
        found = line(house.address, table, key)
        return found, found.until("welcome")

    with ThreadPoolExecutor(10) as people:
        came = list(people.map(come, [keys["0"], keys["1"], *[None] * 8]))
    asked = next(n for n, (_, welcome) in enumerate(came[:2]) if "options" in (welcome["view"]["decision"] or {}))
    mover, welcome = came[asked]
    (move, *_) = welcome["view"]["decision"]["options"]
    mover.say(type="play", id="m", question=welcome["question"], moves=[move])
    number = mover.until("ack")["frame"]
    for found, _ in came[:asked] + came[asked + 1 :]:
        while found.until("frame")["number"] < number:
            pass
        found.close()


def test_h14_an_error_is_in_the_log_with_all_that_finds_it_and_no_secret(tmp_path):
    """The house's tables are taken from under it: what it then says of it."""
    with Server(tmp_path, OSTERIA_BOTS="random", OSTERIA_STAND_IN="random", OSTERIA_LOG_LEVEL="error") as server:
        table, keys = make(server.address)
        path, said = f"/api/tables/{table}/say", {"id": "secret-id", "phrase": "hello"}
        with closing(sqlite3.connect(tmp_path / "house.sqlite3", timeout=20)) as database, database:
            (last,) = database.execute("SELECT max(seq) FROM log WHERE table_id = ?", (table,)).fetchone()
            database.execute("ALTER TABLE log RENAME TO gone")
        status, answer, headers = call(server.address, path, said, keys["0"])
        assert (status, answer["error"]["key"]) == (503, "house.trouble")
        logged = [json.loads(found) for found in server.log().splitlines() if table in found]
    own = [found for found in logged if found.get("request") == headers["X-Request-Id"] and found.get("seq")]
    assert own, logged
    assert (own[0]["table"], own[0]["seq"], own[0]["level"]) == (table, last, "error")
    assert "Traceback" in own[0]["exception"]
    assert not any(secret in str(logged) for secret in (*keys.values(), "P0", "P1"))


def test_h14_answers_carry_an_id_for_the_log(house):
    assert call(house.address, "/api/house")[2]["X-Request-Id"]


def test_h15_an_allowed_page_of_another_origin_may_call(house):
    origin = {"Origin": "https://friends.example"}
    asks = {**origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    status, _, headers = call(house.address, "/api/tables", headers=asks, method="OPTIONS")
    assert status == 204
    assert headers["Access-Control-Allow-Origin"] == origin["Origin"]
    status, _, headers = call(house.address, "/api/qr", {"text": "x"}, headers=origin)
    assert status == 200
    assert headers["Access-Control-Allow-Origin"] == origin["Origin"]
    status, _, headers = call(house.address, "/api/qr", {"text": "x"}, headers={"Origin": "https://evil.example"})
    assert status == 403
    assert headers["Access-Control-Allow-Origin"] is None


def test_h15_a_strange_name_of_the_house_is_refused(house):
    assert call(house.address, "/api/house", headers={"Host": "evil.example"})[0] == 403
    assert call(house.address, "/api/house", headers={"Host": "localhost"})[0] == 200
    table, _ = make(house.address)
    assert Socket(house.address, f"/ws/tables/{table}", {"Origin": "https://evil.example"}).status == 403
    assert Socket(house.address, f"/ws/tables/{table}", {"Host": "evil.example"}).status == 403
    assert Socket(house.address, f"/ws/tables/{table}", {"Host": "localhost"}).status == 101


def test_h15_long_paths_and_binary_messages_are_answered(house):
    assert call(house.address, "/" + "a" * 300)[0] == 404
    table, keys = make(house.address)
    found = line(house.address, table, keys["0"])
    found.until("welcome")
    found.frame(2, b"\x00\x01")
    assert found.until("refused")["problem"]["key"] == "request.malformed"
    found.say(type="ping", n=3)
    assert found.until("pong")["n"] == 3


@pytest.mark.parametrize("name", ["\u2800", "\u3164", "\U0001d159", "\u0301\u0301", " ", "\u200b\u200d"])
def test_h15_names_can_be_seen(house, name):
    body = {"game": "roll-for-soles", "seats": [{"kind": "me", "name": name}, {"kind": "open"}]}
    status, answer, _ = call(house.address, "/api/tables", body)
    assert status == 400
    assert answer["error"]["key"] == "name.wrong"


def test_this_client_knows_nothing_of_the_servers_code():
    text = (Path(__file__).parents[1] / "stranger.py").read_text()
    assert "osteria.server" not in text
    assert json.loads((Path(__file__).parents[3] / "protocol" / "words.json").read_text())["errors"]
