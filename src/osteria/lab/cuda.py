"""Every kernel of the rules, unchanged, compiled for CUDA. The only file that knows numba-cuda; `osteria.lab.gpu` plays."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from osteria.core.errors import OsteriaError
from osteria.core.family import Family
from osteria.core.kernel import bound, rebind
from osteria.games import game as game_of
from osteria.lab import device
from osteria.lab.device import DRIVERS, ENTRIES, WARP
from osteria.lab.dlpack import GPU, Lent
from osteria.lab.lockstep import narrowed
from osteria.play import driving

THREADS = {"playouts": 1024, "checked": 1024, "advance": 64, "line_up": 256, "sequences": 256}
"""SPEED: the threads of a block take every stage together, so that all its warps run the same rule and share the instructions
they fetch: with 1,024 threads 2.3 billion decisions of a card game a second, with 512 2.0, with 256 1.2."""
REGISTERS = {"playouts": 64, "checked": 64, "advance": 168, "line_up": 32, "sequences": 64}
"""SPEED: as many as leave room for that many threads on a multiprocessor."""
HOPPER = (9, 0)
"""The compute capability that kernels are compiled for where there is no GPU to ask."""
WORD = 4
"""Bytes that a thread moves at once."""


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


@cache
def entries_of(family: Family) -> Entries:
    """The entry points of a family of games: the kernels of `osteria.lab.device`, bound to its rules and to CUDA."""
    cuda, record = _cuda(), narrowed(family.record)
    functions: dict[str, Callable[..., None]] = {}
    for checks in (False, True):
        made: dict[FunctionType, Any] = {}
        kernels = _bound_kernels(family, record, cuda, checks)
        for kernel in kernels.values():
            rebind(kernel, lambda function: cuda.jit(function, device=True), made)
        for entry in ENTRIES:
            # An entry itself stays a plain function: whoever launches it says how it is compiled.
            made.pop(kernels[entry])
            functions["checked" if checks and entry == "playouts" else entry] = rebind(kernels[entry], _kept, made)
    return Entries(functions, _types(record))


def _kept(function: FunctionType) -> FunctionType:
    return function


def _bound_kernels(family: Family, record: np.dtype[Any], cuda: Any, checks: bool) -> dict[str, FunctionType]:
    """Every kernel of `device`, and the driving kernels under them, with what they stand for in this family."""
    from numba import int16, int32, int64, uint32

    stages = family.stages
    said = dict(family.rules) | {
        "cuda": cuda,
        "int16": int16,
        "int32": int32,
        "int64": int64,
        "uint32": uint32,
        "RECORD": record,
        "VIEW": family.observation,
        "FIRST_WORD": 2 * driving.CELLS,
        "ROW_WORDS": row_words_of(record),
        "VIEW_WORDS": family.observation.itemsize // WORD,
        "MASK_WORDS": (family.actions + WARP - 1) // WARP,
        # SPEED: odd, so that the threads of a warp use different banks
        "TILE_WORDS": max(row_words_of(record), family.observation.itemsize // WORD) | 1,
        "LATE": stages.late,
        "REPEATED": stages.repeated,
        "FOLLOWED": stages.followed,
        "LINES_UP": stages.lines_up,
        "FIRST_STEP": family.over + 1,
        "TOGETHER": THREADS["advance"],
        "CHECKS": checks,
    }
    counted = bound(device, said)["count"]
    drivers = bound(driving, said | {"count": counted})
    return bound(device, said | {name: drivers[name] for name in DRIVERS})


def _types(record: np.dtype[Any]) -> Mapping[str, tuple[Any, ...]]:
    """What the entry points are compiled for."""
    from numba import from_dtype, int8, int32, int64, types

    made, whole, number, flags = from_dtype(record), int64[:, ::1], int64, types.boolean[:, ::1]
    playing = (made[::1], number, number, number, whole, whole, whole, int64[::1], made[::1])
    shown = (int32[:, ::1], flags, int64[::1], int64[::1], types.float32[:, ::1], flags, int64[::1])
    numbers, table = int32[::1], int32[:, ::1]
    return {
        "playouts": playing,
        "checked": playing,
        "advance": (table, numbers, numbers, table, made[::1], *shown, number, number, number, number),
        "line_up": (numbers, table, table, numbers),
        "sequences": (table, number, int8[:, ::1]),
    }


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
    """The PTX of an entry point ("playouts", "checked", "advance", "sequences"), compiled without any GPU."""
    entries = entries_of(game_of(game).kernels)
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
def _compiled(family: Family, entry: str) -> Any:
    return _gpu().jit(max_registers=REGISTERS[entry])(entries_of(family).functions[entry])


def resources(game: str, entry: str) -> dict[str, int]:
    """What a kernel takes of a multiprocessor, once it has been launched."""
    kernel, threads = _compiled(game_of(game).kernels, entry), THREADS[entry]
    registers, local, shared = (
        next(iter(found().values()))
        for found in (kernel.get_regs_per_thread, kernel.get_local_mem_per_thread, kernel.get_shared_mem_per_block)
    )
    return {"threads": threads, "registers": registers, "local_bytes": local, "shared_bytes": shared}


def launch(family: Family, entry: str, threads: int, *arguments: Any) -> None:
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
