"""The same rules on a GPU: every kernel, unchanged, compiled for CUDA. The only file that knows numba-cuda.

Game number n of a seed is the same game here and on the CPU, byte for byte.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from osteria.core.errors import OsteriaError
from osteria.core.game import Game, Options
from osteria.core.kernel import bound, rebind
from osteria.games import game as game_of
from osteria.lab.batch import MOST_TURNS, Check, Tally, checked_seed, fresh_table
from osteria.lab.playing import SAYINGS, Places, driving
from osteria.play.view import ASSISTED

THREADS_A_BLOCK = 128
THREADS_TOGETHER = 1024
"""SPEED: the threads of a block wait for each other at every ask, so that all its warps run the same rule and share the
instructions they fetch: 0.89 instead of 0.19 billion decisions of Mamma Mia! a second (waiting for instructions was 92 % of
all stalls, memory 5 % busy). With 512 threads it is 0.68."""
REGISTERS = 64
"""SPEED: as many as leave room for that many threads on a multiprocessor."""
BLOCKS_A_PROCESSOR = 1
STEPS_A_PASS = 3
"""How many steps of what goes on by itself a pass makes: a turn ends, the next begins, a card is turned."""
HOPPER = (9, 0)
"""The compute capability that kernels are compiled for where there is no GPU to ask."""
# BOUND: a person chooses among at most 22 small actions (21 orders or none); chance is never listed here.
MOST_CHOICES = 32
DECIDED, ACTED = range(2)
"""Columns of a thread's own totals."""


def _cuda() -> Any:
    """numba.cuda, or a sentence."""
    if importlib.util.find_spec("numba") is None or importlib.util.find_spec("numba_cuda") is None:
        raise OsteriaError("CUDA needs the extra osteria[cuda].")
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda 0.30 still asks for the name that NumPy 2.5 dropped
    from numba import cuda

    return cuda


def why_not() -> str | None:
    """A sentence that says why nothing can run on a GPU here; None: it can."""
    try:
        cuda = _cuda()
        if cuda.is_available():
            return None
    except OsteriaError as error:
        return str(error)
    except Exception as error:
        return f"CUDA cannot be loaded: {error}."
    return "There is no CUDA GPU on this machine; its kernels can be compiled but not run."


@dataclass(frozen=True)
class Entries:
    """The CUDA entry points of a family as plain functions, with the types they are compiled for."""

    functions: Mapping[str, Callable[..., None]]
    types: Mapping[str, tuple[Any, ...]]


def _device_functions(family: str, cuda: Any) -> dict[str, Any]:
    """Every driving kernel, and all rules under it, as device functions."""
    made: dict[Any, Any] = {}

    def count(table: Any, row: int, column: int) -> None:
        cuda.atomic.add(table, (row, column), 1)

    def count_ask(table: Any, row: int, ask: int) -> None:
        pass

    functions = bound(driving, SAYINGS[family])
    made[functions["count"]] = cuda.jit(count, device=True)
    made[functions["count_ask"]] = cuda.jit(count_ask, device=True)
    jit = lambda function: cuda.jit(function, device=True)  # noqa: E731
    return {name: rebind(function, jit, made) for name, function in functions.items()}


