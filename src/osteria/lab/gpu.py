"""The same games on a GPU: whole random games, checked games, and games stepped together.

Game number n of a seed is the same game here and on the CPU, byte for byte.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from osteria.core.game import Options
from osteria.games import game as game_of
from osteria.lab.batch import MOST_TURNS, Check, Tally, checked_seed, empty_sequences, fresh_table
from osteria.lab.cuda import (
    WORD,
    launch,
    lent,
    most_threads,
    on_gpu,
    row_words_of,
    taken,
    wait,
    why_not,
)
from osteria.lab.device import ACTED, DECIDED, QUEUED, TOTALS
from osteria.lab.dlpack import Lent
from osteria.lab.lockstep import STAGES, converted, narrowed
from osteria.play import driving
from osteria.play.view import ASSISTED

__all__ = ["CudaBatch", "checked_games", "final_states", "random_games", "why_not"]


def _play(
    entry: str, game: str, players: int, games: int, seed: int, first: int, options: Options | None, kept: int = 0
) -> Any:
    """Play random games on the GPU; returns totals by thread, scores, wins, what was found, and the last positions of
    as many games as are to be kept."""
    rules = game_of(game)
    fresh = converted(fresh_table(game, players, options), narrowed(rules.record))
    threads = min(games, most_threads(entry))
    arrays = tuple(map(on_gpu, _results(players, most_threads(entry), fresh.dtype, kept)))
    numbers = (checked_seed(seed), first, games)
    launch(rules.kernels, entry, threads, on_gpu(fresh), *numbers, *arrays[:-1], arrays[-1][:kept])
    return tuple(array.copy_to_host() for array in arrays)


def _results(players: int, threads: int, record: np.dtype[Any], kept: int) -> tuple[Any, ...]:
    found = np.zeros(driving.FINDINGS, np.int64)
    found[driving.FIRST_FAULTY] = np.iinfo(np.int64).max
    return (
        np.zeros((threads, TOTALS), np.int64),
        np.zeros((players, driving.POINTS), np.int64),
        np.zeros((players, players + 1), np.int64),
        found,
        np.zeros(max(1, kept), record),
    )


def random_games(
    game: str, players: int, games: int, seed: int = 0, *, first: int = 0, options: Options | None = None
) -> Tally:
    """Whole random games on the GPU; the same games as `osteria.lab.batch.random_games`, tallied alike (but decisions
    are not told apart by what was asked, and the shortest and longest game are not kept)."""
    totals, scores, wins, _, _ = _play("playouts", game, players, games, seed, first, options)
    return Tally(game, players, games, int(totals[:, DECIDED].sum()), {}, scores, wins, 0, 0)


def checked_games(
    game: str, players: int, games: int, seed: int = 0, *, first: int = 0, options: Options | None = None
) -> Check:
    """Random games on the GPU with every action checked, as `osteria.lab.batch.checked_games`."""
    totals, _, _, found, _ = _play("checked", game, players, games, seed, first, options)
    faulty = int(found[driving.FAULTY])
    where = int(found[driving.FIRST_FAULTY]) if faulty else None
    return Check(games, int(totals[:, ACTED].sum()), faulty, where, None)


def final_states(game: str, players: int, games: int, seed: int = 0, *, first: int = 0) -> tuple[Any, int]:
    """The last position of every random game as records, and all their decisions: to be compared with the CPU's."""
    totals, _, _, _, finals = _play("playouts", game, players, games, seed, first, None, games)
    return converted(finals, game_of(game).record), int(totals[:, DECIDED].sum())


