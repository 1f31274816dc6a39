"""Making tables, sitting down, standing up, and who may do what."""

import hashlib

import pytest

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "random"}


def make(client, *seats, **more):
    body = {"game": "roll-for-soles", "seats": list(seats), "name": "Ada", **more}
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def auth(key):
    return {"Authorization": f"Bearer {key}"}


def post(client, made, what, body=None, key=None):
    headers = auth(key) if key else {}
    return client.post(f"/api/tables/{made['table']}/{what}", json=body, headers=headers)


def look(client, made, key=None):
    return client.get(f"/api/tables/{made['table']}", headers=auth(key) if key else {}).json()


def problem(answer):
    return answer.status_code, answer.json()["error"]["key"]


def test_the_host_gets_an_invitation_for_every_open_seat_and_nobody_else_does(client):
    made = make(client, ME, OPEN, OPEN)
    assert sorted(look(client, made, made["keys"]["0"])["you"]["invites"]) == ["1", "2"]
    assert look(client, made)["you"] == {"role": "stranger", "seat": None, "invites": {}, "played": []}


def test_an_invitation_becomes_a_key_of_ones_own_and_is_used_up(client):
    made = make(client, ME, OPEN)
    invite = look(client, made, made["keys"]["0"])["you"]["invites"]["1"]
    seated = post(client, made, "sit", {"name": "Bruno"}, invite).json()
    assert look(client, made, seated["keys"]["1"])["you"]["seat"] == 1
    assert problem(post(client, made, "sit", {"name": "Carla"}, invite)) == (410, "link.used")


def test_anybody_who_knows_the_table_may_take_an_open_seat_until_it_is_full(client):
    made = make(client, ME, OPEN)
    assert list(post(client, made, "sit", {"name": "Bruno"}).json()["keys"]) == ["1"]
    assert problem(post(client, made, "sit", {"name": "Carla"})) == (409, "table.full")


def test_the_host_removes_somebody_and_their_link_says_so(client):
    made = make(client, ME, OPEN)
    other = post(client, made, "sit", {"name": "Bruno"}).json()["keys"]["1"]
    assert problem(post(client, made, "seats/1", {"kind": "open"}, other)) == (403, "host.only")
    assert post(client, made, "seats/1", {"kind": "open"}, made["keys"]["0"]).status_code == 200
    assert problem(post(client, made, "leave", None, other)) == (410, "link.removed")


def test_the_host_seats_a_bot_and_begins(client):
    made = make(client, ME, OPEN)
    host = made["keys"]["0"]
    assert problem(post(client, made, "start", None, host)) == (409, "table.empty-seats")
    assert problem(post(client, made, "seats/1", {"kind": "bot", "level": "cheater"}, host)) == (400, "bot.unknown")
    assert post(client, made, "seats/1", {"kind": "bot", "level": "random"}, host).status_code == 200
    assert post(client, made, "start", None, host).status_code == 200
    assert look(client, made)["table"]["status"] in ("playing", "over")
    assert problem(post(client, made, "seats/1", {"kind": "open"}, host)) == (409, "table.started")


def test_a_host_without_a_seat_has_a_key_of_their_own(client):
    made = make(client, BOT, OPEN)
    assert made["keys"] == {}
    assert post(client, made, "seats/1", {"kind": "bot"}, made["host"]).status_code == 200
    assert post(client, made, "start", None, made["host"]).status_code == 200


def test_a_rotated_link_says_so_and_the_new_one_works(client):
    made = make(client, ME, OPEN)
    old = made["keys"]["0"]
    new = post(client, made, "rotate", None, old).json()["keys"]["0"]
    assert problem(post(client, made, "rotate", None, old)) == (410, "link.rotated")
    assert look(client, made, new)["you"]["role"] == "host"


def test_a_host_who_leaves_hands_over_and_the_last_one_closes_the_table(client):
    made = make(client, ME, OPEN)
    other = post(client, made, "sit", {"name": "Bruno"}).json()["keys"]["1"]
    post(client, made, "leave", None, made["keys"]["0"])
    assert look(client, made, other)["you"]["role"] == "host"
    post(client, made, "leave", None, other)
    assert look(client, made)["table"]["status"] == "closed"
    assert problem(post(client, made, "sit", {"name": "Carla"})) == (410, "table.closed")


