"""The entry points through which a match runs a family of games: written once, bound to each family's rules."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from osteria.core.events import Log, new_log
from osteria.core.kernel import Kernels, bound, kernel
from osteria.core.schema import State, Table

MOST_LEGAL = 256
"""BOUND: no table has so many small actions."""
ENTRIES = ("step", "quiet", "legal", "total", "outcome", "weight", "observe")

# ------------------------------------------------------------------------------------- What a family of games says


@kernel
def act(s: State, action: int, log: Log) -> None:
    """Apply a small action and whatever is forced after it."""


@kernel
def list_legal(s: State, out: Table) -> int:
    """The legal small actions; returns their number."""
    return 0


@kernel
def chance_total(s: State) -> int:
    """How many equally likely outcomes chance has."""
    return 0


@kernel
def chance_outcome(s: State, index: int) -> int:
    """One of those outcomes, as an action."""
    return 0


@kernel
def chance_weight(s: State, action: int) -> int:
    """How many of those outcomes an action stands for."""
    return 0


@kernel
def see(s: State, viewer: int, memory: int, out: State) -> None:
    """Fill an observation that was blank."""


# -------------------------------------------------------------------------------------------------- Entry points


@kernel
def step(states: Table, action: int, log: Table) -> int:
    """Apply a small action and tell what happens; returns what is asked next."""
    act(states[0], action, log)
    return int(states[0]["ask"])


@kernel
def quiet(states: Table, actions: Table, closing: int, close: int) -> int:
    """Apply small actions, telling nobody; a round that ends is closed. Returns what is asked next."""
    for place in range(actions.shape[0]):
        act(states[0], int(actions[place]), None)
        while states[0]["ask"] == closing:
            act(states[0], close, None)
    return int(states[0]["ask"])


@kernel
def legal(states: Table, out: Table) -> int:
    """The legal small actions."""
    return list_legal(states[0], out)


@kernel
def total(states: Table) -> int:
    """How many equally likely outcomes chance has."""
    return chance_total(states[0])


@kernel
def outcome(states: Table, index: int) -> int:
    """One of the equally likely outcomes as an action."""
    return chance_outcome(states[0], index)


@kernel
def weight(states: Table, action: int) -> int:
    """The weight of a chance action."""
    return chance_weight(states[0], action)


@kernel
def observe(states: Table, viewer: int, memory: int, out: Table) -> None:
    """Fill a viewer's observation."""
    see(states[0], viewer, memory, out[0])


def kernels_of(
    name: str,
    rules: Mapping[str, Callable[..., Any]],
    record: np.dtype[Any],
    observation: np.dtype[Any],
    folder: Path,
    home: str,
) -> Kernels:
    """The kernels of a family of games.

    Args:
        name: of the family.
        rules: its functions for the names under "What a family of games says".
        record: of a table.
        observation: of what a viewer sees.
        folder: where the family's sources lie.
        home: where the kernels are, as "module:NAME".
    """

    def examples() -> Mapping[str, tuple[Any, ...]]:
        states, log, out = np.zeros(1, record), new_log(), np.zeros(MOST_LEGAL, np.int64)
        return {
            "step": (states, 0, log),
            "quiet": (states, out, 0, 0),
            "legal": (states, out),
            "total": (states,),
            "outcome": (states, 0),
            "weight": (states, 0),
            "observe": (states, 0, 0, np.zeros(1, observation)),
        }

    functions = bound(sys.modules[__name__], rules)
    entries, sources = {entry: functions[entry] for entry in ENTRIES}, (folder, Path(__file__).parent)
    return Kernels(name, entries, examples, sources, home=home)
