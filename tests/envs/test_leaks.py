"""The leak suite of the engine, over everything that an environment shows: a seat that cannot tell two worlds apart gets the
same vectors, dictionaries, masks, tensors and texts in both, at every step."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from osteria import envs
from osteria.envs import table as small
from osteria.envs.aec import SeatsEnv
from osteria.envs.layout import FORMS, Layout
from osteria.envs.openspiel import GAMES, Position
from osteria.envs.single import SeatEnv
from osteria.games import NAMES, game
from osteria.lab.playing import MOST_LEGAL, Places
from osteria.play import driving
from osteria.play.driving import CELLS
from osteria.play.imagine import imagine
from osteria.play.match import Match
from osteria.play.new import new
from osteria.play.view import MEMORIES
from osteria.testing.leaks import play_some

LONG = os.environ.get("OSTERIA_LONG") == "1"
PAIRS = 10_000 if LONG else 1000
"""Pairs of steps for each game and number of players."""
EVERY = 1 if LONG else 3
"""Every so many steps are compared."""
TABLES = [(name, players) for name in NAMES for players in range(2, 6)]
Shown = Iterator[tuple[str, Any]]


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled kernels give the same bytes; most of these steps would be spent waiting for the compiler."""
    if not LONG:
        monkeypatch.setenv("OSTERIA_INTERPRETED", "1")


def worlds(name: str, players: int, seed: int) -> Iterator[tuple[Match, Match, int]]:
    """A true match, one that a seat imagines from what it saw, and the seat, for ever."""
    rng = np.random.default_rng(seed)
    while True:
        match = play_some(new(name, players, seed=int(rng.integers(2**62))), rng)
        seat = int(rng.integers(players))
        yield match, imagine(match.view(seat, memory="assisted"), rng), seat


def actions_of(match: Match) -> list[tuple[bool, int]]:
    """Whether it was chance, and the small action, from the first to the last."""
    chance = match.rules.chance_asks
    return [(ask in chance, action) for _, ask, move in match.past for action in move.actions]


class GivenStacks(Random):
    """A generator under which chance answers what it answered in a match."""

    def follow(self, table: small.SmallTable, match: Match) -> GivenStacks:
        self.table, self.left = table, [action for is_chance, action in actions_of(match) if is_chance]
        return self

    def random(self) -> float:
        states, kernels = self.table._at.states, self.table.rules.kernels.best
        total, wanted = kernels.total(states), self.left.pop(0)
        index = next(index for index in range(total) if kernels.outcome(states, index) == wanted)
        return (index + 0.5) / total


def by_pettingzoo(match: Match, seat: int) -> Shown:
    """Every observation of a seat in PettingZoo, both forms and both memories, after each action of a person."""
    views = [SeatsEnv(match.game, match.players, memory, form, 0, None, 2) for memory in MEMORIES for form in FORMS]
    for env in views:
        env.reset(seed=1)
        env.table.deal(GivenStacks().follow(env.table, match))
        env.agent_selection = env.possible_agents[env.table.seat]
    for step, action in enumerate([None, *(action for is_chance, action in actions_of(match) if not is_chance)]):
        for env in views:
            if action is not None:
                env.step(action)
            if step % EVERY == 0:
                yield f"PettingZoo, {env.memory}, {env.form}", plain(env.observe(f"seat_{seat}"))


def by_gymnasium(match: Match, seat: int) -> Shown:
    """What the one-seat environment shows at every position of the match."""
    views = [
        SeatEnv(match.game, match.players, seat, "random", memory, form, 0, None, 2)
        for memory in MEMORIES
        for form in FORMS
    ]
    twin = match.afresh()
    for env in views:
        env.match, env._half, env._turns = twin, (), 0
    for step, (_, _, move) in enumerate(match.past):
        for action in move.actions:
            twin.follow(action)
        for env in views if step % EVERY == 0 else ():
            yield f"Gymnasium, {env.memory}, {env.form}", plain(env._observation())


def by_batch(match: Match, seat: int) -> Shown:
    """What a batch, and so the vector environment, shows of every position in which the seat is asked."""
    rules, twin = game(match.game), match.afresh()
    show = driving.drivers(rules.kernels)["show"]
    places, legal = Places(rules, match.players, twin.stepper.states, 1), np.zeros(MOST_LEGAL, np.int64)
    shown = (places.observations, places.blank, places.masks, places.seats, places.picks)
    for is_chance, action in actions_of(match):
        if not is_chance and twin.stepper.states[0]["seat"] == seat:
            for memory in range(len(MEMORIES)):
                show(twin.stepper.states[0], 0, np.ones(CELLS, np.int64), legal, memory, *shown)
                vector = envs.layout_of(match.game).flat(places.observations)
                yield f"batch, {MEMORIES[memory]}", plain([vector, places.masks, places.picks])
        twin.follow(action)


