"""Many games looked at, decision by decision, in a pool: what every choice was worth, as rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from osteria.core.errors import OsteriaError
from osteria.lab.analyse import Analysis, analyse
from osteria.lab.pool import Pool, in_order

COLUMNS = ("file", "game", "decision", "seat", "ask", "played", "options", "best", "chance", "cost", "cost_error")
Task = tuple[int, str, str, int, int]


@dataclass(frozen=True)
class Looked:
    """One game of many.

    Attributes:
        number: its place among them.
        name: of its file.
        rows: a row for every decision, as COLUMNS says.
        costs: what each seat's choices lost in all, with the seat's name.
        fault: why it could not be looked at; empty where it could.
    """

    number: int
    name: str
    rows: list[tuple[Any, ...]]
    costs: dict[str, float]
    fault: str = ""


def analyse_many(
    games: Iterable[tuple[str, str]],
    playouts: int,
    seed: int,
    pool: Pool,
    heard: Callable[[Looked], None] = lambda _: None,
) -> list[Looked]:
    """Look at every game; they come, and are told, in their order, the same wherever they are looked at.

    Args:
        games: names and transcripts.
        playouts: for every option of every decision.
        seed: of the playouts.
        pool: where the work is done.
        heard: told each game as soon as it and all before it are there.
    """
    tasks = ((number, name, text, playouts, seed) for number, (name, text) in enumerate(games))
    found = []
    for looked in in_order(pool.map(look_at, tasks), lambda looked: looked.number):
        heard(looked)
        found.append(looked)
    return found


def look_at(task: Task) -> Looked:
    """One game; may run on another machine. A transcript that will not do is told, and stops no other."""
    number, name, text, playouts, seed = task
    try:
        found = analyse(text, playouts, seed)
    except OsteriaError as error:
        return Looked(number, name, [], {}, str(error))
    costs = {seat: account.cost.value for seat, account in zip(found.seats, found.accounts, strict=True)}
    return Looked(number, name, list(_rows(name, found)), costs)


def _rows(name: str, found: Analysis) -> Iterable[tuple[Any, ...]]:
    for decided in found.decisions:
        best = max(decided.options, key=lambda move, of=decided: of.options[move].value)  # type: ignore[misc]
        about = (name, found.game, decided.number, decided.seat, str(decided.ask), decided.played)
        chance = decided.options[decided.played].value
        yield *about, len(decided.options), best, chance, decided.cost.value, decided.cost.error
