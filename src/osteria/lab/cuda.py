"""Every kernel of the rules, unchanged, compiled for CUDA. The only file that knows numba-cuda; `osteria.lab.gpu` plays."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from osteria.core.errors import OsteriaError
from osteria.core.kernel import bound, rebind
from osteria.games import game as game_of
from osteria.lab.lending import GPU, Lent
from osteria.lab.lockstep import ALL, COLUMNS, COURSES, MOST, NO_STAGE, PLACE, STAGES, elected, narrowed
from osteria.lab.playing import SAYINGS, driving
from osteria.lab.playing.stream import draw_below

THREADS = {"playouts": 1024, "checked": 1024, "advance": 64, "line_up": 256}
"""SPEED: the threads of a block take every stage together, so that all its warps run the same rule and share the instructions
they fetch: with 1,024 threads 2.3 billion decisions of Mamma Mia! a second, with 512 2.0, with 256 1.2."""
REGISTERS = {"playouts": 64, "checked": 64, "advance": 168, "line_up": 32}
"""SPEED: as many as leave room for that many threads on a multiprocessor."""
HOPPER = (9, 0)
"""The compute capability that kernels are compiled for where there is no GPU to ask."""
# BOUND: a person chooses among at most 22 small actions (21 orders or none); chance is never listed here.
MOST_CHOICES = 32
DECIDED, ACTED, TOTALS = range(3)
"""Columns of a thread's own totals, and how many there are."""
BALLOTS = 3
"""The count of a vote is read while the next one goes on and the one after it is cleared."""
WORD = 4
"""Bytes that a thread moves at once."""
WARP = 32
LOW = (1 << WARP) - 1
AT_ONCE = 8
"""SPEED: rows that a warp reads before it writes any of them, so that it does not wait for each."""
WAITING, PLACED, QUEUED = range(3)
"""Rows of a queue, and how many there are: the games that wait at each stage, and those that have their place in line."""


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


def row_words_of(record: np.dtype[Any]) -> int:
    """A game that is stepped is kept as one row of words: its cells, then its record."""
    return 2 * driving.CELLS + record.itemsize // WORD


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

    own = {"stage_of": COURSES[family].stage_of, "elected": elected, "draw_below": draw_below}
    functions: dict[str, Any] = bound(driving, SAYINGS[family]) | own
    made[functions["count"]] = cuda.jit(count, device=True)
    jit = lambda function: cuda.jit(function, device=True)  # noqa: E731
    return {name: rebind(function, jit, made) for name, function in functions.items()}


