"""`osteria analyse`: a game, decision by decision."""

from contextlib import nullcontext
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from osteria import OsteriaError
from osteria.cli.printing import counting, measuring, output, print_json
from osteria.cli.values import Count, NewFile, Picture, Place, Seed, Workers, need, text_of
from osteria.hindsight.forgetting import WORTH_TELLING
from osteria.hindsight.judges import Estimate
from osteria.lab.analyse import Analysis, Decided
from osteria.lab.analyse import analyse as look_at
from osteria.lab.analyse_many import COLUMNS, Looked, analyse_many
from osteria.lab.export import ParquetStream
from osteria.lab.plots import plot_chances
from osteria.lab.pool import HERE, Pool, pool_of

MOST_TOLD = 10


def analyse(
    *transcripts: Path,
    playouts: Count = 100,
    seed: Seed = 0,
    plot: Picture | None = None,
    parquet: NewFile | None = None,
    workers: Workers = 1,
    on: Place = HERE,
    json: bool = False,
) -> int:
    """Look at a game move by move: the chance to win of every option with its error, what a move cost, what luck did.

    Parameters
    ----------
    transcripts
        Files with games, finished or not. Of one game every decision is shown, of several what each seat's choices cost.
    playouts
        For every option of every decision. A game that is solved needs none.
    seed
        Of the playouts.
    plot
        Draw the chances to win over the game into this file (png, svg or pdf).
    parquet
        Write every decision of every game into this file, for data frames, while it runs.
    workers
        Processes that look at games, where there are several.
    on
        Where they do: here, ray (the Ray cluster of this machine) or ray://HOST:PORT.
    json
        Print one JSON object on one line.
    """
    need(*["matplotlib"] * bool(plot), *["pyarrow"] * bool(parquet))
    if not transcripts:
        raise OsteriaError("name a file with a game, or several.")
    if len(transcripts) > 1 or parquet:
        if plot:
            raise OsteriaError("--plot draws one game; name one file, without --parquet.")
        return _look_at_many(transcripts, playouts, seed, parquet, pool_of(workers, on), json=json)
    found = _look(text_of(transcripts[0]), playouts, seed)
    if plot:
        ends = [account.result for account in found.accounts]
        last = [[share for share in ends if share is not None]] if None not in ends else []
        chances = [decided.chances for decided in found.decisions] + last
        plot_chances(chances, found.seats, f"{found.game}: chance to win, all cards open", plot)
    print_json(found.words()) if json else _print(found)
    return 0


def _look_at_many(
    files: tuple[Path, ...], playouts: int, seed: int, parquet: Path | None, pool: Pool, *, json: bool
) -> int:
    games = [(str(file), text_of(file)) for file in files]
    with counting("looking") as progress, ParquetStream(parquet, COLUMNS) if parquet else nullcontext() as table:
        task = progress.add_task("looking", total=len(games))

        def heard(looked: Looked) -> None:
            progress.advance(task)
            if table:
                table.add(looked.rows)

        found = analyse_many(games, playouts, seed, pool, heard)
    if json:
        print_json({"games": [{"file": one.name, "costs": one.costs, "fault": one.fault} for one in found]})
    else:
        _print_many(found)
    return int(any(one.fault for one in found))


def _print_many(found: list[Looked]) -> None:
    shown = Table("file", "decisions", "what choices cost, by seat", title=f"{len(found)} games")
    for one in found:
        told = one.fault or ", ".join(f"{seat} {cost:.3f}" for seat, cost in one.costs.items())
        shown.add_row(escape(one.name), str(len(one.rows)), escape(told))
    output().print(shown)


def _look(text: str, playouts: int, seed: int) -> Analysis:
    with measuring() as progress:
        task = progress.add_task("looking")
        return look_at(text, playouts, seed, lambda done, of: progress.update(task, completed=done, total=of))


def _print(found: Analysis) -> None:
    console = output()
    console.print(_decisions(found))
    console.print(_accounts(found))
    for sentence in forgetting_in_words(found):
        console.print(escape(sentence))


def _decisions(found: Analysis) -> Table:
    table = Table(title=f"{found.game}: chance to win, as far as each could know")
    for column in ("", "who", "played", "chance", "best", "chance", "cost", "of it memory"):
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
        _told(decided.memory) if decided.forgot else "",
    )


def _accounts(found: Analysis) -> Table:
    table = Table(title="What the result is made of, all cards open", caption=f"choices against {found.baseline}")
    columns = ("who", "at first", "own choices", "others' choices", "luck", "result", "own cost in all")
    for column in (*columns, "of it memory", "remembers"):
        table.add_column(column)
    for name, account in zip(found.seats, found.accounts, strict=True):
        result = "" if account.result is None else f"{account.result:.2f}"
        parts = (_told(account.own), _told(account.others), _told(account.luck))
        remembers = "" if account.remembers is None else f"{account.remembers:.0%}"
        memory = _told(account.memory) if account.remembers is not None else ""
        table.add_row(escape(name), f"{account.start:.3f}", *parts, result, _told(account.cost), memory, remembers)
    return table


def forgetting_in_words(found: Analysis) -> list[str]:
    """The dearest moves that were made because something was forgotten, such as
    `12. pepper said “play 1 olive”, but had seen the third pepper go in: 0.041.`

    Of those only who lost by forgetting in all: who plays unlike the rules of thumb may seem to forget, and gain by it as often.
    """
    seats = [seat for seat, account in enumerate(found.accounts) if account.memory.value > account.memory.error]
    told = [d for d in found.decisions if d.seat in seats and d.forgot and d.memory.value >= WORTH_TELLING]
    return [
        f"{d.number}. {found.seats[d.seat]} said “{d.played}”, but had seen {d.forgot} go in: {d.memory.value:.3f}."
        for d in sorted(told, key=lambda d: -d.memory.value)[:MOST_TOLD]
    ]


def _told(estimate: Estimate) -> str:
    error = f" ± {estimate.error:.3f}" if estimate.error else ""
    return f"{estimate.value:.3f}{error}"
