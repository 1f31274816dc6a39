"""What forgetting cost in a finished game: for everybody once it is over, for nobody before, in parts by the workers."""

import asyncio
import functools

import pytest
from playkit import finish, make

import osteria
from osteria import bots
from osteria.bots.hints import REGULAR
from osteria.hindsight import forgetting
from osteria.hindsight.judges import Estimate, Playouts, Weighed
from osteria.server.bots import lookback, thinking
from osteria.server.bots.lookback import Lookback
from osteria.server.tables.table import Table
from osteria.server.wire.refusal import Refusal
from osteria.testing.bots import view_of

ME = {"kind": "me", "name": "Ada"}


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Few players are asked, and none of their games is played on: every move but theirs is the worst."""
    monkeypatch.setenv("OSTERIA_INTERPRETED", "1")
    monkeypatch.setattr(forgetting, "LEVELS", (0.2, 1.0))
    monkeypatch.setattr(forgetting, "STYLES", (REGULAR,))
    monkeypatch.setattr(forgetting, "LUCKS", 2)

    def weigh(self, view, options, played):
        best = bots.make("regular", seed=1).choose(view.decision, view, None)
        chances = [Estimate(0.6 if option == best else 0.4, 0.01) for option in options]
        return Weighed(chances, chances[played])

    monkeypatch.setattr(Playouts, "weigh", weigh)
    monkeypatch.setattr(lookback, "compiler_is_there", lambda: True)
    thinking._course.cache_clear()


@functools.cache
def transcript():
    """Mamma Mia!, where the first seat forgets nearly everything and the second nothing."""
    match = osteria.new("mamma-mia", 2, seed=3)
    players = bots.make("novice:memory=0.2", seed=1), bots.make("regular", seed=2)
    while (decision := match.decision) is not None:
        match.play(players[decision.seat].choose(decision, view_of(match), None))
    return match.transcript


def over():
    table = object.__new__(Table)
    table.id, table.status, table.match, table.day = "one", "over", osteria.replay(transcript()), None
    table.game = "mamma-mia"
    return table


class Here:
    """Workers that work here; what they are asked for is counted."""

    def __init__(self):
        self.parts = []

    async def look_back(self, work, *given):
        self.parts.append(work.__name__)
        return work(*given)


def told_of(workers, wait=60.0):
    return asyncio.run(Lookback(workers, 2).forgetting(over(), wait))


def test_who_forgot_is_told_with_the_moves_that_it_cost():
    workers = Here()
    told = told_of(workers)
    assert told.steps_known == told.steps_in_all
    assert [(found.seat, found.remembers) for found in told.seats] == [(0, 0.2)]
    assert told.moves
    assert {move.seat for move in told.moves} == {0}
    assert [move.step for move in told.moves] == sorted(move.step for move in told.moves)
    assert all(move.lost > 0 for move in told.moves)
    kinds = ("olive", "pepper", "mushroom", "salami", "pineapple")
    assert all(move.what in kinds if move.first else "/" in move.what for move in told.moves)
    assert workers.parts.count("price_forgetting") == 1
    assert workers.parts[-1] == "price_forgetting"


def test_a_move_that_is_told_is_the_move_of_that_step_of_the_replay():
    lines = [(who, move) for who, move in osteria.replay(transcript()).lines() if who != "chance"]
    seats = osteria.replay(transcript()).seats
    for move in told_of(Here()).moves:
        assert lines[move.step - 1][0] == seats[move.seat]


def test_nothing_is_told_before_everything_is_known(monkeypatch):
    monkeypatch.setattr(lookback, "PART_SECONDS", 0.0)  # else a fast machine knows the whole game after one part

    class Slow(Here):
        async def look_back(self, work, *given):
            await asyncio.sleep(0)
            if self.parts:
                await asyncio.sleep(3600)
            return await super().look_back(work, *given)

    async def ask():
        back = Lookback(Slow(), 2)
        told = await back.forgetting(over(), 1.0)
        await back.stop()
        return told

    told = asyncio.run(ask())
    assert 1 < told.steps_known < told.steps_in_all
    assert (told.seats, told.moves) == ([], [])


def test_where_nothing_is_hidden_there_is_nothing_to_forget():
    table = over()
    table.game = "roll-for-soles"
    with pytest.raises(Refusal) as refused:
        asyncio.run(Lookback(Here(), 2).forgetting(table, 1))
    assert refused.value.problem.key == "request.unknown"


def test_without_a_compiler_nothing_is_told(monkeypatch):
    monkeypatch.setattr(lookback, "compiler_is_there", lambda: False)
    with pytest.raises(Refusal):
        told_of(Here())


def ask(client, made, key=None):
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return client.get(f"/api/tables/{made['table']}/forgetting", headers=headers)


@pytest.mark.parametrize("memory", ["authentic", "assisted"])
def test_a_running_game_tells_nobody_anything(client, memory):
    client.app.state.house.lookback._playouts = 2
    made = make(client, ME, ME, ME, game="mamma-mia", memory=memory)
    answers = [ask(client, made, key) for key in (None, *made["keys"].values())]
    assert {answer.status_code for answer in answers} == {409}
    assert len({answer.content for answer in answers}) == 1
    assert client.app.state.house.lookback._games == {}


def test_the_route_refuses_a_game_in_which_nothing_is_forgotten(client):
    made = make(client, ME, ME)
    finish(client, made)
    assert ask(client, made).status_code == 404
