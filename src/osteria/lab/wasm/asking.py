"""What a program beside Python must ask of the rules to say everything in words, as entries of a module; Python asks the rules
themselves."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from osteria.core.family import goes_on, is_best, length_of, score_of, tiebreak_of, why_not
from osteria.core.game import Game
from osteria.core.kernel import Kernels, bound, kernel
from osteria.core.schema import State, Table


@kernel
def length(states: Table, action: int) -> int:
    """How many small actions a move has that begins with this one."""
    return length_of(states[0], action)


@kernel
def stays(before: Table, after: Table) -> bool:
    """Whether what is asked after a move belongs to the same turn of the seat that was asked before."""
    return goes_on(before[0], after[0])


@kernel
def reason(states: Table, action: int) -> int:
    """Why a small action may not be taken, by number."""
    return why_not(states[0], action)


@kernel
def score(states: Table, seat: int) -> int:
    """G-7: what decides the game."""
    return score_of(states[0], seat)


@kernel
def tiebreak(states: Table, seat: int) -> int:
    """G-7: what decides between equal scores."""
    return tiebreak_of(states[0], seat)


@kernel
def best(states: Table, seat: int) -> bool:
    """G-7: whether nobody is ahead of a seat."""
    return is_best(states[0], seat)


# ------------------------------------------------------------------------------------ Rules that templates ask by name


@kernel
def rule(s: State, *numbers: int) -> int:
    """Stands for the rule that is asked."""
    return 0


@kernel
def ask_plainly(table: Table) -> int:
    """A rule about a whole record."""
    return rule(table[0])


@kernel
def ask_of_one(table: Table, first: int) -> int:
    """A rule about one number."""
    return rule(table[0], first)


@kernel
def ask_of_two(table: Table, first: int, second: int) -> int:
    """A rule about two numbers."""
    return rule(table[0], first, second)


BY_NUMBERS = (ask_plainly, ask_of_one, ask_of_two)
ENTRIES = ("length", "stays", "reason", "score", "tiebreak", "best")


def asking(game: Game) -> Kernels:
    """The entries for a game's family, to be compiled."""
    family = game.kernels
    functions = bound(sys.modules[__name__], family.rules)
    entries = {name: functions[name] for name in ENTRIES} | {
        name: _entry(name, found) for name, found in game.wording.rules.items()
    }
    return Kernels(f"{family.name}-words", entries, lambda: _examples(game), (*family.sources, Path(__file__)))


def _entry(name: str, found: Any) -> FunctionType:
    """An entry that asks a rule, under the rule's name."""
    asks = BY_NUMBERS[found.__code__.co_argcount - 1]
    entry = FunctionType(asks.__code__, dict(asks.__globals__) | {"rule": found}, name)
    entry.__qualname__, entry.__module__ = name, __name__
    return kernel(entry)


def _examples(game: Game) -> Mapping[str, tuple[Any, ...]]:
    states, seen = np.zeros(1, game.record), np.zeros(1, game.observation)
    views = game.wording.rules_of_views()
    rules = {
        name: (seen if name in views else states, *(0,) * (found.__code__.co_argcount - 1))
        for name, found in game.wording.rules.items()
    }
    whole = dict.fromkeys(ENTRIES, (states, 0))
    return whole | {"stays": (states, states)} | rules
