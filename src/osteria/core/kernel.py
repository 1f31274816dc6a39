"""The kernel switch: one source of rules, interpreted at once, compiled when the compiler has been there.

A rule is an ordinary function marked `@kernel`. `Kernels` gathers the few entry points through which drivers call a
family of games, and offers them twice: `interpreted` (the functions as they are) and `compiled` (copies of every kernel
they reach, made by Numba). Both give the same bytes; `best` is the compiled set once it is loaded.
"""

from __future__ import annotations

import dis
import gzip
import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeGuard, TypeVar

from osteria.core.watching import watched

CLAIM_SECONDS = 900
MAKING = "making-"
COMPILER = threading.RLock()
"""Numba has one cache folder at a time: threads that load two families at once would look into each other's, find nothing and
compile for minutes what lies there compiled."""
F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Mark a function as a rule that must run interpreted, compiled on the CPU and compiled for CUDA."""
    function.__kernel__ = True  # type: ignore[attr-defined]
    return function


def is_kernel(thing: object) -> TypeGuard[FunctionType]:
    """Whether a global name is a rule function."""
    return isinstance(thing, FunctionType) and getattr(thing, "__kernel__", False)


def rebind(function: FunctionType, jit: Callable[[FunctionType], Any], made: dict[FunctionType, Any]) -> Any:
    """A jitted copy of a kernel in whose globals every other kernel is its jitted copy too."""
    if function not in made:
        space = dict(function.__globals__)
        for name in function.__code__.co_names:
            if is_kernel(space.get(name)):
                space[name] = rebind(space[name], jit, made)
        copy = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
        copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
        made[function] = jit(copy)
    return made[function]


def bound(module: ModuleType, sayings: Mapping[str, Any]) -> dict[str, FunctionType]:
    """Copies of a module's kernels that call what `sayings` names where the originals have stand-ins."""
    space = dict(vars(module)) | dict(sayings)
    own = {
        name: thing for name, thing in vars(module).items() if is_kernel(thing) and thing.__module__ == module.__name__
    }
    for name in own.keys() - sayings.keys():
        copy = FunctionType(own[name].__code__, space, name, own[name].__defaults__)
        copy.__module__, copy.__doc__ = module.__name__, own[name].__doc__
        space[name] = kernel(copy)
    return {name: space[name] for name in own}


def calls(entries: Iterable[FunctionType]) -> Counter[CodeType]:
    """In how many places each kernel that the entries reach is called, by its code."""
    counts: Counter[CodeType] = Counter()
    waiting, reached = list(entries), set(entries)
    while waiting:
        function = waiting.pop()
        loaded = [line.argval for line in dis.get_instructions(function) if line.opname == "LOAD_GLOBAL"]
        called = [function.__globals__.get(name) for name in loaded]
        kernels = [thing for thing in called if is_kernel(thing)]
        counts.update(kernel.__code__ for kernel in kernels)
        waiting += {*kernels} - reached
        reached.update(kernels)
    return counts


def compiler_is_there() -> bool:
    """Whether Numba can be imported at all (it is not imported here: that takes a while)."""
    return os.environ.get("OSTERIA_INTERPRETED") != "1" and importlib.util.find_spec("numba") is not None


def source_digest(sources: Iterable[Path]) -> str:
    """A digest of every source file that compiled code could come from, and of the compiler and machine."""
    digest = hashlib.sha256()
    for source in sources:
        for file in sorted(source.rglob("*.py")) if source.is_dir() else [source]:
            digest.update(file.name.encode() + file.read_bytes())
    import numba

    features = numba.core.cpu.ll.get_host_cpu_name()
    digest.update(f"{numba.__version__} {sys.version} {platform.machine()} {features}".encode())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled kernels are kept between runs: OSTERIA_CACHE, or the user's cache folder."""
    chosen = os.environ.get("OSTERIA_CACHE")
    shared = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    return (Path(chosen) if chosen else Path(shared) / "osteria") / "kernels"


