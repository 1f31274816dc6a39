"""The chance to win over a finished game: for everybody once it is over, for nobody before, worked out by the workers, or by the
visitor's device, and then the house compares one step."""

import asyncio
import time
from dataclasses import replace

import pytest
from playkit import finish, make
from starlette.testclient import TestClient
from structlog.testing import capture_logs

import osteria
from osteria.hindsight.course import Course
from osteria.server.bots import lookback
from osteria.server.bots.lookback import Lookback
from osteria.server.bots.thinking import look_back
from osteria.server.http.app import build
from osteria.server.tables.table import Table
from osteria.server.wire.refusal import Refusal
from osteria.server.wire.shapes import ChancesSample

ME, OPEN = {"kind": "me", "name": "Ada"}, {"kind": "open"}


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    """The workers, too: compiling takes longer than all of these tests."""
    monkeypatch.setenv("OSTERIA_INTERPRETED", "1")


@pytest.fixture
def config(config, tmp_path):
    (tmp_path / "index.json").write_text("{}")
    return replace(config, playouts=2, modules=str(tmp_path))


def chances(client, made, wait=0, key=None):
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return client.get(f"/api/tables/{made['table']}/chances?wait={wait}", headers=headers)


def whole(client, made, least=None):
    """Asks as a page does, until everything is there, or the rows that are enough."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        told = chances(client, made, wait=2).json()
        if len(told["chances"]) >= (least or told["steps_in_all"]):
            return told
    raise AssertionError("the chances were never whole")


def finished(client, players=3):
    made = make(client, *[ME] * players)
    finish(client, made)
    return made


def test_a_finished_game_has_a_row_for_each_step_of_its_replay(client):
    made = finished(client)
    told = whole(client, made)
    replay = client.get(f"/api/tables/{made['table']}/replay?count=1").json()
    assert told["steps_in_all"] == replay["steps_in_all"]
    assert told["playouts"] == 2
    assert all(len(row) == 3 and sum(row) == pytest.approx(1, abs=0.001) for row in told["chances"])
    winners = client.get(f"/api/tables/{made['table']}").json()["table"]["winners"]
    assert [seat for seat, share in enumerate(told["chances"][-1]) if share] == winners


def test_two_players_of_roll_for_soles_are_told_exact_chances(client):
    told = whole(client, finished(client, players=2), least=1)
    assert told["playouts"] == 0
    assert sum(told["chances"][0]) == pytest.approx(1)


def test_strangers_seats_and_wrong_keys_are_told_the_same_of_a_finished_game(client):
    made = finished(client)
    told = whole(client, made)
    for key in (made["keys"]["0"], made["keys"]["2"], made["keys"]["0"][:-2] + "AA"):
        assert chances(client, made, key=key).json() == told


@pytest.mark.parametrize("memory", ["authentic", "assisted"])
@pytest.mark.parametrize("game", ["roll-for-soles", "mamma-mia"])
def test_a_running_game_tells_nobody_anything(client, game, memory):
    answers = []
    for _ in range(3):
        made = make(client, ME, ME, ME, game=game, memory=memory)
        answers += [chances(client, made, wait=1, key=key) for key in (None, *made["keys"].values())]
    assert {answer.status_code for answer in answers} == {409}
    assert len({answer.content for answer in answers}) == 1
    assert answers[0].json()["error"]["key"] == "table.running"
    assert client.app.state.house.lookback._games == {}
    assert client.app.state.house.thinkers._pool is None


def test_a_table_that_waits_and_one_that_does_not_exist_say_so(client):
    body = {"game": "roll-for-soles", "seats": [ME, OPEN]}
    made = client.post("/api/tables", json=body).json()
    assert chances(client, made).json()["error"]["key"] == "table.waiting"
    assert chances(client, {"table": "z" * 12}).json()["error"]["key"] == "table.unknown"
    assert chances(client, made, wait=31).status_code == 400


def test_a_house_may_tell_no_chances(config):
    quiet = replace(config, playouts=0)
    with TestClient(build(quiet), base_url="http://house.test") as client:
        assert chances(client, finished(client)).status_code == 404


def test_the_answer_comes_at_once_and_the_rest_when_asked_again(client):
    made = finished(client)
    first = chances(client, made).json()
    assert first["chances"] == []
    assert whole(client, made)["chances"]


class Workers:
    """Workers that count what they are asked for, and answer one row at a time."""

    def __init__(self, seconds=0.0, fails=0):
        self.seconds, self.fails, self.asked, self.busy, self.most = seconds, fails, 0, 0, 0

    async def look_back(self, work, *given):
        self.asked += 1
        self.busy += 1
        self.most = max(self.most, self.busy)
        await asyncio.sleep(self.seconds)
        self.busy -= 1
        if self.asked <= self.fails:
            raise RuntimeError
        return False, [[0.5, 0.5]]


def over(name):
    """A finished table, without a house."""
    match = osteria.new("roll-for-soles", 2, seed=1)
    while match.decision is not None:
        match.play(match.decision.options[0])
    table = object.__new__(Table)
    table.id, table.status, table.match, table.day = name, "over", match, None
    return table


def test_what_was_worked_out_is_not_worked_out_again():
    async def ask():
        workers, table = Workers(), over("one")
        back = Lookback(workers, 2)
        await asyncio.gather(*(back.chances(table, 5) for _ in range(10)))
        return workers.asked, (await back.chances(table, 5)).steps_in_all, workers.asked

    before, steps, after = asyncio.run(ask())
    assert before == steps == after


def test_few_games_are_looked_at_at_once_and_one_too_many_is_told_to_come_back():
    async def ask():
        workers = Workers(seconds=0.001)
        back = Lookback(workers, 2)
        tables = [over(f"t{n}") for n in range(lookback.MOST_WAITING)]
        waiting = [asyncio.create_task(back.chances(table, 30)) for table in tables]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refused:
            await back.chances(over("late"), 0)
        await asyncio.gather(*waiting)
        return refused.value.problem.key, workers.most

    assert asyncio.run(ask()) == ("table.busy", lookback.AT_ONCE)


def test_without_a_compiler_few_games_are_played_on():
    told = asyncio.run(Lookback(Workers(), 200).chances(over("one"), 5))
    assert told.playouts == lookback.INTERPRETED_PLAYOUTS


def test_only_so_many_games_are_kept(monkeypatch):
    monkeypatch.setattr(lookback, "KEPT", 3)

    async def ask():
        back = Lookback(Workers(), 2)
        for number in range(5):
            await back.chances(over(f"t{number}"), 5)
        return [name for name, _ in back._games]

    assert asyncio.run(ask()) == ["t2", "t3", "t4"]


def test_nobody_asks_any_more_and_the_work_stops_until_somebody_does(monkeypatch):
    monkeypatch.setattr(lookback, "PATIENCE_SECONDS", 0.05)

    async def ask():
        workers, table = Workers(seconds=0.02), over("one")
        back = Lookback(workers, 2)
        await back.chances(table, 0)
        await asyncio.sleep(0.3)
        first = workers.asked
        await asyncio.sleep(0.1)
        assert workers.asked == first
        told = await back.chances(table, 0)
        await back.stop()
        return first, len(told.chances)

    first, kept = asyncio.run(ask())
    assert 0 < first == kept


def test_a_worker_that_fails_is_trouble_now_and_asked_again_later():
    async def ask():
        back, table = Lookback(Workers(fails=1), 2), over("one")
        with pytest.raises(Refusal) as refused:
            await back.chances(table, 5)
        return refused.value.problem.key, await back.chances(table, 5)

    key, told = asyncio.run(ask())
    assert key == "house.trouble"
    assert len(told.chances) == told.steps_in_all


def test_a_part_ends_in_time_and_the_parts_are_the_whole():
    text = over("one").match.transcript
    _, everything = look_back(text, 2, 1, 0, 60)
    rows = []
    while len(rows) < len(everything):
        is_exact, part = look_back(text, 2, 1, len(rows), 0)
        assert is_exact
        assert len(part) == 1
        rows += part
    assert rows == everything


# ------------------------------------------------------------------------------------------- Worked out by the visitor's device


def asked(client, made):
    return client.get(f"/api/tables/{made['table']}/chances?wait=0&device=1")


def compared(client, made, step, row):
    return client.post(f"/api/tables/{made['table']}/chances", json={"step": step, "chances": row})


def test_a_device_is_told_what_it_needs_and_the_house_works_out_nothing_but_the_sample(client):
    made = finished(client)
    told = asked(client, made).json()
    task = told["task"]
    assert told["chances"] == []
    assert client.app.state.house.lookback._games == {}
    course = Course(task["text"], told["playouts"], task["seed"])
    assert course.steps == told["steps_in_all"]
    assert 0 <= task["sample"] < course.steps
    assert compared(client, made, task["sample"], course.chances(task["sample"])).json() == {"agrees": True}
    assert client.app.state.house.lookback._games == {}
    assert asked(client, made).json()["task"]["text"] == osteria.replay(task["text"]).transcript


def test_another_result_is_logged_and_the_house_tells_its_own(client):
    made = finished(client)
    task = asked(client, made).json()["task"]
    with capture_logs() as logs:
        assert compared(client, made, task["sample"], [0.9, 0.9, 0.9]).json() == {"agrees": False}
        assert compared(client, made, task["sample"], [0.5, 0.5]).json() == {"agrees": False}
    found = [line["device"] for line in logs if line["event"] == "chances.different"]
    assert found == [[0.9, 0.9, 0.9], [0.5, 0.5]]
    own = whole(client, made)
    assert asked(client, made).json() == own
    assert compared(client, made, 3, own["chances"][3]).json() == {"agrees": True}


def test_what_is_exact_and_what_the_house_is_at_is_not_given_away(client):
    two = finished(client, players=2)
    assert asked(client, two).json()["task"] is None
    three = finished(client)
    chances(client, three)
    assert asked(client, three).json()["task"] is None


def test_own_dice_are_looked_back_at_by_the_house(client):
    made = make(client, ME, ME, ME, faces=["1", "2", "2", "hook", "double", "water"])
    finish(client, made)
    assert asked(client, made).json()["task"] is None


@pytest.mark.parametrize("memory", ["authentic", "assisted"])
def test_a_running_game_gives_nothing_away(client, memory):
    made = make(client, ME, ME, ME, memory=memory)
    for answer in (asked(client, made), compared(client, made, 0, [0.3, 0.3, 0.4])):
        assert answer.status_code == 409
        assert answer.json()["error"]["key"] == "table.running"


def test_a_step_that_is_none_is_refused(client):
    made = finished(client)
    assert compared(client, made, 100_000, [1, 0, 0]).status_code == 400
    assert compared(client, made, -1, [1, 0, 0]).status_code == 400
    assert compared(client, made, 0, []).json() == {"agrees": False}


def test_as_long_as_there_are_no_modules_the_house_does_it(client):
    made = finished(client)
    client.app.state.house.modules.folder = None
    assert asked(client, made).json()["task"] is None
    assert whole(client, made)["chances"]


def test_a_house_that_still_compiles_says_come_back():
    class Compiling(Workers):
        async def look_back(self, work, *given):
            return False, []

    async def ask():
        return await Lookback(Compiling(), 2).check(over("one"), ChancesSample(0, [0.5, 0.5]))

    with pytest.raises(Refusal) as refused:
        asyncio.run(ask())
    assert refused.value.problem.key == "table.busy"
