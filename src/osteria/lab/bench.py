"""How fast the games run here: decisions per second, as ratios to a reference loop run in the same process."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from statistics import mean

from osteria.games import NAMES, game
from osteria.games.compile import families
from osteria.lab.batch import random_games
from osteria.play.new import new

MODES = ("batch", "match", "interpreted")
PLAYERS = (2, 4)
FIRST_DECISION = "import osteria; assert osteria.new({game!r}, players=4, seed=1).decision"


@dataclass(frozen=True)
class Case:
    """One measurement: decisions per second, and that rate over the reference loop's, run before and after it."""

    game: str
    players: int
    mode: str
    rate: float
    ratio: float


def pig(rng: random.Random) -> int:
    """The reference: one game of two-player Pig to 100, roll or hold at random; returns its number of decisions."""
    scores, player, turn, decisions = [0, 0], 0, 0, 0
    while True:
        legal = [0, 1]
        action = legal[int(rng.random() * len(legal))]
        decisions += 1
        if action == 0:
            die = int(rng.random() * 6) + 1
            if die == 1:
                turn, player = 0, 1 - player
            else:
                turn += die
            continue
        scores[player] += turn
        turn = 0
        if scores[player] >= 100:
            return decisions
        player = 1 - player


def reference(seconds: float = 0.25) -> float:
    """Decisions per second of the reference loop."""
    rng = random.Random(1)
    return rate_of(lambda: sum(pig(rng) for _ in range(20)), seconds)


def rate_of(play: Callable[[], int], seconds: float) -> float:
    """Decisions per second of something that plays a little and says how many decisions that took."""
    decisions, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        decisions += play()
    return decisions / (time.perf_counter() - start)


def measure(seconds: float, games: tuple[str, ...] = NAMES) -> Iterator[Case]:
    """Every case in turn, about so many seconds each."""
    for name in games:
        for players in PLAYERS:
            for mode in MODES:
                yield measured(name, players, mode, PLAYS[mode](name, players), seconds)


def measured(name: str, players: int, mode: str, play: Callable[[], int], seconds: float) -> Case:
    """One case, played a little beforehand, with the reference loop before and after it."""
    play()
    before = reference()
    rate = rate_of(play, seconds)
    return Case(name, players, mode, rate, rate / mean((before, reference())))


def _batch(name: str, players: int) -> Callable[[], int]:
    """Whole games in one compiled call."""
    state = {"first": 0}

    def play() -> int:
        tally = random_games(name, players, 1000, seed=1, first=state["first"])
        state["first"] += 1000
        return tally.decisions

    return play


def _match(name: str, players: int) -> Callable[[], int]:
    """One decision at a time through `Match`, with compiled rules."""
    game(name).kernels.compiled()
    rng = random.Random(1)
    return lambda: play_match(name, players, rng)


def _interpreted(name: str, players: int) -> Callable[[], int]:
    """The same with the rules as plain Python."""
    rng, kernels = random.Random(1), game(name).kernels

    def play() -> int:
        best, kernels.best = kernels.best, kernels.interpreted
        try:
            return play_match(name, players, rng)
        finally:
            kernels.best = best

    return play


PLAYS = {"batch": _batch, "match": _match, "interpreted": _interpreted}


def play_match(name: str, players: int, rng: random.Random) -> int:
    """One random game through the façade; returns its decisions."""
    match, decisions = new(name, players, seed=rng.randrange(2**32)), 0
    while (decision := match.decision) is not None:
        match.play(rng.choice(decision.options))
        decisions += 1
    return decisions


def compile_seconds() -> dict[str, float]:
    """How long each family took to compile, when it was last compiled here from nothing."""
    return {name: kernels.compiled_in() for name, kernels in families().items()}


def first_decision_seconds() -> float:
    """From the start of a process to the first decision: the slowest of the four games."""
    return max(_seconds_to_first_decision(name) for name in NAMES)


def _seconds_to_first_decision(name: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", FIRST_DECISION.format(game=name)], check=True)
    return time.perf_counter() - start


def report(cases: list[Case]) -> dict[str, object]:
    """Everything as one object."""
    return {
        "reference": reference(1.0),
        "cases": [asdict(case) for case in cases],
        "compile_s": compile_seconds(),
        "first_decision_s": first_decision_seconds(),
    }