@dataclass(frozen=True)
class Portable:
    """A compiled entry before it became machine code: LLVM text, the name of its function in it, and what that returns."""

    symbol: str
    returns: str
    text: str

    def keep(self, file: Path) -> None:
        """Write it beside the machine code."""
        file.write_bytes(gzip.compress(f"{self.symbol} {self.returns}\n{self.text}".encode(), 1))

    @staticmethod
    def kept(file: Path) -> Portable:
        """Read what `keep` wrote."""
        head, text = gzip.decompress(file.read_bytes()).decode().split("\n", 1)
        symbol, returns = head.split()
        return Portable(symbol, returns, text)


class Kernels:
    """The entry points of a family of games.

    Args:
        name: of the family; also the folder of its compiled code.
        entries: entry functions by name. An entry takes arrays and integers only.
        examples: a function that gives, for every entry, example arguments of exactly the types it is called with (the
            compiled entry does not look at them).
        sources: files, and folders whose every source file, are part of the compiled code's identity.
        allocates: whether its kernels make arrays of their own (rules never do).
        home: where the family is, as "module:NAME", for the process that compiles it in the background.
    """

    def __init__(
        self,
        name: str,
        entries: Mapping[str, Callable[..., Any]],
        examples: Callable[[], Mapping[str, tuple[Any, ...]]],
        sources: Iterable[Path],
        *,
        allocates: bool = False,
        home: str = "",
    ) -> None:
        self.name, self.entries, self.examples, self.sources = name, dict(entries), examples, tuple(sources)
        self.allocates, self.home = allocates, home
        self.interpreted = SimpleNamespace(**self.entries)
        self.best = self.interpreted
        self.seconds = 0.0
        self._hurried: set[bool] = set()
        self._dispatchers: Mapping[str, Any] = {}
        self._portable: Mapping[str, Portable] = {}

    @property
    def is_compiled(self) -> bool:
        """Whether `best` is the compiled set."""
        return self.best is not self.interpreted

    def compiled(self) -> SimpleNamespace:
        """The compiled set; compiles (or loads what an earlier run compiled) now. Interpreted without Numba."""
        if not self.is_compiled and compiler_is_there():
            with COMPILER:
                if not self.is_compiled:
                    self.best = self._compile()
        return self.best

    def load(self) -> None:
        """Loads the compiled set now, if an earlier run has kept it."""
        if compiler_is_there() and (self.folder() / "complete").exists():
            self.compiled()

    def hurry(self, *, compiles: bool = True) -> None:
        """Have the compiled set ready soon, without making anybody wait: loaded by a thread if it was compiled before,
        else (with `compiles`) compiled by another process first."""
        if compiles in self._hurried or self.is_compiled or not compiler_is_there():
            return
        self._hurried.add(compiles)
        threading.Thread(target=self._fetch, args=(compiles,), name=f"kernels-{self.name}", daemon=True).start()

    def folder(self) -> Path:
        """Where this family's compiled code lies, for exactly these sources, this compiler and this machine."""
        return cache_folder() / f"{self.name}-{source_digest(self.sources)}"

    def compiled_in(self) -> float:
        """How many seconds it took to compile these sources from nothing here; compiles them now if nobody has."""
        if not compiler_is_there():
            return 0.0
        self.compiled()
        noted = self.folder() / "complete"
        return float(noted.read_text()) if noted.exists() else self.seconds

    def portable(self) -> Mapping[str, Portable]:
        """Every entry as LLVM text, for other machines than this one; compiles them now if nobody has."""
        self.compiled()
        if self._portable:
            return self._portable
        return {name: Portable.kept(self.folder() / f"{name}.ll.gz") for name in self.entries}

    def _fetch(self, compiles: bool) -> None:
        folder = self.folder()
        ready, claim = folder / "complete", folder / "claim"
        if compiles and not ready.exists() and _is_writable(folder) and _claimed(claim):
            command = [sys.executable, "-m", "osteria.core.compile", "--gently", self.home]
            subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
            claim.unlink(missing_ok=True)
        while compiles and not ready.exists() and claim.exists():
            time.sleep(1)
        self.load()

    def _compile(self) -> SimpleNamespace:
        """Loads what was compiled, or compiles in a place of its own: an entry that is compiled from another one's kept code
        is not whole as text, so nothing half made is ever taken up."""
        folder = self.folder()
        keeps = _is_writable(folder)
        if not keeps or (folder / "complete").exists():
            return self._compile_in(folder, keeps)
        _clear_away(folder)
        with TemporaryDirectory(prefix=MAKING, dir=folder, ignore_cleanup_errors=True) as place:
            called = self._compile_in(Path(place), keeps)
            self._move_in(Path(place), folder)
        return called

    def _compile_in(self, place: Path, keeps: bool) -> SimpleNamespace:
        import numba

        start, made = time.perf_counter(), dict[FunctionType, Any]()
        numba.config.CACHE_DIR = str(place)
        is_ready = (place / "complete").exists()
        entries = {entry.__code__ for entry in self.entries.values()}
        callers = calls(self.entries.values())  # type: ignore[arg-type]

        def jit(function: FunctionType) -> Any:
            is_entry = function.__code__ in entries
            # SPEED: error_model "numpy" drops the division checks; nogil lets batches run on all cores. Only entries are
            # called from Python: without wrappers the rest compiles in 58 s instead of 68. Without counted references
            # (_nrt) whole games run 1.2 times as fast, and again 1.2 times with every kernel that is called in one place
            # only put there.
            return numba.njit(
                function,
                cache=keeps and is_entry,
                nogil=True,
                error_model="numpy",
                _nrt=self.allocates,
                forceinline=not is_entry and callers[function.__code__] == 1,
                no_cpython_wrapper=not is_entry,
                no_cfunc_wrapper=not is_entry,
            )

        found = {name: rebind(entry, jit, made) for name, entry in self.entries.items()}  # type: ignore[arg-type]
        with nullcontext() if is_ready else watched(self.name, len(made)):
            called = {name: _as_called(found[name], arguments) for name, arguments in self.examples().items()}
        self.seconds = time.perf_counter() - start
        if not is_ready:
            self._portable = {name: _portable(found[name], arguments) for name, arguments in self.examples().items()}
        self._dispatchers = found
        return SimpleNamespace(**called)

    def _move_in(self, place: Path, folder: Path) -> None:
        for name, entry in self._portable.items():
            entry.keep(place / f"{name}.ll.gz")
        for made in [path for path in place.rglob("*") if path.is_file()]:
            target = folder / made.relative_to(place)
            target.parent.mkdir(parents=True, exist_ok=True)
            made.replace(target)
        (folder / "complete").write_text(f"{self.seconds:.1f}")


