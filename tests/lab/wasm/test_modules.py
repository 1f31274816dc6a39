"""The modules play what Python plays: records, rows, legal actions and observations, byte for byte."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from osteria.core.events import new_log
from osteria.core.family import MOST_LEGAL
from osteria.games import game as game_of
from osteria.lab.batch import Batch
from osteria.lab.wasm.encoding import Reader, signed, unsigned
from osteria.lab.wasm.linker import EXPORTS, MAGIC, LinkError, link
from osteria.play.view import ASSISTED, MEMORIES

GAMES_EACH = 2000 if os.environ.get("OSTERIA_LONG") else 48
"""Of each title, all numbers of players together."""
BATCH, STEPS = (256, 300) if os.environ.get("OSTERIA_LONG") else (64, 40)
HERE = Path(__file__).parent


GAMES = ("mamma-mia", "sole-mio", "grande", "roll-for-soles")


@pytest.mark.parametrize("name", GAMES)
def test_a_module_plays_the_same_games_to_the_byte(name: str, folder: Path, node: Callable[..., str]) -> None:
    game = game_of(name)
    tables = range(game.fewest, game.most + 1)
    for players in tables:
        played = [play(name, players, seed) for seed in range(-(-GAMES_EACH // len(tables)))]
        asked = json.dumps({"game": name, "players": players, "games": [actions for actions, _ in played]})
        digests = json.loads(node(HERE / "replay.mjs", folder, game.kernels.name, given=asked))
        assert digests == [digest for _, digest in played]


def play(name: str, players: int, seed: int) -> tuple[list[int], str]:
    """A random game: its small actions, and a digest of everything that could be seen of it."""
    game, rng, digest = game_of(name), np.random.default_rng([seed, players]), hashlib.sha256()
    kernels = game.kernels.compiled()
    states, out, log = game.fresh(game.seats(players), game.options()), np.zeros(MOST_LEGAL, np.int64), new_log()
    observation, actions, ask = np.zeros(1, game.observation), list[int](), int(states[0]["ask"])
    while ask != game.over:
        count = kernels.legal(states, out)
        digest.update(out[:count].astype(np.int32).tobytes())
        action = int(out[rng.integers(count)])
        if ask in game.chance_asks:
            total = kernels.total(states)
            digest.update(np.array([total, kernels.outcome(states, 0)], np.int32).tobytes())
            action = int(kernels.outcome(states, int(rng.integers(total))))
        ask, told = step(game, kernels, states, action, log)
        digest.update(told + states.tobytes())
        observation[:] = np.zeros(1, game.observation)
        place = len(actions)
        kernels.observe(states, place % (players + 1) - 1, place % 2, observation)
        digest.update(observation.tobytes())
        actions.append(action)
    return actions, digest.hexdigest()


def step(game: Any, kernels: Any, states: Any, action: int, log: Any) -> tuple[int, bytes]:
    """One action and the rounds it closes: what is asked then, and the rows that were told."""
    closing, close = game.close
    told, actions = b"", [action]
    while actions:
        ask = int(kernels.step(states, actions.pop(), log))
        told += log[1 : log[0, 0] + 1].tobytes()
        log[0, 0] = 0
        if ask == closing:
            actions.append(close)
    return ask, told


@pytest.mark.parametrize("memory", MEMORIES)
@pytest.mark.parametrize("name", GAMES)
def test_a_module_steps_a_batch_with_the_same_observations_and_masks(
    name: str, memory: str, folder: Path, node: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OSTERIA_INTERPRETED")  # the modules were made from what is compiled: it is there
    players = game_of(name).most
    batch = Batch(name, players, BATCH, 7, memory=memory, threads=1)
    asked = {"game": name, "players": players, "size": BATCH, "steps": STEPS, "seed": 7}
    more = {"memory": int(memory == ASSISTED), "most_turns": batch.max_turns}
    told = json.loads(node(HERE / "batch.mjs", folder, game_of(name).kernels.name, given=json.dumps(asked | more)))
    assert told[0] == digest_of(batch)
    for step in range(STEPS):
        batch.step(batch.picks)
        assert told[step + 1] == digest_of(batch), step


def digest_of(batch: Batch) -> str:
    """Of everything that a batch tells after a step, and of its records."""
    told = (batch.observations, batch.masks, batch.seats, batch.picks, batch.rewards, batch.dones, batch.cut)
    return hashlib.sha256(b"".join(array.tobytes() for array in (batch._arrays[0], *told))).hexdigest()


def test_everything_together_is_small(folder: Path) -> None:
    """The page loads a module when its game is wanted; all of them fit into 160 kB."""
    import gzip

    sizes = {file.name: len(gzip.compress(file.read_bytes(), 9)) for file in folder.glob("*.wasm")}
    assert sum(sizes.values()) <= 160_000, sizes
    assert sizes["roll_for_soles.wasm"] <= 40_000, sizes


def test_a_module_needs_nothing_from_outside(folder: Path) -> None:
    for module in folder.glob("*.wasm"):
        assert {"memory", "end"} <= exported(module.read_bytes())


@pytest.mark.parametrize("value", [0, 1, 63, 64, 127, 128, 8191, 2**31 - 1, 2**32 - 1])
def test_numbers_are_read_as_they_were_written(value: int) -> None:
    assert Reader(unsigned(value)).unsigned() == value
    for either in (value, -value):
        assert Reader(signed(either)).signed() == either


def test_an_object_that_needs_a_function_from_outside_is_refused_by_name() -> None:
    from llvmlite import binding

    from osteria.lab.wasm.emit import LAYOUT, TRIPLE

    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    text = f'target datalayout = "{LAYOUT}"\ntarget triple = "{TRIPLE}"\ndeclare double @exp(double)\n'
    text += "define double @twice(double %x) {\n  %y = call double @exp(double %x)\n  ret double %y\n}\n"
    machine = binding.Target.from_triple(TRIPLE).create_target_machine(reloc="static")
    with pytest.raises(LinkError, match="exp"):
        link(machine.emit_object(binding.parse_assembly(text)), ["twice"])


def exported(module: bytes) -> set[str]:
    """The names that a module exports."""
    sections, found = Reader(module, len(MAGIC)), set()
    while not sections.is_at_end:
        code, body = sections.byte(), Reader(sections.take(sections.unsigned()))
        if code == EXPORTS:
            found = {(body.name(), body.byte(), body.unsigned())[0] for _ in range(body.unsigned())}
    return found
