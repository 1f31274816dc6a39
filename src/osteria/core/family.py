"""A family of games: its rules as kernels, and the entry points through which everybody drives them, written once.

A family says the names under "What a family of games says"; those it leaves out are as they stand here. Whatever drives
games (`osteria.core.family` itself, `osteria.play.driving`) calls these names and is bound to each family's rules.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from osteria.core.events import Log, new_log
from osteria.core.kernel import Kernels, bound, kernel
from osteria.core.schema import State, Table, dtype_of, fields
from osteria.core.unseen import UNSEEN, Unseen
from osteria.core.winning import is_ahead, shared

MOST_LEGAL = 256
"""BOUND: no table has so many small actions."""
ENTRIES = ("step", "quiet", "legal", "total", "outcome", "weight", "observe", "unseen", "follow", "ahead")
NO_CLOSE = (-1, -1)
"""(ask, action) that close a round, where a game has no rounds to close."""

# ------------------------------------------------------------------------------------- What a family of games says

OVER, CLOSING, CLOSE = 0, -1, -1
"""What is asked when a game is over and when a round is to be closed, and the action that closes it."""
NOBODY = -1
"""What is asked while the rules go on by themselves."""
NOT_FOLLOWED = -1
"""Instead of an ask: something happens before the same seat is asked again."""
CHANCE_ASKS = 0
"""A bit for everything that is asked of chance."""


@kernel
def act(s: State, action: int, log: Log) -> None:
    """Apply a small action and whatever is forced after it."""


@kernel
def answer(s: State, action: int, log: Log) -> None:
    """Apply a small action only, where what is forced after it can be left to `step_once`."""
    act(s, action, log)


@kernel
def step_once(s: State, log: Log) -> None:
    """One step of what is forced, after `answer`."""


@kernel
def stage_of(s: State) -> int:
    """What a game waits for: those of a GPU's block that wait for the same are taken together."""
    return int(s["ask"])


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
    weight = 0
    for index in range(chance_total(s)):
        if chance_outcome(s, index) == action:
            weight += 1
    return weight


@kernel
def see(s: State, viewer: int, memory: int, out: State) -> None:
    """Fill an observation that was blank. Left out: everything is public, the observation is the table."""


@kernel
def see_sequence(s: State, memory: int, out: Table) -> None:
    """Write the stack that everybody saw being laid into `out`, in its order, -1 past its end: all of it with assisted memory,
    nothing without. Left out: there is none."""
    for place in range(out.shape[0]):
        out[place] = -1


@kernel
def read_unseen(s: State, viewer: int, rows: Table, chance: Table, u: Unseen) -> None:
    """Note what a viewer has not seen. Left out: nothing is ever hidden.

    Args:
        s: the table before anything was drawn; it may be written over.
        viewer: a seat, or -1 for a spectator.
        rows: the events as the viewer saw them, -1 for what was hidden.
        chance: where among the actions each chance action stands.
        u: a blank record to be filled.
    """


@kernel
def is_chance(ask: int) -> bool:
    """Whether chance is asked."""
    return (CHANCE_ASKS >> ask) & 1 == 1


@kernel
def is_half_made(s: State) -> bool:
    """Whether the seat that is asked has begun a move of several small actions."""
    return False


@kernel
def length_of(s: State, action: int) -> int:
    """How many small actions a move has that begins with this one."""
    return 1


@kernel
def goes_on(before: State, after: State) -> bool:
    """Whether what is asked `after` a move belongs to the same turn of the seat that was asked `before`. Neither asks
    chance. A game that turns hidden cards over by itself, or whose turns may come back unasked, says more."""
    return bool(before["seat"] == after["seat"])


@kernel
def ahead_of(s: State, seat: int, out: State) -> bool:
    """Make an empty table one at which a seat is asked what it is asked now or, while it waits, what it would be asked if its
    turn came now; False where that cannot be said. Of `s` it takes nothing but what the seat may know and its answers hang on,
    so that equal tables mean equal questions, and all that may follow them. Left out: it never can."""
    return False


@kernel
def why_not(s: State, action: int) -> int:
    """Why a small action that answers the question may not be taken, by number; 0: it may, or it does not answer it."""
    return 0


@kernel
def score_of(s: State, seat: int) -> int:
    """G-7: what decides the game."""
    return 0


@kernel
def tiebreak_of(s: State, seat: int) -> int:
    """G-7: what decides between equal scores."""
    return 0


@kernel
def is_best(s: State, seat: int) -> bool:
    """G-7: nobody is ahead of the seat."""
    score = score_of(s, seat)
    tiebreak = tiebreak_of(s, seat)
    for other in range(int(s["players"])):
        if is_ahead(score_of(s, other), tiebreak_of(s, other), score, tiebreak):
            return False
    return True


@kernel
def winners_in(s: State) -> int:
    """G-7: how many seats share the win."""
    winners = 0
    for seat in range(int(s["players"])):
        if is_best(s, seat):
            winners += 1
    return winners


@kernel
def share_of(s: State, seat: int) -> float:
    """G-7: a seat's share of the win, the table as it lies."""
    return shared(winners_in(s)) if is_best(s, seat) else 0.0


