"""Who is told how far compiling is: it takes a minute or two, once, and nobody should wonder what is going on."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Watch = Callable[[str, int, int], None]
"""Told the name of a family of kernels, how many of them are compiled, and how many there are."""


def tell_a_person(name: str, done: int, total: int) -> None:
    """One line at the beginning, for whoever sits at a terminal or a notebook; programs hear nothing."""
    if done == 0 and (sys.stderr.isatty() or "ipykernel" in sys.modules):
        print(f"osteria: compiling {name} ({total} functions, about a minute, once)", file=sys.stderr, flush=True)


_watches: list[Watch] = [tell_a_person]


@contextmanager
def watching(watch: Watch) -> Iterator[None]:
    """Have `watch` told, and nobody else, while this lasts."""
    _watches.append(watch)
    try:
        yield
    finally:
        _watches.remove(watch)


@contextmanager
def watched(name: str, total: int) -> Iterator[None]:
    """Tell the one who watches of every kernel that the compiler finishes."""
    from numba.core import event

    watch, done = _watches[-1], 0

    class Counting(event.Listener):  # type: ignore[misc]
        """Counts what was compiled."""

        def on_start(self, event: Any) -> None:
            """A kernel is begun."""

        def on_end(self, event: Any) -> None:
            """A kernel is compiled."""
            nonlocal done
            done = min(done + 1, total)
            watch(name, done, total)
            stop_if_pressed()

    watch(name, 0, total)
    with _interrupt_held() as stop_if_pressed, event.install_listener("numba:compile", Counting()):
        yield
    watch(name, total, total)


@contextmanager
def _interrupt_held() -> Iterator[Callable[[], None]]:
    """Ctrl-C waits until a kernel is compiled (what is yielded looks): in the middle of one it would be lost in the compiler."""
    pressed = False

    def note(*_: object) -> None:
        nonlocal pressed
        pressed = True

    def stop_if_pressed() -> None:
        if pressed:
            raise KeyboardInterrupt

    is_ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not is_ours or threading.current_thread() is not threading.main_thread():
        yield stop_if_pressed
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield stop_if_pressed
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    stop_if_pressed()
