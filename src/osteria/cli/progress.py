"""Progress of work of unknown length, on standard error, for whoever waits at a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from osteria.cli.printing import logged, spinning

LOGGED = logged()


@contextmanager
def progress(title: str) -> Iterator[Callable[[str], None]]:
    """A spinner with the title and the time; what is yielded says how far the work is."""
    with spinning() as shown:
        task = shown.add_task(title, total=None, state="")
        yield lambda state: shown.update(task, state=state)