class CudaBatch:
    """Games stepped together on the GPU, like `osteria.lab.batch.Batch`, but every array stays there.

    PyTorch, JAX and CuPy take the arrays without a copy: `torch.from_dlpack(batch.masks)`, `jax.dlpack.from_dlpack` and
    `cupy.from_dlpack` likewise (or whatever reads `__cuda_array_interface__`). Take them once: every step writes the same
    memory again, in the legacy default stream, which is the one that PyTorch and CuPy use, too; with JAX, call `wait`
    after a step. Observations are the bytes of the observation records, (size, bytes): the offset of every field is in
    `observation_type`.

    Args:
        game: the game's name.
        players: seats at each table.
        size: how many games.
        seed: a whole number from 0 to below 2**63; game n depends on the seed and n alone.
        memory: "authentic" or "assisted", for the observations (G-8).
        max_turns: a game with more turns is cut off (0: never).
        options: what the table chooses about the rules.
        version: of the observations: 2 adds `sequences`, as there.
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
        version: int = 1,
    ) -> None:
        rules = game_of(game)
        fresh = converted(fresh_table(game, players, options), narrowed(rules.record))
        self.game, self.players, self.size, self.seed = game, players, size, checked_seed(seed)
        self.memory, self.max_turns, self.actions = memory, max_turns, rules.actions
        self.observation_type, self._family, self._fresh = rules.observation, rules.kernels, on_gpu(fresh)
        self._kept = on_gpu(np.zeros((size, row_words_of(fresh.dtype)), np.int32))
        self._line, self._asks = on_gpu(np.arange(size, dtype=np.int32)), on_gpu(np.zeros(size, np.int32))
        self._queue, self._next_queue = (on_gpu(np.zeros((QUEUED, STAGES), np.int32)) for _ in range(2))
        self._shown = tuple(map(on_gpu, self._empty(rules.observation.itemsize)))
        views, masks, seats, picks, rewards, ends = self._shown
        self.observations = lent(views, np.uint8, (size, rules.observation.itemsize))
        self.masks, self.seats, self.picks, self.rewards = map(lent, (masks, seats, picks, rewards))
        self.dones, self.cut = lent(ends[driving.DONE]), lent(ends[driving.CUT])
        empty = empty_sequences(rules, size, version)
        self._sequences = on_gpu(empty) if empty.size else None
        self.sequences = lent(self._sequences) if empty.size else None
        self.reset()

    def _empty(self, width: int) -> tuple[Any, ...]:
        size = self.size
        return (
            np.zeros((size, width // WORD), np.int32),
            np.zeros((size, self.actions), np.bool_),
            np.zeros(size, np.int64),
            np.zeros(size, np.int64),
            np.zeros((size, self.players), np.float32),
            np.zeros((2, size), np.bool_),
        )

    def reset(self, seed: int | None = None) -> tuple[Lent, Lent]:
        """Deal every game anew; returns observations and masks."""
        self.seed = self.seed if seed is None else checked_seed(seed)
        self._advance(self.picks, 1)
        return self.observations, self.masks

    def step(self, actions: Any) -> tuple[Lent, Lent, Lent, Lent]:
        """One small action in every game, from an int64 array on the GPU (anything with the array interface). What is
        not legal is not looked for here: mask first. Returns observations, masks, rewards and dones."""
        self._advance(actions, 0)
        return self.observations, self.masks, self.rewards, self.dones

    @property
    def bytes_a_step(self) -> int:
        """What a step of one game must move: record, streams and place in line in and out; all that is shown once."""
        inside, outside = (self._kept, self._line, self._asks), self._shown
        moved = 2 * sum(array.nbytes for array in inside) + sum(array.nbytes for array in outside)
        return int(moved) // self.size + np.dtype(np.int64).itemsize

    def wait(self) -> None:
        """Until the last step is done."""
        wait()

    def _advance(self, actions: Any, deals: int) -> None:
        rest = (self.seed, int(self.memory == ASSISTED), self.max_turns, deals)
        arrays = (self._kept, self._line, self._asks, self._queue, self._fresh, *self._shown, taken(actions))
        launch(self._family, "advance", self.size, *arrays, *rest)
        if self._family.stages.lines_up:
            launch(self._family, "line_up", self.size, self._asks, self._queue, self._next_queue, self._line)
            self._queue, self._next_queue = self._next_queue, self._queue
        if self._sequences is not None:
            launch(self._family, "sequences", self.size, self._kept, int(self.memory == ASSISTED), self._sequences)