def test_keys_are_good_for_one_table_only_and_cannot_be_made_up(client):
    one, two = make(client, ME, OPEN), make(client, ME, OPEN)
    for key in (one["keys"]["0"], "A" * 31, "not a key at all", "é" * 3, one["keys"]["0"][:-1] + "_"):
        answer = client.get(
            f"/api/tables/{two['table']}", headers={b"authorization": f"Bearer {key}".encode("latin-1")}
        )
        assert problem(answer) == (403, "link.invalid")


def test_the_commitment_stands_before_the_deal_and_never_changes(client):
    made = make(client, ME, OPEN)
    before = look(client, made)["table"]["commitment"]
    post(client, made, "seats/1", {"kind": "bot"}, made["keys"]["0"])
    post(client, made, "start", None, made["keys"]["0"])
    assert look(client, made)["table"]["commitment"] == before
    assert len(bytes.fromhex(before)) == hashlib.sha256().digest_size


def test_the_lobby_shows_listed_tables_only(client):
    hidden, shown = make(client, ME, OPEN), make(client, ME, OPEN, settings={"listed": True})
    ids = [entry["table"]["table"] for entry in client.get("/api/tables").json()["tables"]]
    assert shown["table"] in ids
    assert hidden["table"] not in ids


def test_a_device_learns_what_became_of_its_links(client):
    made = make(client, ME, OPEN)
    old = made["keys"]["0"]
    new = post(client, made, "rotate", None, old).json()["keys"]["0"]
    held = [{"table": made["table"], "key": key} for key in (old, new)] + [{"table": "a" * 12, "key": new}]
    first, second, third = client.post("/api/mine", json={"seats": held}).json()["tables"]
    assert first["problem"]["key"] == "link.rotated"
    assert second["found"]["you"]["seat"] == 0
    assert third["problem"]["key"] == "table.unknown"


@pytest.mark.parametrize(
    ("game", "seats", "settings"),
    [
        ("roll-for-soles", 2, {"faces": ["hook"] * 6}),
        ("roll-for-soles", 2, {"faces": ["1", "1", "2", "hook", "double", "fish"]}),
        ("roll-for-soles", 2, {"kinds": ["olive", "pepper"]}),
        ("mamma-mia", 6, {}),
    ],
)
def test_options_that_do_not_fit_the_game_are_refused(client, game, seats, settings):
    answer = client.post("/api/tables", json={"game": game, "seats": [BOT] * seats, "settings": settings})
    assert problem(answer) == (400, "options.wrong")


@pytest.mark.parametrize("name", ["", "   ", "\u202e\u200b", "x" * 25])
def test_a_name_has_something_to_see(client, name):
    made = make(client, ME, OPEN)
    answer = post(client, made, "sit", {"name": name})
    assert problem(answer) in [(400, "name.wrong"), (400, "request.malformed")]


def test_spectators_stay_outside_where_the_table_wants_none(client):
    made = make(client, ME, BOT, settings={"spectators": False}, start=True)
    assert look(client, made)["view"] is None
    assert look(client, made, made["keys"]["0"])["view"] is not None
    with client.websocket_connect(f"/ws/tables/{made['table']}") as line:
        line.send_json({"type": "hello"})
        assert line.receive_json()["problem"]["key"] == "table.no-spectators"


def test_a_qr_code_is_drawn_for_a_link(client):
    answer = client.post("/api/qr", json={"text": "https://house.test/t/abc#key"})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert b"<svg" in answer.content


def test_other_sites_pages_are_refused(client):
    body = {"game": "roll-for-soles", "seats": [ME, OPEN], "name": "Ada"}
    answer = client.post("/api/tables", json=body, headers={"Origin": "https://evil.test"})
    assert problem(answer) == (403, "request.origin")
    assert client.post("/api/tables", json=body, headers={"Origin": "http://house.test"}).status_code == 200


def test_bodies_have_a_largest_size(client):
    answer = client.post("/api/qr", json={"text": "x" * 100_000})
    assert problem(answer) == (413, "request.too-large")


def test_every_answer_carries_the_headers_that_protect_browsers(client):
    for path in ("/", "/api", "/api/house", "/nothing/here", "/api/nothing"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_health_and_readiness_answer(client):
    assert client.get("/healthz").text == "alive\n"
    assert client.get("/readyz").text == "ready\n"
