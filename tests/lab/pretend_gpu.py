"""A stand-in for numba.cuda: every thread of a block is a thread of Python, one block after the other. Slow, but it shows
that the entry points do what they should where there is no GPU."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

DIRTY = 0x5A
"""What lies in memory that nobody has written to."""


class PretendArray(np.ndarray):
    """An array that is said to be on a GPU."""

    def copy_to_host(self) -> np.ndarray:
        return np.array(self)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return dict(self.__array_interface__)


class Launch:
    """A kernel with its number of blocks and threads."""

    def __init__(self, kernel: Callable[..., None], gpu: PretendGpu, blocks: int, threads: int) -> None:
        self.kernel, self.gpu, self.blocks, self.threads = kernel, gpu, blocks, threads

    def __call__(self, *arguments: Any) -> None:
        for block in range(self.blocks):
            self.gpu.begin(block, self.blocks, self.threads)
            crew = [threading.Thread(target=self._run, args=(thread, arguments)) for thread in range(self.threads)]
            for one in crew:
                one.start()
            for one in crew:
                one.join()
            if self.gpu.failures:
                raise self.gpu.failures[0]

    def _run(self, thread: int, arguments: tuple[Any, ...]) -> None:
        self.gpu.here.thread, self.gpu.here.asked = thread, 0
        try:
            self.kernel(*arguments)
        except Exception as failure:
            self.gpu.failures.append(failure)
            self.gpu.barrier.abort()


class PretendGpu:
    """As much of numba.cuda as `osteria.lab.cuda` calls."""

    def __init__(self, processors: int = 2) -> None:
        self.here, self.failures = threading.local(), []
        self.lock = threading.Lock()
        self.device = SimpleNamespace(MULTIPROCESSOR_COUNT=processors, id=0)
        self.local = SimpleNamespace(array=self._local_array)
        self.shared = SimpleNamespace(array=self._shared_array)
        self.atomic = SimpleNamespace(add=self._add, min=self._least, max=self._most)

    def begin(self, block: int, blocks: int, threads: int) -> None:
        self.block, self.blocks, self.threads = block, blocks, threads
        self.barrier, self.together = threading.Barrier(threads), {}

    def jit(self, function: Any = None, *, device: bool = False, **_: Any) -> Any:
        """A device function stays as it is."""
        made = (lambda plain: plain) if device else (lambda entry: Kernel(entry, self))
        return made if function is None else made(function)

    def get_current_device(self) -> SimpleNamespace:
        return self.device

    def is_available(self) -> bool:
        return True

    def synchronize(self) -> None:
        """A launch is over when it returns."""

    def to_device(self, array: np.ndarray) -> PretendArray:
        return np.array(array).view(PretendArray)

    def as_cuda_array(self, array: Any) -> PretendArray:
        return getattr(array, "_owner", array)

    @property
    def threadIdx(self) -> SimpleNamespace:  # noqa: N802
        return SimpleNamespace(x=self.here.thread)

    @property
    def blockDim(self) -> SimpleNamespace:  # noqa: N802
        return SimpleNamespace(x=self.threads)

    def grid(self, _: int) -> int:
        return self.block * self.threads + self.here.thread

    def gridsize(self, _: int) -> int:
        return self.blocks * self.threads

    def syncthreads(self) -> None:
        self.barrier.wait()

    def _local_array(self, shape: Any, kind: Any) -> np.ndarray:
        found = np.empty(shape, as_dtype(kind))
        found.view(np.uint8)[...] = DIRTY
        return found

    def _shared_array(self, shape: Any, kind: Any) -> np.ndarray:
        with self.lock:
            self.here.asked += 1
            return self.together.setdefault(self.here.asked, self._local_array(shape, kind))

    def syncwarp(self) -> None:
        """All warps of a block go the same way here, so the whole block may wait."""
        self.barrier.wait()

    def _add(self, table: np.ndarray, place: Any, number: int) -> int:
        with self.lock:
            before = int(table[place])
            table[place] += number
            return before

    def _least(self, table: np.ndarray, place: Any, number: int) -> None:
        with self.lock:
            table[place] = min(table[place], number)

    def _most(self, table: np.ndarray, place: Any, number: int) -> None:
        with self.lock:
            table[place] = max(table[place], number)


class Kernel:
    """What `jit` makes of an entry point."""

    def __init__(self, function: Callable[..., None], gpu: PretendGpu) -> None:
        self.function, self.gpu = function, gpu

    def __getitem__(self, shape: tuple[int, int]) -> Launch:
        return Launch(self.function, self.gpu, *shape)


def as_dtype(kind: Any) -> np.dtype:
    """A type of Numba's or NumPy's, as NumPy's."""
    if isinstance(kind, np.dtype):
        return kind
    from numba.np.numpy_support import as_dtype as known

    return known(kind)