def _clear_away(folder: Path) -> None:
    """Removes what somebody began to make long ago and was killed over."""
    for left in folder.glob(f"{MAKING}*"):
        with suppress(OSError):  # somebody else was quicker
            if time.time() - left.stat().st_mtime > CLAIM_SECONDS:
                shutil.rmtree(left)


def _as_called(dispatcher: Any, arguments: tuple[Any, ...]) -> Callable[..., Any]:
    """An entry compiled for the types of these arguments. SPEED: itself, not the dispatcher, which looks at the type of
    every argument of every call and takes three times as long as a small entry."""
    types = _types_of(arguments)
    dispatcher.compile(types)
    return dispatcher.overloads[types].entry_point  # type: ignore[no-any-return]


def _types_of(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    import numba

    return tuple(numba.typeof(argument) for argument in arguments)


def _portable(dispatcher: Any, arguments: tuple[Any, ...]) -> Portable:
    """What the compiler made of an entry for these arguments, on its way to machine code (another entry may have called it with
    others); there only in the process that compiled it."""
    from numba.types import unliteral

    made = dispatcher.overloads[_types_of(arguments)]
    return Portable(made.fndesc.mangled_name, str(unliteral(made.fndesc.restype)), made.library.get_llvm_str())


def _claimed(claim: Path) -> bool:
    """Whether this process is the one that has the kernels compiled; a claim that was left behind is taken over."""
    try:
        if claim.exists() and time.time() - claim.stat().st_mtime > CLAIM_SECONDS:
            claim.unlink(missing_ok=True)
        claim.open("x").close()
    except OSError:
        return False
    return True


def _is_writable(folder: Path) -> bool:
    """Whether compiled code can be kept there; makes the folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)