@cache
def entries_of(family: str) -> Entries:
    """The entry points of a family of games."""
    cuda = _cuda()
    from numba import from_dtype, int16, int32, int64, types

    device, sayings = _device_functions(family, cuda), SAYINGS[family]
    answer, step_once, choose, shuffle, faults_in, count_result = (
        device[name] for name in ("answer", "step_once", "choose", "shuffle", "faults_in", "count_result")
    )
    is_unasked, is_half_made, play_out, advance_one = (
        device[name] for name in ("is_unasked", "is_half_made", "play_out", "advance_one")
    )
    game = next(rules for rules in map(game_of, ("mamma-mia", "roll-for-soles")) if rules.kernels.name == family)
    record, observation, over = from_dtype(game.record), from_dtype(game.observation), sayings["OVER"]
    nobody, chances = sayings["NOBODY"], max(game.chance_asks)
    CELLS, EPISODE = driving.CELLS, driving.EPISODE
    FAULTY, FIRST_FAULTY, FAULTY_ACTION = driving.FAULTY, driving.FIRST_FAULTY, driving.FAULTY_ACTION

    def playouts(fresh, seed, first, games, checks, totals, scores, wins, found) -> None:  # type: ignore[no-untyped-def]
        """Every thread plays one game after another. A pass goes through all asks in their order, and each thread does
        what its game is at: so the threads of a block run the same rule at the same time."""
        thread = cuda.grid(1)
        states, cells = cuda.local.array(1, record), cuda.local.array(CELLS, int64)
        legal = cuda.local.array(MOST_CHOICES, int16)
        cells[EPISODE] = 0
        decisions, actions, begun, faults = 0, 0, 0, 0
        game = first + thread
        last = first + games
        states[0] = fresh[0]
        s = states[0]
        shuffle(cells, seed, game)
        ask = int(s["ask"])
        while cuda.syncthreads_or(int32(game < last)):
            for place in range(1, over + STEPS_A_PASS):
                is_step = chances < place <= chances + STEPS_A_PASS
                stage = place if place <= chances else place - STEPS_A_PASS
                cuda.syncthreads()
                while game < last and ask == (nobody if is_step else stage) and faults == 0:
                    if is_step:
                        step_once(s)
                    else:
                        if not is_unasked(ask) and not is_half_made(s):
                            decisions += 1
                        answer(s, choose(s, cells, legal))
                        actions += 1
                    ask = int(s["ask"])
                    if checks:
                        faults = faults_in(s, fresh[0])
                    if place > chances:
                        break
            if game < last and (ask == over or faults > 0):
                if faults > 0:
                    cuda.atomic.add(found, FAULTY, 1)
                    cuda.atomic.min(found, FIRST_FAULTY, game)
                    found[FAULTY_ACTION] = actions - begun
                    faults = 0
                else:
                    count_result(s, scores, wins)
                game += cuda.gridsize(1)
                begun = actions
                states[0] = fresh[0]
                shuffle(cells, seed, game)
                ask = int(s["ask"])
        totals[thread, DECIDED] = decisions
        totals[thread, ACTED] = actions

    def final_states(states, fresh, seed, first, decisions) -> None:  # type: ignore[no-untyped-def]
        """One game a thread, its last position kept: to compare with the CPU."""
        thread = cuda.grid(1)
        if thread < states.shape[0]:
            cells, legal = cuda.local.array(CELLS, int64), cuda.local.array(MOST_CHOICES, int16)
            cells[EPISODE] = 0
            states[thread] = fresh[0]
            shuffle(cells, seed, first + thread)
            decisions[thread] = play_out(states[thread], fresh[0], cells, legal, legal, 0)

    def advance(  # type: ignore[no-untyped-def]
        states, fresh, cells, observations, blank, masks, seats, picks, rewards, ends, actions,
        seed, memory, most_turns, seat, deals,
    ) -> None:  # fmt: skip
        """One action in the game of each thread, and what is asked next."""
        place = cuda.grid(1)
        if place < states.shape[0]:
            legal = cuda.local.array(MOST_CHOICES, int16)
            advance_one(
                states, place, fresh, cells[place], observations, blank, masks, seats, picks, rewards, ends, legal,
                actions, seed, memory, most_turns, seat, deals,
            )  # fmt: skip

    whole, number = int64[:, ::1], int64
    tallies = (whole, whole, whole, int64[::1])
    shown = (observation[::1], observation[::1], types.boolean[:, ::1], int64[::1], int64[::1])
    return Entries(
        {"playouts": playouts, "final_states": final_states, "advance": advance},
        {
            "playouts": (record[::1], number, number, number, number, *tallies),
            "final_states": (record[::1], record[::1], number, number, int64[::1]),
            "advance": (
                *(record[::1], record[::1], whole, *shown, types.float32[:, ::1], types.boolean[:, ::1], int64[::1]),
                *(number, number, number, number, number),
            ),
        },
    )


@contextmanager
def _as_if_on(capability: tuple[int, int]) -> Iterator[None]:
    """numba-cuda asks the driver for the device while it types device functions; answer in its place."""
    import numba.cuda.dispatcher as dispatcher

    asked = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = asked


def ptx(game: str, entry: str, capability: tuple[int, int] = HOPPER) -> str:
    """The PTX of an entry point ("playouts", "final_states", "advance"), compiled without any GPU."""
    entries = entries_of(game_of(game).kernels.name)
    with _as_if_on(capability):
        text, _ = _cuda().compile_ptx(entries.functions[entry], entries.types[entry], cc=capability)
    return str(text)


@cache
def _compiled(family: str, entry: str) -> Any:
    reason = why_not()
    if reason:
        raise OsteriaError(reason)
    registers = REGISTERS if entry == "playouts" else None
    return _cuda().jit(max_registers=registers)(entries_of(family).functions[entry])


def _blocks(threads: int) -> int:
    return (threads + THREADS_A_BLOCK - 1) // THREADS_A_BLOCK


