"""A first game that teaches: a real table with the deal of its script; bots say what it has them say, while it lasts."""

import random

import pytest
from playkit import answer, line, receive

from osteria.games import game as game_of
from osteria.server.tables import changes
from osteria.server.tables.changes import HOUSE, Row, write_change
from osteria.server.tables.results import results_of
from osteria.server.tables.table import rebuild
from osteria.server.wire.messages import Settings

GAMES = ("mamma-mia", "roll-for-soles")


def teach(client, game):
    made = client.post("/api/lessons", json={"game": game, "name": "Ada"})
    assert made.status_code == 200, made.text
    return made.json()


def position(client, made):
    key = made["keys"]["0"]
    return client.get(f"/api/tables/{made['table']}", headers={"Authorization": f"Bearer {key}"}).json()


def follow(socket, welcome, moves, person):
    """Says what the script has the person say, and hears the others; returns what the table is after the last move."""
    question, table = welcome["question"], welcome["table"]
    while question < len(moves):
        if moves[question][0] == person:
            socket.send_json(answer(question, moves[question][1]))
        frame = receive(socket, "frame", "refused")
        assert frame["type"] == "frame", frame
        question, table = frame["question"], frame.get("table") or table
    return table


@pytest.mark.parametrize("game", GAMES)
def test_whoever_says_what_the_script_says_plays_the_lesson_and_goes_on_freely(client, game):
    lesson = game_of(game).lesson
    made = teach(client, game)
    with line(client, made, 0) as (socket, welcome):
        assert welcome["table"]["lesson"] == "on"
        assert follow(socket, welcome, lesson.moves, lesson.seats[0])["lesson"] == "off"
    assert position(client, made)["table"]["status"] == "playing"


def test_a_person_who_goes_another_way_leaves_the_script_and_everybody_plays_on(client):
    made = teach(client, "roll-for-soles")
    with line(client, made, 0) as (socket, welcome):
        socket.send_json(answer(welcome["question"], "secure"))
        assert receive(socket, "frame")["table"]["lesson"] == "off"
        assert receive(socket, "frame")["question"] == 2


def test_other_games_of_the_family_are_taught_by_its_lesson(client):
    assert position(client, teach(client, "sole-mio"))["table"]["game"] == "mamma-mia"


def test_a_lesson_is_listed_nowhere_and_nobody_may_watch_it(client):
    made = teach(client, "mamma-mia")
    assert client.get("/api/tables").json()["tables"] == []
    table = position(client, made)["table"]
    assert not table["settings"]["listed"]
    assert not table["settings"]["spectators"]
    assert table["code"] == ""


def test_no_game_but_a_lesson_is_one(client):
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random"}]
    made = client.post("/api/tables", json={"game": "mamma-mia", "seats": seats, "start": True}).json()
    assert position(client, made)["table"]["lesson"] == ""


def test_a_game_without_a_lesson_says_so(client, monkeypatch):
    monkeypatch.setattr(type(game_of("grande")), "lesson", None)
    answered = client.post("/api/lessons", json={"game": "grande", "name": "Ada"})
    assert answered.json()["error"]["text"] == "There is no lesson for this game."


def test_a_lesson_counts_for_nothing():
    table, rng = begun(), random.Random(1)
    while table.asked is not None:
        move = str(rng.choice(table.match.decision.options))
        table._move(Row(table.id, table.seq, 0.0, f"seat {table.asked}", move), None)
    assert (table.status, results_of(table, table.match, 0.0)) == ("over", [])
    table.lesson = ""
    assert len(results_of(table, table.match, 0.0)) == 3


def begun():
    """A lesson that has just begun, from its log."""
    lesson = game_of("roll-for-soles").lesson
    opened = changes.Opened("roll-for-soles", 3, Settings(), lesson.seed.hex(), 0, lesson=True)
    made = [opened, changes.Sat(0, "Ada"), changes.BotSat(1, "random"), changes.BotSat(2, "random"), changes.Began()]
    return rebuild([Row("aaaaaaaaaaaa", 1 + n, 0.0, HOUSE, write_change(change)) for n, change in enumerate(made)])


def test_a_lesson_whose_script_has_changed_since_plays_on_without_it():
    table = begun()
    assert (table.lesson, table.scripted(), table.scripted(1)) == ("on", "roll", "secure")
    table._script = ("secure",)
    table._move(Row("aaaaaaaaaaaa", 99, 0.0, "seat 0", "roll"), None)
    assert (table.lesson, table.scripted()) == ("off", None)
