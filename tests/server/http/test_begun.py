"""A game that was begun elsewhere goes on at a house: from its transcript, marked, and counting for nothing."""

import json
import random
import threading

import pytest
from playkit import BOT, ME, OPEN, Device, auth, finish, key_of, line
from starlette.testclient import TestClient

import osteria
from osteria.server.config import Config
from osteria.server.http.app import build
from osteria.server.tables import elsewhere
from osteria.server.tables.frames import view_words
from osteria.server.tables.played import Played

GAMES = ("mamma-mia", "sole-mio", "grande", "roll-for-soles")


def begun(game, moves, players=3, seed=3):
    """A game after at least so many moves, where the first seat is asked; or its end."""
    match, rng = osteria.new(game, players, seed=seed), random.Random(seed)
    while match.decision is not None and (moves > 0 or match.decision.seat != 0):
        match.play(rng.choice(match.decision.options))
        moves -= 1
    return match


def take_in(client, text, *seats, **more):
    return client.post("/api/begun", json={"transcript": text, "seats": seats or (ME, BOT, BOT), "name": "Ada", **more})


def text_of(client, made):
    return client.get(f"/api/tables/{made['table']}/transcript").text


@pytest.mark.parametrize("memory", ["authentic", "assisted"])
@pytest.mark.parametrize("game", GAMES)
def test_it_goes_on_from_where_it_was_and_counts_for_nothing(client, game, memory):
    match, ada = begun(game, 25), Device(client)
    made = take_in(client, match.transcript, memory=memory).json()
    assert list(made["keys"]) == ["0"], "only this device's seats"
    ada.claim(made)
    place = client.get(f"/api/tables/{made['table']}", headers=auth(made["keys"]["0"])).json()
    assert (place["table"]["elsewhere"], place["table"]["commitment"]) == (True, "")
    assert place["view"] == json.loads(json.dumps(view_words(match, 0, memory)))
    assert finish(client, made)["table"]["elsewhere"]
    told = text_of(client, made)
    assert told.startswith(match.transcript)
    assert osteria.replay(told).outcome is not None
    assert key_of(client.get(f"/api/tables/{made['table']}/deal")) == "deal.elsewhere"
    assert client.get(f"/api/tables/{made['table']}/replay").json()["steps_in_all"] > 25
    assert ada.get("/history").json()["games"] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_in_which_nobody_has_moved_yet_is_taken_in_too(client, game):
    match = osteria.new(game, 3, seed=3)
    made = take_in(client, match.transcript).json()
    place = client.get(f"/api/tables/{made['table']}", headers=auth(made["keys"]["0"])).json()
    assert place["table"]["elsewhere"]
    finish(client, made)
    assert text_of(client, made).startswith(match.transcript)


def test_no_move_of_it_is_played_on_the_event_loop_where_everybody_else_would_wait(client, monkeypatch):
    threads, move = [], Played.move

    def notes_its_thread(*given):
        threads.append(threading.get_ident())
        return move(*given)

    monkeypatch.setattr(Played, "move", notes_its_thread)
    assert take_in(client, begun("grande", 25).transcript).status_code == 200
    assert len(threads) >= 25
    assert client.portal.call(threading.get_ident) not in threads


def test_where_the_house_lacks_a_bot_its_usual_one_plays_on(client):
    made = take_in(client, begun("mamma-mia", 25).transcript, ME, BOT, {"kind": "bot", "level": "abracadabra"}).json()
    place = client.get(f"/api/tables/{made['table']}", headers=auth(made["keys"]["0"])).json()
    assert {seat["kind"] for seat in place["table"]["seats"][1:]} == {"bot"}
    assert "abracadabra" not in str(place["table"])


def test_what_was_shown_elsewhere_is_not_told_again(client):
    made = take_in(client, begun("mamma-mia", 25).transcript).json()
    with line(client, made, 0) as (_, welcome):
        assert welcome["missed"] == []
    stranger = client.get(f"/api/tables/{made['table']}").json()
    assert stranger["view"] is None, "nobody watches"


