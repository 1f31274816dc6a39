"""A line on standard error that says how far a long piece of work is."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

LOGGED = Console(stderr=True)


@contextmanager
def progress(title: str) -> Iterator[Callable[[str], None]]:
    """While it lasts, a spinner with a title and the state that the given function is told; nothing where nobody looks."""
    columns = SpinnerColumn(), TextColumn("{task.description} {task.fields[state]}"), TimeElapsedColumn()
    with Progress(*columns, console=LOGGED, transient=True, disable=not LOGGED.is_terminal) as shown:
        task = shown.add_task(title, total=None, state="")
        yield lambda state: shown.update(task, state=state)
