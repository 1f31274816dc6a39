"""The entry points through which drivers run the pizza games: one family serves all three."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from osteria.core.events import new_log
from osteria.core.kernel import Kernels, kernel
from osteria.core.schema import Table
from osteria.games.pizzeria.observe import OBSERVATION, see
from osteria.games.pizzeria.record import RECORD
from osteria.games.pizzeria.rules.game import act
from osteria.games.pizzeria.rules.legal import chance_outcome, chance_total, chance_weight, list_legal


@kernel
def step(states: Table, action: int, log: Table) -> int:
    """Entry: apply a small action and tell what happens; returns what is asked next."""
    act(states[0], action, log)
    return int(states[0]["ask"])


@kernel
def legal(states: Table, out: Table) -> int:
    """Entry: the legal small actions."""
    return list_legal(states[0], out)


@kernel
def total(states: Table) -> int:
    """Entry: how many equally likely outcomes chance has."""
    return chance_total(states[0])


@kernel
def outcome(states: Table, index: int) -> int:
    """Entry: one of the equally likely outcomes as an action."""
    return chance_outcome(states[0], index)


@kernel
def weight(states: Table, action: int) -> int:
    """Entry: the weight of a chance action."""
    return chance_weight(states[0], action)


@kernel
def observe(states: Table, viewer: int, memory: int, out: Table) -> None:
    """Entry: fill a viewer's observation."""
    see(states[0], viewer, memory, out[0])


@kernel
def quiet(states: Table, actions: Table, closing: int, close: int) -> int:
    """Entry: apply small actions, telling nobody; a round that ends is closed. Returns what is asked next."""
    for place in range(actions.shape[0]):
        act(states[0], int(actions[place]), None)
        while states[0]["ask"] == closing:
            act(states[0], close, None)
    return int(states[0]["ask"])


def examples() -> Mapping[str, tuple[Any, ...]]:
    """Arguments of the types that each entry is compiled for."""
    states, log, out = np.zeros(1, RECORD), new_log(), np.zeros(256, np.int64)
    return {
        "step": (states, 0, log),
        "legal": (states, out),
        "total": (states,),
        "outcome": (states, 0),
        "weight": (states, 0),
        "quiet": (states, out, 0, 0),
        "observe": (states, 0, 0, np.zeros(1, OBSERVATION)),
    }


ROOT = Path(__file__).parent
KERNELS = Kernels(
    "pizzeria",
    {f.__name__: f for f in (step, quiet, legal, total, outcome, weight, observe)},
    examples,
    (ROOT, ROOT.parent.parent / "core"),
)