def by_openspiel(match: Match, seat: int) -> Shown:
    """Information state and observation, tensor and text, after every small action, chance's too; and what is public."""
    state = GAMES[match.game]({"players": match.players, "max_turns": 0}).new_initial_state()
    public = make_observation(
        state.get_game(), pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    for step, (_, action) in enumerate(actions_of(match)):
        state.apply_action(action)
        if step % EVERY:
            continue
        yield "information state", state.information_state_tensor(seat)
        yield "information state in words", state.information_state_string(seat)
        yield "observation", state.observation_tensor(seat)
        yield "observation in words", state.observation_string(seat)
        public.set_from(state, seat)
        yield "what is public", public.tensor.tolist()
        if state.current_player() == seat:
            yield "legal actions", state.legal_actions()


def plain(shown: Any) -> Any:
    """Arrays as lists, to compare."""
    if isinstance(shown, dict):
        return {name: plain(part) for name, part in shown.items()}
    return [plain(part) for part in shown] if isinstance(shown, list) else shown.tolist()


WATCHERS: dict[str, Callable[[Match, int], Shown]] = {
    "PettingZoo": by_pettingzoo,
    "Gymnasium": by_gymnasium,
    "batches": by_batch,
    "OpenSpiel": by_openspiel,
}


def check(name: str, players: int, pairs: int, seed: int, *watchers: Callable[[Match, int], Shown]) -> int:
    """Compare what is shown in true and imagined worlds; AssertionError where it differs. Returns the pairs."""
    compared = others = seen = 0
    for match, other, seat in worlds(name, players, seed):
        for watch in watchers or WATCHERS.values():
            for mine, theirs in zip(watch(match, seat), watch(other, seat), strict=True):
                assert mine == theirs, f"{name}, {players} players, seat {seat}: {mine[0]} differs"
                compared += 1
        others, seen = others + (match.zones() != other.zones()), seen + 1
        if compared >= pairs and (name == "roll-for-soles" or others):
            return compared
        assert seen < 200, "no world differs from the truth: the imagination is asleep"
    raise AssertionError("there is always another world")


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_a_seat_may_not_know_changes_nothing_that_it_is_shown(name: str, players: int) -> None:
    assert check(name, players, PAIRS, players) >= PAIRS


@pytest.mark.parametrize("kind", ["PettingZoo", "Gymnasium", "OpenSpiel"])
def test_an_observation_that_shows_a_neighbours_hand_is_found(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    kernels = game("sole-mio").kernels
    honest = kernels.best.observe

    def leaky(states: Any, viewer: int, memory: int, out: Any) -> None:
        honest(states, viewer, memory, out)
        out[0]["hand"] = states[0]["hands"][(viewer + 1) % int(states[0]["players"])]

    monkeypatch.setattr(kernels.best, "observe", leaky)
    with pytest.raises(AssertionError, match="differs"):
        check("sole-mio", 3, 3000, 1, WATCHERS[kind])


def test_an_information_state_in_words_that_tells_all_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Position.history_of
    monkeypatch.setattr(
        Position,
        "history_of",
        lambda at, viewer: f"{honest(at, viewer)} {at.match.stepper.states[0]['hands'].tolist()}",
    )
    with pytest.raises(AssertionError, match="information state in words differs"):
        check("grande", 2, 3000, 1, by_openspiel)


def test_a_mask_that_depends_on_what_is_hidden_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = SeatsEnv.observe

    def leaky(env: SeatsEnv, agent: str) -> dict[str, Any]:
        shown = honest(env, agent)
        shown["action_mask"][0] ^= int(env.table._at.states[0]["supply"][0]) % 2
        return shown

    monkeypatch.setattr(SeatsEnv, "observe", leaky)
    with pytest.raises(AssertionError, match="differs"):
        check("mamma-mia", 3, 3000, 1, by_pettingzoo)


def test_a_batch_that_shows_more_than_it_may_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Layout.flat

    def leaky(layout: Layout, records: Any) -> Any:
        vectors = honest(layout, records)
        vectors[:, 0] = inspect.currentframe().f_back.f_locals["twin"].stepper.states["supply"][:, 0]  # type: ignore[union-attr]
        return vectors

    monkeypatch.setattr(Layout, "flat", leaky)
    with pytest.raises(AssertionError, match="differs"):
        check("mamma-mia", 3, 3000, 1, by_batch)
