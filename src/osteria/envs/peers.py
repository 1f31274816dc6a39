"""How fast other frameworks' games run here, side by side with ours: `osteria bench --peers`.

Random play on one core (one case of ours on all). A decision is an action of a player that was applied; chance is not
counted. What is not installed is left out, and named: OpenSpiel, PettingZoo with hanabi (through Shimmy), RLCard, Pgx.
"""

from __future__ import annotations

import importlib.util
import os
import random
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from statistics import mean
from typing import Any

import numpy as np

from osteria.envs import pettingzoo_env
from osteria.games import NAMES, game
from osteria.lab.batch import Batch, random_games
from osteria.lab.bench import Case, measured

PLAYERS = 4
PEERS = {
    "OpenSpiel": ("pyspiel",),
    "PettingZoo's hanabi": ("pettingzoo", "shimmy", "pyspiel"),
    "RLCard": ("rlcard",),
    "Pgx": ("pgx", "jax"),
}
"""What each of them needs."""
Play = Callable[[], int]


def is_there(*modules: str) -> bool:
    """Whether all of these can be imported."""
    return all(importlib.util.find_spec(module) is not None for module in modules)


def absent() -> list[str]:
    """The peers that are not installed, and so not measured."""
    return [name for name, modules in PEERS.items() if not is_there(*modules)]


def measure(seconds: float) -> Iterator[Case]:
    """Every case in turn, about so many seconds each, with the reference loop before and after it."""
    for name, players, mode, make in cases():
        yield measured(name, players, mode, make(), seconds)


def cases() -> Iterator[tuple[str, int, str, Callable[[], Play]]]:
    """(game, players, how it is driven, what plays it) for what is installed."""
    for name in NAMES:
        yield name, PLAYERS, "whole games, compiled", partial(whole_games, name)
        yield name, PLAYERS, "whole games, all cores", partial(whole_games, name, os.cpu_count() or 1)
        yield name, PLAYERS, "batch of one, from Python", partial(batch_of_one, name)
    if is_there("pettingzoo"):
        for name in NAMES:
            yield name, PLAYERS, "PettingZoo", partial(our_aec, name)
    if is_there(*PEERS["OpenSpiel"]):
        yield "OpenSpiel hearts", 4, "whole games, C++", hearts_in_cpp
        yield "OpenSpiel hearts", 4, "from Python", partial(spiel_play, "hearts")
    if is_there(*PEERS["PettingZoo's hanabi"]):
        yield "PettingZoo hanabi_v5", PLAYERS, "PettingZoo", hanabi
    if is_there(*PEERS["RLCard"]):
        yield "RLCard uno", 2, "step loop", uno
    if is_there(*PEERS["Pgx"]):
        yield "Pgx tic_tac_toe", 2, "batch of 1,000, jitted", pgx_play


def whole_games(name: str, threads: int = 1) -> Play:
    """Our games in one compiled call on each core."""
    games = 2000 * threads
    return lambda: random_games(name, PLAYERS, games, random.randrange(2**31), threads=threads).decisions


def batch_of_one(name: str) -> Play:
    """Our games, one small action a call."""
    batch = Batch(name, PLAYERS, 1, 7)
    half = "picked" in (batch.observations.dtype.names or ())

    def play() -> int:
        decisions, step, picks, seen = 0, batch.step, batch.picks, batch.observations
        for _ in range(1000):
            decisions += not half or seen["picked"][0] == 0
            step(picks)
        return decisions

    return play


def aec_play(env: Any) -> Play:
    """A PettingZoo environment, through `last` and the action mask."""
    rng = np.random.default_rng(1)

    def play() -> int:
        env.reset(seed=int(rng.integers(2**31)))
        steps = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
            else:
                legal = np.flatnonzero(seen["action_mask"])
                env.step(int(legal[int(rng.random() * len(legal))]))
                steps += 1
        return steps

    return play


def our_aec(name: str) -> Play:
    """Our games through PettingZoo."""
    game(name).kernels.compiled()
    return aec_play(pettingzoo_env(name, PLAYERS))


def hanabi() -> Play:
    """PettingZoo's hanabi, which goes through Shimmy to OpenSpiel."""
    from pettingzoo.classic import hanabi_v5

    return aec_play(hanabi_v5.env(players=PLAYERS))


def spiel_play(name: str) -> Play:
    """A game of OpenSpiel through its Python binding."""
    import pyspiel

    found, rng = pyspiel.load_game(name), random.Random(1)

    def play() -> int:
        state, decisions = found.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def hearts_in_cpp() -> Play:
    """Hearts with C++ bots inside C++; decisions are games times the mean number of decisions of a game."""
    import pyspiel

    one, hearts = spiel_play("hearts"), pyspiel.load_game("hearts")
    decisions = mean(one() for _ in range(50))
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(4)]

    def play() -> int:
        for _ in range(100):
            pyspiel.evaluate_bots(hearts.new_initial_state(), bots, random.randrange(2**31))
        return round(100 * decisions)

    return play


def uno() -> Play:
    """RLCard's uno in a bare step loop."""
    env, rng = import_module("rlcard").make("uno"), random.Random(1)

    def play() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return play


def pgx_play() -> Play:
    """Pgx steps a thousand games in one jitted call; finished games are not dealt anew."""
    jax, pgx = import_module("jax"), import_module("pgx")
    env, size = pgx.make("tic_tac_toe"), 1000
    begin, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))

    def play() -> int:
        key = jax.random.PRNGKey(random.randrange(2**31))
        state, steps = begin(jax.random.split(key, size)), 0
        while not bool(state.terminated.all()):
            key, choice = jax.random.split(key)
            steps += size - int(state.terminated.sum())
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
            state = step(state, jax.random.categorical(choice, logits, axis=-1))
        return steps

    return play
