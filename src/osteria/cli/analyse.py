"""`osteria analyse`: a game, decision by decision."""

from pathlib import Path

from rich.markup import escape
from rich.table import Table

from osteria.cli.printing import measuring, output, print_json
from osteria.cli.values import Count, Picture, Seed, need, text_of
from osteria.hindsight.judges import Estimate
from osteria.lab.analyse import Analysis, Decided
from osteria.lab.analyse import analyse as look_at
from osteria.lab.plots import plot_chances


def analyse(
    transcript: Path,
    *,
    playouts: Count = 100,
    seed: Seed = 0,
    plot: Picture | None = None,
    json: bool = False,
) -> None:
    """Look at a game move by move: the chance to win of every option with its error, what a move cost, what luck did.

    Parameters
    ----------
    transcript
        A file with a game, finished or not.
    playouts
        For every option of every decision. Roll for Soles with two players is exact and needs none.
    seed
        Of the playouts.
    plot
        Draw the chances to win over the game into this file (png, svg or pdf).
    json
        Print one JSON object on one line.
    """
    if plot:
        need("matplotlib")
    found = _look(text_of(transcript), playouts, seed)
    if plot:
        ends = [account.result for account in found.accounts]
        last = [[share for share in ends if share is not None]] if None not in ends else []
        chances = [decided.chances for decided in found.decisions] + last
        plot_chances(chances, found.seats, f"{found.game}: chance to win, all cards open", plot)
    print_json(found.words()) if json else _print(found)


def _look(text: str, playouts: int, seed: int) -> Analysis:
    with measuring() as progress:
        task = progress.add_task("looking")
        return look_at(text, playouts, seed, lambda done, of: progress.update(task, completed=done, total=of))


def _print(found: Analysis) -> None:
    console = output()
    console.print(_decisions(found))
    console.print(_accounts(found))


def _decisions(found: Analysis) -> Table:
    table = Table(title=f"{found.game}: chance to win, as far as each could know")
    for column in ("", "who", "played", "chance", "best", "chance", "cost"):
        table.add_column(column)
    for decided in found.decisions:
        best = max(decided.options, key=lambda move, of=decided: of.options[move].value)  # type: ignore[misc]
        table.add_row(*_row(found, decided, best))
    return table


def _row(found: Analysis, decided: Decided, best: str) -> tuple[str, ...]:
    played = decided.played
    same = best == played
    return (
        str(decided.number),
        escape(found.seats[decided.seat]),
        played,
        _told(decided.options[played]),
        "" if same else best,
        "" if same else _told(decided.options[best]),
        "" if same else _told(decided.cost),
    )


def _accounts(found: Analysis) -> Table:
    table = Table(title="What the result is made of, all cards open", caption=f"choices against {found.baseline}")
    for column in ("who", "at first", "own choices", "others' choices", "luck", "result", "own cost in all"):
        table.add_column(column)
    for name, account in zip(found.seats, found.accounts, strict=True):
        result = "" if account.result is None else f"{account.result:.2f}"
        parts = (_told(account.own), _told(account.others), _told(account.luck))
        table.add_row(escape(name), f"{account.start:.3f}", *parts, result, _told(account.cost))
    return table


def _told(estimate: Estimate) -> str:
    error = f" ± {estimate.error:.3f}" if estimate.error else ""
    return f"{estimate.value:.3f}{error}"