def test_a_house_that_is_opened_again_plays_the_same_game_on(tmp_path):
    config = Config(
        data=str(tmp_path), bots="random", stand_in="random", rate="", new_tables="", pause_most=0, pause_least=0
    )
    match = begun("sole-mio", 30)
    with TestClient(build(config), base_url="http://house.test") as client:
        made = take_in(client, match.transcript).json()
        before = client.get(f"/api/tables/{made['table']}", headers=auth(made["keys"]["0"])).json()
    with TestClient(build(config), base_url="http://house.test") as client:
        after = client.get(f"/api/tables/{made['table']}", headers=auth(made["keys"]["0"])).json()
        assert after["view"] == before["view"]
        finish(client, made)
        assert text_of(client, made).startswith(match.transcript)


def test_a_finished_game_is_looked_back_at(client):
    match = begun("roll-for-soles", 10_000, players=2)
    made = take_in(client, match.transcript, ME, BOT).json()
    assert text_of(client, made) == match.transcript


def test_chance_goes_on_alike_for_the_same_seed_and_a_copy_has_the_same_future():
    match, told, _ = elsewhere.read(begun("grande", 40).transcript)
    games = []
    for _ in range(2):
        fate = elsewhere.ToldChance(told, b"seed", drawn=len(told))
        twin = fate.copy()
        draws = [(fate.draw(match.rules, match.stepper.states), twin.draw(match.rules, match.stepper.states))]
        games.append(draws)
    assert games[0] == games[1]
    assert games[0][0][0] == games[0][0][1]


WRONG = {
    "no transcript": lambda text: "hello",
    "nothing": lambda text: "",
    "another deal": lambda text: text.replace("chance: deal ", "chance: deal double-", 3),
    "a move that cannot be": lambda text: text + "pepper: play 7 olive\n",
    "somebody else's move": lambda text: text.rstrip("\n").rpartition("\n")[0] + "\nsalami: draw supply\n",
    "a game nobody knows": lambda text: text.replace("mamma-mia", "chess"),
    "nothing dealt yet": lambda text: text.partition("---\n")[0] + "---\n",
    "too long": lambda text: text + "# remark\n" * 6000,
    "another version": lambda text: text.replace("osteria: 2", "osteria: 99"),
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=list(WRONG))
def test_what_is_no_honest_transcript_is_refused_in_a_sentence(client, wrong):
    answer = take_in(client, wrong(begun("mamma-mia", 20).transcript))
    assert (answer.status_code, key_of(answer)) == (422, "transcript.wrong")
    assert answer.json()["error"]["text"].endswith(".")


@pytest.mark.parametrize("seats", [(ME, BOT), (BOT, BOT, BOT), (ME, OPEN, BOT), (ME, BOT, BOT, BOT)])
def test_seats_that_are_not_the_games_are_refused(client, seats):
    answer = take_in(client, begun("mamma-mia", 20).transcript, *seats)
    assert (answer.status_code, key_of(answer)) == (400, "options.wrong")


def test_it_counts_against_the_address_as_every_new_table(tmp_path):
    config = Config(data=str(tmp_path), bots="random", stand_in="random", rate="", new_tables="2/hour")
    text = begun("roll-for-soles", 5).transcript
    with TestClient(build(config), base_url="http://house.test") as client:
        answers = [take_in(client, text).status_code for _ in range(3)]
    assert answers == [200, 200, 429]


def test_own_dice_and_own_kinds_come_along(client):
    match = osteria.new("roll-for-soles", 2, seed=3, options={"faces": ("1", "2", "2", "hook", "double", "water")})
    for _ in range(6):
        match.play(match.decision.options[0])
    made = take_in(client, match.transcript, ME, BOT).json()
    table = client.get(f"/api/tables/{made['table']}", headers=auth(made["keys"]["0"])).json()["table"]
    assert table["settings"]["faces"] == ["1", "2", "2", "hook", "double", "water"]
    match = osteria.new("sole-mio", ["salami", "olive"], seed=3)
    match.play(match.decision.options[0])
    made = take_in(client, match.transcript, ME, BOT).json()
    table = client.get(f"/api/tables/{made['table']}", headers=auth(made["keys"]["0"])).json()["table"]
    assert [seat["own"] for seat in table["seats"]] == ["salami", "olive"]