@cache
def entries_of(family: str) -> Entries:
    """The entry points of a family of games."""
    cuda = _cuda()
    from numba import from_dtype, int16, int32, int64, types, uint32

    device, sayings, course = _device_functions(family, cuda), SAYINGS[family], COURSES[family]
    answer, step_once, choose, shuffle, faults_in = (
        device[name] for name in ("answer", "step_once", "choose", "shuffle", "faults_in")
    )
    is_unasked, is_half_made, count_result, finish = (
        device[name] for name in ("is_unasked", "is_half_made", "count_result", "finish")
    )
    stage_of, elect, see, list_legal, draw = (
        device[name] for name in ("stage_of", "elected", "see", "list_legal", "draw_below")
    )
    rules = next(rules for rules in map(game_of, ("mamma-mia", "roll-for-soles")) if rules.kernels.name == family)
    record, view = narrowed(rules.record), rules.observation
    view_words, mask_words = view.itemsize // WORD, (rules.actions + WARP - 1) // WARP
    first_word, row_words = 2 * driving.CELLS, row_words_of(record)
    tile_words = max(row_words, view_words) | 1  # SPEED: odd, so that the threads of a warp use different banks
    over, nobody, first_step = sayings["OVER"], sayings["NOBODY"], sayings["OVER"] + 1
    late, repeated, followed, lines_up = course.late, course.repeated, course.followed, course.lines_up
    CELLS, CHOICE, TURNS, EPISODE = driving.CELLS, driving.CHOICE, driving.TURNS, driving.EPISODE
    FAULTY, FIRST_FAULTY, FAULTY_ACTION = driving.FAULTY, driving.FIRST_FAULTY, driving.FAULTY_ACTION
    DONE, CUT, together = driving.DONE, driving.CUT, THREADS["advance"]

    @cuda.jit(device=True)
    def cleared(counts):  # type: ignore[no-untyped-def]
        """No votes yet."""
        if cuda.threadIdx.x < COLUMNS:
            for ballot in range(BALLOTS):
                counts[ballot, cuda.threadIdx.x] = 0
        cuda.syncthreads()

    @cuda.jit(device=True)
    def vote(counts, ballot, stage, is_late, late):  # type: ignore[no-untyped-def]
        """Every thread names the stage at which its game waits; the one that all take next."""
        if stage >= 0:
            cuda.atomic.add(counts, (ballot, stage), 1)
        cuda.syncthreads()
        column = cuda.threadIdx.x
        if column < COLUMNS:
            counts[ballot - 1 if ballot > 0 else BALLOTS - 1, column] = 0
        if column < STAGES and counts[ballot, column] > 0:
            votes, half = counts[ballot, column], (late >> column) & 1
            cuda.atomic.max(counts, (ballot, MOST + half), votes * PLACE + column)
            cuda.atomic.add(counts, (ballot, ALL + half), votes)
        cuda.syncthreads()
        return elect(counts[ballot], is_late)

    def playing(checks: bool) -> Callable[..., None]:
        def playouts(fresh, seed, first, games, totals, scores, wins, found, finals) -> None:  # type: ignore[no-untyped-def]
            """Every thread plays one game after another; those of a block take every stage together."""
            thread = cuda.grid(1)
            states, cells = cuda.local.array(1, record), cuda.local.array(CELLS, int64)
            legal = cuda.local.array(MOST_CHOICES, int16)
            counts = cuda.shared.array((BALLOTS, COLUMNS), int32)
            cleared(counts)
            cells[EPISODE] = 0
            decisions, actions, begun, faults, ballot, is_late = 0, 0, 0, 0, 0, 0
            game, last = first + thread, first + games
            states[0] = fresh[0]
            s = states[0]
            shuffle(cells, seed, game)
            while True:
                stage = int(stage_of(s)) if game < last else NO_STAGE
                chosen = vote(counts, ballot, stage, is_late, late)
                if chosen < 0:
                    break
                ballot = ballot + 1 if ballot + 1 < BALLOTS else 0
                is_late = 1 if chosen >= STAGES else 0
                chosen -= STAGES * is_late
                if stage == chosen:
                    goes_on = stage < first_step
                    while goes_on:
                        if not is_unasked(int(s["ask"])) and not is_half_made(s):
                            decisions += 1
                        answer(s, choose(s, cells, legal))
                        actions += 1
                        if checks:
                            faults = faults_in(s, fresh[0])
                        goes_on = (repeated >> stage) & 1 == 1 and faults == 0 and stage_of(s) == stage
                    taken = followed | 1 << stage
                    while s["ask"] == nobody and faults == 0 and (taken >> stage_of(s)) & 1:
                        step_once(s)
                        if checks:
                            faults = faults_in(s, fresh[0])
                    if s["ask"] == over or faults > 0:
                        if faults > 0:
                            cuda.atomic.add(found, FAULTY, 1)
                            cuda.atomic.min(found, FIRST_FAULTY, game)
                            found[FAULTY_ACTION] = actions - begun
                            faults = 0
                        else:
                            count_result(s, scores, wins)
                        if game - first < finals.shape[0]:
                            finals[game - first] = states[0]
                        game += cuda.gridsize(1)
                        begun = actions
                        states[0] = fresh[0]
                        shuffle(cells, seed, game)
            totals[thread, DECIDED] = decisions
            totals[thread, ACTED] = actions

        return playouts

    @cuda.jit(device=True)
    def settled(states, fresh, cells, place, before, seed, most_turns, rewards, ends):  # type: ignore[no-untyped-def]
        """What an action led to: turns are counted, a game that is over is dealt anew. Whether a person is asked."""
        s = states[0]
        if s["turn"] != before:
            cells[TURNS] += 1
        is_cut = most_turns > 0 and cells[TURNS] > most_turns
        if s["ask"] == over or is_cut:
            finish(s, place, is_cut and s["ask"] != over, rewards, ends)
            cells[EPISODE] += 1
            states[0] = fresh[0]
            shuffle(cells, seed, place)
        return not is_unasked(int(s["ask"]))

    @cuda.jit(device=True)
    def unsigned(word):  # type: ignore[no-untyped-def]
        """The 32 bits of a signed cell."""
        return int64(word) & LOW

    @cuda.jit(device=True)
    def signed(word):  # type: ignore[no-untyped-def]
        """32 bits as the number that a signed cell holds."""
        return int(word) - ((int(word) >> (WARP - 1)) << WARP)

    @cuda.jit(device=True)
    def brought(rows, places, tile):  # type: ignore[no-untyped-def]
        """SPEED: a warp brings in the rows of its games one after the other, so that whole lines are read."""
        lane, top = cuda.threadIdx.x % WARP, cuda.threadIdx.x - cuda.threadIdx.x % WARP
        for word in range(lane, row_words, WARP):
            for row in range(top, top + WARP, AT_ONCE):
                first = rows[places[row], word], rows[places[row + 1], word]
                second = rows[places[row + 2], word], rows[places[row + 3], word]
                third = rows[places[row + 4], word], rows[places[row + 5], word]
                fourth = rows[places[row + 6], word], rows[places[row + 7], word]
                tile[row, word], tile[row + 1, word] = first
                tile[row + 2, word], tile[row + 3, word] = second
                tile[row + 4, word], tile[row + 5, word] = third
                tile[row + 6, word], tile[row + 7, word] = fourth
        cuda.syncwarp()

    @cuda.jit(device=True)
    def handed_out(tile, count, places, present, rows):  # type: ignore[no-untyped-def]
        """SPEED: so do rows go out; then the tile is free."""
        lane, top = cuda.threadIdx.x % WARP, cuda.threadIdx.x - cuda.threadIdx.x % WARP
        cuda.syncwarp()
        for row in range(top, min(top + WARP, present)):
            for word in range(lane, count, WARP):
                rows[places[row], word] = tile[row, word]
        cuda.syncwarp()

    @cuda.jit(device=True)
    def unfolded(tile, places, present, masks):  # type: ignore[no-untyped-def]
        """Masks go out as one byte for every bit."""
        lane, top = cuda.threadIdx.x % WARP, cuda.threadIdx.x - cuda.threadIdx.x % WARP
        cuda.syncwarp()
        for row in range(top, min(top + WARP, present)):
            for word in range(mask_words):
                if word * WARP + lane < masks.shape[1]:
                    masks[places[row], word * WARP + lane] = (tile[row, word] >> lane) & 1

    @cuda.jit(device=True)
    def queued(counts, stage, queue):  # type: ignore[no-untyped-def]
        """Add the games of a block to those that wait at each stage; a thread without a game names none."""
        cuda.syncthreads()
        cleared(counts)
        if stage >= 0:
            cuda.atomic.add(counts, (0, stage), 1)
        cuda.syncthreads()
        if cuda.threadIdx.x < STAGES:
            cuda.atomic.add(queue, (WAITING, cuda.threadIdx.x), counts[0, cuda.threadIdx.x])

    def advance(  # type: ignore[no-untyped-def]
        kept, line, asks, queue, fresh, views, masks, seats, picks, rewards, ends, actions,
        seed, memory, most_turns, deals,
    ) -> None:  # fmt: skip
        """One action in the game of each thread, and what is asked next. SPEED: games stand in line by what they are
        asked, so that the threads of a block have the same to do."""
        here, spot = cuda.threadIdx.x, cuda.grid(1)
        cells, seen = cuda.local.array(CELLS, int64), cuda.local.array(view_words, int32)
        bits, legal = cuda.local.array(mask_words, uint32), cuda.local.array(MOST_CHOICES, int16)
        counts, tile = cuda.shared.array((BALLOTS, COLUMNS), int32), cuda.shared.array((together, tile_words), int32)
        places = cuda.shared.array(together, int32)
        states = tile[here][first_word:row_words].view(record)
        s = states[0]
        cleared(counts)
        present = min(together, kept.shape[0] - (spot - here))
        is_here = here < present
        place = int(line[spot]) if is_here else 0
        places[here] = place
        cuda.syncwarp()
        is_asked, has_action = not is_here, True
        action, before, ballot = 0, 0, 0
        brought(kept, places, tile)
        for cell in range(CELLS):
            cells[cell] = unsigned(tile[here, 2 * cell]) | int64(tile[here, 2 * cell + 1]) << WARP
        if is_here:
            for other in range(rewards.shape[1]):
                rewards[place, other] = 0
            ends[DONE, place] = False
            ends[CUT, place] = False
            action = int(actions[place])
            if deals:
                cells[EPISODE] = 0
                states[0] = fresh[0]
                shuffle(cells, seed, place)
                has_action = False
        while True:
            stage = NO_STAGE if is_asked else int(stage_of(s))
            chosen = vote(counts, ballot, stage, 0, 0)
            if chosen < 0:
                break
            ballot = ballot + 1 if ballot + 1 < BALLOTS else 0
            if stage == chosen:
                goes_on = stage < first_step
                while goes_on:
                    if not has_action:
                        action = int(choose(s, cells, legal))
                    has_action = False
                    before = int(s["turn"])
                    answer(s, action)
                    if s["ask"] != nobody:
                        is_asked = settled(states, fresh, cells, place, before, seed, most_turns, rewards, ends)
                    goes_on = (repeated >> stage) & 1 == 1 and not is_asked and stage_of(s) == stage
                taken = followed | 1 << stage
                while s["ask"] == nobody and (taken >> stage_of(s)) & 1:
                    step_once(s)
                    if s["ask"] != nobody:
                        is_asked = settled(states, fresh, cells, place, before, seed, most_turns, rewards, ends)
        for word in range(mask_words):
            bits[word] = 0
        for word in range(view_words):
            seen[word] = 0
        stage = NO_STAGE
        if is_here:
            see(s, int(s["seat"]), memory, seen.view(view)[0])
            options = list_legal(s, legal)
            for index in range(options):
                bits[int(legal[index]) // WARP] |= 1 << (int(legal[index]) % WARP)
            stage = int(stage_of(s))
            seats[place] = s["seat"]
            picks[place] = legal[draw(cells, CHOICE, options)]
            if lines_up:
                asks[place] = stage
        for cell in range(CELLS):
            tile[here, 2 * cell] = signed(cells[cell] & LOW)
            tile[here, 2 * cell + 1] = cells[cell] >> WARP
        handed_out(tile, row_words, places, present, kept)
        for word in range(view_words):
            tile[here, word] = seen[word]
        handed_out(tile, view_words, places, present, views)
        for word in range(mask_words):
            tile[here, word] = signed(bits[word])
        unfolded(tile, places, present, masks)
        if lines_up:
            queued(counts, stage, queue)

    def line_up(asks, queue, next_queue, line) -> None:  # type: ignore[no-untyped-def]
        """Put the games in line by what they are asked; among those asked the same, in any order."""
        here, place = cuda.threadIdx.x, cuda.grid(1)
        counts, starts = cuda.shared.array(STAGES, int32), cuda.shared.array(STAGES, int32)
        if here < STAGES:
            counts[here] = 0
            if place < STAGES:
                next_queue[WAITING, here] = 0
                next_queue[PLACED, here] = 0
        cuda.syncthreads()
        rank, ask = 0, 0
        if place < asks.shape[0]:
            ask = int(asks[place])
            rank = cuda.atomic.add(counts, ask, 1)
        cuda.syncthreads()
        if here < STAGES:
            start = 0
            for earlier in range(here):
                start += int(queue[WAITING, earlier])
            starts[here] = start + cuda.atomic.add(queue, (PLACED, here), counts[here])
        cuda.syncthreads()
        if place < asks.shape[0]:
            line[starts[ask] + rank] = place

    made, whole, number, flags = from_dtype(record), int64[:, ::1], int64, types.boolean[:, ::1]
    playing_types = (made[::1], number, number, number, whole, whole, whole, int64[::1], made[::1])
    shown = (int32[:, ::1], flags, int64[::1], int64[::1], types.float32[:, ::1], flags, int64[::1])
    numbers, table = int32[::1], int32[:, ::1]
    return Entries(
        {"playouts": playing(False), "checked": playing(True), "advance": advance, "line_up": line_up},
        {
            "playouts": playing_types,
            "checked": playing_types,
            "advance": (table, numbers, numbers, table, made[::1], *shown, number, number, number, number),
            "line_up": (numbers, table, table, numbers),
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
    """The PTX of an entry point ("playouts", "checked", "advance"), compiled without any GPU."""
    entries = entries_of(game_of(game).kernels.name)
    with _as_if_on(capability):
        text, _ = _cuda().compile_ptx(entries.functions[entry], entries.types[entry], cc=capability)
    return str(text)


def _gpu() -> Any:
    """numba.cuda where there is a GPU, or a sentence."""
    reason = why_not()
    if reason:
        raise OsteriaError(reason)
    return _cuda()


@cache
def _compiled(family: str, entry: str) -> Any:
    return _gpu().jit(max_registers=REGISTERS[entry])(entries_of(family).functions[entry])


def resources(game: str, entry: str) -> dict[str, int]:
    """What a kernel takes of a multiprocessor, once it has been launched."""
    kernel, threads = _compiled(game_of(game).kernels.name, entry), THREADS[entry]
    registers, local, shared = (
        next(iter(found().values()))
        for found in (kernel.get_regs_per_thread, kernel.get_local_mem_per_thread, kernel.get_shared_mem_per_block)
    )
    return {"threads": threads, "registers": registers, "local_bytes": local, "shared_bytes": shared}


def launch(family: str, entry: str, threads: int, *arguments: Any) -> None:
    """Run an entry point with at least so many threads, in whole blocks."""
    _compiled(family, entry)[-(-threads // THREADS[entry]), THREADS[entry]](*arguments)


def most_threads(entry: str) -> int:
    """As many threads of an entry point as run at the same time: a block on every multiprocessor."""
    return int(_gpu().get_current_device().MULTIPROCESSOR_COUNT) * THREADS[entry]


def on_gpu(array: npt.NDArray[Any]) -> Any:
    """A copy of an array, on the GPU."""
    return _gpu().to_device(array)


def taken(array: Any) -> Any:
    """An array on the GPU that belongs to whichever library."""
    return _cuda().as_cuda_array(array)


def wait() -> None:
    """Until everything that was launched is done."""
    _cuda().synchronize()


def lent(array: Any, kind: npt.DTypeLike | None = None, shape: tuple[int, ...] | None = None) -> Lent:
    """An array on the GPU for other libraries to take."""
    words = array.__cuda_array_interface__
    dtype, device = np.dtype(words["typestr"] if kind is None else kind), _cuda().get_current_device().id
    return Lent(words["data"][0], shape or tuple(words["shape"]), dtype, array, GPU, device, wait)