def _launch(game: str, players: int, games: int, seed: int, first: int, options: Options | None, checks: bool) -> Any:
    """Play random games on the GPU; returns totals by thread, scores, wins and what was found."""
    cuda, rules = _cuda(), game_of(game)
    kernel = _compiled(rules.kernels.name, "playouts")
    processors = cuda.get_current_device().MULTIPROCESSOR_COUNT
    blocks = min((games + THREADS_TOGETHER - 1) // THREADS_TOGETHER, processors * BLOCKS_A_PROCESSOR)
    fresh = cuda.to_device(fresh_table(game, players, options))
    totals = cuda.to_device(np.zeros((blocks * THREADS_TOGETHER, 2), np.int64))
    scores = cuda.to_device(np.zeros((players, driving.POINTS), np.int64))
    wins = cuda.to_device(np.zeros((players, players + 1), np.int64))
    found = np.zeros(driving.FINDINGS, np.int64)
    found[driving.FIRST_FAULTY] = np.iinfo(np.int64).max
    found = cuda.to_device(found)
    arguments = (fresh, checked_seed(seed), first, games, int(checks), totals, scores, wins, found)
    kernel[blocks, THREADS_TOGETHER](*arguments)
    return tuple(array.copy_to_host() for array in (totals, scores, wins, found))


def random_games(
    game: str, players: int, games: int, seed: int = 0, *, first: int = 0, options: Options | None = None
) -> Tally:
    """Whole random games on the GPU; the same games as `osteria.lab.batch.random_games`, tallied alike (but decisions
    are not told apart by what was asked, and the shortest and longest game are not kept)."""
    totals, scores, wins, _ = _launch(game, players, games, seed, first, options, False)
    return Tally(game, players, games, int(totals[:, DECIDED].sum()), {}, scores, wins, 0, 0)


def checked_games(
    game: str, players: int, games: int, seed: int = 0, *, first: int = 0, options: Options | None = None
) -> Check:
    """Random games on the GPU with every action checked, as `osteria.lab.batch.checked_games`."""
    totals, _, _, found = _launch(game, players, games, seed, first, options, True)
    faulty = int(found[driving.FAULTY])
    where = int(found[driving.FIRST_FAULTY]) if faulty else None
    return Check(games, int(totals[:, ACTED].sum()), faulty, where, None)


def final_states(game: str, players: int, games: int, seed: int = 0, *, first: int = 0) -> tuple[Any, Any]:
    """The last position of every game as records, and its decisions: to be compared with the CPU's."""
    cuda, rules = _cuda(), game_of(game)
    states = cuda.to_device(np.zeros(games, rules.record))
    decisions = cuda.to_device(np.zeros(games, np.int64))
    kernel = _compiled(rules.kernels.name, "final_states")
    fresh = cuda.to_device(fresh_table(game, players))
    kernel[_blocks(games), THREADS_A_BLOCK](states, fresh, checked_seed(seed), first, decisions)
    return states.copy_to_host(), decisions.copy_to_host()


class CudaBatch:
    """Games stepped together on the GPU, like `osteria.lab.batch.Batch`, but every array stays there.

    The arrays have `__cuda_array_interface__`: `torch.as_tensor(batch.masks)`, `cupy.asarray(batch.masks)` and
    `jax.dlpack` (through either) take them without a copy. Observations are the bytes of the observation records,
    (size, bytes): the offset of every field is in `observation_type`.

    Args:
        game: the game's name.
        players: seats at each table.
        size: how many games.
        seed: a whole number from 0 to below 2**63; game n depends on the seed and n alone.
        memory: "authentic" or "assisted", for the observations (G-8).
        max_turns: a game with more turns is cut off (0: never).
        options: what the table chooses about the rules.
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        size: int = 1,
        seed: int = 0,
        *,
        memory: str = "authentic",
        max_turns: int = MOST_TURNS,
        options: Options | None = None,
    ) -> None:
        rules = game_of(game)
        self.game, self.players, self.size, self.seed = game, players, size, checked_seed(seed)
        self.memory, self.max_turns, self.actions = memory, max_turns, rules.actions
        self.observation_type = rules.observation
        self._kernel = _compiled(rules.kernels.name, "advance")
        self._arrays = self._device_arrays(rules, fresh_table(game, players, options))
        _, _, _, observations, _, self.masks, self.seats, self.picks, self.rewards, ends = self._arrays
        self.observations = _bytes_of(observations, rules.observation.itemsize)
        self.dones, self.cut = ends[0], ends[1]
        self.reset()

    def _device_arrays(self, rules: Game, fresh: Any) -> tuple[Any, ...]:
        places = Places(rules, self.players, fresh, self.size)
        return tuple(_cuda().to_device(array) for array in places.arrays())

    def reset(self, seed: int | None = None) -> tuple[Any, Any]:
        """Deal every game anew; returns observations and masks."""
        self.seed = self.seed if seed is None else checked_seed(seed)
        self._advance(self.picks, 1)
        return self.observations, self.masks

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any]:
        """One small action in every game, from an int64 array on the GPU (anything with the array interface). What is
        not legal is not looked for here: mask first. Returns observations, masks, rewards and dones."""
        self._advance(_cuda().as_cuda_array(actions), 0)
        return self.observations, self.masks, self.rewards, self.dones

    def _advance(self, actions: Any, deals: int) -> None:
        rest = (self.seed, int(self.memory == ASSISTED), self.max_turns, -1, deals)
        self._kernel[_blocks(self.size), THREADS_A_BLOCK](*self._arrays, actions, *rest)


def _bytes_of(records: Any, width: int) -> Any:
    """An array of records on the GPU as a matrix of bytes, without a copy."""
    words = dict(records.__cuda_array_interface__)
    words |= {"shape": (records.shape[0], width), "typestr": "|u1", "strides": None, "descr": [("", "|u1")]}
    return _cuda().as_cuda_array(SimpleNamespace(__cuda_array_interface__=words, owner=records))
