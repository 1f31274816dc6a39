"""Compiling and Ctrl-C: nothing is raised inside the compiler, nothing pressed is lost."""

import signal

import pytest
from numba.core import event

from osteria.core.watching import watched, watching


def compile_three(told: list[int], done: list[str]) -> None:
    """Three kernels; Ctrl-C is pressed in the middle of the first."""
    with watching(lambda name, count, total: told.append(count)), watched("rules", 3):
        for kernel in ("first", "second", "third"):
            with event.trigger_event("numba:compile"):
                signal.raise_signal(signal.SIGINT)
                done.append(kernel)


def test_an_interrupt_waits_for_the_end_of_a_kernel_and_is_not_lost() -> None:
    told: list[int] = []
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        compile_three(told, done)
    assert (told, done) == ([0, 1], ["first"])
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def press_after_the_last() -> None:
    with watching(lambda *_: None), watched("rules", 0):
        signal.raise_signal(signal.SIGINT)


def test_an_interrupt_after_the_last_kernel_is_not_lost() -> None:
    with pytest.raises(KeyboardInterrupt):
        press_after_the_last()
