"""`osteria rules`: the law of a game, clause by clause."""

import json as json_format
import re
from typing import Any

from rich.console import Console
from rich.markdown import Markdown

from osteria import OsteriaError, law


def rules(game: str, clause: str | None = None, *, json: bool = False) -> None:
    """Print the rules of a game, or one clause of them with its rulings.

    Parameters
    ----------
    game
        mamma-mia, sole-mio, grande or roll-for-soles.
    clause
        The id of a clause, such as C-3. Left out: all clauses that hold in the game.
    json
        Print one JSON object on one line.
    """
    found = _clauses(game) if clause is None else [_clause(game, clause)]
    if json:
        print(json_format.dumps({"game": game, "clauses": [_as_json(one) for one in found]}, ensure_ascii=False))
    else:
        _print(found, with_rulings=clause is not None)


def _clauses(game: str) -> list[law.Clause]:
    if game not in law.GAMES:
        raise OsteriaError(f"there is no game {game!r}; the games are {', '.join(law.GAMES)}.")
    return list(law.clauses(game).values())


def _clause(game: str, name: str) -> law.Clause:
    known = {one.id: one for one in _clauses(game)}
    clause_id = name.upper()
    if clause_id not in known:
        raise OsteriaError(f"{game} has no clause {name!r}; its clauses are {_in_ranges(list(known))}.")
    return known[clause_id]


def _in_ranges(ids: list[str]) -> str:
    """The ids as people would list them: `G-1 to G-9, C-1 to C-7, ...`."""
    runs: list[list[str]] = []
    for one in ids:
        if runs and _next_id(runs[-1][-1]) == one:
            runs[-1].append(one)
        else:
            runs.append([one])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)


def _next_id(clause_id: str) -> str:
    group, number = clause_id.split("-")
    return f"{group}-{int(number) + 1}"


def _print(found: list[law.Clause], *, with_rulings: bool) -> None:
    console = Console()
    for one in found:
        console.print(Markdown(f"**{one.id}** {one.title}\n\n{one.text}"))
        console.print()
        for ruling in law.rulings(one.id) if with_rulings else ():
            console.print(Markdown(_ruling_text(ruling)))
            console.print()


def _ruling_text(ruling: law.Ruling) -> str:
    mark = "Ruling, assumed" if ruling.assumed else "Ruling"
    return (
        f"*{mark}: {ruling.title}.* {ruling.choice}\n\n- In the texts: {ruling.alternatives}\n- Reason: {ruling.reason}"
    )


def _as_json(one: law.Clause) -> dict[str, Any]:
    rulings = [
        {
            "name": ruling.name,
            "title": ruling.title,
            "choice": _one_line(ruling.choice),
            "alternatives": _one_line(ruling.alternatives),
            "reason": _one_line(ruling.reason),
            "assumed": ruling.assumed,
        }
        for ruling in law.rulings(one.id)
    ]
    return {"id": one.id, "title": one.title, "text": _one_line(one.text), "rulings": rulings}


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text)
