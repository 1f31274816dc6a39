"""Arrays lent to other libraries without a copy: DLPack, and the CUDA array interface where they lie on a GPU."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

CPU, GPU = 1, 2
"""DLPack's numbers for where memory is."""
NAME = b"dltensor"
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
"""DLPack's numbers for kinds of numbers, by NumPy's letters."""
NO_SYNC = -1
"""What a library says that waits by itself."""


class _Device(ctypes.Structure):
    _fields_: ClassVar = [("kind", ctypes.c_int32), ("number", ctypes.c_int32)]


class _Kind(ctypes.Structure):
    _fields_: ClassVar = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class _Tensor(ctypes.Structure):
    _fields_: ClassVar = [
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("dimensions", ctypes.c_int32),
        ("kind", _Kind),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    ]


class _Managed(ctypes.Structure):
    """DLManagedTensor: what is in the capsule."""


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter)]
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_is_capsule, _inside = ctypes.pythonapi.PyCapsule_IsValid, ctypes.pythonapi.PyCapsule_GetPointer
_is_capsule.restype, _is_capsule.argtypes = ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p]
_inside.restype, _inside.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]
_on_loan: dict[int, tuple[Any, ...]] = {}
"""What must stay alive until whoever took a capsule gives it back, by the capsule's address."""


def _take_back(managed: Any) -> None:
    """What whoever took a capsule calls when it is done."""
    _on_loan.pop(ctypes.addressof(managed.contents), None)


def _drop(capsule: int) -> None:
    """A capsule goes away; if nobody took it (its name says so), the loan ends."""
    if _is_capsule(capsule, NAME):
        _on_loan.pop(_inside(capsule, NAME), None)


_taken_back, _dropped = _Deleter(_take_back), ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(_drop)


class Lent:
    """A contiguous array that another library may take as its own, and write to.

    Attributes:
        shape: of the array.
        dtype: of its numbers.
    """

    def __init__(
        self,
        address: int,
        shape: tuple[int, ...],
        dtype: npt.DTypeLike,
        owner: Any,
        where: int = CPU,
        number: int = 0,
        wait: Callable[[], None] = lambda: None,
    ) -> None:
        self.shape, self.dtype, self._owner = shape, np.dtype(dtype), owner
        self._address, self._where, self._wait = address, (where, number), wait

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if self._where[0] != GPU:
            raise AttributeError("not on a GPU")
        words = {"shape": self.shape, "typestr": self.dtype.str, "data": (self._address, False), "version": 3}
        return words | {"strides": None}

    def __dlpack_device__(self) -> tuple[int, int]:
        """Where the array lies, in DLPack's numbers."""
        return self._where

    def __dlpack__(self, *, stream: Any = None, **kwargs: Any) -> Any:
        """A capsule with the array; what was asked of it before is done when this returns."""
        if stream != NO_SYNC:
            self._wait()
        count = len(self.shape)
        shape = (ctypes.c_int64 * count)(*self.shape)
        strides = (ctypes.c_int64 * count)(*(int(np.prod(self.shape[place + 1 :])) for place in range(count)))
        kind = _Kind(CODES[self.dtype.kind], self.dtype.itemsize * 8, 1)
        tensor = _Tensor(self._address, _Device(*self._where), count, kind, shape, strides, 0)
        managed = _Managed(tensor, None, _taken_back)
        _on_loan[ctypes.addressof(managed)] = (managed, shape, strides, self._owner)
        return _new_capsule(ctypes.addressof(managed), NAME, ctypes.cast(_dropped, ctypes.c_void_p))

    def copy_to_host(self) -> npt.NDArray[Any]:
        """The array as it is now, for NumPy."""
        return np.asarray(self._owner.copy_to_host()).view(self.dtype).reshape(self.shape)