@kernel
def faults_in(s: State, fresh: State) -> int:
    """G-2: how many counts do not add up to what was in the box."""
    return 0


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


@kernel
def follow(before: Table, states: Table, actions: Table) -> int:
    """Take the small actions of a whole move at a copy of the table `before` it, telling nobody. Returns what the same seat is
    asked next within its turn; NOT_FOLLOWED as soon as something happens that it could not foresee."""
    ask = quiet(states, actions, -1, -1)
    if is_chance(ask) or ask == OVER or ask == CLOSING or not goes_on(before[0], states[0]):
        return NOT_FOLLOWED
    return ask


@kernel
def ahead(states: Table, seat: int, out: Table) -> bool:
    """The table at which a seat is asked what it is asked now, or will be; see `ahead_of`."""
    return ahead_of(states[0], seat, out[0])


@kernel
def unseen(states: Table, viewer: int, rows: Table, chance: Table, out: Table) -> None:
    """What a viewer has not seen; `states` is the table before anything was drawn, and is written over."""
    read_unseen(states[0], viewer, rows, chance, out[0])


@dataclass(frozen=True)
class Stages:
    """How the games of a GPU's block go on together, by `stage_of`.

    Attributes:
        late: the stages of scoring, as a mask. Games wait before them until none is left that is not there yet, and so
            on the way back: so most threads are in the same half of the rules.
        repeated: those that are taken again at once while the game stays there: cards dealt, an oven turned over.
        followed: steps that are taken at once after whatever led to them: a turn ends, the next begins.
        lines_up: whether games that are stepped stand in line by what they are asked; few asks are not worth it.
    """

    late: int = 0
    repeated: int = 0
    followed: int = 0
    lines_up: bool = False


class Family(Kernels):
    """The rules of one game, or of several that differ by what is in their boxes.

    Args:
        name: of the family.
        rules: its functions for the names under "What a family of games says".
        table: the schema of its record.
        seen: the schema of an observation; left out, everything is public, and it is the table's.
        over: what is asked when a game is over.
        actions: small actions have ids from 0 to below this number.
        chance_asks: what is asked of chance.
        close: what is asked when a round is to be closed (of nobody), and the action that closes it.
        nobody: what is asked while the rules go on by themselves after `answer`.
        stages: how a GPU takes its games through them.
        folder: where its sources lie.
        home: where the family is, as "module:NAME", for the process that compiles it in the background.
    """

    def __init__(
        self,
        name: str,
        rules: Iterable[Callable[..., Any]],
        table: type,
        seen: type | None = None,
        *,
        over: int,
        actions: int,
        chance_asks: Iterable[int],
        close: tuple[int, int] = NO_CLOSE,
        nobody: int = -1,
        stages: Stages | None = None,
        folder: Path,
        home: str,
    ) -> None:
        self.table, self.seen = table, seen or table
        self.record, self.observation = dtype_of(self.table), dtype_of(self.seen)
        self.over, self.close, self.chance_asks = over, close, frozenset(chance_asks)
        self.actions, self.stages = actions, stages or Stages()
        said: dict[str, Any] = {} if seen else {"see": see_everything(table)}
        said |= {rule.__name__: rule for rule in rules}
        said |= {"OVER": over, "CLOSING": close[0], "CLOSE": close[1], "NOBODY": nobody}
        said["CHANCE_ASKS"] = sum(1 << ask for ask in self.chance_asks)
        functions = bound(sys.modules[__name__], said)
        self.rules: Mapping[str, Any] = said | {word: rule for word, rule in functions.items() if word not in ENTRIES}
        """Everything that a family says, by name: what drivers are bound to."""
        entries, sources = {entry: functions[entry] for entry in ENTRIES}, (folder, Path(__file__).parent)
        super().__init__(name, entries, self._examples, sources, home=home)

    def _examples(self) -> Mapping[str, tuple[Any, ...]]:
        states, log, out = np.zeros(1, self.record), new_log(), np.zeros(MOST_LEGAL, np.int64)
        return {
            "step": (states, 0, log),
            "quiet": (states, out, 0, 0),
            "legal": (states, out),
            "total": (states,),
            "outcome": (states, 0),
            "weight": (states, 0),
            "observe": (states, 0, 0, np.zeros(1, self.observation)),
            "unseen": (states, 0, log, out, np.zeros(1, UNSEEN)),
            "follow": (states, states, out),
            "ahead": (states, 0, states),
        }


def see_everything(table: type) -> Callable[..., None]:
    """The kernel that copies a table field by field: what everybody sees where everything is public."""
    lines = ["def see(s, viewer, memory, out):"]
    for name, field in fields(table).items():
        places = [f"place{number}" for number in range(len(field.shape))]
        for depth, (place, size) in enumerate(zip(places, field.shape, strict=True), 1):
            lines.append(f"{'    ' * depth}for {place} in range({size}):")
        inside = f"[{', '.join(places)}]" if places else ""
        indent = "    " * (len(places) + 1)
        lines.append(f'{indent}out["{name}"]{inside} = s["{name}"]{inside}')
    space: dict[str, Any] = {"__name__": __name__}
    exec("\n".join(lines), space)  # a loop over field names cannot be compiled
    return kernel(space["see"])  # type: ignore[no-any-return]
